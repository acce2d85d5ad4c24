import Foundation
import Predicates

/// What a comparison demands of one column, as far as a sorted list can help to find it.
struct IndexCondition {
  /// Which values are meant.
  enum Form {
    case oneOf([Value])
    case between(lower: Bound?, upper: Bound?)
  }

  /// An end of a range.
  struct Bound {
    var value: Value
    var isIncluded = true
  }

  let form: Form
  /// Whether it lets through just what the comparison does; otherwise it may let through more.
  let isExact: Bool

  private init(_ form: Form, isExact: Bool) {
    self.form = form
    self.isExact = isExact
  }

  /// The condition on a column that a comparison states; nil where an index cannot help.
  init?(_ comparison: NSComparisonPredicate, on key: String, _ type: ColumnType) {
    guard comparison.comparisonPredicateModifier == .direct,
      let (operation, other) = comparison.sides(forKey: key)
    else { return nil }
    // Same bytes are also canonically the same; every other option lets other texts through.
    guard comparison.options.isEmpty || comparison.options == .normalized && operation == .equalTo,
      let form = Form(operation, other, type)
    else { return nil }
    self.form = form
    // What a reference means that leads to no record is left to filters.
    if case .oneOf = form, comparison.options.isEmpty, type != .toOne {
      isExact = true
    } else {
      isExact = false
    }
  }

  /// Two conditions as one, where both demand a range; otherwise the one that demands single values.
  func narrowed(by other: IndexCondition) -> IndexCondition {
    switch (form, other.form) {
    case (.between(let low, let high), .between(let otherLow, let otherHigh)):
      let form = Form.between(lower: low ?? otherLow, upper: high ?? otherHigh)
      return IndexCondition(form, isExact: false)
    case (.oneOf(let some), .oneOf(let others)) where some.count > others.count:
      return IndexCondition(other.form, isExact: false)
    case (.between, .oneOf): return IndexCondition(other.form, isExact: false)
    case (.oneOf, _): return IndexCondition(form, isExact: false)
    }
  }
}

extension IndexCondition.Form {
  fileprivate init?(
    _ operation: NSComparisonPredicate.Operator, _ other: NSExpression, _ type: ColumnType
  ) {
    if operation == .in || operation == .between {
      guard let constants = other.constants else { return nil }
      self.init(operation, constants, type)
    } else {
      guard case .constant(let constant) = other.form else { return nil }
      self.init(operation, constant, type)
    }
  }

  private init?(
    _ operation: NSComparisonPredicate.Operator, _ constants: [Any?], _ type: ColumnType
  ) {
    var values: [IndexedConstant] = []
    for constant in constants {
      guard let value = IndexedConstant(constant, of: type) else { return nil }
      values.append(value)
    }
    if operation == .in {
      self = .oneOf(values.compactMap(\.exact))
    } else {
      guard values.count == 2, !values[0].isNull, !values[1].isNull else { return nil }
      self = .between(
        lower: .init(value: values[0].lower), upper: .init(value: values[1].upper))
    }
  }

  private init?(
    _ operation: NSComparisonPredicate.Operator, _ constant: Any?, _ type: ColumnType
  ) {
    guard let value = IndexedConstant(constant, of: type) else { return nil }
    let isExact = value.exact != nil
    if operation == .equalTo {
      self = .oneOf(value.exact.map { [$0] } ?? [])
      return
    }
    guard type != .uuid, type != .toOne, !value.isNull else { return nil }
    switch operation {
    case .lessThan:
      self = .between(lower: nil, upper: .init(value: value.upper, isIncluded: !isExact))
    case .lessThanOrEqualTo: self = .between(lower: nil, upper: .init(value: value.upper))
    case .greaterThan:
      self = .between(lower: .init(value: value.lower, isIncluded: !isExact), upper: nil)
    case .greaterThanOrEqualTo: self = .between(lower: .init(value: value.lower), upper: nil)
    case .beginsWith:
      guard case .string(let prefix) = value.lower else { return nil }
      // No text that begins with the prefix comes after it with the last of all scalars behind.
      let last = prefix + String(repeating: "\u{10FFFF}", count: 4)
      self = .between(lower: .init(value: value.lower), upper: .init(value: .string(last)))
    default: return nil
    }
  }
}

extension NSComparisonPredicate {
  /// The operator by which a property of the object itself is compared, and with what; the operator is turned
  /// around where the property stands on the right.
  fileprivate func sides(forKey key: String) -> (operation: Operator, other: NSExpression)? {
    if leftExpression.ownKey == key { return (predicateOperatorType, rightExpression) }
    guard rightExpression.ownKey == key, let turned = predicateOperatorType.mirrored else {
      return nil
    }
    return (turned, leftExpression)
  }
}

extension NSExpression {
  /// The property of the object that is evaluated that it is, if it is one.
  var ownKey: String? {
    guard case .keyPath(let base, let path) = form, case .evaluatedObject = base.form,
      path.keys.count == 1
    else { return nil }
    return path.keys[0]
  }

  /// The members of a list of constants; nil for everything else.
  fileprivate var constants: [Any?]? {
    switch form {
    case .constant(let list as [Any?]): return list
    case .aggregate(let elements):
      var list: [Any?] = []
      for element in elements {
        guard case .constant(let value) = element.form else { return nil }
        list.append(value)
      }
      return list
    default: return nil
    }
  }
}
