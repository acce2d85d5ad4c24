extension NSPredicate {
  /// Whether another predicate says the same.
  ///
  /// AND or OR of one predicate says what that one says, of none what a fixed value says.
  func says(_ other: NSPredicate) -> Bool {
    let (first, second) = (simple, other.simple)
    if first === second { return true }
    if let value = first.valueForAll { return value == second.valueForAll }
    switch (first.form, second.form) {
    case (.comparison(let first), .comparison(let second)): return first.compares(second)
    case (.compound(let first), .compound(let second)):
      return first.compoundPredicateType == second.compoundPredicateType
        && first.subpredicates == second.subpredicates
    default: return false
    }
  }

  /// The value of a predicate that has the same for all objects by its form alone.
  private var valueForAll: Bool? {
    switch form {
    case .value(let value): value
    case .compound(let compound) where compound.subpredicates.isEmpty:
      compound.compoundPredicateType == .and
    default: nil
    }
  }

  /// Adds the predicate to a hash; those that say the same add the same.
  func combine(into hasher: inout Hasher) {
    let simple = simple
    if let value = simple.valueForAll { return hasher.combine(value) }
    switch simple.form {
    case .comparison(let comparison):
      hasher.combine(comparison.predicateOperatorType)
      hasher.combine(comparison.leftExpression)
      hasher.combine(comparison.rightExpression)
    case .compound(let compound):
      hasher.combine(compound.compoundPredicateType)
      hasher.combine(compound.subpredicates)
    case .value: break
    case .opaque: hasher.combine(ObjectIdentifier(simple))
    }
  }
}

extension NSComparisonPredicate {
  fileprivate func compares(_ other: NSComparisonPredicate) -> Bool {
    predicateOperatorType == other.predicateOperatorType
      && comparisonPredicateModifier == other.comparisonPredicateModifier
      && options == other.options && customSelector == other.customSelector
      && leftExpression == other.leftExpression && rightExpression == other.rightExpression
  }
}
