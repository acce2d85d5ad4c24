import Foundation

/// Finds out what a damaged file is.
package enum Repair {
  /// What a file is by its beginning or, where that is damaged, by what is in it.
  package static func kind(of file: StoredFile) throws(StoreError) -> FileKind {
    let (opened, stamp) = try file.open()
    let prefix = try opened.read(min(FileKind.prefixLength, stamp.size), at: 0)
    let beginning = unsafe Data(prefix.buffer)
    let known = FileKind(contents: beginning)
    guard known == .unknown else { return known }
    var search = SealSearch(opened, before: stamp.size)
    if try search.next() != nil { return .binaryStore }
    return unsafe Self.kind(of: ByteView(prefix.buffer))
  }

  private static func kind(of bytes: ByteView) -> FileKind {
    for index in 0..<bytes.count where bytes[index] == UInt8(ascii: "<") {
      if bytes.starts(with: "<store", at: index) { return .xmlStore }
      if bytes.starts(with: "<database", at: index) { return .appleXMLStore }
    }
    return .unknown
  }
}
