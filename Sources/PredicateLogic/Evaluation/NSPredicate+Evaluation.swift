extension NSPredicate {
  /// Whether an object meets the condition, or why that cannot be said.
  package func matches(
    _ object: Any?, variables: [String: Any] = [:]
  ) throws(EvaluationError) -> Bool {
    var scope = Scope(object, variables)
    return try holds(in: &scope)
  }

  /// Whether an object meets the condition; ends the program where that cannot be said.
  func evaluateOrStop(_ object: Any?, _ variables: [String: Any]) -> Bool {
    do throws(EvaluationError) {
      return try matches(object, variables: variables)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Whether the condition holds in a scope.
  func holds(in scope: inout Scope) throws(EvaluationError) -> Bool {
    switch form {
    case .value(let value): return value
    case .comparison(let comparison): return try comparison.compares(in: &scope)
    case .compound(let compound):
      let isOr = compound.compoundPredicateType == .or
      for predicate in compound.subpredicates {
        let holds = try predicate.holds(in: &scope)
        if compound.compoundPredicateType == .not { return !holds }
        if holds == isOr { return isOr }
      }
      return !isOr
    case .opaque:
      return evaluate(
        with: scope.object, substitutionVariables: scope.variables.compactMapValues { $0 })
    }
  }
}

extension NSComparisonPredicate {
  /// Whether the comparison holds in a scope.
  func compares(in scope: inout Scope) throws(EvaluationError) -> Bool {
    let left = try leftExpression.value(in: &scope)
    let right = try rightExpression.value(in: &scope)
    if let customSelector {
      let name = customSelector.description
      let value = try FunctionRegistry.value(name, of: left, [right])
      return value.flatMap { Number($0) }.map { $0.double != 0 } ?? false
    }
    let test = ComparisonTest(predicateOperatorType, options, right)
    let isAnyKey = if case .anyKey = leftExpression.form { true } else { false }
    if comparisonPredicateModifier == .direct, !isAnyKey { return try test.holds(left) }
    let members = left.flatMap { Operand.members(of: $0)?.members ?? [$0] } ?? []
    let isAll = comparisonPredicateModifier == .all
    for member in members where try test.holds(member) != isAll { return !isAll }
    return isAll
  }
}

/// An operator, its options and its right side.
struct ComparisonTest {
  private let operation: NSComparisonPredicate.Operator
  private let options: NSComparisonPredicate.Options
  private let right: Any?
  private let operand: Operand

  init(
    _ operation: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options,
    _ right: Any?
  ) {
    self.operation = operation
    self.options = options
    self.right = right
    operand = Operand(right)
  }

  /// Whether the operator holds for a value on the left.
  func holds(_ left: Any?) throws(EvaluationError) -> Bool {
    let left = Operand(left)
    switch operation {
    case .equalTo: return ValueEquality.equal(left, operand, options)
    case .notEqualTo: return !ValueEquality.equal(left, operand, options)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      return isOrdered(left, operand, operation)
    case .between: return isBetween(left)
    case .in: return try Self.contains(operand, left, .in, text: (left, operand), options)
    case .contains:
      return try Self.contains(left, operand, .contains, text: (left, operand), options)
    case .beginsWith, .endsWith, .like, .matches: return try holdsForTexts(left, operand, operation)
    case .customSelector: return false
    }
  }

  private func isOrdered(
    _ left: Operand, _ right: Operand, _ operation: NSComparisonPredicate.Operator
  ) -> Bool {
    if case .null = left { return false }
    if case .null = right { return false }
    guard let order = ValueOrder.compare(left, right, options) else { return false }
    return TextTest.holds(operation, order)
  }

  private func isBetween(_ left: Operand) -> Bool {
    guard case .members(let bounds, _) = operand, bounds.count == 2 else { return false }
    return isOrdered(left, Operand(bounds[0]), .greaterThanOrEqualTo)
      && isOrdered(left, Operand(bounds[1]), .lessThanOrEqualTo)
  }

  private static func contains(
    _ whole: Operand, _ part: Operand, _ operation: NSComparisonPredicate.Operator,
    text: (left: Operand, right: Operand), _ options: NSComparisonPredicate.Options
  ) throws(EvaluationError) -> Bool {
    if case .members(let members, _) = whole {
      return members.contains { ValueEquality.equal(Operand($0), part, options) }
    }
    guard case .text(let left) = text.left, case .text(let right) = text.right else { return false }
    return try TextTest(operation, options, right).holds(left)
  }

  private func holdsForTexts(
    _ left: Operand, _ right: Operand, _ operation: NSComparisonPredicate.Operator
  ) throws(EvaluationError) -> Bool {
    guard case .text(let right) = right else { return false }
    let test = try TextTest(operation, options, right)
    guard case .text(let left) = left else { return false }
    return test.holds(left)
  }
}
