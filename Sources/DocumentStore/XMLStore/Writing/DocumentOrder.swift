/// Where records stand in a document in canonical layout: table after table, in each by their ids.
struct DocumentOrder {
  /// For each table, the rows that are records, in order.
  let rows: [[Int]]
  /// For each table, the position of each row; empty where it is the row itself.
  private let ranks: [[Int32]]

  init(_ generation: Generation) throws(StoreError) {
    var rows: [[Int]] = []
    var ranks: [[Int32]] = []
    for table in generation.tables {
      let ordered = try table.rowsInIDOrder()
      rows.append(ordered)
      let isAscending = zip(ordered, ordered.dropFirst()).allSatisfy { $0 < $1 }
      var rank = [Int32](repeating: -1, count: isAscending ? 0 : table.rowCount)
      if !isAscending {
        for (position, row) in ordered.enumerated() {
          rank[row] = Int32(truncatingIfNeeded: position)
        }
      }
      ranks.append(rank)
    }
    self.rows = rows
    self.ranks = ranks
  }

  /// Whether one record stands before another.
  func precedes(_ one: RecordReference, _ other: RecordReference) -> Bool {
    if one.table != other.table || ranks[one.table].isEmpty { return one < other }
    return ranks[one.table][one.row] < ranks[one.table][other.row]
  }
}
