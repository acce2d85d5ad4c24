/// Where the new records of a table come in a document, and in which layout: behind the last of
/// their entity, else at the end.
struct InsertionPlace {
  private(set) var offset: Int
  private(set) var style: DocumentStyle
  /// Whether they come at the end of the document, because there are no others.
  let isAtEnd: Bool
  /// Whether the document is a `<store/>`, without content.
  private(set) var isInEmptyRoot = false
  /// Whether each gets lines of its own.
  private var hasLines = true
  /// Whether a blank line comes before each.
  private var hasBlankLines = false

  init(_ editor: DocumentEditor, _ table: Int) throws(StoreError) {
    let spans = editor.state.spans[table]
    style = DocumentStyle(lineEnd: editor.lines.lineEnd)
    guard let last = spans.ends.indices.max(by: { spans.ends[$0] < spans.ends[$1] }),
      spans.starts[last] >= 0
    else {
      isAtEnd = true
      offset = 0
      placeAtEnd(editor)
      try adoptStyle(editor)
      return
    }
    isAtEnd = false
    let element = try editor.node(RecordReference(table: table, row: last))
    offset = element.range.upperBound
    guard let own = editor.lines.style(of: element),
      let next = editor.lines.nextLine(after: offset, skippingComments: true)
    else {
      hasLines = false
      style.isInline = true
      return
    }
    style = own
    if element.children.isEmpty { try adoptUnit(editor) }
    offset = next
    hasBlankLines = editor.lines.hasBlankLine(
      before: element.range.lowerBound,
      downTo: Self.end(before: element.range.lowerBound, editor))
  }

  /// Before the metadata or the end tag, and before the blank lines there.
  private mutating func placeAtEnd(_ editor: DocumentEditor) {
    let bytes = editor.bytes
    let root = editor.state.root
    if bytes.at(root.upperBound - 2) == UInt8(ascii: "/") {
      isInEmptyRoot = true
      offset = root.upperBound - 2
      return
    }
    offset =
      editor.state.metadataRange?.lowerBound ?? bytes.tagStart(endingBefore: root.upperBound - 1)
    guard let indent = editor.lines.indent(of: offset) else {
      hasLines = false
      style.isInline = true
      return
    }
    offset -= indent.count
    while offset > root.lowerBound {
      let previous = editor.lines.lineStart(of: offset - 1)
      guard bytes[previous..<offset].isBlank else { break }
      offset = previous
    }
  }

  /// Takes the layout of some object, where there is one.
  private mutating func adoptStyle(_ editor: DocumentEditor) throws(StoreError) {
    guard hasLines, let element = try Self.firstElement(editor),
      let own = editor.lines.style(of: element)
    else { return }
    style = own
    style.isInline = false
    if element.children.isEmpty || own.isInline { style.unit = Self.unit(own.indent) }
  }

  private mutating func adoptUnit(_ editor: DocumentEditor) throws(StoreError) {
    style.unit = Self.unit(style.indent)
    if let element = try Self.firstElement(editor), let own = editor.lines.style(of: element),
      !element.children.isEmpty, !own.isInline
    {
      style.unit = own.unit
    }
  }

  /// Objects are one level deep, so their indentation is a level's, if they have any.
  private static func unit(_ indent: [UInt8]) -> [UInt8] { indent.isEmpty ? [0x20, 0x20] : indent }

  /// The layout of the document's first object, or the canonical one.
  static func styleOfDocument(_ editor: DocumentEditor) throws(StoreError) -> DocumentStyle {
    let first = try firstElement(editor).flatMap(editor.lines.style)
    return first ?? DocumentStyle(lineEnd: editor.lines.lineEnd)
  }

  /// The object that stands first in the document.
  private static func firstElement(_ editor: DocumentEditor) throws(StoreError) -> ElementNode? {
    var first: RecordReference?
    var least = Int.max
    for (table, spans) in editor.state.spans.enumerated() {
      for (row, start) in spans.starts.enumerated() where start >= 0 && start < least {
        least = start
        first = RecordReference(table: table, row: row)
      }
    }
    guard let first else { return nil }
    return try editor.node(first)
  }

  /// Where the element ends that stands before a place, or the root's start tag.
  private static func end(before offset: Int, _ editor: DocumentEditor) -> Int {
    var end = editor.state.root.lowerBound
    for spans in editor.state.spans {
      for other in spans.ends where other <= offset && other > end { end = other }
    }
    return end
  }

  /// What comes before an element.
  func begin(_ output: inout RawBuffer) {
    guard hasLines else { return }
    if hasBlankLines { output.append(style.lineEnd.text) }
    output.append(contentsOf: style.indent)
  }

  /// What comes behind it.
  func end(_ output: inout RawBuffer) {
    if hasLines { output.append(style.lineEnd.text) }
  }

  /// What comes between the tag of a `<store/>` and its first object.
  static func rootPrefix(_ lineEnd: LineEnd) -> [UInt8] {
    [UInt8(ascii: ">")] + lineEnd.bytes
  }
}
