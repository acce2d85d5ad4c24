import Foundation
import Predicates

/// What a predicate demands of one column, as far as a sorted list can help to find it.
///
/// It may let through more than the predicate does: what an index finds is always filtered.
enum IndexCondition {
  case oneOf([Value])
  case between(lower: Bound?, upper: Bound?)

  /// An end of a range.
  struct Bound {
    var value: Value
    var isIncluded = true
  }

  /// The condition on a column that a comparison states; nil where an index cannot help.
  init?(_ comparison: NSComparisonPredicate, on column: ColumnSchema) {
    guard comparison.comparisonPredicateModifier == .direct,
      let (operation, constant) = comparison.comparedConstant(forKey: column.name)
    else { return nil }
    // Same bytes are also canonically the same; every other option lets other texts through.
    guard comparison.options.isEmpty || comparison.options == .normalized && operation == .equalTo
    else { return nil }
    self.init(operation, constant, column)
  }

  private init?(
    _ operation: NSComparisonPredicate.Operator, _ constant: ComparedConstant,
    _ column: ColumnSchema
  ) {
    switch (operation, constant) {
    case (.equalTo, .one(let constant)): self.init(equalTo: constant, column)
    case (.in, .list(let constants)):
      var values: [Value] = []
      for constant in constants {
        guard let value = IndexedConstant(constant, of: column.type) else { return nil }
        if let exact = value.exact { values.append(exact) }
      }
      self = .oneOf(values)
    case (.between, .list(let bounds)) where bounds.count == 2:
      guard let low = IndexedConstant(bounds[0], of: column.type),
        let high = IndexedConstant(bounds[1], of: column.type), !low.isNull, !high.isNull
      else { return nil }
      self = .between(lower: Bound(value: low.lower), upper: Bound(value: high.upper))
    case (.beginsWith, .one(let prefix as String)) where column.type == .string:
      // No text that begins with the prefix comes after it with the last of all scalars behind.
      let last = prefix + String(repeating: "\u{10FFFF}", count: 4)
      self = .between(
        lower: Bound(value: .string(prefix)), upper: Bound(value: .string(last)))
    case (_, .one(let constant)): self.init(operation, constant, column)
    default: return nil
    }
  }

  private init?(equalTo constant: Any?, _ column: ColumnSchema) {
    guard let constant = IndexedConstant(constant, of: column.type) else { return nil }
    self = .oneOf(constant.exact.map { [$0] } ?? [])
  }

  private init?(
    _ operation: NSComparisonPredicate.Operator, _ constant: Any?, _ column: ColumnSchema
  ) {
    guard column.type != .uuid, column.type != .toOne,
      let value = IndexedConstant(constant, of: column.type), !value.isNull
    else { return nil }
    let isExact = value.exact != nil
    switch operation {
    case .lessThan:
      self = .between(lower: nil, upper: Bound(value: value.upper, isIncluded: !isExact))
    case .lessThanOrEqualTo: self = .between(lower: nil, upper: Bound(value: value.upper))
    case .greaterThan:
      self = .between(lower: Bound(value: value.lower, isIncluded: !isExact), upper: nil)
    case .greaterThanOrEqualTo: self = .between(lower: Bound(value: value.lower), upper: nil)
    default: return nil
    }
  }
}

/// The constant side of a comparison.
enum ComparedConstant {
  case one(Any?)
  case list([Any?])
}

extension NSComparisonPredicate {
  /// The operator and the constant by which a property of the object itself is compared; the operator is turned
  /// around where the constant stands on the left.
  fileprivate func comparedConstant(
    forKey key: String
  ) -> (operation: Operator, constant: ComparedConstant)? {
    if leftExpression.isKey(key) {
      return rightExpression.constant.map { (predicateOperatorType, $0) }
    }
    guard rightExpression.isKey(key), let turned = predicateOperatorType.turned else { return nil }
    return leftExpression.constant.map { (turned, $0) }
  }
}

extension NSComparisonPredicate.Operator {
  /// The operator that says the same with the sides exchanged.
  fileprivate var turned: Self? {
    switch self {
    case .equalTo: .equalTo
    case .lessThan: .greaterThan
    case .lessThanOrEqualTo: .greaterThanOrEqualTo
    case .greaterThan: .lessThan
    case .greaterThanOrEqualTo: .lessThanOrEqualTo
    default: nil
    }
  }
}

extension NSExpression {
  /// Whether it is a property of the object that is evaluated.
  fileprivate func isKey(_ key: String) -> Bool {
    guard case .keyPath(let base, let path) = form, case .evaluatedObject = base.form else {
      return false
    }
    return path.keys.count == 1 && path.keys[0] == key
  }

  /// The constant that it is, or the list of constants.
  fileprivate var constant: ComparedConstant? {
    switch form {
    case .constant(let list as [Any?]): return .list(list)
    case .constant(let value): return .one(value)
    case .aggregate(let elements):
      var list: [Any?] = []
      for element in elements {
        guard case .constant(let value) = element.form else { return nil }
        list.append(value)
      }
      return .list(list)
    default: return nil
    }
  }
}
