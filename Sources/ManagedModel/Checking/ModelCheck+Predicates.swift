import Predicates

/// What is said about predicates in a file has the place of the key or the sign that is meant.
extension ModelCheck {
  /// Checks the predicate, the order and the columns of a request for a known entity.
  func checkContents(
    of core: FetchRequestCore, entity: NSEntityDescription, owner: NSEntityDescription?,
    subject: String, at source: SourceElement?
  ) {
    if let fault = core.predicateFault {
      report(fault, in: "predicateString", of: subject, at: source)
    }
    var check = RequestCheck(core, entity: entity)
    check.lookups = lookups
    check.source = owner
    report(check.run(), in: "predicateString", of: subject, at: source)
  }

  /// Checks a condition that objects of an entity are to meet.
  func check(
    _ condition: StatedPredicate, on entity: NSEntityDescription, in attribute: String,
    of subject: String, at source: SourceElement?
  ) {
    if let fault = condition.fault { report(fault, in: attribute, of: subject, at: source) }
    guard let predicate = condition.predicate else { return }
    let check = PredicateCheck(entity, lookups: lookups)
    check.check(predicate)
    report(check.problems, in: attribute, of: subject, at: source)
  }

  /// Checks something that is computed for objects of an entity.
  func check(
    _ computation: StatedExpression, on entity: NSEntityDescription, in attribute: String,
    of subject: String, at source: SourceElement?
  ) {
    if let fault = computation.fault { report(fault, in: attribute, of: subject, at: source) }
    guard let expression = computation.expression else { return }
    let check = PredicateCheck(entity, lookups: lookups)
    _ = check.meaning(of: expression)
    report(check.problems, in: attribute, of: subject, at: source)
  }

  /// Checks the conditions that code added to the limits of an attribute.
  func checkValidation(of attribute: NSAttributeDescription) {
    for rule in attribute.ownValidation {
      let check = PredicateCheck(root: Meaning(kind: ValueKind(attribute)), lookups: lookups)
      check.check(rule.predicate)
      report(check.problems, in: "", of: attribute.subject, at: attribute.source)
    }
  }

  /// Reports a text that cannot be parsed, at the place in it where that shows.
  ///
  /// It does not keep the model from being used: only what needs the predicate fails.
  func report(
    _ fault: PredicateFormatError, in attribute: String, of subject: String,
    at source: SourceElement?
  ) {
    var finding = Diagnostic.badFormat(fault, in: attribute, of: subject)
    if let source {
      finding.location = source.place(ofCharacter: fault.column - 1, in: attribute)
      findings.markFaulty(source)
    }
    findings.add(finding, spoils: false)
  }

  /// Reports what was found about a predicate, each at the part that is meant.
  func report(
    _ problems: [RequestProblem], in attribute: String, of subject: String,
    at source: SourceElement?
  ) {
    for problem in problems where problem.severity != .note {
      var finding = Diagnostic(problem, of: subject)
      if let source {
        finding.location = place(of: problem.part, in: attribute, of: source)
        if problem.severity == .error { findings.markFaulty(source) }
      }
      findings.add(finding, spoils: false)
    }
  }

  private func place(
    of part: String?, in attribute: String, of source: SourceElement
  ) -> Diagnostic.Location {
    guard let text = source[attribute], let part, let found = text.range(ofWord: part) else {
      return source.location
    }
    return source.place(
      ofCharacter: text.distance(from: text.startIndex, to: found), in: attribute)
  }
}

extension String {
  /// Where a word begins that is not a part of a longer one; else where its letters are found first.
  fileprivate func range(ofWord word: String) -> Index? {
    guard !word.isEmpty else { return nil }
    var first: Index?
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(word) {
        first = first ?? start
        let end = index(start, offsetBy: word.count)
        let isBefore = start > startIndex && Self.isPart(self[index(before: start)])
        let isAfter = end < endIndex && Self.isPart(self[end])
        if !isBefore, !isAfter { return start }
      }
      start = index(after: start)
    }
    return first
  }

  private static func isPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
