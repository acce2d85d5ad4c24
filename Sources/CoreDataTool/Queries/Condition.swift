import OpenCoreData

/// What `--where` says.
struct Condition {
  /// The condition, with constants of the types that they are compared with.
  let predicate: NSPredicate

  /// Reads a condition and holds it against the entity whose objects it is about.
  init(_ text: String, of entity: NSEntityDescription, in document: OpenDocument) throws {
    let parsed: NSPredicate
    do throws(PredicateFormatError) {
      parsed = try NSPredicate(validating: text)
    } catch {
      throw QueryFailure("--where", error)
    }
    guard parsed.variables.isEmpty else {
      let names = parsed.variables.sorted().map { "$\($0)" }
      throw QueryFailure(message: "--where: there is no value for \(quotedList(names, "and"))")
    }
    var typing = ConstantTyping(text, document, entity)
    predicate = try typing.typed(parsed)
    try report(problems(of: predicate, for: entity), of: "--where", in: text)
  }
}

/// Warns of what is doubtful, and throws what cannot be right.
func report(_ problems: [RequestProblem], of option: String, in text: String) throws {
  for problem in problems where problem.severity == .warning {
    Terminal.printError("coredata: \(option): warning: \(problem.message.printable)")
  }
  if let error = problems.first(where: { $0.severity == .error }) {
    throw QueryFailure(option, error, in: text)
  }
}
