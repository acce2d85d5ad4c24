/// Bytes as text: base64 in one line.
///
/// White space anywhere is skipped in reading; all else is strict.
enum Base64Text {
  /// Appends the bytes that a text stands for.
  static func parse(_ text: ByteView, to output: inout RawBuffer) throws(TextFault) {
    output.reserve(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var sextets = 0
    var index = 0
    while index < text.count {
      let byte = text[index]
      let sextet = values[Int(byte)]
      if sextet < 64 {
        bits = bits << 6 | UInt32(sextet)
        sextets += 1
        if sextets & 3 == 0 { output.append(threeBytesOf: bits) }
      } else if !byte.isXMLSpace {
        break
      }
      index += 1
    }
    try finish(text, index, bits, sextets & 3, &output)
  }

  /// Reads the padding and what stands before it.
  private static func finish(
    _ text: ByteView, _ start: Int, _ bits: UInt32, _ sextets: Int, _ output: inout RawBuffer
  ) throws(TextFault) {
    var padding = 0
    for index in start..<text.count where !text[index].isXMLSpace {
      guard text[index] == UInt8(ascii: "=") else { throw .malformed }
      padding += 1
    }
    switch (sextets, padding) {
    case (0, 0): return
    case (2, 2) where bits & 0xF == 0: output.append(UInt8(truncatingIfNeeded: bits >> 4))
    case (3, 1) where bits & 0x3 == 0:
      output.append(UInt8(truncatingIfNeeded: bits >> 10))
      output.append(UInt8(truncatingIfNeeded: bits >> 2))
    case (_, 0): throw .cutShort
    default: throw .malformed
    }
  }

  static func print(_ bytes: ByteView, to output: inout RawBuffer) {
    output.reserve((bytes.count + 2) / 3 * 4)
    var index = 0
    while index + 2 < bytes.count {
      let bits =
        UInt32(bytes[index]) << 16 | UInt32(bytes[index + 1]) << 8 | UInt32(bytes[index + 2])
      // Four characters at a time, the first lowest.
      output.append(
        UInt32(digits[Int(bits >> 18)]) | UInt32(digits[Int(bits >> 12 & 63)]) << 8
          | UInt32(digits[Int(bits >> 6 & 63)]) << 16 | UInt32(digits[Int(bits & 63)]) << 24)
      index += 3
    }
    if index == bytes.count { return }
    let isPair = index + 2 == bytes.count
    let bits = UInt32(bytes[index]) << 16 | (isPair ? UInt32(bytes[index + 1]) << 8 : 0)
    output.append(digits[Int(bits >> 18)])
    output.append(digits[Int(bits >> 12 & 63)])
    output.append(isPair ? digits[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
    output.append(UInt8(ascii: "="))
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The six bits of each character, 64 for those that are none.
  private static let values: [UInt8] = {
    var values = Array(repeating: UInt8(64), count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()
}

extension RawBuffer {
  @inline(__always)
  fileprivate mutating func append(threeBytesOf bits: UInt32) {
    append(UInt8(truncatingIfNeeded: bits >> 16))
    append(UInt16(truncatingIfNeeded: bits).byteSwapped)
  }
}
