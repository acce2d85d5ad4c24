/// Text as Apple's XML store escapes it.
///
/// A backslash is two of them; `<`, `>`, `&` and what XML cannot hold is `\uXXXX`, a unit of UTF-16 whose bytes
/// are swapped: `<` is `\u3c00`. The entities of XML do not occur, and are read all the same.
enum AppleText {
  /// The text that stands for a value; what is no escape stands for itself.
  static func decode(_ text: ByteView) throws(TextFault) -> [UInt8] {
    guard var escape = text.firstIndex(of: backslash) else { return text.array }
    var output = RawBuffer()
    var start = 0
    while true {
      output.append(text[start..<escape])
      if text.at(escape + 1) == backslash {
        output.append(backslash)
        start = escape + 2
      } else if unit(text, at: escape) != nil {
        start = try appendUnits(text, from: escape, to: &output)
      } else {
        output.append(backslash)
        start = escape + 1
      }
      guard let next = text.firstIndex(of: backslash, from: start) else { break }
      escape = next
    }
    output.append(text[start..<text.count])
    return output.array
  }

  /// Appends a run of escaped units; gives where it ends.
  private static func appendUnits(
    _ text: ByteView, from start: Int, to output: inout RawBuffer
  ) throws(TextFault) -> Int {
    var units: [UInt16] = []
    var index = start
    while let unit = unit(text, at: index) {
      units.append(unit)
      index += 6
    }
    guard let decoded = String(validating: units, as: UTF16.self) else { throw .notUTF8 }
    output.append(text: decoded)
    return index
  }

  /// The unit that an escape stands for; nil where none begins.
  private static func unit(_ text: ByteView, at index: Int) -> UInt16? {
    guard text.at(index) == backslash, text.at(index + 1) == UInt8(ascii: "u"),
      index + 6 <= text.count
    else { return nil }
    var number: UInt16 = 0
    for digit in index + 2..<index + 6 {
      guard let value = text[digit].hexadecimalValue else { return nil }
      number = number << 4 | UInt16(value)
    }
    // Files of the old, big-endian machines may have these three as they are.
    let isUnswapped = number == 0x3C || number == 0x3E || number == 0x26
    return isUnswapped ? number : number.byteSwapped
  }

  /// Appends a text with its escapes.
  static func print(_ text: ByteView, to output: inout RawBuffer) {
    var start = 0
    for index in 0..<text.count {
      let byte = text[index]
      let unit: UInt16
      var length = 1
      switch byte {
      case backslash: unit = 0
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): unit = UInt16(byte)
      case 0x09, 0x0A: continue
      case 0..<0x20: unit = UInt16(byte)
      case 0xEF where text.at(index + 1) == 0xBF && text.at(index + 2) >= 0xBE:
        unit = text.at(index + 2) == 0xBE ? 0xFFFE : 0xFFFF
        length = 3
      default: continue
      }
      output.append(text[start..<index])
      if byte == backslash { output.append("\\\\") } else { append(unit, to: &output) }
      start = index + length
    }
    if start < text.count { output.append(text[start..<text.count]) }
  }

  private static func append(_ unit: UInt16, to output: inout RawBuffer) {
    output.append("\\u")
    for shift in [12, 8, 4, 0] {
      output.append(digits[Int(unit.byteSwapped >> UInt16(shift) & 15)])
    }
  }

  private static let backslash = UInt8(ascii: "\\")
  private static let digits = Array("0123456789abcdef".utf8)
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  fileprivate var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
