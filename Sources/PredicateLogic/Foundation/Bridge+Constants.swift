import Foundation

extension Bridge {
  /// The value of an expression that needs no variable, computed by Foundation; nil where it needs one, or where
  /// its value would be an error.
  func constant<Expression: PredicateExpression>(_ expression: Expression) -> NSExpression? {
    guard let value = try? expression.evaluate(PredicateBindings()) else { return nil }
    return NSExpression(.constant(Self.plain(value)))
  }

  /// A Swift value as the predicates here know it: without optionals around it, characters as texts.
  static func plain(_ value: Any) -> Any? {
    switch value {
    case let optional as any AnyOptional: return optional.wrapped.flatMap(plain)
    case let text as String: return text
    case let text as Substring: return String(text)
    case let character as Character: return String(character)
    case let characters as [Character]: return characters.map(String.init)
    case let characters as Set<Character>: return Set(characters.map(String.init))
    case let texts as [Substring]: return texts.map(String.init)
    default: return value
    }
  }
}

/// A range of any type, as a constant.
protocol RangeValue {
  /// The smallest and the largest member; nil where there is no bound.
  var bounds: (lower: Any?, upper: Any?) { get }
  /// Whether the upper bound belongs to the range.
  var includesUpper: Bool { get }
}

extension Swift.Range: RangeValue {
  var bounds: (lower: Any?, upper: Any?) { (lowerBound, upperBound) }
  var includesUpper: Bool { false }
}

extension Swift.ClosedRange: RangeValue {
  var bounds: (lower: Any?, upper: Any?) { (lowerBound, upperBound) }
  var includesUpper: Bool { true }
}

extension PartialRangeFrom: RangeValue {
  var bounds: (lower: Any?, upper: Any?) { (lowerBound, nil) }
  var includesUpper: Bool { false }
}

extension PartialRangeUpTo: RangeValue {
  var bounds: (lower: Any?, upper: Any?) { (nil, upperBound) }
  var includesUpper: Bool { false }
}

extension PartialRangeThrough: RangeValue {
  var bounds: (lower: Any?, upper: Any?) { (nil, upperBound) }
  var includesUpper: Bool { true }
}
