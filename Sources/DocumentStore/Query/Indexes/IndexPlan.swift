import Predicates

/// How an index narrows a predicate: equality in its first columns, then perhaps a range or several values.
struct IndexPlan {
  /// The index's position in ``TableSchema/indexes``.
  let index: Int
  /// Whether what it finds is just what meets the predicate, so that nothing is left to be filtered.
  let isExact: Bool
  /// A condition for each of the first columns; all but the last demand one value.
  private let conditions: [IndexCondition]

  /// The plans for the indexes of a table that can help where some conditions must be met.
  static func plans(for conditions: [NSPredicate], _ schema: TableSchema) -> [IndexPlan] {
    guard !schema.indexes.isEmpty else { return [] }
    var comparisons: [NSComparisonPredicate] = []
    var isAll = true
    for condition in conditions { collect(condition, &comparisons, &isAll) }
    guard !comparisons.isEmpty else { return [] }
    var plans: [IndexPlan] = []
    for index in schema.indexes.indices {
      if let plan = IndexPlan(index, comparisons, isAll, schema) { plans.append(plan) }
    }
    return plans
  }

  /// The comparisons that all must be true, and whether they are all that must be.
  private static func collect(
    _ predicate: NSPredicate, _ all: inout [NSComparisonPredicate], _ isAll: inout Bool
  ) {
    switch predicate.form {
    case .comparison(let comparison): all.append(comparison)
    case .compound(let compound) where compound.compoundPredicateType == .and:
      for part in compound.subpredicates { collect(part, &all, &isAll) }
    default: isAll = false
    }
  }

  private init?(
    _ index: Int, _ comparisons: [NSComparisonPredicate], _ isAll: Bool, _ schema: TableSchema
  ) {
    var conditions: [IndexCondition] = []
    for column in schema.indexes[index].columns {
      var found: IndexCondition?
      for comparison in comparisons {
        guard
          let condition = IndexCondition(
            comparison, on: schema.columns[column].name, schema.columns[column].type)
        else { continue }
        found = found.map { $0.narrowed(by: condition) } ?? condition
      }
      guard let found else { break }
      conditions.append(found)
      guard case .oneOf(let values) = found.form, values.count == 1 else { break }
    }
    guard !conditions.isEmpty else { return nil }
    self.index = index
    self.conditions = conditions
    // A condition for each comparison: two on one column make one that is not exact.
    isExact =
      isAll && conditions.count == comparisons.count && conditions.allSatisfy(\.isExact)
  }

  /// The entries of the sorted index that the plan leaves; they may overlap where several values are looked for.
  func entries(of sorted: SortedIndex) -> [Range<Int>] {
    var range = 0..<sorted.count
    for (element, condition) in conditions.enumerated() {
      switch condition.form {
      case .oneOf(let values) where values.count == 1:
        range = sorted.entries(equalTo: values[0], element, in: range)
      case .oneOf(let values):
        return values.map { sorted.entries(equalTo: $0, element, in: range) }
      case .between(let lower, let upper):
        return [sorted.entries(from: lower, to: upper, element, in: range)]
      }
    }
    return [range]
  }
}
