import Foundation

extension StoredFile {
  /// Looks at the file again while nobody else may write it, where another write might have the same time.
  ///
  /// `hash` is the XXH64 of the bytes that were read. Throws where the file has others now.
  func checkContents(
    of current: OpenFile, _ stamp: FileStamp, hash known: UInt64
  ) throws(StoreError) {
    guard Self.isFresh(stamp) else { return }
    var hash = XXH64()
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
    defer { unsafe piece.deallocate() }
    var offset = 0
    while true {
      let count = try unsafe current.read(into: piece, at: offset)
      unsafe hash.update(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      offset += count
      if count < piece.count { break }
    }
    guard hash.value == known else { throw changed }
  }

  /// Whether a file was written so recently that another write might have the same time.
  private static func isFresh(_ stamp: FileStamp) -> Bool {
    let now = Date().timeIntervalSince1970 * 1e9
    return FileStamp.age(of: stamp.modified, at: Int(exactly: now.rounded()) ?? .max) < 2.5
  }
}
