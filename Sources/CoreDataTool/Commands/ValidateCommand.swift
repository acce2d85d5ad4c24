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
    guard !arguments.files.isEmpty else { throw ToolFailure("'validate' needs a FILE to check") }
    var diagnostics: [Diagnostic] = []
    var known: Set<Diagnostic> = []
    var isComplete = true
    for file in arguments.files {
      do {
        let found = try Terminal.whileTelling("Checking \(file)") {
          try DocumentCheck.diagnostics(of: file, model: arguments["model"])
        }
        // What is wrong with the model of several files is said once.
        diagnostics += found.filter { known.insert($0).inserted }
      } catch let failure as ToolFailure {
        Terminal.print(failure: failure.message)
        isComplete = false
      }
    }
    let text = form.text(of: diagnostics)
    if !text.isEmpty { Terminal.print(text) }
    guard isComplete else { return .cannotRun }
    return diagnostics.contains { $0.severity == .error } ? .problems : .fine
  }
}
