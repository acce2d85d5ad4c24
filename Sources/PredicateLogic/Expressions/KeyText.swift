/// Keys as formats write them.
enum KeyText {
  /// A key in a path: with `#` if it is a reserved word, with escapes if it is no word.
  static func key(_ key: String) -> String {
    if key.utf8.first == UInt8(ascii: "@"), key.utf8.count > 1 {
      return "@" + word(String(key.unicodeScalars.dropFirst()))
    }
    if key.isEmpty || Keyword(word: key)?.isName == true { return "#" + key }
    return word(key)
  }

  /// A word, with escapes for what no word has.
  static func word(_ word: String) -> String {
    var text = ""
    for (index, scalar) in word.unicodeScalars.enumerated() {
      if isPlain(scalar, first: index == 0) {
        text.unicodeScalars.append(scalar)
      } else {
        text += escape(scalar)
      }
    }
    return text
  }

  private static func isPlain(_ scalar: Unicode.Scalar, first: Bool) -> Bool {
    guard scalar.isASCII else { return Lexer.isKeyScalar(scalar) }
    let byte = UInt8(scalar.value)
    return Lexer.isLetter(byte) || scalar == "_" || (!first && Lexer.isDigit(byte))
  }

  /// A scalar by its number.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let (letter, count) =
      switch scalar.value {
      case 0...0xFF: ("x", 2)
      case 0...0xFFFF: ("u", 4)
      default: ("U", 8)
      }
    return "\\" + letter + String(repeating: "0", count: count - digits.count) + digits
  }
}
