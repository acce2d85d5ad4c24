/// An option of a command: `--limit N`, or `--count` where it takes no value.
struct Option {
  var long: String
  var short: String?
  /// What stands for the value in the help; nil where the option takes none.
  var value: String?
  var help: String
  /// The values it takes, where they are few.
  var choices: [String] = []
  /// Whether it may be given several times, for several values.
  var isRepeatable = false

  /// The option's two spellings and its value, for the help.
  var usage: String {
    let names = [short.map { "-\($0)" }, "--\(long)"].compactMap(\.self).joined(separator: ", ")
    return value.map { "\(names) \($0)" } ?? names
  }
}

extension Option {
  static let model = Option(
    long: "model", short: "m", value: "PATH",
    help: "the model; without it the one that the store names, beside it or in ../Schemas")

  /// The form of diagnostics.
  static let diagnosticFormat = Option(
    long: "format", value: "FORM", help: "text (default), json, or github",
    choices: DiagnosticForm.allCases.map(\.rawValue))

  static let help = Option(long: "help", short: "h", help: "shows this text")
}
