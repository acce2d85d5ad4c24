extension String {
  /// The text with what a terminal would obey, or would not show, written out: `\u{1B}`.
  ///
  /// What somebody has put into a file must not colour a terminal, move its cursor or pass for another line.
  package var forTerminal: String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isShown {
        text.unicodeScalars.append(scalar)
      } else {
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }

  /// As ``forTerminal``, but the text keeps its lines.
  package var linesForTerminal: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).forTerminal }
      .joined(separator: "\n")
  }
}

extension Unicode.Scalar {
  /// Whether it is something to see; scalars that only reverse or hide others are not, those that join emoji are.
  fileprivate var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    case .format: value == 0x200D
    default: true
    }
  }
}
