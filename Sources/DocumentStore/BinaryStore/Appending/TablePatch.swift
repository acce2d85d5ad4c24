/// What saves that appended to the file have changed in a table: see docs/Formats.md, "Patches".
///
/// Of each row that it tells of it has the newest values, so that patches can be merged without any
/// other knowledge of the table.
struct TablePatch: Sendable {
  /// What has become of a row.
  enum Fate: Sendable {
    /// It was a record before, and some of its values are others now.
    case changed
    /// It is a new record, with all its values.
    case inserted
    /// It is no record any more.
    case removed
  }

  /// The rows, ascending.
  private(set) var rows: [Int] = []
  /// What has become of each.
  private(set) var fates: [Fate] = []
  /// The ids of the inserted rows, in their order: numbers where all are of the form `Entity-n`, else text.
  private(set) var ids: ColumnChunk
  /// For each leaf of the table, the values that rows have got; nil where none has got any.
  private(set) var leaves: [Leaf?]

  /// Values of one leaf.
  struct Leaf: Sendable {
    /// Which of the patch's rows have them, as positions among ``TablePatch/rows``, ascending.
    var positions: [Int]
    /// The values, in the same order.
    var chunk: ColumnChunk
  }

  /// Puts a patch together; everything must fit.
  init(rows: [Int], fates: [Fate], ids: ColumnChunk, leaves: [Leaf?]) {
    self.rows = rows
    self.fates = fates
    self.ids = ids
    self.leaves = leaves
  }

  /// How many rows are new records.
  var insertedCount: Int { fates.count { $0 == .inserted } }

  /// Bytes of the values.
  var byteCount: Int {
    leaves.reduce(ids.byteCount) { $0 + ($1?.chunk.byteCount ?? 0) }
  }

  /// The largest leaf's bytes.
  var largestLeaf: Int { leaves.reduce(0) { max($0, $1?.chunk.byteCount ?? 0) } }
}

extension TablePatch {
  /// Makes a patch of what a save changes in a table; `fileRows` has the new records, too.
  ///
  /// What is said of records that are gone is left out.
  init(
    _ change: TableChanges, of table: TableSchema, _ dead: DeadRows, _ fileRows: FileRows
  ) {
    var builder = PatchBuilder(table, dead, fileRows)
    var sources: [(row: Int, source: Source)] = []
    sources.reserveCapacity(
      change.inserted.count + change.updated.count + change.deleted.count)
    func add(_ row: Int, _ source: Source) {
      if let place = fileRows.row(of: row, inTable: table.index) { sources.append((place, source)) }
    }
    for (index, record) in change.inserted.enumerated() { add(record.row, .inserted(index)) }
    for (index, record) in change.updated.enumerated()
    where dead.isLive(RecordReference(table: table.index, row: record.row)) {
      add(record.row, .updated(index))
    }
    for row in change.deleted { add(row, .deleted) }
    if sources.count > 1 { sources.sort { $0.row < $1.row } }
    for (row, source) in sources {
      switch source {
      case .inserted(let index): builder.insert(change.inserted[index], at: row)
      case .updated(let index): builder.update(change.updated[index], at: row)
      case .deleted: builder.remove(row)
      }
    }
    self = builder.patch
  }

  private enum Source {
    case inserted(Int)
    case updated(Int)
    case deleted
  }
}

/// Collects what rows get, row by row in ascending order.
private struct PatchBuilder {
  private let table: TableSchema
  private let dead: DeadRows
  private let fileRows: FileRows
  private var rows: [Int] = []
  private var fates: [TablePatch.Fate] = []
  private var ids: [RecordID] = []
  private var builders: [ColumnBuilder?]
  private var positions: [[Int]]

  init(_ table: TableSchema, _ dead: DeadRows, _ fileRows: FileRows) {
    self.table = table
    self.dead = dead
    self.fileRows = fileRows
    builders = Array(repeating: nil, count: table.leafTypes.count)
    positions = Array(repeating: [], count: table.leafTypes.count)
  }

  mutating func insert(_ record: InsertedRecord, at row: Int) {
    begin(row, .inserted)
    ids.append(record.id)
    for (column, value) in zip(table.columns, record.values) where !column.leaves.isEmpty {
      append(value, of: column)
    }
  }

  mutating func update(_ record: UpdatedRecord, at row: Int) {
    begin(row, .changed)
    for (index, value) in zip(record.columns, record.values)
    where !table.columns[index].leaves.isEmpty {
      append(value, of: table.columns[index])
    }
  }

  mutating func remove(_ row: Int) { begin(row, .removed) }

  private mutating func begin(_ row: Int, _ fate: TablePatch.Fate) {
    rows.append(row)
    fates.append(fate)
  }

  private mutating func append(_ value: Value, of column: ColumnSchema) {
    let leaf = column.leaves.lowerBound
    guard column.type == .composite else {
      let isRelationship = column.type.isRelationship
      return append(isRelationship ? fileRows.value(dead.living(value)) : value, toLeaf: leaf)
    }
    guard case .composite(let elements) = value else {
      for leaf in column.leaves { append(.null, toLeaf: leaf) }
      return
    }
    append(.boolean(true), toLeaf: leaf)
    for (element, value) in zip(column.elements, elements) { append(value, of: element) }
  }

  private mutating func append(_ value: Value, toLeaf leaf: Int) {
    let builder = builders[leaf] ?? ColumnBuilder(table.leafTypes[leaf])
    builders[leaf] = builder
    builder.append(value)
    positions[leaf].append(rows.count - 1)
  }

  var patch: TablePatch {
    let leaves = zip(builders, positions).map { builder, positions in
      builder.map { TablePatch.Leaf(positions: positions, chunk: $0.seal()) }
    }
    return TablePatch(
      rows: rows, fates: fates, ids: .ids(ids, of: table.name), leaves: leaves)
  }
}
