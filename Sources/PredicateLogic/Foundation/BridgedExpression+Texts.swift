import Foundation

extension PredicateExpressions.CollectionContainsCollection: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    guard Base.Output.self is any StringProtocol.Type else {
      throw .unsupported(
        "CollectionContainsCollection", "only in texts can a part of several members be found")
    }
    return try bridge.textComparison(base, .contains, other)
  }
}

extension PredicateExpressions.SequenceStartsWith: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    guard Base.Output.self is any StringProtocol.Type else {
      throw .unsupported("SequenceStartsWith", "only texts can be asked how they begin")
    }
    return try bridge.textComparison(base, .beginsWith, prefix)
  }
}

extension PredicateExpressions.StringContainsRegex: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    let value = try? regex.evaluate(PredicateBindings())
    guard let pattern = (value as? PredicateExpressions.PredicateRegex)?.stringRepresentation
    else {
      throw .unsupported("StringContainsRegex", "a regular expression must be a constant")
    }
    // MATCHES asks for the whole text.
    let whole = "(?s:.*)(?:\(pattern))(?s:.*)"
    let comparison = NSPredicate.comparing(
      try bridge.value(of: subject), .matches, NSExpression(.constant(whole)))
    bridge.markScalar(comparison)
    return comparison
  }
}

extension Bridge {
  /// A comparison of two texts.
  ///
  /// Every text has the empty one in it and begins with it.
  func textComparison(
    _ text: Any, _ operation: NSComparisonPredicate.Operator, _ part: Any,
    options: NSComparisonPredicate.Options = []
  ) throws(PredicateConversionError) -> NSPredicate {
    let part = try value(of: part)
    let value = try value(of: text)
    if part.constantText == "" { return .comparing(value, .notEqualTo, .nothing) }
    let comparison = NSPredicate.comparing(value, operation, part, options: options)
    markScalar(comparison)
    return comparison
  }
}

extension PredicateExpressions.StringLocalizedStandardContains: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    try bridge.textComparison(
      root, .contains, other,
      options: [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
  }
}

/// The order of two texts, which has a counterpart only where it is asked what it is.
private protocol BridgedOrder: BridgedExpression {
  associatedtype Root: PredicateExpression
  associatedtype Other: PredicateExpression
  var root: Root { get }
  var other: Other { get }
  var options: NSComparisonPredicate.Options { get }
}

extension BridgedOrder {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    throw .unsupported(
      String("\(Self.self)".prefix { $0 != "<" }),
      "compare it with ComparisonResult.orderedSame, .orderedAscending or .orderedDescending")
  }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: BridgedOrder {
  fileprivate var options: NSComparisonPredicate.Options { .caseInsensitive }
}

extension PredicateExpressions.StringLocalizedCompare: BridgedOrder {
  fileprivate var options: NSComparisonPredicate.Options { .localeSensitive }
}

extension Bridge {
  /// The condition that two texts are ordered as a constant says; nil where neither side is such an order.
  func orderComparison<Left: PredicateExpression, Right: PredicateExpression>(
    _ left: Left, _ right: Right, _ isNegated: Bool
  ) throws(PredicateConversionError) -> NSPredicate? {
    guard let order = left as? any BridgedOrder ?? right as? any BridgedOrder else { return nil }
    let constant = (try? left.evaluate(PredicateBindings())) as? ComparisonResult
    let otherConstant = (try? right.evaluate(PredicateBindings())) as? ComparisonResult
    guard let wanted = constant ?? otherConstant else { return nil }
    let operation: NSComparisonPredicate.Operator =
      switch wanted {
      case .orderedAscending: .lessThan
      case .orderedSame: isNegated ? .notEqualTo : .equalTo
      case .orderedDescending: .greaterThan
      }
    let comparison = NSPredicate.comparing(
      try value(of: order.root), operation, try value(of: order.other), options: order.options)
    markScalar(comparison)
    return isNegated && wanted != .orderedSame ? .negating(comparison) : comparison
  }
}
