/// How a document is laid out: its line ends and its white space.
struct DocumentStyle: Hashable, Sendable {
  var lineEnd = LineEnd.lineFeed
  /// What each level adds.
  var unit: [UInt8] = [0x20, 0x20]
  /// The white space before objects.
  var indent: [UInt8] = [0x20, 0x20]

  /// Whether an object stands in one line, with no white space inside.
  var isInline = false

  /// The white space before what stands `levels` below objects.
  func indent(_ levels: Int) -> [UInt8] {
    isInline ? [] : (0..<levels).reduce(indent) { indent, _ in indent + unit }
  }

  /// What stands between the elements of an object, besides blanks.
  var lineBreak: StaticString { isInline ? "" : lineEnd.text }

  /// The same as bytes.
  var lineBreakBytes: [UInt8] { isInline ? [] : lineEndBytes }

  /// A line's end.
  var lineEndBytes: [UInt8] { lineEnd.bytes }
}
