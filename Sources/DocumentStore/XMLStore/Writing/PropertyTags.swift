/// What stands before and after the values of each property, made once for all records.
struct PropertyTags {
  /// One property; its texts are ranges of `texts`.
  struct Tag: BitwiseCopyable {
    var type: ColumnType
    var leaf: Int32
    /// The index of the column, or of a composite's element.
    var column: Int32
    /// White space and `<name`.
    var start: (Int32, Int32)
    /// `</name>` and the line end.
    var end: (Int32, Int32)
    /// The parts of a composite.
    var parts: (Int32, Int32)
  }

  private(set) var tags: [Tag] = []
  /// For each table, its tags.
  private(set) var tables: [Range<Int>] = []
  private(set) var texts: [UInt8] = []
  private let style: DocumentStyle

  init(_ schema: Schema, _ style: DocumentStyle) {
    self.style = style
    for table in schema.tables { tables.append(add(table.columns, level: 1)) }
  }

  private mutating func add(_ columns: [ColumnSchema], level: Int) -> Range<Int> {
    let stored = columns.enumerated().filter { !$0.element.leaves.isEmpty }
      .filter { $0.element.relationship?.isWritten ?? true }
    let range = tags.count..<tags.count + stored.count
    for (index, column) in stored {
      let start = add(style.indent(level) + Array("<\(column.name)".utf8))
      let end = add(Array("</\(column.name)>".utf8) + style.lineBreakBytes)
      tags.append(
        Tag(
          type: column.type, leaf: Int32(column.leaves.lowerBound), column: Int32(index),
          start: start, end: end, parts: (0, 0)))
    }
    for (tag, column) in zip(range, stored) where column.element.type == .composite {
      let parts = add(column.element.elements, level: level + 1)
      tags[tag].parts = (Int32(parts.lowerBound), Int32(parts.upperBound))
    }
    return range
  }

  private mutating func add(_ text: [UInt8]) -> (Int32, Int32) {
    defer { texts += text }
    return (Int32(texts.count), Int32(texts.count + text.count))
  }
}
