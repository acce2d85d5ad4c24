import Foundation

extension Lexer {
  /// Text in quotes; the quote that opens it closes it.
  mutating func text(endingWith quote: UInt8) throws(FormatFailure) -> Token {
    let start = position
    position += 1
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == quote {
        position += 1
        return .text(String(decoding: content, as: UTF8.self))
      }
      if byte == UInt8(ascii: "\\") {
        content.append(contentsOf: try escape().utf8)
      } else {
        content.append(byte)
        position += 1
      }
    }
    throw FormatFailure(.openText, start..<bytes.count)
  }

  /// What a backslash and what follows stand for.
  mutating func escape() throws(FormatFailure) -> Unicode.Scalar {
    let start = position
    position += 1
    guard let next = scalar() else {
      throw FormatFailure(.badEscape("\\"), start..<position)
    }
    switch next {
    case "0"..."7": return try escapedNumber(start, radix: 8, digits: 1...3)
    case "x": return try escapedNumber(start, radix: 16, digits: 2...2)
    case "u": return try escapedNumber(start, radix: 16, digits: 4...4)
    case "U": return try escapedNumber(start, radix: 16, digits: 8...8)
    default: break
    }
    position += next.utf8.count
    switch next {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    default: break
    }
    guard !next.properties.isAlphabetic, next.properties.numericType == nil else {
      throw FormatFailure(.badEscape("\\" + String(Character(next))), start..<position)
    }
    return next
  }

  /// A scalar by its number; two numbers of surrogates make one scalar.
  private mutating func escapedNumber(
    _ start: Int, radix: Int, digits count: ClosedRange<Int>
  ) throws(FormatFailure) -> Unicode.Scalar {
    if radix == 16 { position += 1 }
    guard let number = digits(radix: radix, count: count) else {
      throw badEscape(from: start)
    }
    if count.upperBound == 4, UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: number)) {
      return try secondHalf(of: number, start)
    }
    guard let scalar = Unicode.Scalar(number) else { throw badEscape(from: start) }
    return scalar
  }

  private mutating func secondHalf(
    of number: UInt32, _ start: Int
  ) throws(FormatFailure) -> Unicode.Scalar {
    guard byte() == UInt8(ascii: "\\"), byte(1) == UInt8(ascii: "u") else {
      throw badEscape(from: start)
    }
    position += 2
    guard let second = digits(radix: 16, count: 4...4), (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((number - 0xD800) << 10) + (second - 0xDC00))
    else { throw badEscape(from: start) }
    return scalar
  }

  private func badEscape(from start: Int) -> FormatFailure {
    let written = String(decoding: bytes[start..<min(position, bytes.count)], as: UTF8.self)
    return FormatFailure(.badEscape(written), start..<max(start + 1, min(position, bytes.count)))
  }

  private mutating func digits(radix: Int, count: ClosedRange<Int>) -> UInt32? {
    var value: UInt32 = 0
    var found = 0
    while found < count.upperBound, let digit = Self.digit(byte()), digit < radix {
      value = value << (radix == 16 ? 4 : 3) | UInt32(digit)
      position += 1
      found += 1
    }
    return found >= count.lowerBound ? value : nil
  }

  static func digit(_ byte: UInt8) -> Int? {
    if isDigit(byte) { return Int(byte) - 0x30 }
    guard isLetter(byte) else { return nil }
    return Int(byte | 0x20) - 0x61 + 10
  }
}

extension Lexer {
  /// A number: decimal, with fraction and exponent, or `0x`, `0o`, `0b` and digits.
  mutating func number() throws(FormatFailure) -> Token {
    let start = position
    if byte() == UInt8(ascii: "0"), let radix = Self.radix(byte(1)) {
      position += 2
      return try whole(radix: radix, start)
    }
    while Self.isDigit(byte()) { position += 1 }
    var isWhole = true
    if byte() == UInt8(ascii: "."), Self.isDigit(byte(1)) {
      isWhole = false
      position += 1
      while Self.isDigit(byte()) { position += 1 }
    }
    if byte() | 0x20 == UInt8(ascii: "e"), exponent() { isWhole = false }
    try endNumber(start)
    let written = String(decoding: bytes[start..<position], as: UTF8.self)
    if isWhole { return try whole(written, start..<position) }
    guard let value = Double(written), value.isFinite else {
      throw FormatFailure(.numberTooLarge, start..<position)
    }
    return .real(value)
  }

  /// Skips an exponent if one is there.
  private mutating func exponent() -> Bool {
    let sign = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
    guard Self.isDigit(byte(sign ? 2 : 1)) else { return false }
    position += sign ? 2 : 1
    while Self.isDigit(byte()) { position += 1 }
    return true
  }

  private static func radix(_ letter: UInt8) -> Int? {
    switch letter | 0x20 {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  private mutating func whole(radix: Int, _ start: Int) throws(FormatFailure) -> Token {
    let first = position
    while let digit = Self.digit(byte()), digit < radix { position += 1 }
    try endNumber(start, empty: first == position)
    let written = String(decoding: bytes[first..<position], as: UTF8.self)
    if let value = Int(written, radix: radix) { return .integer(value) }
    guard let value = UInt64(written, radix: radix) else {
      throw FormatFailure(.numberTooLarge, start..<position)
    }
    return .decimal(Decimal(value))
  }

  private func whole(_ written: String, _ place: Range<Int>) throws(FormatFailure) -> Token {
    if let value = Int(written) { return .integer(value) }
    // A Decimal has 38 digits; what has more would lose some.
    let digits = written.drop { $0 == "0" }
    guard digits.utf8.count <= 38, let value = Decimal(string: String(digits)) else {
      throw FormatFailure(.numberTooLarge, place)
    }
    return .decimal(value)
  }

  /// Sees to it that no letters follow a number.
  private mutating func endNumber(_ start: Int, empty: Bool = false) throws(FormatFailure) {
    let isLetter = Self.isLetter(byte()) || byte() == UInt8(ascii: "_") || Self.isDigit(byte())
    guard isLetter || empty else { return }
    while Self.digit(byte()) != nil || byte() == UInt8(ascii: "_") { position += 1 }
    let written = String(decoding: bytes[start..<position], as: UTF8.self)
    throw FormatFailure(.badNumber(written), start..<position)
  }

  /// `%@`, `%K`, `%d` and their kin.
  mutating func placeholder() throws(FormatFailure) -> Token {
    let start = position
    position += 1
    var length = 0
    while length < 2, [0x68, 0x6C, 0x71, 0x4C, 0x7A, 0x74, 0x6A].contains(byte()) {
      position += 1
      length += 1
    }
    let letter = byte()
    if let scalar = scalar() { position += scalar.utf8.count }
    if letter == UInt8(ascii: "%") || letter <= 0x20 {
      throw FormatFailure(.percentSign, start..<position)
    }
    guard let found = Self.placeholder(letter), length == 0 || found == .integer || found == .real
    else { throw FormatFailure(.badPlaceholder, start..<position) }
    return .argument(found)
  }

  private static func placeholder(_ letter: UInt8) -> Placeholder? {
    switch Unicode.Scalar(letter) {
    case "@": .value
    case "K": .keyPath
    case "d", "i", "u", "x", "o", "D", "U", "X", "O": .integer
    case "f", "g", "e", "a", "F", "G", "E", "A": .real
    case "c", "C": .character
    case "s", "S": .text
    default: nil
    }
  }
}
