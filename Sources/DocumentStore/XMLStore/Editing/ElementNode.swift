/// An element of a document and all in it, as places in the document's bytes.
struct ElementNode {
  struct Attribute {
    var name: String
    /// The value, without its quotes.
    var value: Range<Int>
    /// The attribute with the white space before it.
    var range: Range<Int>
  }

  var name: String
  /// From the `<` to behind the end tag.
  var range: Range<Int>
  /// The start tag, which is all where there is one tag only.
  var startTag: Range<Int>
  /// What stands between the tags.
  var content: Range<Int>
  var attributes: [Attribute]
  var children: [ElementNode] = []
  /// Comments and processing instructions between the tags, those in children not counted.
  var comments: [Range<Int>] = []

  var isOneTag: Bool { startTag.upperBound == range.upperBound }

  func attribute(_ name: String) -> Attribute? { attributes.first { $0.name == name } }

  /// All comments inside, in the order of the document.
  var allComments: [Range<Int>] {
    (comments + children.flatMap(\.allComments)).sorted { $0.lowerBound < $1.lowerBound }
  }

  /// The values of an attribute of this element and all inside.
  func values(of name: String) -> [Range<Int>] {
    attributes.filter { $0.name == name }.map(\.value) + children.flatMap { $0.values(of: name) }
  }

  /// Reads the element that begins at `start`; nil where none does.
  init?(_ bytes: ByteView, at start: Int) {
    var scanner = MarkupScanner(bytes, start..<bytes.count)
    var open: [ElementNode] = []
    while let token = scanner.next() {
      switch token.kind {
      case .startTag: open.append(ElementNode(bytes, tag: token.range))
      case .oneTag, .endTag:
        var ended: ElementNode
        if token.kind == .oneTag {
          ended = ElementNode(bytes, tag: token.range)
        } else {
          guard let last = open.popLast() else { return nil }
          ended = last
          ended.range = ended.range.lowerBound..<token.range.upperBound
          ended.content = ended.startTag.upperBound..<token.range.lowerBound
        }
        guard !open.isEmpty else {
          self = ended
          return
        }
        open[open.count - 1].children.append(ended)
      case .comment, .instruction:
        if !open.isEmpty { open[open.count - 1].comments.append(token.range) }
      case .text, .characterData: break
      }
      if open.isEmpty { return nil }
    }
    return nil
  }

  /// Reads a start tag, or a single one.
  init(_ bytes: ByteView, tag: Range<Int>) {
    range = tag
    startTag = tag
    content = tag.upperBound..<tag.upperBound
    var index = tag.lowerBound + 1
    while index < tag.upperBound, !bytes[index].isNameEnd { index += 1 }
    name = bytes[tag.lowerBound + 1..<index].string
    attributes = []
    while let attribute = Self.attribute(bytes, tag, from: index) {
      attributes.append(attribute)
      index = attribute.range.upperBound
    }
  }

  private static func attribute(_ bytes: ByteView, _ tag: Range<Int>, from start: Int) -> Attribute?
  {
    var index = start
    while index < tag.upperBound, bytes[index].isXMLSpace { index += 1 }
    let nameStart = index
    while index < tag.upperBound, !bytes[index].isNameEnd { index += 1 }
    guard index > nameStart else { return nil }
    let name = bytes[nameStart..<index].string
    while index < tag.upperBound, bytes[index].isXMLSpace || bytes[index] == UInt8(ascii: "=") {
      index += 1
    }
    guard index < tag.upperBound, let end = bytes.firstIndex(of: bytes[index], from: index + 1)
    else {
      return nil
    }
    return Attribute(name: name, value: index + 1..<end, range: start..<end + 1)
  }
}

extension UInt8 {
  /// Whether no name of a tag or an attribute has the byte.
  fileprivate var isNameEnd: Bool {
    isXMLSpace || self == UInt8(ascii: ">") || self == UInt8(ascii: "/")
      || self == UInt8(ascii: "=")
  }
}
