import Foundation

/// UUIDs as text: eight, four, four, four and twelve hexadecimal digits, written in capitals.
enum UUIDText {
  static func parse(_ text: ByteView) throws(TextFault) -> UUID {
    let text = text.trimmed
    guard text.count == 36 else { throw .malformed }
    var bytes = InlineArray<16, UInt8>(repeating: 0)
    var nibbles = 0
    for index in 0..<36 {
      if index == 8 || index == 13 || index == 18 || index == 23 {
        guard text[index] == UInt8(ascii: "-") else { throw .malformed }
        continue
      }
      bytes[nibbles >> 1] = bytes[nibbles >> 1] << 4 | (try nibble(text[index]))
      nibbles += 1
    }
    let b = bytes
    return UUID(
      uuid: (
        b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13],
        b[14], b[15]
      ))
  }

  private static func nibble(_ byte: UInt8) throws(TextFault) -> UInt8 {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
    default: throw .malformed
    }
  }

  static func print(_ value: UUID, to output: inout RawBuffer) {
    output.append(text: value.uuidString)
  }
}
