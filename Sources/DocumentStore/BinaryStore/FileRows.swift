/// Which row of the file each row of the store is.
///
/// A row of the store keeps its number as long as the store is open; a file that is written as a whole can leave rows
/// out that are no records any more, and one that somebody else has written has rows of its own.
struct FileRows: Sendable {
  /// Another number whenever a file is written whose records have other rows than before.
  let numbering: Int
  /// The rows of a table that have other numbers in the file.
  private struct Renumbering {
    /// Consecutive rows, which saves have appended since.
    private struct Run {
      let first: Int
      let firstInFile: Int
      var count: Int
    }

    /// The file's rows by the store's, as they were at first; ``none`` where the file has no such row.
    private let known: [UInt32]
    /// Rows behind those, ascending.
    private var runs: [Run] = []
    /// Rows that have been records before.
    private var revived: [Int: Int] = [:]
    /// How many rows the file has.
    private(set) var count: Int

    private static let none = UInt32.max

    /// Takes the store's rows in the order in which they stand in the file; -1 where that has no record.
    init(_ rows: [Int], of rowCount: Int) {
      var known = Array(repeating: Self.none, count: rowCount)
      for (row, place) in rows.enumerated() where place >= 0 {
        known[place] = UInt32(truncatingIfNeeded: row)
      }
      self.known = known
      count = rows.count
    }

    subscript(row: Int) -> Int {
      if !revived.isEmpty, let place = revived[row] { return place }
      if row < known.count { return Int(known[row]) }
      guard let run = lastRun(upTo: row).map({ runs[$0] }) else { return Int(Self.none) }
      return run.firstInFile + row - run.first
    }

    /// Gives the next row of the file to a row.
    mutating func append(_ row: Int) {
      defer { count += 1 }
      let last = lastRun(upTo: row)
      if row < known.count || last.map({ row < runs[$0].first + runs[$0].count }) ?? false {
        revived[row] = count
      } else if let last, runs[last].first + runs[last].count == row,
        runs[last].firstInFile + runs[last].count == count
      {
        runs[last].count += 1
      } else {
        runs.insert(Run(first: row, firstInFile: count, count: 1), at: last.map { $0 + 1 } ?? 0)
      }
    }

    /// The last run that begins with a row or before it, by bisection.
    private func lastRun(upTo row: Int) -> Int? {
      var (low, high) = (0, runs.count)
      while low < high {
        let middle = (low + high) / 2
        if runs[middle].first <= row { low = middle + 1 } else { high = middle }
      }
      return low == 0 ? nil : low - 1
    }
  }

  /// nil where the rows of a table have the same numbers in both.
  private var tables: [Renumbering?]

  /// The same rows in the file and in the store.
  init(schema: Schema, numbering: Int = 0) {
    self.numbering = numbering
    tables = Array(repeating: nil, count: schema.tables.count)
  }

  /// The rows of a file that somebody else has written.
  init(_ map: RowMap, numbering: Int) {
    self.numbering = numbering
    tables = map.rows.indices.map { table in
      let theirs = map.rows[table]
      if map.isIdentity[table], theirs.count == map.rowCounts[table] { return nil }
      return Renumbering(theirs, of: map.rowCounts[table])
    }
  }

  /// The rows of a file that is written as a whole in place of one with the rows `before`, some tables packed.
  fileprivate init(
    _ generation: Generation, _ packing: Packing, after before: FileRows
  ) {
    tables = generation.tables.map { table in
      guard packing.includes(table) else { return nil }
      return Renumbering(table.liveRows(), of: table.rowCount)
    }
    if before.areSame, tables.allSatisfy({ $0 == nil }) {
      numbering = before.numbering
    } else {
      var words: [UInt64] = [UInt64(before.numbering), generation.number]
      for table in generation.tables {
        words += [UInt64(table.rowCount), UInt64(table.liveCount)]
        for group in table.groups { words += group.live?.words ?? [] }
      }
      var bytes: [UInt8] = []
      for word in words { bytes.append(littleEndian: word) }
      numbering = Int(XXH64.hash(bytes) >> 2)
    }
  }

  /// Whether all rows have the same numbers in both.
  var areSame: Bool { tables.allSatisfy { $0 == nil } }

  /// Whether all rows of a table have the same numbers in both.
  func areSame(inTable table: Int) -> Bool { tables[table] == nil }

  /// How many rows the file has of a table.
  func count(of table: Table) -> Int { tables[table.schema.index]?.count ?? table.rowCount }

  /// The file's row of a record that it has.
  func row(of row: Int, inTable table: Int) -> Int {
    tables[table].map { $0[row] } ?? row
  }

  /// The file's reference to a record that it has.
  func reference(_ reference: RecordReference) -> RecordReference {
    RecordReference(
      table: reference.table, row: row(of: reference.row, inTable: reference.table))
  }

  /// A value with the file's references in place of the store's, all to records that it has.
  func value(_ value: Value) -> Value {
    switch value {
    case .reference(let member): .reference(reference(member))
    case .references(let members): .references(members.map(reference))
    default: value
    }
  }

  /// Gives rows to the new records of a save, behind those that the file has.
  mutating func add(_ changes: ChangeSet) {
    for (table, change) in changes.tables.enumerated() where tables[table] != nil {
      for record in change.inserted { tables[table]?.append(record.row) }
    }
  }
}

/// Which tables are written without the rows that are no records, so that the records after them get other numbers.
enum Packing {
  /// Those of which these rows are a large part.
  case large
  /// All that have any.
  case all

  /// From so many rows on, and where more than a quarter of all are, it is worth what it costs: other programs that have
  /// the file open find its records by their ids afterwards.
  private static let worthwhile = 256

  fileprivate func includes(_ table: Table) -> Bool {
    let dead = table.rowCount - table.liveCount
    switch self {
    case .large: return dead >= Self.worthwhile && dead > table.rowCount / 4
    case .all: return dead > 0
    }
  }
}

extension Generation {
  /// The records as they are written in a whole file, in place of one with the rows `before`, and their rows there.
  func packed(
    _ packing: Packing, after before: FileRows
  ) throws(StoreError) -> (Generation, FileRows) {
    let rows = FileRows(self, packing, after: before)
    if rows.areSame { return (self, rows) }
    let dead = DeadRows(self)
    var written: [Table] = []
    for table in tables {
      let moved = try table.replacingReferences(dead, rows)
      written.append(
        rows.areSame(inTable: table.schema.index) ? moved : try moved.withoutDeadRows())
    }
    return (Generation(number: number, schema: schema, tables: written), rows)
  }
}

extension Table {
  /// The table with the file's references in place of the store's.
  fileprivate func replacingReferences(
    _ dead: DeadRows, _ rows: FileRows
  ) throws(StoreError) -> Table {
    var isMoved = Array(repeating: false, count: schema.leafTypes.count)
    for column in schema.columns where column.type.isRelationship && !column.leaves.isEmpty {
      // Where none is named, any may be.
      let destinations = column.relationship?.destinationTables ?? []
      isMoved[column.leaves.lowerBound] =
        destinations.isEmpty
        || destinations.enumerated().contains { $1 && !rows.areSame(inTable: $0) }
    }
    guard isMoved.contains(true) else { return self }
    var groups: [RowGroup] = []
    for group in self.groups {
      var leaves = group.leaves
      for leaf in leaves.indices where isMoved[leaf] {
        leaves[leaf] = try dead.removed(from: leaves[leaf]).replacingReferences(rows)
      }
      groups.append(
        RowGroup(
          firstRow: group.firstRow, rowCount: group.rowCount, ids: group.ids, live: group.live,
          leaves: leaves))
    }
    return Table(schema: schema, groups: groups, highestNumber: highestNumber)
  }

  /// The table's records alone, numbered one behind the other.
  fileprivate func withoutDeadRows() throws(StoreError) -> Table {
    let builder = try TableBuilder(schema, goingOnIn: [], highestNumber: highestNumber)
    for group in groups {
      var end = 0
      while let start = (end..<group.rowCount).first(where: group.isLive) {
        end = (start..<group.rowCount).first { !group.isLive($0) } ?? group.rowCount
        try builder.append(records: start..<end, of: group)
      }
    }
    return try builder.finish()
  }
}

extension ColumnChunk {
  /// A copy of a relationship's chunk with the file's references in place of the store's.
  fileprivate func replacingReferences(_ rows: FileRows) throws(StoreError) -> ColumnChunk {
    let old = try unsafe bytes()
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: old.count, alignment: 8)
    unsafe copy.copyMemory(from: old)
    unsafe ChunkView(type: type, rowCount: rowCount, bytes: old)
      .replaceReferences(in: copy, rows.reference)
    return unsafe ColumnChunk(
      type: type, rowCount: rowCount, owning: UnsafeRawBufferPointer(copy))
  }
}
