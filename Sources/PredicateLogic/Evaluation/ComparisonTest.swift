/// An operator, its options and its right side.
///
/// Safe because the values in it are compared and never changed.
struct ComparisonTest: @unchecked Sendable {
  private let operation: NSComparisonPredicate.Operator
  private let options: NSComparisonPredicate.Options
  private let right: Operand
  /// The test of texts, where the right side is one and it is worth preparing.
  private let text: TextTest?
  /// The bounds of BETWEEN.
  private let bounds: (low: Operand, high: Operand)?
  /// The right side of IN, where it is long and asked more than once.
  private let index: MemberIndex?

  /// Prepares the right side.
  ///
  /// With `isKept` it prepares for many values on the left.
  init(
    _ operation: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options,
    _ right: Operand, isKept: Bool
  ) throws(EvaluationError) {
    self.operation = operation
    self.options = options
    self.right = right
    switch right {
    case .text(let text) where isKept || operation.needsTexts:
      self.text = try TextTest(operation, options, text)
    default: self.text = nil
    }
    if case .members(let members, let isOrdered) = right {
      // A set has no first member, so nothing lies between its members.
      bounds =
        isOrdered && members.count == 2 ? (Operand(members[0]), Operand(members[1])) : nil
      index =
        operation == .in && isKept && members.count > 4 ? MemberIndex(members, options) : nil
    } else {
      bounds = nil
      index = nil
    }
  }

  /// Whether the operator holds for a value on the left.
  func holds(_ left: Any?) -> Bool {
    let left = Operand(left)
    switch operation {
    case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan,
      .greaterThanOrEqualTo:
      return compares(left)
    case .between:
      guard let bounds else { return false }
      return isOrdered(left, bounds.low, .greaterThanOrEqualTo)
        && isOrdered(left, bounds.high, .lessThanOrEqualTo)
    case .in:
      if let index { return index.contains(left) }
      if case .members(let members, _) = right { return isMember(left, of: members) }
      return holdsForTexts(left)
    case .contains:
      if case .members(let members, _) = left { return isMember(right, of: members) }
      return holdsForTexts(left)
    case .beginsWith, .endsWith, .like, .matches: return holdsForTexts(left)
    case .customSelector: return false
    }
  }

  private func compares(_ left: Operand) -> Bool {
    if let text, case .text(let left) = left { return text.holds(left) }
    return switch operation {
    case .equalTo: ValueEquality.equal(left, right, options)
    case .notEqualTo: !ValueEquality.equal(left, right, options)
    default: isOrdered(left, right, operation)
    }
  }

  private func isOrdered(
    _ left: Operand, _ right: Operand, _ operation: NSComparisonPredicate.Operator
  ) -> Bool {
    if case .null = left { return false }
    guard let order = ValueOrder.compare(left, right, options) else { return false }
    return TextTest.holds(operation, order)
  }

  private func isMember(_ operand: Operand, of members: [Any?]) -> Bool {
    members.contains { ValueEquality.equal(Operand($0), operand, options) }
  }

  private func holdsForTexts(_ left: Operand) -> Bool {
    guard let text, case .text(let left) = left else { return false }
    return text.holds(left)
  }
}

extension NSComparisonPredicate.Operator {
  /// Whether the operator asks for parts and patterns, so that the right side must be prepared.
  fileprivate var needsTexts: Bool {
    switch self {
    case .contains, .in, .beginsWith, .endsWith, .like, .matches: true
    default: false
    }
  }
}
