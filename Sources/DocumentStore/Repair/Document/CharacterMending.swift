/// Finds bytes that are no text, or that XML cannot hold.
struct CharacterMending {
  /// The edits that leave text alone: a replacement character where bytes were not UTF-8, nothing in the place of
  /// control characters.
  static func list(in bytes: ByteView) -> MendingList {
    var list = MendingList()
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte < 0x20, !byte.isXMLSpace {
          list.edit(index..<index + 1)
          list.remark(
            .lost, at: index,
            "XML cannot hold the character U+\(code(byte)); it is left out")
        }
        index += 1
        continue
      }
      let length = length(of: bytes, at: index)
      if length == 0 {
        list.edit(index..<index + 1, "\u{FFFD}")
        list.remark(
          .lost, at: index,
          "the byte 0x\(String(byte, radix: 16, uppercase: true)) is not UTF-8; U+FFFD stands in "
            + "its place")
      } else if length == 3, byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE {
        list.edit(index..<index + 3)
        list.remark(
          .lost, at: index, "XML cannot hold the character U+FFFE or U+FFFF; it is left out")
      }
      index += max(1, length)
    }
    return list
  }

  private static func code(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Bytes of the character that begins at a place; 0 where none does.
  private static func length(of bytes: ByteView, at index: Int) -> Int {
    let first = bytes[index]
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first <= 0xF4, index + length <= bytes.count else { return 0 }
    return unsafe UTF8Check.kind(of: bytes[index..<index + length].raw) == .malformed ? 0 : length
  }
}
