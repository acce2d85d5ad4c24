/// The start tag of an element, cut into its attributes, so that one can be changed and the others keep
/// their bytes.
struct StartTag {
  /// An attribute with the white space before it.
  private struct Piece {
    let name: String
    var bytes: [UInt8]
    /// Where the value is, between its quotes.
    var value: Range<Int>
  }

  private let head: [UInt8]
  private var pieces: [Piece] = []
  private let tail: [UInt8]

  /// Cuts the tag of an element.
  ///
  /// The parser has seen it, so it is well-formed.
  init(of element: SourceElement) {
    let bytes = element.text.bytes[element.startTag]
    let nameEnd = bytes.firstIndex { Self.isSpace($0) || $0 == Self.slash || $0 == Self.greater }
    head = Array(bytes[..<(nameEnd ?? bytes.endIndex)])
    var rest = bytes[(nameEnd ?? bytes.endIndex)...]
    for attribute in TagAttributes(rest) {
      pieces.append(
        Piece(
          name: String(decoding: bytes[attribute.name], as: UTF8.self),
          bytes: Array(bytes[attribute.whole]),
          value: attribute.value.lowerBound - attribute.whole.lowerBound..<attribute.value
            .upperBound - attribute.whole.lowerBound))
      rest = bytes[attribute.whole.upperBound...]
    }
    tail = Array(rest)
  }

  /// Makes an attribute say something else, adds it after the last that comes before it in an order, or
  /// removes it.
  mutating func set(_ name: String, to text: String?, order: [String]) {
    guard let position = pieces.firstIndex(where: { $0.name == name }) else {
      if let text { insert(name, text, order: order) }
      return
    }
    guard let text else {
      pieces.remove(at: position)
      return
    }
    let old = pieces[position]
    let quote = old.bytes[old.value.upperBound]
    let value = XMLText.escaped(text, quote: quote)
    pieces[position].bytes.replaceSubrange(old.value, with: value)
    pieces[position].value = old.value.lowerBound..<old.value.lowerBound + value.count
  }

  /// The bytes of the tag, closing itself or not.
  func bytes(selfClosing: Bool) -> [UInt8] {
    let isSelfClosing = tail.dropLast().last == Self.slash
    let end =
      isSelfClosing == selfClosing
      ? tail : selfClosing ? [Self.slash, Self.greater] : [Self.greater]
    return head + pieces.flatMap(\.bytes) + end
  }

  private mutating func insert(_ name: String, _ text: String, order: [String]) {
    let before = Set(order.prefix { $0 != name })
    let position = pieces.lastIndex { before.contains($0.name) }.map { $0 + 1 } ?? 0
    let start = Array(" \(name)=\"".utf8)
    let value = XMLText.escaped(text, quote: Self.quote)
    pieces.insert(
      Piece(
        name: name, bytes: start + value + [Self.quote],
        value: start.count..<start.count + value.count),
      at: position)
  }

  fileprivate static let slash = UInt8(ascii: "/")
  fileprivate static let greater = UInt8(ascii: ">")
  fileprivate static let quote = UInt8(ascii: "\"")

  fileprivate static func isSpace(_ byte: UInt8) -> Bool {
    ElementWriter.isBlank(byte)
  }
}

/// The attributes in the part of a tag after its name, in order.
private struct TagAttributes: Sequence, IteratorProtocol {
  struct Attribute {
    /// White space, name, equals sign and value with quotes.
    let whole: Range<Int>
    let name: Range<Int>
    /// The value between its quotes.
    let value: Range<Int>
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() -> Attribute? {
    guard let start = rest.firstIndex(where: { !StartTag.isSpace($0) }),
      rest[start] != StartTag.slash, rest[start] != StartTag.greater,
      let equals = rest[start...].firstIndex(of: UInt8(ascii: "=")),
      let opening = rest[equals...].firstIndex(where: Self.isQuote),
      let closing = rest[(opening + 1)...].firstIndex(of: rest[opening])
    else { return nil }
    let nameEnd = rest[start..<equals].lastIndex { !StartTag.isSpace($0) } ?? start
    defer { rest = rest[(closing + 1)...] }
    return Attribute(
      whole: rest.startIndex..<closing + 1, name: start..<nameEnd + 1, value: opening + 1..<closing)
  }

  private static func isQuote(_ byte: UInt8) -> Bool {
    byte == StartTag.quote || byte == UInt8(ascii: "'")
  }
}
