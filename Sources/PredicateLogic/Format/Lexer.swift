/// Takes a format apart into tokens, one at a time, over the bytes of its UTF-8 form.
struct Lexer {
  /// The longest format that is read, in bytes.
  static let longest = 1 << 23

  let bytes: [UInt8]
  /// Where the next token is looked for.
  var position = 0

  init(_ format: String) {
    bytes = Array(format.utf8)
  }

  /// The byte at a distance from the position, 0 past the end.
  func byte(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < bytes.count ? bytes[index] : 0
  }

  /// Skips white space and tells where the next token begins.
  mutating func skipSpace() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) {
        position += 1
      } else if byte >= 0x80, let scalar = scalar(), scalar.properties.isWhitespace {
        position += scalar.utf8.count
      } else {
        return
      }
    }
  }

  /// The next token; the position is behind it then.
  mutating func next() throws(FormatFailure) -> Token {
    guard position < bytes.count else { return .end }
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "\\"):
      return try word()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try number()
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return try text(endingWith: first)
    case UInt8(ascii: "%"):
      return try placeholder()
    case UInt8(ascii: "$"):
      return try variable()
    case UInt8(ascii: "#"), UInt8(ascii: "@"):
      return try markedKey(first)
    case UInt8(ascii: ".") where Self.isDigit(byte(1)):
      return try number()
    case 0x80...:
      return try wordBeyondASCII()
    default:
      return try symbol()
    }
  }

  /// The Unicode scalar at the position.
  func scalar() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard position + count <= bytes.count else { return nil }
    return String(decoding: bytes[position..<position + count], as: UTF8.self)
      .unicodeScalars.first
  }

  /// Whether quotes hold what would ask for an argument outside of them.
  var hasQuotedPlaceholder: Bool {
    var quote: UInt8?
    for (index, byte) in bytes.enumerated() {
      if let opened = quote {
        if byte == opened { quote = nil }
        if byte == UInt8(ascii: "%"), index + 1 < bytes.count,
          "@Kdifs".utf8.contains(bytes[index + 1])
        {
          return true
        }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
    }
    return false
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }
}

extension Lexer {
  private mutating func symbol() throws(FormatFailure) -> Token {
    let start = position
    if let (operation, instead) = strangeOperator() {
      throw FormatFailure(
        .noOperator(operation, instead: instead), start..<start + operation.utf8.count)
    }
    let first = byte()
    if let symbol = Self.long(first, byte(1)) {
      position += 2
      return .symbol(symbol)
    }
    guard let symbol = Self.short(first) else {
      let scalar = Unicode.Scalar(first)
      throw FormatFailure(.character(scalar), start..<start + 1)
    }
    position += 1
    return .symbol(symbol)
  }

  /// Operators of other languages.
  private func strangeOperator() -> (String, instead: String)? {
    switch (byte(), byte(1), byte(2)) {
    case (UInt8(ascii: "="), UInt8(ascii: "="), UInt8(ascii: "=")): ("===", "==")
    case (UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "=")): ("!==", "!=")
    case (UInt8(ascii: "="), UInt8(ascii: "~"), _): ("=~", "MATCHES")
    case (UInt8(ascii: "?"), UInt8(ascii: "?"), _): ("??", "TERNARY(a != nil, a, b)")
    case (UInt8(ascii: "?"), _, _): ("?", "%@ for a value, TERNARY(condition, a, b) for a choice")
    default: nil
    }
  }

  private static func long(_ first: UInt8, _ second: UInt8) -> Symbol? {
    switch (first, second) {
    case (UInt8(ascii: "="), UInt8(ascii: "=")): .doubleEqual
    case (UInt8(ascii: "="), UInt8(ascii: "<")): .equalOrLess
    case (UInt8(ascii: "="), UInt8(ascii: ">")): .equalOrGreater
    case (UInt8(ascii: "!"), UInt8(ascii: "=")): .notEqual
    case (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
    case (UInt8(ascii: "<"), UInt8(ascii: ">")): .angles
    case (UInt8(ascii: "<"), UInt8(ascii: "<")): .shiftLeft
    case (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
    case (UInt8(ascii: ">"), UInt8(ascii: ">")): .shiftRight
    case (UInt8(ascii: "*"), UInt8(ascii: "*")): .doubleStar
    case (UInt8(ascii: "&"), UInt8(ascii: "&")): .doubleAmpersand
    case (UInt8(ascii: "|"), UInt8(ascii: "|")): .doubleBar
    case (UInt8(ascii: ":"), UInt8(ascii: "=")): .assign
    default: nil
    }
  }

  private static func short(_ byte: UInt8) -> Symbol? {
    switch byte {
    case UInt8(ascii: "("): .openParenthesis
    case UInt8(ascii: ")"): .closeParenthesis
    case UInt8(ascii: "{"): .openBrace
    case UInt8(ascii: "}"): .closeBrace
    case UInt8(ascii: "["): .openBracket
    case UInt8(ascii: "]"): .closeBracket
    case UInt8(ascii: ","): .comma
    case UInt8(ascii: "."): .dot
    case UInt8(ascii: "="): .equal
    case UInt8(ascii: "<"): .less
    case UInt8(ascii: ">"): .greater
    case UInt8(ascii: "+"): .plus
    case UInt8(ascii: "-"): .minus
    case UInt8(ascii: "*"): .star
    case UInt8(ascii: "/"): .slash
    case UInt8(ascii: "&"): .ampersand
    case UInt8(ascii: "|"): .bar
    case UInt8(ascii: "^"): .caret
    case UInt8(ascii: "~"): .tilde
    case UInt8(ascii: "!"): .exclamation
    default: nil
    }
  }
}
