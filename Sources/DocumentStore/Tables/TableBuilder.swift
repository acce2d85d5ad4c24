/// Collects records of one table and makes groups of them.
///
/// Each record is an id and then, in any order, its columns; `endRecord` fills in what was left out with null.
///
/// Safe because `handles` are used while `leaves` hold the same objects.
@safe package final class TableBuilder {
  /// The table's columns.
  package let schema: TableSchema
  /// The leaves' builders, in the order of ``TableSchema/leafTypes``; a reader may append to them itself.
  let leaves: [ColumnBuilder]
  /// The leaves again: counting references to them took a fifth of the time of appending a record.
  private let handles: [Unmanaged<ColumnBuilder>]
  /// How many rows there are, finished groups included.
  package private(set) var rowCount: Int

  private var groups: [RowGroup]
  private var numbers: ColumnBuilder? = ColumnBuilder(.int64)
  private var texts = ColumnBuilder(.string)
  /// Rows of the group that is being built, and those of them that are no records.
  private var openRowCount = 0
  private var deadRows: [Int] = []
  private var highestNumber: Int64
  private let limits: StorageLimits
  /// Why there can be no table.
  private var failure: StoreError?

  /// Starts an empty table.
  package convenience init(_ schema: TableSchema) { self.init(schema, limits: .standard) }

  init(_ schema: TableSchema, limits: StorageLimits) {
    self.schema = schema
    self.limits = limits
    groups = []
    highestNumber = 0
    rowCount = 0
    leaves = schema.leafTypes.map(ColumnBuilder.init)
    unsafe handles = leaves.map { unsafe Unmanaged.passUnretained($0) }
  }

  /// Goes on behind the groups of a table, in the last one where that has room.
  convenience init(
    _ schema: TableSchema, goingOnIn groups: [RowGroup], highestNumber: Int64
  ) throws(StoreError) {
    self.init(schema)
    self.groups = groups
    self.highestNumber = highestNumber
    rowCount = groups.last.map { $0.firstRow + $0.rowCount } ?? 0
    guard let last = groups.last, last.rowCount < RowGroup.capacity,
      last.leaves.allSatisfy({ $0.byteCount < RowGroup.payloadCapacity })
    else { return }
    self.groups.removeLast()
    try reopen(last)
  }

  private func reopen(_ group: RowGroup) throws(StoreError) {
    let rows = 0..<group.rowCount
    for (leaf, chunk) in zip(leaves, group.leaves) { try leaf.append(rows: rows, of: chunk) }
    if group.ids.type == .string { numbers = nil }
    try (numbers ?? texts).append(rows: rows, of: group.ids)
    openRowCount = group.rowCount
    deadRows = rows.filter { !group.isLive($0) }
  }

  /// Begins a record.
  package func beginRecord(_ id: RecordID, isLive: Bool = true) {
    if !isLive { deadRows.append(openRowCount) }
    openRowCount += 1
    rowCount += 1
    if case .number(let number) = id {
      highestNumber = max(highestNumber, number)
      if let numbers { return numbers.append(integer: number) }
    } else {
      spellOutNumbers()
    }
    texts.append(text: id.text(in: schema.name))
  }

  /// Appends a value of a column of the current record; one of a transient is ignored.
  package func append(_ value: Value, to column: Int) {
    switch schema.soleLeaf[column] {
    case TableSchema.noLeaf: return
    case TableSchema.severalLeaves: append(value, to: schema.columns[column])
    case let leaf: unsafe handles[leaf]._withUnsafeGuaranteedRef { $0.append(value) }
    }
  }

  private func append(_ value: Value, to column: ColumnSchema) {
    guard column.type == .composite else {
      return leaves[column.leaves.lowerBound].append(value)
    }
    guard case .composite(let elements) = value else {
      for leaf in column.leaves { leaves[leaf].appendNull() }
      return
    }
    leaves[column.leaves.lowerBound].append(boolean: true)
    for (element, value) in zip(column.elements, elements) { append(value, to: element) }
  }

  /// Ends a record: leaves that got no value get null.
  package func endRecord() {
    let count = openRowCount
    var isFull = count == RowGroup.capacity
    for leaf in leaves.indices {
      unsafe handles[leaf]._withUnsafeGuaranteedRef { leaf in
        if leaf.rowCount < count { leaf.appendNull() }
        if leaf.payloadSize >= RowGroup.payloadCapacity { isFull = true }
      }
    }
    if isFull { sealGroup() }
  }

  /// Appends a whole record.
  package func append(_ id: RecordID, _ values: [Value]) {
    append(id, RecordValues(values))
  }

  /// Appends a whole record.
  func append(_ id: RecordID, _ values: RecordValues) {
    beginRecord(id)
    unsafe values.withValues { values in
      for column in values.indices { unsafe append(values[column], to: column) }
    }
    endRecord()
  }

  /// Appends rows that are no records, so that the next has the number `row`.
  package func skip(to row: Int) {
    while rowCount < row {
      beginRecord(.number(0), isLive: false)
      endRecord()
    }
  }

  /// The table with all records so far; throws where a value is too large for one.
  package func finish() throws(StoreError) -> Table {
    if openRowCount > 0 { sealGroup() }
    if let failure { throw failure }
    return Table(schema: schema, groups: groups, highestNumber: highestNumber)
  }

  private func sealGroup() {
    let count = openRowCount
    if let large = leaves.first(where: { $0.payloadSize > limits.payload }) {
      failure = StoreError(
        .unstorable,
        "a \(large.type.displayName) value of \(schema.name) is too large: a store keeps at most "
          + "\(limits.value) bytes in one")
      for leaf in leaves { leaf.removeAll() }
    }
    let chunks = leaves.map { $0.seal() }
    var bits: Bitmap?
    if !deadRows.isEmpty {
      var live = Bitmap(size: count, repeating: true)
      for row in deadRows { live[row] = false }
      bits = live
    }
    groups.append(
      RowGroup(
        firstRow: rowCount - count, rowCount: count, ids: (numbers ?? texts).seal(), live: bits,
        leaves: chunks))
    openRowCount = 0
    deadRows = []
    if numbers == nil { numbers = ColumnBuilder(.int64) }
  }

  /// Goes over to text, where the group's ids so far were numbers.
  private func spellOutNumbers() {
    guard let numbers else { return }
    self.numbers = nil
    let sealed = numbers.seal()
    for row in 0..<sealed.rowCount {
      if case .integer(let number) = try? sealed.value(at: row) {
        texts.append(text: "\(schema.name)-\(number)")
      }
    }
  }
}
