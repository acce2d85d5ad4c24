/// Edits the elements inside one element: the properties of an object, the parts of a composite,
/// the members of a relationship.
///
/// Only what changes is touched. A new element takes a line of its own where its neighbour has one;
/// an element that goes takes its line with it.
struct ElementEditor {
  let bytes: ByteView
  let lines: LineLayout
  let style: DocumentStyle
  /// The element in which the edited ones are.
  let parent: ElementNode
  /// What comes into a parent that has no content yet.
  private var firstContent: [UInt8] = []

  init(_ bytes: ByteView, _ style: DocumentStyle, _ parent: ElementNode) {
    self.bytes = bytes
    lines = LineLayout(bytes, style.lineEnd)
    self.style = style
    self.parent = parent
  }

  /// Attributes that say how a value is written.
  private static let valueAttributes: Set<String> = [
    DocumentName.encoding, DocumentName.seconds, DocumentName.file, DocumentName.reference,
  ]

  private var parentIndent: [UInt8]? { lines.indent(of: parent.range.lowerBound) }

  // MARK: Insertion

  /// Inserts an element behind a sibling, or as the first; `make` gets the white space before it.
  mutating func insert(
    after sibling: ElementNode?, _ edits: inout EditList,
    _ make: ([UInt8]) throws(StoreError) -> [UInt8]
  ) throws(StoreError) {
    if let sibling {
      let indent = lines.indent(of: sibling.range.lowerBound)
      let next = lines.nextLine(after: sibling.range.upperBound, skippingComments: true)
      guard let indent, let next else {
        edits.insert(try make([]), at: sibling.range.upperBound)
        return
      }
      edits.insert(indent + (try make(indent)) + style.lineEndBytes, at: next)
    } else if parent.isOneTag {
      let indent = (parentIndent ?? []) + style.unit
      firstContent +=
        isInline ? try make([]) : indent + (try make(indent)) + style.lineEndBytes
    } else if let next = lines.nextLine(after: parent.startTag.upperBound, skippingComments: true) {
      let indent = childIndent ?? (parentIndent ?? []) + style.unit
      edits.insert(indent + (try make(indent)) + style.lineEndBytes, at: next)
    } else {
      edits.insert(try make([]), at: parent.startTag.upperBound)
    }
  }

  /// Inserts an element before another.
  func insert(before sibling: ElementNode, _ element: [UInt8], _ edits: inout EditList) {
    if let indent = lines.indent(of: sibling.range.lowerBound) {
      edits.insert(
        indent + element + style.lineEndBytes, at: sibling.range.lowerBound - indent.count)
    } else {
      edits.insert(element, at: sibling.range.lowerBound)
    }
  }

  /// Whether what comes into a parent without content stays in its line.
  private var isInline: Bool { style.isInline || parentIndent == nil }

  private var childIndent: [UInt8]? {
    parent.children.lazy.compactMap { lines.indent(of: $0.range.lowerBound) }.first
  }

  /// Puts what was inserted into a parent without content between two tags.
  func finish(_ edits: inout EditList) {
    guard !firstContent.isEmpty else { return }
    let content =
      isInline ? firstContent : style.lineEndBytes + firstContent + (parentIndent ?? [])
    edits.replace(slash(of: parent), with: [UInt8(ascii: ">")] + content + endTag(of: parent))
  }

  private func endTag(of element: ElementNode) -> [UInt8] { Array("</\(element.name)>".utf8) }

  /// The `/>` of a single tag with the blanks before it.
  private func slash(of element: ElementNode) -> Range<Int> {
    var start = element.range.upperBound - 2
    while start > element.range.lowerBound, bytes[start - 1].isXMLSpace { start -= 1 }
    return start..<element.range.upperBound
  }

  // MARK: Removal and replacement

  /// Removes an element with its line.
  ///
  /// Comments inside stay where it was.
  func remove(_ element: ElementNode, _ edits: inout EditList) {
    let (range, indent) = lines.removalRange(of: element.range)
    var rest: [UInt8] = []
    for comment in element.allComments {
      if let indent {
        rest += indent + bytes[comment].array + style.lineEndBytes
      } else {
        rest += bytes[comment].array
      }
    }
    edits.remove(element.range, with: range, leaving: rest)
  }

  /// Gives an element another body.
  ///
  /// Comments in what goes move before the element.
  func replace(
    _ element: ElementNode, with body: ElementBody, keepingSpace: Bool, _ edits: inout EditList
  ) {
    replaceAttributes(of: element, with: body.attributes, &edits)
    switch (element.isOneTag, body.isOneTag) {
    case (true, true): return
    case (true, false):
      edits.replace(
        slash(of: element), with: [UInt8(ascii: ">")] + body.content + endTag(of: element))
    case (false, true):
      if bytes[element.content].isBlank { return }
      moveComments(of: element, &edits)
      edits.replace(
        element.startTag.upperBound - 1..<element.range.upperBound, with: Array("/>".utf8))
    case (false, false):
      moveComments(of: element, &edits)
      edits.replace(
        textRange(of: element, keepingSpace: keepingSpace && !body.hasElements), with: body.content)
    }
  }

  /// The part of an element's content that is its value's text.
  private func textRange(of element: ElementNode, keepingSpace: Bool) -> Range<Int> {
    let content = element.content
    guard keepingSpace, element.comments.isEmpty, element.children.isEmpty,
      !bytes[content].isBlank
    else { return content }
    var (start, end) = (content.lowerBound, content.upperBound)
    while bytes[start].isXMLSpace { start += 1 }
    while bytes[end - 1].isXMLSpace { end -= 1 }
    return start..<end
  }

  /// Copies the comments inside an element before it.
  func moveComments(of element: ElementNode, _ edits: inout EditList) {
    let indent = lines.indent(of: element.range.lowerBound)
    for comment in element.allComments {
      let text = bytes[comment].array
      edits.insert(
        indent.map { text + style.lineEndBytes + $0 } ?? text, at: element.range.lowerBound)
    }
  }

  private func replaceAttributes(
    of element: ElementNode, with attributes: [ElementBody.Attribute], _ edits: inout EditList
  ) {
    for attribute in attributes {
      if let present = element.attribute(attribute.name) {
        if !bytes[present.value].equals(attribute.value) {
          edits.replace(present.value, with: attribute.value)
        }
      } else {
        edits.insert(attribute.bytes, at: element.nameEnd)
      }
    }
    for present in element.attributes
    where Self.valueAttributes.contains(present.name)
      && !attributes.contains(where: { $0.name == present.name })
    {
      edits.replace(present.range, with: [])
    }
  }
}

extension ElementNode {
  /// Where the name in the start tag ends.
  var nameEnd: Int { range.lowerBound + 1 + name.utf8.count }
}
