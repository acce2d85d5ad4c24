/// Looks whether bytes are UTF-8, eight at a time as long as they are ASCII.
///
/// Every text of a store is looked at when its chunk is loaded; the standard library's own check takes some
/// times as long.
enum UTF8Check {
  /// What bytes are.
  enum Kind { case ascii, utf8, malformed }

  static func kind(of bytes: UnsafeRawBufferPointer) -> Kind {
    var kind = Kind.ascii
    var offset = 0
    while offset < bytes.count {
      if offset + 8 <= bytes.count {
        let word = unsafe UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        let high = word & 0x8080_8080_8080_8080
        offset += min(high.trailingZeroBitCount, 64) / 8
        if high == 0 { continue }
      }
      let length = unsafe characterLength(at: offset, in: bytes)
      if length == 0 { return .malformed }
      if length > 1 { kind = .utf8 }
      offset += length
    }
    return kind
  }

  /// Bytes of the character that begins at an offset, by table 3-7 of the Unicode standard; 0 where none does.
  @inline(__always)
  private static func characterLength(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Int {
    let first = unsafe bytes[offset]
    if first < 0x80 { return 1 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard offset + length <= bytes.count else { return 0 }
    let second = unsafe bytes[offset + 1]
    let isAllowed =
      switch first {
      case 0xC2...0xDF, 0xE1...0xEC, 0xEE...0xEF, 0xF1...0xF3: second & 0xC0 == 0x80
      case 0xE0: 0xA0...0xBF ~= second
      case 0xED: 0x80...0x9F ~= second
      case 0xF0: 0x90...0xBF ~= second
      case 0xF4: 0x80...0x8F ~= second
      default: false
      }
    guard isAllowed else { return 0 }
    if length > 2, unsafe bytes[offset + 2] & 0xC0 != 0x80 { return 0 }
    if length > 3, unsafe bytes[offset + 3] & 0xC0 != 0x80 { return 0 }
    return length
  }
}
