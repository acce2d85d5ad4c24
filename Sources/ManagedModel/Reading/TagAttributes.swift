/// The attributes in the part of a tag after its name, in order.
struct TagAttributes: Sequence, IteratorProtocol {
  struct Attribute {
    /// White space, name, equals sign and value with quotes.
    let whole: Range<Int>
    let name: Range<Int>
    /// The value between its quotes.
    let value: Range<Int>
  }

  private var rest: ArraySlice<UInt8>

  /// Begins behind the name of a tag, which the parser has seen, so that it is well-formed.
  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  /// Begins with the first attribute of a tag.
  init(ofTag tag: ArraySlice<UInt8>) {
    self.init(tag[Self.nameEnd(of: tag)...])
  }

  /// The offset behind a tag's name.
  static func nameEnd(of tag: ArraySlice<UInt8>) -> Int {
    tag.firstIndex { ElementWriter.isBlank($0) || isEnd($0) } ?? tag.endIndex
  }

  mutating func next() -> Attribute? {
    guard let start = rest.firstIndex(where: { !ElementWriter.isBlank($0) }),
      !Self.isEnd(rest[start]),
      let equals = rest[start...].firstIndex(of: UInt8(ascii: "=")),
      let opening = rest[equals...].firstIndex(where: Self.isQuote),
      let closing = rest[(opening + 1)...].firstIndex(of: rest[opening])
    else { return nil }
    let nameEnd = rest[start..<equals].lastIndex { !ElementWriter.isBlank($0) } ?? start
    defer { rest = rest[(closing + 1)...] }
    return Attribute(
      whole: rest.startIndex..<closing + 1, name: start..<nameEnd + 1, value: opening + 1..<closing)
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">")
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
  }
}
