/// Rows of one table, group by group: what filters narrow, and what is put in order afterwards.
struct Selection {
  /// The table.
  let table: Table
  /// The rows of each of the table's groups.
  var groups: [RowBits]

  /// All records of a table.
  init(liveRowsOf table: Table) {
    self.table = table
    groups = table.groups.map(RowBits.init(liveRowsOf:))
  }

  /// Some rows of a table, in any order.
  init(_ rows: some Sequence<Int>, of table: Table) {
    self.table = table
    groups = Array(repeating: RowBits(), count: table.groups.count)
    for row in rows where row < table.rowCount {
      let group = table.groupIndex(ofRow: row)
      groups[group][row - table.groups[group].firstRow] = true
    }
  }

  /// How many rows there are.
  var count: Int { groups.reduce(0) { $0 + $1.count } }

  /// Whether there is none.
  var isEmpty: Bool { groups.allSatisfy(\.isEmpty) }

  /// The rows, ascending.
  var rows: [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(count)
    for (group, bits) in zip(table.groups, groups) {
      bits.forEach { rows.append(group.firstRow + $0) }
    }
    return rows
  }

  /// The records, in the order of their rows.
  var references: [RecordReference] {
    rows.map { RecordReference(table: table.schema.index, row: $0) }
  }

  /// Calls a function with each record, in the order of their rows.
  @inline(__always)
  func forEach(_ body: (RecordReference) -> Void) {
    for (group, bits) in zip(table.groups, groups) {
      bits.forEach { body(RecordReference(table: table.schema.index, row: group.firstRow + $0)) }
    }
  }

  /// Leaves only rows that are also among others of the table.
  mutating func formIntersection(_ other: Selection) {
    for group in groups.indices { groups[group].formIntersection(other.groups[group]) }
  }

  /// Adds rows of the table.
  mutating func formUnion(_ other: Selection) {
    for group in groups.indices { groups[group].formUnion(other.groups[group]) }
  }

  /// Takes rows of the table away.
  mutating func subtract(_ other: Selection) {
    for group in groups.indices { groups[group].subtract(other.groups[group]) }
  }
}
