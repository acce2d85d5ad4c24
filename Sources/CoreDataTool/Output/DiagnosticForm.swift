import OpenCoreData

/// How diagnostics are printed.
enum DiagnosticForm: String, CaseIterable {
  /// As compilers do: `path:line:column: error: message`.
  case text
  /// One JSON array of objects.
  case json
  /// Commands that GitHub shows beside the lines of a change.
  case github

  /// The diagnostics' text; empty where there is nothing to say.
  func text(of diagnostics: [Diagnostic]) -> String {
    switch self {
    case .text: diagnostics.map(\.description).joined(separator: "\n")
    case .json: "[" + diagnostics.map { json($0).text }.joined(separator: ",\n ") + "]"
    case .github: diagnostics.map(github).joined(separator: "\n")
    }
  }

  private func json(_ diagnostic: Diagnostic) -> JSONText {
    let place = diagnostic.location
    return .object([
      ("severity", .string(diagnostic.severity.rawValue)),
      ("message", .string(diagnostic.message)),
      ("file", place.file.map(JSONText.string) ?? .null),
      ("line", place.line.map { .number("\($0)") } ?? .null),
      ("column", place.column.map { .number("\($0)") } ?? .null),
      ("fix", diagnostic.fix.map(JSONText.string) ?? .null),
    ])
  }

  private func github(_ diagnostic: Diagnostic) -> String {
    let command = diagnostic.severity == .note ? "notice" : diagnostic.severity.rawValue
    let place = diagnostic.location
    let properties = [
      place.file.map { "file=\(Self.escaped($0, ",:"))" }, place.line.map { "line=\($0)" },
      place.column.map { "col=\($0)" },
    ].compactMap(\.self).joined(separator: ",")
    return "::\(command) \(properties)::\(Self.escaped(diagnostic.message, ""))"
  }

  private static func escaped(_ text: String, _ more: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      if "%\r\n".unicodeScalars.contains(scalar) || more.unicodeScalars.contains(scalar) {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        escaped += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
