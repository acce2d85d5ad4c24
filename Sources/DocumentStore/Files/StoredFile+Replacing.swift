import ManagedModel

// How a file is replaced:
//
//     lock the file that is there          so that there is one writer at a time
//     is it the expected one?              else someone changed it: nothing happens
//     write and sync a file beside it      under a name that nobody can guess
//     lock that one, too                   so that who comes next waits for us
//     record it in the history             where there is one; see HistoryFile
//     swap the two names                   old and new are both there, the path never leads nowhere
//     look at what came out                not the expected one: swap back
//     sync the folder, remove the old one
//     remove what killed writers have left
//
// Where the file system cannot swap names, a plain rename takes the place of the swap, and what came out cannot
// be looked at. A new file takes its name only while that is free.

extension StoredFile {
  /// Makes the file hold what `body` writes, or throws and leaves it as it was.
  ///
  /// - Parameters:
  ///   - expected: What the file was when it was read; nil where there was none. Anything else that is there
  ///     now is left alone, with an error of reason ``StoreError/Reason/changedByOther``.
  ///   - check: Called with the old file when the new one is complete, as a last word against the save.
  ///   - history: What is to be done beside the file right before the new one takes its place.
  ///   - body: Writes the contents.
  /// - Returns: The stamp of the new file.
  /// - Throws: A ``StoreError``; the file is then what it was, byte for byte.
  @discardableResult
  func replace(
    expecting expected: FileStamp?,
    checking check: ((OpenFile) throws(StoreError) -> Void)? = nil,
    recording history: HistoryStep? = nil,
    writing body: (inout FileWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> FileStamp {
    let place = try FilePlace(resolving: self)
    let current = try place.lockCurrent()
    try compare(current?.status.stamp, with: expected)
    let replacement = try Replacement(of: current, at: place)
    // The locks end with these objects, so they must outlive the last step.
    return try withExtendedLifetime((current, replacement)) { () throws(StoreError) in
      do throws(StoreError) {
        try replacement.write(body)
        if let current, let check { try check(current.file) }
        try history?.run(place, replacement.file.status())
        let stamp = try replacement.install()
        place.removeLeftovers(at: stamp)
        return stamp
      } catch {
        replacement.removeTemporary()
        throw error
      }
    }
  }

  private func compare(_ found: FileStamp?, with expected: FileStamp?) throws(StoreError) {
    switch (found, expected) {
    case (nil, nil): return
    case (nil, .some): throw removed
    case (.some, nil): throw appeared
    case (.some(let found), .some(let expected)): if found != expected { throw changed }
    }
  }

  var removed: StoreError {
    failure(.changedByOther, "the file was removed since it was read; nothing was written")
  }

  var changed: StoreError {
    failure(
      .changedByOther,
      "the file was changed by another program since it was read; nothing was written")
  }

  var appeared: StoreError {
    failure(
      .changedByOther,
      "there is a file already, which is not the one that was read; nothing was written")
  }
}
