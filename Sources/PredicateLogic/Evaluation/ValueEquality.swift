package import Foundation

/// When two values are equal.
package enum ValueEquality {
  /// Whether two values are equal: nil and nil, numbers by value, texts canonically, objects by identity.
  package static func equal(_ one: Any?, _ other: Any?) -> Bool {
    equal(Operand(one), Operand(other), [])
  }

  static func equal(
    _ one: Operand, _ other: Operand, _ options: NSComparisonPredicate.Options
  ) -> Bool {
    switch (one, other) {
    case (.null, .null): true
    case (.number(let a), .number(let b)): Number.compare(a, b) == .orderedSame
    case (.text(let a), .text(let b)): TextOrder.compare(a, b, options) == .orderedSame
    case (.date(let a), .date(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.uuid(let a), .uuid(let b)): a == b
    case (.uuid(let a), .text(let b)), (.text(let b), .uuid(let a)): UUID(uuidString: b) == a
    case (.url(let a), .url(let b)): a.absoluteString == b.absoluteString
    case (.url(let a), .text(let b)), (.text(let b), .url(let a)):
      TextOrder.compare(a.absoluteString, b, options) == .orderedSame
    case (.identity(let a), .identity(let b)): a == b
    case (.members(let a, let ordered), .members(let b, let alsoOrdered)):
      a.count == b.count && (ordered && alsoOrdered ? pairwise(a, b) : asBags(a, b))
    case (.other(let a), .other(let b)): sameObjects(a, b)
    default: false
    }
  }

  private static func pairwise(_ one: [Any?], _ other: [Any?]) -> Bool {
    zip(one, other).allSatisfy { equal($0, $1) }
  }

  /// Whether two collections of one size have the same members, each as often.
  private static func asBags(_ one: [Any?], _ other: [Any?]) -> Bool {
    let index = MemberIndex(other)
    guard one.allSatisfy({ index.contains(Operand($0)) }) else { return false }
    // Sets without members that are equal are done; only others need to be counted.
    if CollectionOperator.distinct(one).count == one.count,
      CollectionOperator.distinct(other).count == other.count
    {
      return true
    }
    return asCountedBags(one, other)
  }

  private static func asCountedBags(_ one: [Any?], _ other: [Any?]) -> Bool {
    var rest = other.map { Operand($0) }
    for member in one {
      let member = Operand(member)
      guard let index = rest.firstIndex(where: { equal(member, $0, []) }) else { return false }
      rest.swapAt(index, rest.count - 1)
      rest.removeLast()
    }
    return true
  }

  private static func sameObjects(_ one: Any, _ other: Any) -> Bool {
    if let equatable = one as? any Equatable { return isEqual(equatable, other) }
    guard type(of: one) is AnyClass, type(of: other) is AnyClass else { return false }
    return one as AnyObject === other as AnyObject
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value).map { one == $0 } ?? false
  }
}

/// How two values are ordered.
package enum ValueOrder {
  /// The order of two values as sorting has it: nil first, then numbers, texts, dates and the rest, each kind by
  /// itself; nil where neither kind nor value says which comes first.
  package static func compare(
    _ one: Any?, _ other: Any?, _ comparison: SortComparison
  ) -> ComparisonResult? {
    let one = Operand(one)
    let other = Operand(other)
    if case .text(let a) = one, case .text(let b) = other {
      return TextOrder.compare(a, b, comparison)
    }
    if case .number(let a) = one, case .number(let b) = other {
      // NaN stands before all other numbers, so that every list has one order.
      return Number.compare(a, b)
        ?? (a.isNaN == b.isNaN ? .orderedSame : a.isNaN ? .orderedAscending : .orderedDescending)
    }
    let ranks = (one.rank, other.rank)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 ? .orderedAscending : .orderedDescending }
    return compare(one, other, [])
  }

  /// The order of two values as predicates have it; nil where they are of different kinds or have no order.
  static func compare(
    _ one: Operand, _ other: Operand, _ options: NSComparisonPredicate.Options
  ) -> ComparisonResult? {
    switch (one, other) {
    case (.null, .null): .orderedSame
    case (.number(let a), .number(let b)): Number.compare(a, b)
    case (.text(let a), .text(let b)): TextOrder.compare(a, b, options)
    case (.date(let a), .date(let b)):
      a < b ? .orderedAscending : a == b ? .orderedSame : a > b ? .orderedDescending : nil
    case (.data(let a), .data(let b)): bytes(a, b)
    case (.uuid(let a), .uuid(let b)): bytes(a.uuidString.utf8, b.uuidString.utf8)
    case (.url(let a), .url(let b)): TextOrder.compare(a.absoluteString, b.absoluteString, options)
    case (.other(let a as any Comparable), .other(let b)): own(a, b)
    default: nil
    }
  }

  /// The order that a type has itself.
  private static func own<Value: Comparable>(_ one: Value, _ other: Any) -> ComparisonResult? {
    guard let other = other as? Value else { return nil }
    return one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
  }

  private static func bytes<Bytes: Sequence<UInt8>>(_ one: Bytes, _ other: Bytes)
    -> ComparisonResult
  {
    if one.lexicographicallyPrecedes(other) { return .orderedAscending }
    return one.elementsEqual(other) ? .orderedSame : .orderedDescending
  }
}

extension Operand {
  /// Where values of the kind stand among those of other kinds.
  fileprivate var rank: Int {
    switch self {
    case .null: 0
    case .number: 1
    case .text: 2
    case .date: 3
    case .data: 4
    case .uuid: 5
    case .url: 6
    case .members: 7
    case .identity: 8
    case .other: 9
    }
  }
}
