/// Puts attributes that only the Objective-C runtime has under a condition.
///
/// A condition may stand between attributes, on lines of its own, but not after a modifier: `public @objc var x`
/// becomes the condition's block, then `public var x`.
struct AttributePort {
  private let source: SwiftTokens
  private let layout: SourceLayout

  private static let names = ["objc", "objcMembers", "IBOutlet"]
  static let condition = "#if canImport(ObjectiveC)"

  static func edits(of source: SwiftTokens, layout: SourceLayout) -> [TextEdit] {
    let port = AttributePort(source: source, layout: layout)
    var edits: [TextEdit] = []
    var index = 0
    while index + 1 < source.tokens.count {
      if var end = port.attributeEnd(at: index) {
        // Several in a row share a block.
        while let next = port.attributeEnd(at: end) { end = next }
        edits.append(port.edit(index..<end))
        index = end
      } else {
        index += 1
      }
    }
    return edits
  }

  private func matches(_ index: Int, _ text: String) -> Bool {
    source.tokens.indices.contains(index) && source.matches(source.tokens[index], text)
  }

  /// The token after the attribute that begins here; nil where none does that has to be moved.
  private func attributeEnd(at index: Int) -> Int? {
    guard matches(index, "@"), AttributePort.names.contains(where: { matches(index + 1, $0) })
    else { return nil }
    var end = index + 2
    guard matches(end, "("), !source.tokens[end].isSpaced else { return end }
    // A selector has few tokens; what goes on longer is none.
    let limit = min(source.tokens.count, end + 64)
    while end < limit, !matches(end, ")"), !matches(end, "{") { end += 1 }
    return matches(end, ")") ? end + 1 : nil
  }

  private func edit(_ tokens: Range<Int>) -> TextEdit {
    let start = source.tokens[tokens.lowerBound].range.lowerBound
    let end = source.tokens[tokens.upperBound - 1].range.upperBound
    let attribute = String(decoding: source.bytes[start..<end], as: UTF8.self)
    let first = modifiersStart(before: tokens.lowerBound)
    let message = "'\(source.line(of: start..<end))' stands under '\(AttributePort.condition)'"
    let parts =
      first == tokens.lowerBound
      ? wrapped(attribute, start..<end) : moved(attribute, start..<end, before: first)
    return TextEdit(parts: parts, place: start, message: message)
  }

  /// The lines around an attribute where it stands.
  private func wrapped(_ attribute: String, _ range: Range<Int>) -> [(Range<Int>, String)] {
    let indentation = layout.indentation(of: range.lowerBound)
    let newline = layout.newline
    var parts: [(Range<Int>, String)] = []
    if layout.isLineStart(range.lowerBound) {
      parts.append(
        (range.lowerBound..<range.lowerBound, "\(AttributePort.condition)\(newline)\(indentation)"))
    } else {
      let start = layout.blanksStart(before: range.lowerBound)
      let lines = "\(newline)\(indentation)\(AttributePort.condition)\(newline)\(indentation)"
      parts.append((start..<range.lowerBound, lines))
    }
    if let end = layout.lineEnd(after: range.upperBound) {
      parts.append((end..<end, "\(newline)\(indentation)#endif"))
    } else {
      let end = layout.blanksEnd(after: range.upperBound)
      parts.append(
        (range.upperBound..<end, "\(newline)\(indentation)#endif\(newline)\(indentation)"))
    }
    return parts
  }

  /// The attribute taken away and put before the declaration that it belongs to.
  private func moved(_ attribute: String, _ range: Range<Int>, before token: Int)
    -> [(Range<Int>, String)]
  {
    let place = source.tokens[token].range.lowerBound
    let indentation = layout.indentation(of: place)
    let separator = "\(layout.newline)\(indentation)"
    let block = [AttributePort.condition, attribute, "#endif", ""].joined(separator: separator)
    let isLineStart = layout.isLineStart(place)
    let start = isLineStart ? place : layout.blanksStart(before: place)
    return [
      (start..<place, isLineStart ? block : separator + block),
      (range.lowerBound..<layout.blanksEnd(after: range.upperBound), ""),
    ]
  }

  private static let modifiers: Set<String> = [
    "public", "open", "internal", "fileprivate", "private", "package", "static", "final",
    "override",
    "dynamic", "lazy", "weak", "unowned", "nonisolated", "required", "convenience", "mutating",
    "optional", "class",
  ]

  /// Where the modifiers begin that stand before an attribute, with the attributes before and among those.
  private func modifiersStart(before token: Int) -> Int {
    var first = token
    var start = token
    for _ in 0..<32 {
      guard let previous = unitStart(before: first) else { break }
      first = previous
      if !matches(first, "@") { start = first }
    }
    // Attributes before the first modifier stay before it.
    return start
  }

  /// Where the modifier or attribute begins that ends before a token.
  private func unitStart(before token: Int) -> Int? {
    var index = token - 1
    guard index >= 0 else { return nil }
    if matches(index, ")") {
      let limit = max(0, index - 64)
      while index > limit, !matches(index, "(") { index -= 1 }
      index -= 1
    }
    guard index >= 0, source.tokens[index].kind == .word else { return nil }
    if matches(index - 1, "@") { return index - 1 }
    guard AttributePort.modifiers.contains(source.text(of: source.tokens[index])),
      !matches(index - 1, ".")
    else { return nil }
    return index
  }
}
