import Foundation

extension PredicateExpressions.Arithmetic: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    let function: FunctionName =
      switch op {
      case .add: .add
      case .subtract: .subtract
      case .multiply: .multiply
      @unknown default: throw .unsupported("Arithmetic", "it computes '\(op)'")
      }
    return .calling(function, try bridge.value(of: lhs), try bridge.value(of: rhs))
  }
}

extension PredicateExpressions.UnaryMinus: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    if let constant = bridge.constant(self) { return constant }
    return .calling(.subtract, NSExpression(.constant(0)), try bridge.value(of: wrapped))
  }
}

extension PredicateExpressions.FloatDivision: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    .calling(.divide, try bridge.value(of: lhs), try bridge.value(of: rhs))
  }
}

extension PredicateExpressions.IntDivision: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    .calling(.truncate, .calling(.divide, try bridge.value(of: lhs), try bridge.value(of: rhs)))
  }
}

extension PredicateExpressions.IntRemainder: BridgedExpression {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    .calling(.modulus, try bridge.value(of: lhs), try bridge.value(of: rhs))
  }
}

/// A range that is written in the predicate.
protocol BridgedRange: BridgedExpression {
  func bounds(in bridge: Bridge) throws(PredicateConversionError) -> (
    lower: NSExpression, upper: NSExpression
  )
  var includesUpper: Bool { get }
}

extension BridgedRange {
  func value(in bridge: Bridge) throws(PredicateConversionError) -> NSExpression {
    throw .unsupported(
      includesUpper ? "ClosedRange" : "Range", "a range can only be asked what it contains")
  }
}

extension PredicateExpressions.ClosedRange: BridgedRange {
  var includesUpper: Bool { true }

  func bounds(in bridge: Bridge) throws(PredicateConversionError) -> (
    lower: NSExpression, upper: NSExpression
  ) {
    (try bridge.value(of: lower), try bridge.value(of: upper))
  }
}

extension PredicateExpressions.Range: BridgedRange {
  var includesUpper: Bool { false }

  func bounds(in bridge: Bridge) throws(PredicateConversionError) -> (
    lower: NSExpression, upper: NSExpression
  ) {
    (try bridge.value(of: lower), try bridge.value(of: upper))
  }
}

extension PredicateExpressions.RangeExpressionContains: BridgedCondition {
  func truth(in bridge: Bridge) throws(PredicateConversionError) -> NSPredicate {
    if let range = range as? any BridgedRange {
      let bounds = try range.bounds(in: bridge)
      return try bridge.containment(
        of: element, bounds.lower, bounds.upper, includesUpper: range.includesUpper)
    }
    guard let contained = try bridge.containment(of: element, inRange: range) else {
      throw .unsupported("RangeExpressionContains", "'\(type(of: range))' has no known bounds")
    }
    return contained
  }
}

extension Bridge {
  /// The condition that a value lies in a constant range; nil where the range is none.
  func containment<Range: PredicateExpression>(
    of element: Any, inRange range: Range
  ) throws(PredicateConversionError) -> NSPredicate? {
    guard let range = try? range.evaluate(PredicateBindings()) as? any RangeValue else {
      return nil
    }
    return try containment(
      of: element, range.bounds.lower.map { NSExpression(.constant(Self.plain($0))) },
      range.bounds.upper.map { NSExpression(.constant(Self.plain($0))) },
      includesUpper: range.includesUpper)
  }

  /// The condition that a value lies between bounds.
  fileprivate func containment(
    of element: Any, _ lower: NSExpression?, _ upper: NSExpression?, includesUpper: Bool
  ) throws(PredicateConversionError) -> NSPredicate {
    let value = try value(of: element)
    if let lower, let upper, includesUpper {
      let between = NSPredicate.comparing(
        value, .between, NSExpression(.aggregate([lower, upper])))
      markScalar(between)
      return between
    }
    let above = lower.map { NSPredicate.comparing(value, .greaterThanOrEqualTo, $0) }
    let below = upper.map {
      NSPredicate.comparing(value, includesUpper ? .lessThanOrEqualTo : .lessThan, $0)
    }
    return .joining([above, below].compactMap(\.self), .and)
  }
}
