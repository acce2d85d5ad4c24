/// Rows of a table that an index found for a predicate.
struct IndexedRows {
  /// The rows, each once.
  let rows: [UInt32]
  /// The table's groups that the index does not know: any of their rows may meet the predicate.
  let groups: [Int]
  /// How many rows have to be looked at.
  let count: Int
  /// Which of the table's indexes it was.
  let index: Int
  /// Whether the rows are just those that meet the predicate, and no group is left.
  let isExact: Bool

  init(_ plan: IndexPlan, _ view: FetchIndexes.View, _ table: Table) {
    index = plan.index
    groups = view.groups
    isExact = plan.isExact && groups.isEmpty
    let ranges = plan.entries(of: view.index)
    let scanned = groups.reduce(0) { $0 + table.groups[$1].rowCount }
    let found = ranges.reduce(0) { $0 + $1.count }
    count = found + scanned
    // Too many to be of use: nobody will look at them.
    rows = found < Self.limit(for: table) ? Self.rows(in: ranges, view) : []
  }

  /// With fewer rows to look at than these an index is better than looking through the table.
  static func limit(for table: Table) -> Int { table.liveCount / 4 + 16 }

  private static func rows(in ranges: [Range<Int>], _ view: FetchIndexes.View) -> [UInt32] {
    let index = view.index
    var rows: [UInt32] = []
    for range in ranges { rows.append(contentsOf: index.rows[range]) }
    if let stale = view.staleParts {
      rows.removeAll { stale[index.partIndex(ofRow: Int($0))] }
    }
    // A list of values may have one twice.
    return ranges.count > 1 ? Array(Set(rows)) : rows
  }
}
