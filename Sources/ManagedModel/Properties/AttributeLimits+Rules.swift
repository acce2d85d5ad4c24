import Foundation
import Predicates

/// Limits as conditions, in the form that Apple's model compiler gives them: `SELF >= 1` with the error code 1620.
extension AttributeLimits {
  /// One of the limits of an attribute, whatever its type.
  private struct Form {
    /// The key of the value that is compared; nil for the value itself.
    var key: String?
    let operation: NSComparisonPredicate.Operator
    let code: Int

    /// The condition with a constant.
    func rule(_ constant: Any) -> ValidationRule {
      let value = NSExpression(.evaluatedObject)
      let left = key.map { NSExpression(.keyPath(value, PropertyPath([$0]))) } ?? value
      return ValidationRule(
        predicate: NSComparisonPredicate(
          leftExpression: left, rightExpression: NSExpression(.constant(constant)), type: operation),
        warning: .code(code))
    }

    /// The constant of a condition that has this form.
    func constant(of rule: ValidationRule) -> Any? {
      guard case .code(code) = rule.warning,
        case .comparison(let comparison) = rule.predicate.form,
        comparison.predicateOperatorType == operation,
        comparison.comparisonPredicateModifier == .direct, comparison.options.isEmpty,
        case .constant(let constant?) = comparison.rightExpression.form
      else { return nil }
      switch comparison.leftExpression.form {
      case .evaluatedObject: return key == nil ? constant : nil
      case .keyPath(let start, let path):
        guard case .evaluatedObject = start.form else { return nil }
        return path.keys == [key] ? constant : nil
      default: return nil
      }
    }
  }

  private static let minimum = Form(operation: .greaterThanOrEqualTo, code: 1620)
  private static let maximum = Form(operation: .lessThanOrEqualTo, code: 1610)
  private static let earliest = Form(operation: .greaterThanOrEqualTo, code: 1640)
  private static let latest = Form(operation: .lessThanOrEqualTo, code: 1630)
  private static let shortest = Form(
    key: "length", operation: .greaterThanOrEqualTo, code: 1670)
  private static let longest = Form(key: "length", operation: .lessThanOrEqualTo, code: 1660)
  private static let pattern = Form(operation: .matches, code: 1680)

  /// The limits that have an effect on a type, as conditions.
  func rules(for type: NSAttributeType) -> [ValidationRule] {
    let rules: [ValidationRule?] =
      switch type {
      case .dateAttributeType:
        [earliest.map(Self.earliest.rule), latest.map(Self.latest.rule)]
      case .stringAttributeType:
        [
          minimumLength.map(Self.shortest.rule), maximumLength.map(Self.longest.rule),
          pattern.map(Self.pattern.rule),
        ]
      case let type where type.isNumeric:
        [
          minimum.map { Self.minimum.rule(Self.constant($0, type)) },
          maximum.map { Self.maximum.rule(Self.constant($0, type)) },
        ]
      default: []
      }
    return rules.compactMap(\.self)
  }

  /// Takes up a condition that has the form of a limit; false where it has none of them, or one like it is there
  /// already.
  mutating func take(_ rule: ValidationRule, for type: NSAttributeType) -> Bool {
    switch type {
    case .dateAttributeType:
      take(rule, as: Self.earliest, \.earliest) { $0 as? Date }
        || take(rule, as: Self.latest, \.latest) { $0 as? Date }
    case .stringAttributeType:
      take(rule, as: Self.shortest, \.minimumLength) { $0 as? Int }
        || take(rule, as: Self.longest, \.maximumLength) { $0 as? Int }
        || take(rule, as: Self.pattern, \.pattern) { $0 as? String }
    case let type where type.isNumeric:
      take(rule, as: Self.minimum, \.minimum, Self.decimal)
        || take(rule, as: Self.maximum, \.maximum, Self.decimal)
    default: false
    }
  }

  private mutating func take<Value>(
    _ rule: ValidationRule, as form: Form, _ limit: WritableKeyPath<AttributeLimits, Value?>,
    _ value: (Any) -> Value?
  ) -> Bool {
    guard self[keyPath: limit] == nil, let value = form.constant(of: rule).flatMap(value) else {
      return false
    }
    self[keyPath: limit] = value
    return true
  }

  /// A number in the simplest form that holds it and that values of a type are compared with.
  private static func constant(_ number: Decimal, _ type: NSAttributeType) -> Any {
    if let whole = Int(number.description) { return whole }
    if type != .decimalAttributeType, let fraction = Double(number.description) { return fraction }
    return number
  }

  private static func decimal(_ constant: Any) -> Decimal? {
    Meaning(constant: constant).decimal
  }
}
