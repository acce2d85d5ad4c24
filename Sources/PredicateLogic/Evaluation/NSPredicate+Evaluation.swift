extension NSPredicate {
  /// Whether an object meets the condition, or why that cannot be said.
  package func matches(
    _ object: Any?, variables: [String: Any] = [:]
  ) throws(EvaluationError) -> Bool {
    var scope = Scope(object, variables)
    return try holds(in: &scope)
  }

  /// Whether an object meets the condition as this class says, whatever a subclass overrides; ends the program
  /// where that cannot be said.
  func evaluateOrStop(_ object: Any?, _ variables: [String: Any]) -> Bool {
    do throws(EvaluationError) {
      var scope = Scope(object, variables)
      return try holdsByForm(in: &scope)
    } catch {
      // Not a precondition: those have no text in an optimised program.
      fatalError(error.description)
    }
  }

  /// Whether the condition holds in a scope.
  ///
  /// A class that somebody else derived may override `evaluate(with:)`, so it is asked.
  func holds(in scope: inout Scope) throws(EvaluationError) -> Bool {
    if isEvaluatedByForm { return try holdsByForm(in: &scope) }
    guard let variables = scope.substitutions else { return evaluate(with: scope.object) }
    return evaluate(with: scope.object, substitutionVariables: variables)
  }

  /// Whether the form says all, as it does for our own classes.
  var isEvaluatedByForm: Bool {
    switch form {
    case .value: true
    case .comparison: type(of: self) == NSComparisonPredicate.self
    case .compound: type(of: self) == NSCompoundPredicate.self
    case .opaque: false
    }
  }

  private func holdsByForm(in scope: inout Scope) throws(EvaluationError) -> Bool {
    switch form {
    case .value(let value): return value
    case .comparison(let comparison): return try comparison.compares(in: &scope)
    case .compound(let compound):
      try scope.enter()
      defer { scope.leave() }
      return try compound.joins(in: &scope)
    case .opaque:
      preconditionFailure("\(type(of: self)) must override evaluate(with:)")
    }
  }
}

extension NSCompoundPredicate {
  /// Whether the subpredicates hold as the type says; those that cannot change it any more are not asked.
  fileprivate func joins(in scope: inout Scope) throws(EvaluationError) -> Bool {
    let isOr = compoundPredicateType == .or
    for predicate in subpredicates {
      let holds = try predicate.holds(in: &scope)
      if compoundPredicateType == .not { return !holds }
      if holds == isOr { return isOr }
    }
    return !isOr
  }
}

extension NSComparisonPredicate {
  /// Whether the comparison holds in a scope.
  fileprivate func compares(in scope: inout Scope) throws(EvaluationError) -> Bool {
    try scope.enter()
    defer { scope.leave() }
    let left = try leftExpression.value(in: &scope)
    if let customSelector {
      let right = try rightExpression.value(in: &scope)
      let value = try FunctionRegistry.value(customSelector.description, of: left, [right])
      return value.flatMap { Number($0) }.map { $0.double != 0 } ?? false
    }
    let test = try test(in: &scope)
    let isAnyKey = if case .anyKey = leftExpression.form { true } else { false }
    if comparisonPredicateModifier == .direct, !isAnyKey { return test.holds(left) }
    let members = left.map { Members.of($0)?.values ?? [$0] } ?? []
    let isAll = comparisonPredicateModifier == .all
    for member in members where test.holds(member) != isAll { return !isAll }
    return isAll
  }

  /// The operator with its right side: prepared once where that is constant.
  private func test(in scope: inout Scope) throws(EvaluationError) -> ComparisonTest {
    if let kept = keptTest.test { return kept }
    if let constant = rightExpression.unchanging {
      return try keptTest.keep(
        ComparisonTest(predicateOperatorType, options, constant, isKept: true))
    }
    let right = Operand(try rightExpression.value(in: &scope))
    return try ComparisonTest(predicateOperatorType, options, right, isKept: false)
  }
}
