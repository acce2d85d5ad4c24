extension NSPredicate {
  /// The key and the value of a condition `key == value`; nil for every other, and for classes derived from ours.
  ///
  /// Asked before each fetch, so in one go: to hand out the parts of a predicate costs more than to look at them.
  package var equality: (key: String, value: Any?)? {
    guard type(of: self) == NSComparisonPredicate.self,
      case .comparison(let comparison) = form,
      comparison.predicateOperatorType == .equalTo, comparison.options.isEmpty,
      comparison.comparisonPredicateModifier == .direct,
      case .keyPath(let base, let path) = comparison.leftExpression.form,
      base.isEvaluatedObject, path.keys.count == 1,
      case .constant(let value) = comparison.rightExpression.form
    else { return nil }
    return (path.keys[0], value)
  }
}

extension NSExpression {
  /// Whether the expression is `SELF`.
  var isEvaluatedObject: Bool {
    if case .evaluatedObject = form { true } else { false }
  }
}
