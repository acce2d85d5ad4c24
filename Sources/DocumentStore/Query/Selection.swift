/// Rows of one table, group by group: what filters narrow, and what is put in order afterwards.
///
/// Groups without such rows are left out, so that a few rows cost little whatever the size of the table.
struct Selection {
  /// Rows of one group.
  struct Part {
    /// The group's position in the table.
    let group: Int
    var rows: RowBits
  }

  /// The table.
  let table: Table
  /// The groups that have such rows, ascending.
  private(set) var parts: [Part] = []

  /// All records of a table.
  init(liveRowsOf table: Table) {
    self.table = table
    parts.reserveCapacity(table.groups.count)
    for index in table.groups.indices { append(liveRowsOf: index) }
  }

  /// Those among some rows of a table that are records, the rows in any order.
  init(_ rows: some Sequence<Int>, of table: Table) {
    self.table = table
    add(rows.filter { $0 < table.rowCount })
  }

  /// Those among some rows of a table that are records, and all records of some groups, in ascending order.
  init(_ rows: [UInt32], andGroups groups: [Int], of table: Table) {
    self.table = table
    for group in groups { append(liveRowsOf: group) }
    add(rows.map { Int($0) })
  }

  private mutating func append(liveRowsOf group: Int) {
    let rows = RowBits(liveRowsOf: table.groups[group])
    if !rows.isEmpty { parts.append(Part(group: group, rows: rows)) }
  }

  private mutating func add(_ rows: [Int]) {
    for row in rows.count > 1 ? rows.sorted() : rows {
      let group =
        parts.last.map { isIn($0.group, row) } == true
        ? parts[parts.count - 1].group : table.groupIndex(ofRow: row)
      let index = position(of: group)
      let rowInGroup = row - table.groups[group].firstRow
      if table.groups[group].isLive(rowInGroup) { parts[index].rows[rowInGroup] = true }
    }
    removeEmptyParts()
  }

  private func isIn(_ group: Int, _ row: Int) -> Bool {
    let group = table.groups[group]
    return row >= group.firstRow && row - group.firstRow < group.rowCount
  }

  /// Where the part of a group is, which is made where there is none.
  private mutating func position(of group: Int) -> Int {
    var index = parts.count
    while index > 0, parts[index - 1].group >= group { index -= 1 }
    if index == parts.count || parts[index].group != group {
      parts.insert(Part(group: group, rows: RowBits()), at: index)
    }
    return index
  }

  private mutating func removeEmptyParts() {
    if parts.contains(where: { $0.rows.isEmpty }) { parts.removeAll { $0.rows.isEmpty } }
  }

  /// How many rows there are.
  var count: Int {
    var count = 0
    for index in parts.indices { count += parts[index].rows.count }
    return count
  }

  /// Whether there is none.
  var isEmpty: Bool { parts.isEmpty }

  /// The rows, ascending.
  var rows: [Int] { references.map(\.row) }

  /// The records, in the order of their rows.
  var references: [RecordReference] {
    var references: [RecordReference] = []
    references.reserveCapacity(count)
    forEach { references.append($0) }
    return references
  }

  /// Calls a function with each record, in the order of their rows.
  @inline(__always)
  func forEach(_ body: (RecordReference) -> Void) {
    for index in parts.indices {
      let firstRow = table.groups[parts[index].group].firstRow
      parts[index].rows.forEach {
        body(RecordReference(table: table.schema.index, row: firstRow + $0))
      }
    }
  }

  /// Leaves only the rows that meet a condition.
  mutating func narrow(_ filter: any Filter) throws(QueryError) {
    for index in parts.indices {
      try filter.narrow(&parts[index].rows, of: table.groups[parts[index].group])
    }
    removeEmptyParts()
  }

  /// Takes rows of the table away.
  mutating func subtract(_ other: Selection) {
    var index = 0
    for part in other.parts {
      while index < parts.count, parts[index].group < part.group { index += 1 }
      guard index < parts.count else { break }
      if parts[index].group == part.group { parts[index].rows.subtract(part.rows) }
    }
    removeEmptyParts()
  }
}
