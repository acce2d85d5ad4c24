/// Writes the string that a `#keyPath(…)` makes in its place.
struct KeyPathPort {
  private let source: SwiftTokens

  static func edits(of source: SwiftTokens) -> [TextEdit] {
    let port = KeyPathPort(source: source)
    return source.tokens.indices.compactMap { port.edit(at: $0) }
  }

  private func matches(_ index: Int, _ text: String) -> Bool {
    source.tokens.indices.contains(index) && source.matches(source.tokens[index], text)
  }

  private func edit(at index: Int) -> TextEdit? {
    guard matches(index, "#"), matches(index + 1, "keyPath"), !source.tokens[index + 1].isSpaced,
      matches(index + 2, "(")
    else { return nil }
    let start = source.tokens[index].range.lowerBound
    var end = index + 3
    var names: [String] = []
    while end < source.tokens.count, let name = name(at: end) {
      names.append(name)
      end += 1
      while matches(end, "?") || matches(end, "!") { end += 1 }
      guard matches(end, ".") else { break }
      end += 1
    }
    guard matches(end, ")"), let path = KeyPathPort.path(of: names) else {
      return TextEdit(
        place: start,
        message:
          "what this '#keyPath' names is not plain; write the string that it makes in its place")
    }
    let range = start..<source.tokens[end].range.upperBound
    let written = source.line(of: range)
    let message = "'\(written)' is the string \"\(path)\""
    if let around = interpolation(index...end) {
      return TextEdit(parts: [(around, path)], place: start, message: message)
    }
    return TextEdit(parts: [(range, "\"\(path)\"")], place: start, message: message)
  }

  private func name(at index: Int) -> String? {
    let token = source.tokens[index]
    switch token.kind {
    case .word: return source.text(of: token)
    case .quoted: return String(source.text(of: token).dropFirst().dropLast())
    default: return nil
    }
  }

  /// The key path: the names without those of types, which stand first: `Movie`, or `_Movie`.
  private static func path(of names: [String]) -> String? {
    let path = names.drop { name in
      name == "self" || name.first { $0 != "_" }?.isUppercase == true
    }
    return path.isEmpty ? nil : path.joined(separator: ".")
  }

  /// What an interpolation takes of a string, where there is nothing in it but these tokens.
  private func interpolation(_ tokens: ClosedRange<Int>) -> Range<Int>? {
    guard tokens.lowerBound > 0, tokens.upperBound + 1 < source.tokens.count else { return nil }
    let before = source.tokens[tokens.lowerBound - 1]
    let after = source.tokens[tokens.upperBound + 1]
    guard before.kind == .text, after.kind == .text,
      source.bytes[before.range.upperBound - 1] == UInt8(ascii: "("),
      source.bytes[after.range.lowerBound] == UInt8(ascii: ")")
    else { return nil }
    // Back over the parenthesis and the signs of a raw string to the backslash.
    var start = before.range.upperBound - 2
    while start > before.range.lowerBound, source.bytes[start] == UInt8(ascii: "#") { start -= 1 }
    guard source.bytes[start] == UInt8(ascii: "\\") else { return nil }
    return start..<after.range.lowerBound + 1
  }
}
