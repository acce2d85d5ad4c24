/// The records of one concrete entity in one generation.
package struct Table: Sendable {
  /// What the columns are.
  package let schema: TableSchema
  /// The rows, in order and without gaps.
  package private(set) var groups: [RowGroup]
  /// How many rows there are, deleted ones included.
  package let rowCount: Int
  /// How many records there are.
  package let liveCount: Int
  /// The largest n of an id `Entity-n` that was ever given, so that no id is given twice.
  package let highestNumber: Int64

  /// Makes a table of groups that follow each other.
  package init(schema: TableSchema, groups: [RowGroup], highestNumber: Int64) {
    self.schema = schema
    self.groups = groups
    rowCount = groups.last.map { $0.firstRow + $0.rowCount } ?? 0
    liveCount = groups.reduce(0) { $0 + $1.liveCount }
    self.highestNumber = highestNumber
  }

  /// The index of the group that has a row, by bisection.
  package func groupIndex(ofRow row: Int) -> Int {
    var low = row / RowGroup.capacity  // no group is larger, so none before this one has the row
    var high = groups.count - 1
    if low <= high, groups[low].firstRow <= row, row < groups[low].firstRow + groups[low].rowCount {
      return low
    }
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].firstRow <= row { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Whether a row is a record.
  package func isLive(_ row: Int) -> Bool {
    guard row >= 0, row < rowCount else { return false }
    let group = groups[groupIndex(ofRow: row)]
    return group.isLive(row - group.firstRow)
  }

  /// The rows that are records, ascending.
  package func liveRows() -> [Int] {
    var rows: [Int] = []
    rows.reserveCapacity(liveCount)
    for group in groups {
      for row in 0..<group.rowCount where group.isLive(row) { rows.append(group.firstRow + row) }
    }
    return rows
  }

  /// The values of a row, one for each column.
  package func values(of row: Int) throws(StoreError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(schema.columns.count)
    let group = groups[groupIndex(ofRow: row)]
    for column in schema.soleLeaf.indices {
      values.append(try group.value(of: column, at: row - group.firstRow, schema))
    }
    return values
  }

  /// The value of one column in one row.
  package func value(of column: Int, at row: Int) throws(StoreError) -> Value {
    let group = groups[groupIndex(ofRow: row)]
    return try group.value(of: column, at: row - group.firstRow, schema)
  }

  /// The values of one column in several rows.
  package func values(of column: Int, at rows: [Int]) throws(StoreError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(rows.count)
    for row in rows { values.append(try value(of: column, at: row)) }
    return values
  }

  /// The id of a row: unique in the store, never used again.
  package func id(of row: Int) throws(StoreError) -> String {
    try recordID(of: row).text(in: schema.name)
  }

  /// The id of a row as it is given; see ``id(of:)``.
  package func recordID(of row: Int) throws(StoreError) -> RecordID {
    let group = groups[groupIndex(ofRow: row)]
    return try group.id(at: row - group.firstRow, in: schema.name)
  }
}

extension RowGroup {
  /// The value of a column in a row of the group.
  func value(
    of column: Int, at row: Int, _ schema: TableSchema
  ) throws(StoreError) -> Value {
    switch schema.soleLeaf[column] {
    case TableSchema.noLeaf: .null
    case TableSchema.severalLeaves: try composite(schema.columns[column], at: row)
    case let leaf: try leaves[leaf].value(at: row)
    }
  }

  /// The value of a composite, put together from its leaves.
  private func composite(_ column: ColumnSchema, at row: Int) throws(StoreError) -> Value {
    guard try leaves[column.leaves.lowerBound].isPresent(row) else { return .null }
    var elements: [Value] = []
    for element in column.elements {
      let isComposite = element.type == .composite
      elements.append(
        isComposite
          ? try composite(element, at: row) : try leaves[element.leaves.lowerBound].value(at: row))
    }
    return .composite(elements)
  }

  /// The id of a row of the group.
  package func id(at row: Int, in entityName: String) throws(StoreError) -> RecordID {
    try ids.recordID(at: row, in: entityName)
  }
}
