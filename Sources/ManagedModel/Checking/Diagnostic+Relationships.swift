/// Findings about relationships: where they lead, and back.
extension Diagnostic {
  static func unknownDestination(
    _ name: String, of subject: String, known: [String]
  ) -> Diagnostic {
    misnamed(name, among: known, "\(subject) names destination '\(name)', which is not an entity")
  }

  static func missingDestination(_ subject: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) leads nowhere; add 'destinationEntity'")
  }

  static func foreignDestination(_ name: String, of subject: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) leads to '\(name)', which is not an entity of its model")
  }

  static func missingInverse(_ subject: String, destination: String) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      \(subject) has no inverse: nothing keeps it right when its '\(destination)' is deleted; add a \
      relationship that leads back, and name it as the inverse
      """)
  }

  static func inverseWithoutName(_ subject: String) -> Diagnostic {
    Diagnostic(.error, "\(subject) names 'inverseEntity' without 'inverseName'; add it")
  }

  static func unknownInverseEntity(
    _ name: String, of subject: String, known: [String]
  ) -> Diagnostic {
    misnamed(
      name, among: known, "\(subject) names the inverse's entity '\(name)', which is not an entity")
  }

  static func inverseOfOtherEntity(
    _ inverse: String, entity: String, of subject: String, destination: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      """
      \(subject) leads to '\(destination)', but its inverse '\(inverse)' is said to be of \
      '\(entity)', which neither is '\(destination)' nor inherits from or to it
      """, fix: destination)
  }

  static func unknownInverse(
    _ name: String, of subject: String, entity: String, known: some Sequence<String>
  ) -> Diagnostic {
    let known = Array(known.prefix(1000))
    let finding = misnamed(
      name, among: known, "\(subject) names the inverse '\(name)', which '\(entity)' does not have")
    guard finding.fix == nil, !known.isEmpty else { return finding }
    return Diagnostic(.error, finding.message + "; it has \(quotedList(known, "and"))")
  }

  static func inverseIsNoRelationship(
    _ name: String, kind: String, of subject: String, entity: String
  ) -> Diagnostic {
    Diagnostic(
      .error,
      "\(subject) names the inverse '\(name)' of '\(entity)', which is \(withArticle(kind))")
  }

  static func inverseNotMutual(
    _ inverse: String, of subject: String, actual: String?
  ) -> Diagnostic {
    let found = actual.map { "has the inverse \($0)" } ?? "has no inverse"
    return Diagnostic(
      .error,
      "\(subject) names the inverse \(inverse), which \(found); two inverses must name each other")
  }

  static func unknownDeletionRule(_ rule: String, of subject: String) -> Diagnostic {
    let known = NSDeleteRule.allCases.map(\.modelName)
    return misnamed(
      rule, among: known,
      """
      \(subject) has the deletion rule '\(rule)', which does not exist; the rules are \
      \(quotedList(known, "and"))
      """)
  }

  static func orderedToOne(_ subject: String) -> Diagnostic {
    Diagnostic(
      .warning, "\(subject) is to-one and 'ordered', which means nothing; remove 'ordered'")
  }

  static func crossedCounts(_ subject: String, minimum: Int, maximum: Int) -> Diagnostic {
    Diagnostic(
      .error, "\(subject) wants at least \(minimum) objects and allows at most \(maximum)")
  }

  static func countsAgainstToMany(_ subject: String, maximum: Int) -> Diagnostic {
    let flag = maximum == 1 ? "and 'toMany'" : "without 'toMany'"
    return Diagnostic(
      .warning, "\(subject) has 'maxCount' \(maximum) \(flag); it is read as to-one")
  }

  static func emptiesRequired(
    _ subject: String, destination: String, inverse: String
  ) -> Diagnostic {
    Diagnostic(
      .warning,
      """
      \(subject) has the deletion rule 'Nullify', but '\(inverse)' of '\(destination)' is required: \
      what is deleted while it has a '\(destination)' cannot be saved; choose 'Cascade' or 'Deny', or \
      make '\(inverse)' optional
      """)
  }
}
