/// A condition on the rows of one table, asked about a whole group of rows at once.
///
/// The logic has two values: for each row the condition holds or it does not, nil included.
protocol Filter: AnyObject {
  /// What a row costs, roughly in nanoseconds: what is cheap and may spare the rest is asked first.
  var cost: Int { get }

  /// Takes out of `rows` those that do not meet the condition.
  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError)
}

extension [any Filter] {
  /// The filters in the order of their costs, those of one cost as they come.
  fileprivate var cheapestFirst: [any Filter] {
    enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }
      .map(\.element)
  }

  fileprivate var totalCost: Int { reduce(0) { $0 + $1.cost } }
}

/// A condition that all rows meet, or none.
final class FixedFilter: Filter {
  let holds: Bool

  init(_ holds: Bool) { self.holds = holds }

  var cost: Int { 0 }

  func narrow(_ rows: inout RowBits, of group: RowGroup) {
    if !holds { rows = RowBits() }
  }
}

/// Conditions that all must be met.
final class AndFilter: Filter {
  private let parts: [any Filter]

  /// Joins conditions, which are asked in the order of their costs.
  init(_ parts: [any Filter]) {
    self.parts = parts.cheapestFirst
  }

  var cost: Int { parts.totalCost }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    for part in parts {
      try part.narrow(&rows, of: group)
      if rows.isEmpty { return }
    }
  }
}

/// Conditions of which one must be met.
final class OrFilter: Filter {
  private let parts: [any Filter]

  /// Joins conditions, which are asked in the order of their costs, each about the rows that are left.
  init(_ parts: [any Filter]) {
    self.parts = parts.cheapestFirst
  }

  var cost: Int { parts.totalCost }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    var open = rows
    var found = RowBits()
    for part in parts where !open.isEmpty {
      var met = open
      try part.narrow(&met, of: group)
      found.formUnion(met)
      open.subtract(met)
    }
    rows = found
  }
}

/// A condition that must not be met.
final class NotFilter: Filter {
  private let part: any Filter

  init(_ part: any Filter) { self.part = part }

  var cost: Int { part.cost }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    var met = rows
    try part.narrow(&met, of: group)
    rows.subtract(met)
  }
}
