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
    let nameEnd = TagAttributes.nameEnd(of: bytes)
    head = Array(bytes[..<nameEnd])
    var rest = bytes[nameEnd...]
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

  private static let slash = UInt8(ascii: "/")
  private static let greater = UInt8(ascii: ">")
  private static let quote = UInt8(ascii: "\"")
}
