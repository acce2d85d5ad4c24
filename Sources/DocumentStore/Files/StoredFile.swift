import ManagedModel

/// A store's file: read as a whole or in parts, and replaced so that at every moment the path leads to the old
/// file or to the new one.
package struct StoredFile: Sendable {
  /// The path as the user gave it; a symbolic link at its end is followed and kept.
  package let path: String
  let fileSystem: any FileSystem
  /// How long a save waits for another one to be done.
  var patience = Duration.seconds(30)

  /// Names a file, which need not exist.
  package init(path: String) { self.init(path: path, fileSystem: POSIXFileSystem()) }

  init(path: String, fileSystem: any FileSystem) {
    self.path = path
    self.fileSystem = fileSystem
  }

  /// More bytes than any file that is read as a whole may have, by default.
  static let sizeLimit = 1 << 36

  /// What the file is now; nil where there is none.
  func status() throws(StoreError) -> FileStatus? {
    do throws(StoreError) {
      return try attempt("examine the file", path) { () throws(SystemError) in
        try fileSystem.status(of: path, in: nil, followingLinks: true)
      }
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
  }

  /// The stamp of the file as it is now; nil where there is none.
  package func stamp() throws(StoreError) -> FileStamp? { try status()?.stamp }

  /// Whether there is a file with another stamp than the one that is known.
  func isOther(than known: FileStamp?) throws(StoreError) -> Bool {
    try stamp().map { $0 != known } ?? false
  }

  /// Opens the file for reading in parts.
  ///
  /// Refuses whatever is not a regular file.
  package func open() throws(StoreError) -> (file: OpenFile, stamp: FileStamp) {
    // Asked before, because opening a device may have effects of its own.
    if let status = try status() { try refuseIrregular(status) }
    let file = try OpenFile(path, fileSystem: fileSystem)
    let status = try file.status()
    try refuseIrregular(status)
    return (file, status.stamp)
  }

  /// Reads the whole file.
  ///
  /// Where others write to it meanwhile, it is read again, a few times.
  func read(
    limit: Int = StoredFile.sizeLimit
  ) throws(StoreError) -> (bytes: FileBytes, stamp: FileStamp) {
    for _ in 0..<8 {
      let (file, before) = try open()
      guard before.size <= limit else {
        throw failure(
          .limit, "the file has \(before.size) bytes; at most \(limit) are read")
      }
      // One byte more than there should be, to see whether the file grew.
      let bytes = try file.read(before.size + 1, at: 0)
      if bytes.count == before.size, try file.status().stamp == before { return (bytes, before) }
    }
    throw failure(
      .changedByOther, "the file changes all the time while it is read; try again later")
  }

  func refuseIrregular(_ status: FileStatus) throws(StoreError) {
    let kind: String
    switch status.kind {
    case .regular: return
    case .folder: kind = "a folder"
    case .link: kind = "a symbolic link"
    case .pipe: kind = "a pipe"
    case .socket: kind = "a socket"
    case .device: kind = "a device"
    }
    throw failure(.unknownFormat, "this is \(kind); a store must be a regular file")
  }

  func failure(_ reason: StoreError.Reason, _ message: String) -> StoreError {
    StoreError(reason, message, at: Diagnostic.Location(file: path))
  }
}
