import Predicates

/// Findings about predicates and expressions in a model.
extension Diagnostic {
  /// A text that should be a predicate or an expression and is none.
  static func badFormat(
    _ fault: PredicateFormatError, in attribute: String, of subject: String
  ) -> Diagnostic {
    Diagnostic(.error, "'\(attribute)' of \(subject) cannot be parsed: \(fault.message)")
  }

  /// What holding a predicate against the model gave.
  init(_ problem: RequestProblem, of subject: String) {
    self.init(problem.severity, "\(subject): \(problem.message)", fix: problem.fix)
  }

  static func unsupportedDerivation(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      \(subject) is derived in a way that is not supported; a key path through to-one relationships, \
      'uppercase:(key)', 'lowercase:(key)', 'canonical:(key)', 'toMany.@count', 'toMany.key.@sum' and \
      'now()' are
      """)
  }

  static func derivedOfOtherType(
    _ subject: String, type: String, found: String
  ) -> Diagnostic {
    Diagnostic(
      .warning, "\(subject) has the type \(type), but what it is derived from is \(found)")
  }

  static func requiredDerived(_ subject: String) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      \(subject) is required, but a new object has no derived values, and on Apple's platforms its \
      first save fails; make the attribute optional
      """)
  }

  static func unwritablePredicate(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      the predicate of \(subject) cannot be stated as a text, in which a model file keeps predicates; \
      leave out blocks and objects
      """)
  }

  static func unwritableExpression(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      the expression of \(subject) cannot be stated as a text, in which a model file keeps \
      expressions; leave out blocks and objects
      """)
  }

  static func unwritableValidation(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      \(subject) has validation predicates that are no limits of the model editor; a model file cannot \
      state them: set them in code after reading it
      """)
  }
}
