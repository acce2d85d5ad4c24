import Predicates

/// How an index narrows a predicate: equality in its first columns, then perhaps a range or several values.
struct IndexPlan {
  /// The index's position in ``TableSchema/indexes``.
  let index: Int
  /// A condition for each of the first columns; all but the last demand one value.
  let conditions: [IndexCondition]

  /// The plans for the indexes of a table that can help where some conditions must be met.
  static func plans(for conditions: [NSPredicate], _ schema: TableSchema) -> [IndexPlan] {
    guard !schema.indexes.isEmpty else { return [] }
    var comparisons: [NSComparisonPredicate] = []
    for condition in conditions { collect(condition, &comparisons) }
    guard !comparisons.isEmpty else { return [] }
    return schema.indexes.indices.compactMap { IndexPlan($0, comparisons, schema) }
  }

  /// The comparisons that all must be true.
  private static func collect(_ predicate: NSPredicate, _ all: inout [NSComparisonPredicate]) {
    switch predicate.form {
    case .comparison(let comparison): all.append(comparison)
    case .compound(let compound) where compound.compoundPredicateType == .and:
      for part in compound.subpredicates { collect(part, &all) }
    default: break
    }
  }

  private init?(_ index: Int, _ comparisons: [NSComparisonPredicate], _ schema: TableSchema) {
    var conditions: [IndexCondition] = []
    for column in schema.indexes[index].columns {
      let column = schema.columns[column]
      var found: IndexCondition?
      for comparison in comparisons {
        guard let condition = IndexCondition(comparison, on: column) else { continue }
        found = found.map { $0.narrowed(by: condition) } ?? condition
      }
      guard let found else { break }
      conditions.append(found)
      guard case .oneOf(let values) = found, values.count == 1 else { break }
    }
    guard !conditions.isEmpty else { return nil }
    self.index = index
    self.conditions = conditions
  }

  /// The entries of the sorted index that the plan leaves.
  func entries(of sorted: SortedIndex) -> [Range<Int>] {
    var range = 0..<sorted.count
    for (element, condition) in conditions.enumerated() {
      switch condition {
      case .oneOf(let values) where values.count == 1 && element + 1 < conditions.count:
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

extension IndexCondition {
  /// Two conditions as one, where both demand a range; otherwise the one that demands single values.
  fileprivate func narrowed(by other: IndexCondition) -> IndexCondition {
    switch (self, other) {
    case (.between(let low, let high), .between(let otherLow, let otherHigh)):
      .between(lower: low ?? otherLow, upper: high ?? otherHigh)
    case (.oneOf(let some), .oneOf(let others)): some.count <= others.count ? self : other
    case (.oneOf, .between): self
    case (.between, .oneOf): other
    }
  }
}

extension SortedIndex {
  private func type(_ element: Int) -> ColumnType? { parts.first?.chunks[element].type }

  fileprivate func entries(
    equalTo value: Value, _ element: Int, in range: Range<Int>
  ) -> Range<Int> {
    guard let type = type(element) else { return range }
    let probe = Probe(value, type)
    let first = bound(in: range, element: element, probe, after: false)
    return first..<bound(in: first..<range.upperBound, element: element, probe, after: true)
  }

  fileprivate func entries(
    from lower: IndexCondition.Bound?, to upper: IndexCondition.Bound?, _ element: Int,
    in range: Range<Int>
  ) -> Range<Int> {
    guard let type = type(element) else { return range }
    // Without a lower bound all that have a value.
    let start = lower ?? IndexCondition.Bound(value: .null, isIncluded: false)
    let first = bound(
      in: range, element: element, Probe(start.value, type), after: !start.isIncluded)
    guard let upper else { return first..<range.upperBound }
    let rest = first..<range.upperBound
    return
      first..<bound(
        in: rest, element: element, Probe(upper.value, type), after: upper.isIncluded)
  }
}
