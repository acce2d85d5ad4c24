import OpenCoreData

extension Command {
  static let validate = Command(
    name: "validate",
    usage: "validate FILE... [-m MODEL] [--format FORM]",
    summary: "Checks models and stores: grammar, meaning, every value and reference.",
    discussion: """
      A FILE is a model (.xcdatamodeld, .xcdatamodel, or the XML inside) or a store (XML or binary);
      which one is told by its contents. All problems are listed, with line and column.
      """,
    options: [.model, .diagnosticFormat]
  ) { arguments in
    let form = DiagnosticForm(rawValue: arguments["format"] ?? "text") ?? .text
    guard !arguments.files.isEmpty else { throw UsageError("'validate' needs a FILE to check") }
    var diagnostics: [Diagnostic] = []
    for file in arguments.files {
      diagnostics += try Terminal.whileTelling("Checking \(file)") {
        try DocumentCheck.diagnostics(of: file, model: arguments["model"])
      }
    }
    let text = form.text(of: diagnostics)
    if !text.isEmpty { Terminal.print(text) }
    return diagnostics.contains { $0.severity == .error } ? .problems : .fine
  }
}
