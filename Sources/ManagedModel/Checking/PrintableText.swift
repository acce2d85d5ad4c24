/// Texts out of files on their way to a screen.
///
/// Names and paths come from anywhere: an escape sequence in one must not command the terminal, a
/// character that turns the direction of writing must not make a message say something else, and a
/// name of a megabyte must not bury it.
extension String {
  /// The text on one line, with what would not be shown written out: `\u{1B}`.
  package var printable: String {
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
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

  /// The beginning and the end of a text that has more characters than a limit.
  package func shortened(to limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let head = unicodeScalars.prefix(limit * 2 / 3)
    let tail = unicodeScalars[head.endIndex...].suffix(limit / 3)
    return tail.startIndex == head.endIndex ? self : "\(String(head)) … \(String(tail))"
  }
}

extension Unicode.Scalar {
  /// Whether a scalar is something to see, and does nothing else.
  package var isShown: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate: false
    default: !properties.isDefaultIgnorableCodePoint
    }
  }
}
