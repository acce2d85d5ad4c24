/// Reads JSON that nobody vouches for, value by value, from memory.
///
/// Strict: UTF-8, no comments, no commas too many, nothing behind the value.
struct JSONScanner {
  private let bytes: ByteView
  private(set) var index = 0
  private var depth = 0

  private static let depthLimit = 128

  init(_ bytes: ByteView) { self.bytes = bytes }

  // MARK: Containers

  /// Reads an object; `body` must read the value of each member.
  mutating func object(
    _ body: (String, inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try open("{")
    if take("}") { return close() }
    repeat {
      let name = try string()
      try expect(":")
      try body(name, &self)
    } while take(",")
    try expect("}")
    close()
  }

  /// Reads an array; `body` must read each element.
  mutating func array(
    _ body: (inout JSONScanner) throws(JSONFault) -> Void
  ) throws(JSONFault) {
    try open("[")
    if take("]") { return close() }
    repeat { try body(&self) } while take(",")
    try expect("]")
    close()
  }

  private mutating func open(_ bracket: Unicode.Scalar) throws(JSONFault) {
    try expect(bracket)
    depth += 1
    guard depth <= Self.depthLimit else {
      throw fault("values are nested more than \(Self.depthLimit) deep")
    }
  }

  private mutating func close() { depth -= 1 }

  // MARK: Values

  /// What kind of value comes next, told by its first byte.
  mutating func next() -> UInt8 {
    skipBlanks()
    return bytes.at(index)
  }

  /// Reads a string.
  mutating func string() throws(JSONFault) -> String {
    try expect("\"")
    let start = index
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""), bytes[index] != 0x5C,
      bytes[index] >= 0x20
    {
      index += 1
    }
    if bytes.at(index) != UInt8(ascii: "\"") { return try escapedString(from: start) }
    defer { index += 1 }
    return try text(bytes[start..<index].array)
  }

  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var content = bytes[start..<index].array
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        return try text(content)
      }
      guard byte >= 0x20 else { throw fault("a control character stands in a string") }
      index += 1
      if byte == 0x5C {
        content += Array(String(Character(try escape())).utf8)
      } else {
        content.append(byte)
      }
    }
    throw fault("a string does not end")
  }

  private func text(_ content: [UInt8]) throws(JSONFault) -> String {
    guard let text = String(validating: content, as: UTF8.self) else {
      throw fault("a string is not UTF-8")
    }
    return text
  }

  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let byte = bytes.at(index)
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try escapedScalar()
    default: throw fault("a string has an escape that JSON does not know")
    }
  }

  /// The scalar of `\u`, or of two of them that are a surrogate pair.
  private mutating func escapedScalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard 0xD800..<0xDC00 ~= first, bytes.starts(with: "\\u", at: index) else {
      throw fault("a string has half of a surrogate pair")
    }
    index += 2
    let second = try fourDigits()
    guard 0xDC00..<0xE000 ~= second,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fault("a string has half of a surrogate pair") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONFault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes.at(index))).hexDigitValue else {
        throw fault("four hexadecimal digits were expected behind \\u")
      }
      number = number << 4 | UInt32(digit)
      index += 1
    }
    return number
  }

  /// Reads a number.
  mutating func number() throws(JSONFault) -> Double {
    let text = try numberText()
    guard let number = Double(text), number.isFinite else { throw fault("'\(text)' is no number") }
    return number
  }

  /// Reads a whole number that is not negative.
  mutating func count() throws(JSONFault) -> Int64 {
    let text = try numberText()
    guard let number = Int64(text), number >= 0 else {
      throw fault("'\(text)' is no whole number from 0 to \(Int64.max)")
    }
    return number
  }

  private mutating func numberText() throws(JSONFault) -> String {
    skipBlanks()
    let start = index
    while index < bytes.count, bytes[index].isInNumber { index += 1 }
    let text = bytes[start..<index].string
    let digits = text.drop { $0 == "-" }
    guard text.utf8.count - digits.utf8.count <= 1, digits.first?.isNumber == true,
      !digits.hasPrefix("0") || !(digits.dropFirst().first?.isNumber ?? false)
    else { throw fault("a number was expected") }
    return text
  }

  /// Reads any value and forgets it.
  mutating func skip() throws(JSONFault) {
    switch next() {
    case UInt8(ascii: "{"): try object { _, scanner throws(JSONFault) in try scanner.skip() }
    case UInt8(ascii: "["): try array { scanner throws(JSONFault) in try scanner.skip() }
    case UInt8(ascii: "\""): _ = try string()
    default:
      for word: StaticString in ["true", "false", "null"] where bytes.starts(with: word, at: index)
      {
        index += word.utf8CodeUnitCount
        return
      }
      _ = try number()
    }
  }

  // MARK: Marks

  /// Reads a mark.
  mutating func expect(_ mark: Unicode.Scalar) throws(JSONFault) {
    guard take(mark) else { throw fault("'\(mark)' was expected") }
  }

  /// Reads a mark, if it comes next; tells whether it did.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard next() == UInt8(ascii: mark), index < bytes.count else { return false }
    index += 1
    return true
  }

  /// Makes sure that nothing is left.
  mutating func end() throws(JSONFault) {
    skipBlanks()
    if index < bytes.count { throw fault("something stands behind the end") }
  }

  private mutating func skipBlanks() {
    while index < bytes.count, [0x20, 0x09, 0x0D].contains(bytes[index]) { index += 1 }
  }

  /// What is wrong here.
  func fault(_ sentence: String) -> JSONFault { JSONFault(column: index + 1, sentence: sentence) }
}

/// Why bytes are not the JSON that was expected, and at which byte, counted from 1.
struct JSONFault: Error, Hashable {
  var column: Int
  var sentence: String
}

extension UInt8 {
  fileprivate var isInNumber: Bool {
    isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "+") || self == UInt8(ascii: ".")
      || self == UInt8(ascii: "e") || self == UInt8(ascii: "E")
  }
}
