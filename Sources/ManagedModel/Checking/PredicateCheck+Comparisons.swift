import Foundation
import Predicates

extension PredicateCheck {
  /// Checks a comparison: its two sides, whether one is a collection, whether they can be compared.
  func check(_ comparison: NSComparisonPredicate) {
    let left = meaning(of: comparison.leftExpression)
    let right = meaning(of: comparison.rightExpression)
    checkModifier(of: comparison, left, right)
    let compared = comparison.comparisonPredicateModifier == .direct ? left : left.element
    switch comparison.predicateOperatorType {
    case .equalTo, .notEqualTo: checkEquality(of: comparison, compared, right)
    case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
      checkOrder(of: comparison, compared, right)
    case .between: checkBounds(of: comparison, compared, right)
    case .in: checkMembership(of: compared, in: right, comparison)
    case .contains: checkMembership(of: right, in: compared, comparison)
    case .beginsWith, .endsWith, .like: checkTexts(of: comparison, compared, right)
    case .matches:
      checkTexts(of: comparison, compared, right)
      checkPattern(right)
    case .customSelector: break
    }
  }

  // MARK: Several values

  /// `ANY` and `ALL` want a collection, and a collection wants one of them.
  private func checkModifier(
    of comparison: NSComparisonPredicate, _ left: Meaning, _ right: Meaning
  ) {
    let (modifier, operation) = (
      comparison.comparisonPredicateModifier, comparison.predicateOperatorType
    )
    guard modifier == .direct else {
      if !left.isCollection, !left.kind.isOpen {
        report(.modifierOverOne(modifier == .all ? "ALL" : "ANY", left))
      }
      return
    }
    guard operation != .customSelector else { return }
    if left.isCollection, left.toMany != nil, operation != .contains,
      !right.isCollection || operation == .in || operation == .between
    {
      report(.collectionCompared(left, operation, comparison.options))
    } else if right.isCollection, right.toMany != nil, operation != .in, operation != .between,
      !left.isCollection
    {
      report(.collectionOnTheRight(right))
    }
  }

  // MARK: Equality and order

  private func checkEquality(
    of comparison: NSComparisonPredicate, _ left: Meaning, _ right: Meaning
  ) {
    guard left.isCollection == right.isCollection else { return }
    guard left.kind.canEqual(right.kind) else {
      return report(.neverEqual(left, right))
    }
    checkIdentifiers(left, right)
    checkRange(comparison.predicateOperatorType, left, right)
  }

  /// A text that stands for a UUID is one.
  private func checkIdentifiers(_ left: Meaning, _ right: Meaning) {
    for (value, other) in [(left, right), (right, left)] where value.kind == .uuid {
      if let text = other.constant as? String, UUID(uuidString: text) == nil {
        report(.noUUID(value))
      }
    }
  }

  private func checkOrder(
    of comparison: NSComparisonPredicate, _ left: Meaning, _ right: Meaning
  ) {
    guard !left.isCollection, !right.isCollection else { return }
    let symbol = comparison.predicateOperatorType.symbol
    if left.isNull || right.isNull { return report(.orderedWithNil(symbol)) }
    for side in [left, right] {
      if let reason = side.kind.orderlessness { return report(.unordered(symbol, side, reason)) }
    }
    guard left.kind.isAlike(right.kind) else { return report(.notComparable(symbol, left, right)) }
    for side in [left, right] where [.boolean, .uuid, .uri].contains(side.kind) {
      return report(.oddlyOrdered(symbol, side))
    }
    checkRange(comparison.predicateOperatorType, left, right)
  }

  private func checkBounds(
    of comparison: NSComparisonPredicate, _ left: Meaning, _ right: Meaning
  ) {
    guard !left.isCollection || left.toMany == nil else { return }
    guard let bounds = right.members else {
      if !right.isCollection, !right.kind.isOpen { report(.boundsAreNoList(right)) }
      return
    }
    guard bounds.count == 2 else { return report(.wrongBoundCount(bounds.count)) }
    guard comparison.rightExpression.hasOrder else { return report(.boundsHaveNoOrder) }
    // A list on the left stands for its members, as in ALL {1, 2} BETWEEN {0, 9}.
    for bound in bounds { checkOrder(of: comparison, left.element, bound) }
    if let first = bounds[0].decimal, let second = bounds[1].decimal, first > second {
      report(.reversedBounds)
    }
  }

  // MARK: Membership and texts

  /// `x IN list`, `list CONTAINS x`, or one text in another.
  private func checkMembership(
    of element: Meaning, in whole: Meaning, _ comparison: NSComparisonPredicate
  ) {
    if whole.isCollection {
      guard !element.isCollection else { return }
      for member in whole.members ?? [whole.element]
      where !member.isCollection && !element.kind.canEqual(member.kind) {
        return report(.neverEqual(element, member))
      }
      for member in whole.members ?? [] { checkIdentifiers(element, member) }
      return
    }
    let symbol = comparison.predicateOperatorType.symbol
    guard !whole.kind.isOpen else { return }
    guard whole.kind == .text else { return report(.noTextOrCollection(symbol, whole)) }
    if element.isCollection || !element.kind.isOpen && element.kind != .text {
      report(.notText(symbol, element))
    }
  }

  private func checkTexts(
    of comparison: NSComparisonPredicate, _ left: Meaning, _ right: Meaning
  ) {
    let symbol = comparison.predicateOperatorType.symbol
    for side in [left, right] where !side.isCollection && !side.kind.isOpen && side.kind != .text {
      return report(.notText(symbol, side))
    }
  }

  private func checkPattern(_ right: Meaning) {
    guard let pattern = right.constant as? String else { return }
    if pattern.utf8.count > TextPattern.lengthLimit {
      report(.longPattern(limit: TextPattern.lengthLimit))
    } else if TextPattern(pattern) == nil {
      report(.badPattern(pattern))
    }
  }

  // MARK: What no value of a type can be

  private func checkRange(
    _ operation: NSComparisonPredicate.Operator, _ left: Meaning, _ right: Meaning
  ) {
    if let number = right.decimal, let attribute = left.property as? NSAttributeDescription {
      judge(attribute.attributeType, operation, number, of: left)
    } else if let number = left.decimal, let attribute = right.property as? NSAttributeDescription {
      judge(attribute.attributeType, operation.mirrored ?? operation, number, of: right)
    }
  }

  /// Warns of a comparison that has one outcome for all numbers that an attribute can hold.
  private func judge(
    _ type: NSAttributeType, _ operation: NSComparisonPredicate.Operator, _ number: Decimal,
    of value: Meaning
  ) {
    if type == .booleanAttributeType {
      if number != 0, number != 1 {
        report(.fixedOutcome(operation, value, "a Boolean is 0 or 1"))
      }
      return
    }
    guard let range = type.integerRange, let name = type.modelName else { return }
    if number < Decimal(range.lowerBound) || number > Decimal(range.upperBound) {
      report(
        .fixedOutcome(
          operation, value, "\(name) holds \(range.lowerBound) to \(range.upperBound)"))
    } else if !number.isWhole, operation == .equalTo || operation == .notEqualTo {
      report(.fixedOutcome(operation, value, "\(name) holds whole numbers"))
    }
  }
}

extension Meaning {
  /// The constant as a number.
  var decimal: Decimal? {
    guard kind == .number, let constant else { return nil }
    switch constant {
    case let number as Decimal: return number
    case let number as Double: return ModelText.decimal(number.description)
    case let number as Float: return ModelText.decimal(number.description)
    case let number as NSNumber: return number.decimalValue
    default: return nil
    }
  }
}

extension NSExpression {
  /// Whether the members of the list that it is stand in an order; true for other expressions.
  fileprivate var hasOrder: Bool {
    guard case .constant(let value?) = form else { return true }
    // A cast of a Swift set to a class would bridge it.
    return type(of: value) is AnyClass ? !(value is NSSet) : !(value is Set<AnyHashable>)
  }
}
