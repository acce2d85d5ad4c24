/// An element of a model file: what it says, and which bytes said it.
///
/// The bytes between the tags and the children (white space, comments, whatever stands there) belong
/// to no element; a writer copies them. So a model that was read and not changed is written with the
/// bytes it had.
///
///     <entity name="A">   <attribute …/>   <!-- note -->   </entity>
///     ╰─ startTag ────╯                                    ╰endTag─╯
///                         ╰─ child ────╯
final class SourceElement: Sendable {
  /// An attribute with its value decoded.
  struct Attribute: Sendable {
    let name: String
    let value: String
  }

  /// The name, with its prefix.
  let name: String
  /// The namespace; none in all models seen so far.
  let namespace: String?
  /// The attributes in the order of the file.
  let attributes: [Attribute]
  /// The elements inside.
  let children: [SourceElement]
  /// The text that holds the element.
  let text: SourceText
  /// The bytes of the start tag.
  let startTag: Range<Int>
  /// The bytes of the end tag; empty where the start tag closes itself.
  let endTag: Range<Int>
  /// The element's place among all of its document, in the order of their start tags.
  let number: Int
  /// The place of the last element inside, the element's own where there is none.
  let lastNumber: Int

  init(_ open: OpenElement, text: SourceText, endTag: Range<Int>) {
    name = open.name
    namespace = open.namespace
    attributes = open.attributes
    children = open.children
    startTag = open.startTag
    number = open.number
    lastNumber = open.children.last?.lastNumber ?? open.number
    self.text = text
    self.endTag = endTag
  }

  /// The value of an attribute, nil where the element has none of the name.
  subscript(name: String) -> String? {
    attributes.first { $0.name == name }?.value
  }

  /// The children of a name.
  func children(named name: String) -> [SourceElement] {
    children.filter { $0.name == name }
  }

  /// Where the element begins.
  var location: Diagnostic.Location {
    text.location(at: startTag.lowerBound)
  }

  /// All bytes of the element.
  var range: Range<Int> {
    startTag.lowerBound..<endTag.upperBound
  }

  /// The bytes between the tags that belong to no child, in order: one range more than there are
  /// children, some of them empty.
  var gaps: [Range<Int>] {
    let starts = [startTag.upperBound] + children.map(\.range.upperBound)
    let ends = children.map(\.range.lowerBound) + [endTag.lowerBound]
    return zip(starts, ends).map { $0..<$1 }
  }
}

extension SourceElement {
  /// The offset of the first byte between the tags and children that is neither white space nor in a
  /// comment or an instruction.
  var firstText: Int? {
    for gap in gaps {
      var scanner = TagScanner(text.bytes, from: gap.lowerBound)
      while let offset = scanner.nextText(before: gap.upperBound) {
        if !scanner.skipNonElement(at: offset) { return offset }
      }
    }
    return nil
  }
}

/// An element whose end has not been read yet.
struct OpenElement {
  var name: String
  var namespace: String?
  var attributes: [SourceElement.Attribute]
  var startTag: Range<Int>
  var number: Int
  var children: [SourceElement] = []
}
