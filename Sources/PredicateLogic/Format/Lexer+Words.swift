extension Lexer {
  /// A word that begins with a letter, `_` or an escape: a keyword, a key, or a selector.
  mutating func word() throws(FormatFailure) -> Token {
    let (name, escaped) = try identifier()
    if escaped { return .key(name) }
    if let keyword = typeKeyword(after: name) { return .keyword(keyword) }
    if byte() == UInt8(ascii: ":") && byte(1) != UInt8(ascii: "=") { return selector(name) }
    if let keyword = Keyword(word: name) { return .keyword(keyword) }
    return .word(name)
  }

  /// `UTI-CONFORMS-TO` and `UTI-EQUALS`, the keywords with hyphens.
  private mutating func typeKeyword(after name: String) -> Keyword? {
    guard byte() == UInt8(ascii: "-"), name.utf8.count == 3, name.uppercased() == "UTI" else {
      return nil
    }
    for keyword in [Keyword.conformsToType, .equalsType] {
      let rest = keyword.rawValue.utf8.dropFirst(3)
      guard position + rest.count <= bytes.count else { continue }
      let found = bytes[position..<position + rest.count]
      if found.elementsEqual(rest, by: { $0 == $1 || $0 == $1 | 0x20 }) {
        position += rest.count
        return keyword
      }
    }
    return nil
  }

  /// A name with colons, whose first part has been read.
  private mutating func selector(_ first: String) -> Token {
    position += 1
    var name = first + ":"
    while true {
      var end = position
      while end < bytes.count, Self.isWordPart(bytes[end]) { end += 1 }
      // What has no colon at its end is an operand: `isKindOfClass:x`.
      guard end > position, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { break }
      name += String(decoding: bytes[position...end], as: UTF8.self)
      position = end + 1
    }
    return .selector(name)
  }

  /// A word in a script other than Latin, or punctuation that no keyboard for programs has.
  mutating func wordBeyondASCII() throws(FormatFailure) -> Token {
    guard let scalar = scalar() else { return .end }
    let place = position..<position + scalar.utf8.count
    if let instead = Self.plain(scalar) {
      throw FormatFailure(.noOperator(String(Character(scalar)), instead: instead), place)
    }
    guard Self.isKeyScalar(scalar) else { throw FormatFailure(.character(scalar), place) }
    return try word()
  }

  /// What to write instead of a character that word processors put in.
  private static func plain(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\u{2018}"..."\u{201B}", "\u{2039}", "\u{203A}", "\u{00B4}": "'"
    case "\u{201C}"..."\u{201F}", "\u{00AB}", "\u{00BB}": "\""
    case "\u{2260}": "!="
    case "\u{2264}": "<="
    case "\u{2265}": ">="
    case "\u{2010}"..."\u{2015}", "\u{2212}": "-"
    case "\u{00D7}": "*"
    case "\u{00F7}": "/"
    case "\u{2026}": "..."
    default: nil
    }
  }

  /// `$name`.
  mutating func variable() throws(FormatFailure) -> Token {
    let start = position
    position += 1
    guard startsKey(), case let (name, _) = try identifier() else {
      throw FormatFailure(.emptyVariable, start..<position)
    }
    return .variable(name)
  }

  /// `#size`, `@count`.
  mutating func markedKey(_ mark: UInt8) throws(FormatFailure) -> Token {
    let start = position
    position += 1
    guard startsKey(), case let (name, _) = try identifier() else {
      throw FormatFailure(.emptyKey(mark == UInt8(ascii: "#") ? "#" : "@"), start..<position)
    }
    return mark == UInt8(ascii: "#") ? .key(name) : .collectionOperator("@" + name)
  }

  private func startsKey() -> Bool {
    let first = byte()
    guard first >= 0x80 else {
      return Self.isWordPart(first) && !Self.isDigit(first) || first == UInt8(ascii: "\\")
    }
    return scalar().map(Self.isKeyScalar) ?? false
  }

  /// Whether a byte can be in a word; those of other scripts are looked at as scalars.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Whether a scalar beyond ASCII can be in a word as it is.
  static func isKeyScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber,
      .connectorPunctuation, .otherSymbol, .modifierSymbol:
      // Marks that follow an operator would hide in it on the screen, so only words take them.
      plain(scalar) == nil
    case .format: scalar == "\u{200D}" || scalar == "\u{200C}"
    default: false
    }
  }

  /// Reads a word and resolves its escapes.
  private mutating func identifier() throws(FormatFailure) -> (String, escaped: Bool) {
    let start = position
    while Self.isWordPart(byte()) { position += 1 }
    guard byte() >= 0x80 || byte() == UInt8(ascii: "\\") else {
      return (String(decoding: bytes[start..<position], as: UTF8.self), false)
    }
    return try longIdentifier(from: start)
  }

  private mutating func longIdentifier(
    from start: Int
  ) throws(FormatFailure) -> (String, escaped: Bool) {
    var name = String(decoding: bytes[start..<position], as: UTF8.self)
    var escaped = false
    while let scalar = scalar() {
      if scalar == "\\" {
        escaped = true
        name.unicodeScalars.append(try escape())
      } else if scalar.isASCII ? Self.isWordPart(UInt8(scalar.value)) : Self.isKeyScalar(scalar) {
        name.unicodeScalars.append(scalar)
        position += scalar.utf8.count
      } else {
        break
      }
    }
    return (name, escaped)
  }
}
