/// Writes the selector of a comparison by its name in place of a `#selector(…)`.
///
/// `#selector(NSString.localizedStandardCompare(_:))`, as sort descriptors take it, becomes
/// `NSSelectorFromString("localizedStandardCompare:")`, which compiles on Apple's platforms, too. Other selectors
/// name methods that nobody can call here.
struct SelectorPort {
  private let source: SwiftTokens

  /// The comparisons that sort descriptors know.
  private static let comparisons = [
    "compare", "caseInsensitiveCompare", "localizedCompare", "localizedCaseInsensitiveCompare",
    "localizedStandardCompare",
  ]

  static func edits(of source: SwiftTokens) -> [TextEdit] {
    let port = SelectorPort(source: source)
    return source.tokens.indices.compactMap { port.edit(at: $0) }
  }

  /// Whether these tokens stand somewhere.
  private func matches(_ index: Int, _ texts: String...) -> Bool {
    index + texts.count <= source.tokens.count
      && texts.indices.allSatisfy { source.matches(source.tokens[index + $0], texts[$0]) }
  }

  private func edit(at index: Int) -> TextEdit? {
    guard matches(index, "#", "selector"), !source.tokens[index + 1].isSpaced else { return nil }
    let range = source.tokens[index].range
    guard let (name, end) = comparison(at: index + 2) else {
      return TextEdit(
        place: range.lowerBound,
        message: "'#selector' needs the Objective-C runtime; put what uses it under "
          + "'\(AttributePort.condition)', or pass a closure")
    }
    let whole = range.lowerBound..<source.tokens[end].range.upperBound
    let text = "NSSelectorFromString(\"\(name):\")"
    let written = source.line(of: whole)
    return TextEdit(
      parts: [(whole, text)], place: range.lowerBound, message: "'\(written)' is '\(text)'")
  }

  /// The comparison that `(NSString.name(_:))` names, with or without its labels, and the last token.
  private func comparison(at index: Int) -> (name: String, end: Int)? {
    guard matches(index, "("),
      let name = Self.comparisons.first(where: { matches(index + 1, "NSString", ".", $0) })
    else { return nil }
    let end = index + 4
    if matches(end, ")") { return (name, end) }
    return matches(end, "(", "_", ":", ")", ")") ? (name, end + 4) : nil
  }
}
