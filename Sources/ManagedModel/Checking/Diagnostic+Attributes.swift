/// Findings about attributes: types, defaults, limits.
extension Diagnostic {
  static func unknownType(_ type: String, of subject: String) -> Diagnostic {
    let known = NSAttributeType.modelNames
    let finding = misnamed(
      type, among: known, "\(subject) has the type '\(type)', which does not exist")
    guard finding.fix == nil else { return finding }
    return Diagnostic(.error, finding.message + "; the types are \(quotedList(known, "and"))")
  }

  static func missingType(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      """
      \(subject) has no type; only a transient attribute may be without one: add 'attributeType', \
      such as 'String'
      """)
  }

  static func missingDerivation(_ subject: String) -> Diagnostic {
    Diagnostic(
      .error, "\(subject) does not say what it is derived from; add 'derivationExpression'")
  }

  static func badDefault(_ text: String, of subject: String, expected: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) has the default '\(text)'; \(expected) is expected")
  }

  static func leftoverDefault(_ text: String, of subject: String, read: String) -> Diagnostic {
    Diagnostic(
      .warning,
      "\(subject) has the default '\(text)', probably left from another type; it is read as \(read)",
      fix: read)
  }

  static func ignoredDefault(_ text: String, of subject: String, reason: String) -> Diagnostic {
    Diagnostic(.warning, "\(subject) has the default '\(text)', which is ignored: \(reason)")
  }

  static func wrongDefault(_ subject: String, type: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) has a default that is not of its type \(type)")
  }

  static func defaultBreaksLimit(_ text: String, of subject: String, limit: String) -> Diagnostic {
    Diagnostic(
      .error, "\(subject) has the default '\(text)', which its own limit forbids: \(limit)")
  }

  static func badLimit(
    _ name: String, text: String, of subject: String, expected: String
  ) -> Diagnostic {
    Diagnostic(.error, "'\(name)' of \(subject) is '\(text)'; \(expected) is expected")
  }

  static func crossedLimits(
    _ subject: String, minimum: String, maximum: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      "\(subject) has the minimum \(minimum) above its maximum \(maximum): no value satisfies both")
  }

  static func badPattern(_ pattern: String, of subject: String) -> Diagnostic {
    Diagnostic(
      .error,
      "'regularExpressionString' of \(subject) is '\(pattern)', which is not a regular expression")
  }

  static func longPattern(of subject: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error,
      "'regularExpressionString' of \(subject) has more than the \(limit) bytes that it may have"
    )
  }

  static func costlyPattern(_ pattern: String, of subject: String) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      whether the default of \(subject) matches its pattern '\(pattern)' would take too long to find \
      out; write the pattern without repetitions inside repetitions
      """)
  }

  static func missingComposite(_ subject: String, known: [String]) -> Diagnostic {
    let hint = known.isEmpty ? "the model has none" : "the model has \(quotedList(known, "and"))"
    return Diagnostic(
      .error, "\(subject) does not say which composite it is; add 'composite' (\(hint))")
  }

  static func unknownComposite(_ name: String, of subject: String, known: [String]) -> Diagnostic {
    misnamed(
      name, among: known, "\(subject) names composite '\(name)', which the model does not have")
  }

  static func compositeCycle(_ names: [String]) -> Diagnostic {
    Diagnostic(
      .error, "composite contains itself: \(circle(names, "in")); one of them must leave it out")
  }

  static func largeComposite(_ name: String, limit: Int) -> Diagnostic {
    Diagnostic(
      .error,
      "composite '\(name)' has more than \(limit) values with all that is nested in it; make it smaller"
    )
  }

  static func deepComposite(limit: Int) -> Diagnostic {
    Diagnostic(.error, "composites nest more than \(limit) deep; take one out of another")
  }

  static func duplicateComposite(_ name: String, first: Location?) -> Diagnostic {
    Diagnostic(
      .error, "composite '\(name)' is declared twice\(line(first)); give one of them another name")
  }
}
