/// How a document is laid out: its line ends and its white space.
struct DocumentStyle: Hashable, Sendable {
  var lineEnd = LineEnd.lineFeed
  /// What each level adds.
  var unit: [UInt8] = [0x20, 0x20]
  /// The white space before objects.
  var indent: [UInt8] = [0x20, 0x20]

  /// The white space before what stands `levels` below objects.
  func indent(_ levels: Int) -> [UInt8] {
    (0..<levels).reduce(indent) { indent, _ in indent + unit }
  }

  /// A line's end.
  var lineEndBytes: [UInt8] { lineEnd == .lineFeed ? [0x0A] : [0x0D, 0x0A] }
}
