extension StoredFile {
  /// Appends what `body` writes to the file, or throws.
  ///
  /// What an append that failed has left behind the end stays there: others may have read it. Whoever opens
  /// the file must be able to tell that it is not complete.
  ///
  /// - Parameters:
  ///   - expected: What the file was when it was read. Anything else that is there now is left alone, with an
  ///     error of reason ``StoreError/Reason/changedByOther``.
  ///   - check: Called with the file when it is locked, as a last word against the save.
  ///   - history: What is to be done beside the file before anything is appended.
  ///   - body: Writes from the file's end on.
  /// - Returns: The stamp of the file.
  /// - Throws: A ``StoreError``; the file then holds what it did, and perhaps a part of what was to be appended.
  func append(
    expecting expected: FileStamp,
    checking check: (OpenFile) throws(StoreError) -> Void,
    recording history: HistoryStep? = nil,
    writing body: (inout FileWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> FileStamp {
    let place = try FilePlace(resolving: self)
    guard let (file, status) = try place.lockCurrent() else { throw removed }
    guard status.stamp == expected else { throw changed }
    // The lock ends with the file, so it must outlive the last step.
    return try withExtendedLifetime(file) { () throws(StoreError) in
      try check(file)
      try history?.run(place, status)
      var writer = FileWriter(file, at: status.stamp.size, collecting: 1 << 14)
      try body(&writer)
      try writer.synchronize()
      let stamp = try file.status().stamp
      // A program that takes no lock may have put another file in the place of this one.
      guard try place.status(of: place.name)?.stamp.isSameFile(as: stamp) == true else {
        throw changed
      }
      return stamp
    }
  }
}
