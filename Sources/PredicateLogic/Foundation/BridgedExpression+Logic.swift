import Foundation

extension PredicateExpressions.Conjunction: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .joining([try bridge.truth(of: lhs), try bridge.truth(of: rhs)], .and)
  }
}

extension PredicateExpressions.Disjunction: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .joining([try bridge.truth(of: lhs), try bridge.truth(of: rhs)], .or)
  }
}

extension PredicateExpressions.Negation: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .negating(try bridge.truth(of: wrapped))
  }
}

extension PredicateExpressions.Conditional: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    NSExpression(
      .conditional(
        try bridge.truth(of: test), try bridge.value(of: trueBranch),
        try bridge.value(of: falseBranch)))
  }

  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .choosing(
      try bridge.truth(of: test), try bridge.truth(of: trueBranch),
      try bridge.truth(of: falseBranch))
  }

  func falsehood(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .choosing(
      try bridge.truth(of: test), try bridge.falsehood(of: trueBranch),
      try bridge.falsehood(of: falseBranch))
  }

  func absence(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    .choosing(
      try bridge.truth(of: test), try bridge.absence(of: trueBranch),
      try bridge.absence(of: falseBranch))
  }
}

extension PredicateExpressions.Equal: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.equality(lhs, rhs)
  }
}

extension PredicateExpressions.NotEqual: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.equality(lhs, rhs, isNegated: true)
  }
}

extension PredicateExpressions.Comparison: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    let operation: NSComparisonPredicate.Operator =
      switch op {
      case .lessThan: .lessThan
      case .lessThanOrEqual: .lessThanOrEqualTo
      case .greaterThan: .greaterThan
      case .greaterThanOrEqual: .greaterThanOrEqualTo
      @unknown default:
        throw .unsupported("Comparison", "it compares by '\(op)'")
      }
    let comparison = NSPredicate.comparing(
      try bridge.value(of: lhs), operation, try bridge.value(of: rhs))
    bridge.markScalar(comparison)
    return comparison
  }
}

extension Bridge {
  /// The condition that two expressions are equal, or that they are not.
  fileprivate func equality<Left: PredicateExpression, Right: PredicateExpression>(
    _ left: Left, _ right: Right, isNegated: Bool = false
  ) throws(PredicateConversionError) -> NSPredicate {
    if let order = try orderComparison(left, right, isNegated) { return order }
    if Left.Output.self is Bool.Type || Left.Output.self is Bool?.Type,
      let equal = try flagEquality(left, right)
    {
      return isNegated ? .negating(equal) : equal
    }
    let comparison = NSPredicate.comparing(
      try value(of: left), isNegated ? .notEqualTo : .equalTo, try value(of: right))
    let holdsMany = Left.Output.self is any Collection.Type && !(Left.Output.self is String.Type)
    if !holdsMany { markScalar(comparison) }
    return comparison
  }

  /// Equality of what is true, false or nil; nil where both sides are plain values.
  private func flagEquality<Left: PredicateExpression, Right: PredicateExpression>(
    _ left: Left, _ right: Right
  ) throws(PredicateConversionError) -> NSPredicate? {
    if let flag = flag(right) { return try equality(of: left, with: flag) }
    if let flag = flag(left) { return try equality(of: right, with: flag) }
    let leftIsPlain = left is any BridgedPlainValue
    let rightIsPlain = right is any BridgedPlainValue
    if leftIsPlain, rightIsPlain { return nil }
    return .joining(
      [
        .joining([try truth(of: left), try truth(of: right)], .and),
        .joining([try falsehood(of: left), try falsehood(of: right)], .and),
        .joining([try absence(of: left), try absence(of: right)], .and),
      ], .or)
  }

  private func equality(
    of expression: Any, with flag: Bool?
  ) throws(PredicateConversionError) -> NSPredicate {
    switch flag {
    case true: try truth(of: expression)
    case false: try falsehood(of: expression)
    case nil: try absence(of: expression)
    }
  }

  /// What a constant flag is; nil where it is no constant.
  private func flag<Expression: PredicateExpression>(_ expression: Expression) -> Bool?? {
    guard case .constant(let value)? = constant(expression)?.form else { return nil }
    return .some(value as? Bool)
  }
}
