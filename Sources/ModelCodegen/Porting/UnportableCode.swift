/// Finds what has no counterpart without the Objective-C runtime.
struct UnportableCode {
  private let source: SwiftTokens
  private var findings: [TextEdit] = []
  /// For each brace that is open, whether it is an extension's.
  private var braces: [Bool] = []
  /// Whether the next brace is an extension's.
  private var isExtension = false

  static func findings(in source: SwiftTokens) -> [TextEdit] {
    var code = UnportableCode(source: source)
    for index in source.tokens.indices { code.visit(index) }
    return code.findings
  }

  private init(source: SwiftTokens) {
    self.source = source
  }

  private func matches(_ index: Int, _ texts: String...) -> Bool {
    source.tokens.indices.contains(index)
      && texts.contains { source.matches(source.tokens[index], $0) }
  }

  private mutating func visit(_ index: Int) {
    if matches(index, "{") {
      braces.append(isExtension)
      isExtension = false
    } else if matches(index, "}") {
      _ = braces.popLast()
    } else if matches(index, "extension"), !matches(index - 1, ".") {
      isExtension = true
    } else if matches(index, "override"), braces.last == true, !matches(index - 1, ".") {
      find(
        index,
        "an override in an extension needs the Objective-C runtime; move it into the class")
    } else if matches(index, "optional"), matches(index + 1, "func", "var") {
      find(
        index,
        "'optional' requirements need the Objective-C runtime; give the requirement a default body "
          + "in an extension of the protocol instead")
    }
  }

  private mutating func find(_ index: Int, _ message: String) {
    findings.append(TextEdit(place: source.tokens[index].range.lowerBound, message: message))
  }
}
