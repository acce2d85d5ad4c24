/// Finds what has no counterpart without the Objective-C runtime.
enum UnportableCode {
  static func findings(in source: SwiftTokens) -> [TextEdit] {
    var findings: [TextEdit] = []
    let tokens = source.tokens
    for index in tokens.indices.dropLast() {
      let place = tokens[index].range.lowerBound
      if source.matches(tokens[index], "#"), source.matches(tokens[index + 1], "selector"),
        !tokens[index + 1].isSpaced
      {
        findings.append(
          TextEdit(
            place: place,
            message: "'#selector' needs the Objective-C runtime; put what uses it under "
              + "'\(AttributePort.condition)', or pass a closure"))
      } else if source.matches(tokens[index], "optional"), tokens[index].kind == .word,
        ["func", "var"].contains(where: { source.matches(tokens[index + 1], $0) })
      {
        findings.append(
          TextEdit(
            place: place,
            message: "'optional' requirements need the Objective-C runtime; give the requirement a "
              + "default body in an extension of the protocol instead"))
      }
    }
    return findings
  }
}
