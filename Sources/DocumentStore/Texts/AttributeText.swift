extension ByteView {
  /// The value of an attribute as a parser gives it: references resolved, line ends and tabs as
  /// blanks.
  ///
  /// The bytes are those of a document that was read, so every reference is one of XML's.
  var attributeText: String {
    var text = RawBuffer()
    var index = 0
    while index < count {
      let byte = self[index]
      if byte == UInt8(ascii: "&"), let end = firstIndex(of: UInt8(ascii: ";"), from: index) {
        text.append(text: Self.character(self[index + 1..<end]))
        index = end + 1
        continue
      }
      // CR LF is one line end, and so one blank.
      let isSecond = byte == 0x0A && index > 0 && self[index - 1] == 0x0D
      if !isSecond { text.append(byte.isXMLSpace ? 0x20 : byte) }
      index += 1
    }
    return text.string
  }

  /// What a reference stands for, `&` and `;` left out.
  private static func character(_ reference: ByteView) -> String {
    let name = reference.string
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let number =
        name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst(1))
      return number.flatMap(Unicode.Scalar.init).map { String($0) } ?? ""
    }
  }
}
