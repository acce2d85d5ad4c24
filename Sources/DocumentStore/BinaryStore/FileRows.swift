/// Which row of the file each row of the store is.
///
/// A row of the store keeps its number as long as the store is open; a file that is written as a whole can leave rows
/// out that are no records any more, and one that somebody else has written has rows of its own.
struct FileRows: Sendable {
  /// Another number whenever a file is written whose records have other rows than before.
  let numbering: Int
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
  init(_ generation: Generation, _ packing: Packing, after before: FileRows) {
    tables = generation.tables.map { table in
      packing.includes(table) ? Renumbering(table.liveRows(), of: table.rowCount) : nil
    }
    let isSame = before.areSame && tables.allSatisfy { $0 == nil }
    numbering = isSame ? before.numbering : Self.nextNumbering(generation, after: before)
  }

  /// A number that nobody else gives to other rows.
  private static func nextNumbering(_ generation: Generation, after before: FileRows) -> Int {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt64(before.numbering))
    bytes.append(littleEndian: generation.number)
    for table in generation.tables {
      bytes.append(littleEndian: UInt64(table.rowCount))
      bytes.append(littleEndian: UInt64(before.count(of: table)))
      for group in table.groups {
        for word in group.live?.words ?? [] { bytes.append(littleEndian: word) }
      }
    }
    return Int(XXH64.hash(bytes) >> 2)
  }

  /// Whether all rows have the same numbers in both.
  var areSame: Bool { tables.allSatisfy { $0 == nil } }

  /// Whether all rows of a table have the same numbers in both.
  func areSame(inTable table: Int) -> Bool { tables[table] == nil }

  /// How many rows the file has of a table.
  func count(of table: Table) -> Int { tables[table.schema.index]?.count ?? table.rowCount }

  /// The file's row of one of the store's; nil where the file does not have it.
  func row(of row: Int, inTable table: Int) -> Int? {
    guard let renumbering = tables[table] else { return row }
    return renumbering[row]
  }

  /// The file's reference to a record; nil where the file does not have it.
  func reference(_ reference: RecordReference) -> RecordReference? {
    row(of: reference.row, inTable: reference.table).map {
      RecordReference(table: reference.table, row: $0)
    }
  }

  /// A value with the file's references in place of the store's.
  func value(_ value: Value) -> Value {
    switch value {
    case .reference(let member): reference(member).map(Value.reference) ?? .null
    case .references(let members): .references(members.compactMap(reference))
    default: value
    }
  }

  /// Rows of a table that may stand empty in the file because they were reserved and are not saved.
  static let skipLimit = 1 << 12

  /// Gives rows to the new records of a save, behind those that the file has.
  mutating func add(_ save: PendingSave) {
    for (table, change) in save.changes.tables.enumerated() where !change.inserted.isEmpty {
      let (before, after) = (save.before.tables[table].rowCount, save.after.tables[table].rowCount)
      let new = change.inserted.count - change.inserted.prefix { $0.row < before }.count
      if tables[table] == nil, after - before - new > Self.skipLimit {
        tables[table] = Renumbering(same: before)
      }
      if tables[table] == nil { continue }
      for record in change.inserted { tables[table]?.append(record.row) }
    }
  }
}

/// The rows of a table that have other numbers in the file.
private struct Renumbering {
  /// Consecutive rows, which saves have appended since.
  private struct Run {
    let first: Int
    let firstInFile: Int
    var count: Int
  }

  /// How many rows the store had at first.
  private let knownCount: Int
  /// The file's rows of those, ``none`` where the file has no such row; nil where they are the same.
  private let known: [UInt32]?
  /// Rows behind those, ascending.
  private var runs: [Run] = []
  /// Rows that came to the file when those behind them were there.
  private var late: [Int: Int] = [:]
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
    knownCount = rowCount
    count = rows.count
  }

  /// Begins with rows that have the same numbers in both.
  init(same count: Int) {
    known = nil
    knownCount = count
    self.count = count
  }

  subscript(row: Int) -> Int? {
    if !late.isEmpty, let place = late[row] { return place }
    if row < knownCount {
      guard let known else { return row }
      return known[row] == Self.none ? nil : Int(known[row])
    }
    guard let run = lastRun(upTo: row).map({ runs[$0] }), row - run.first < run.count else {
      return nil
    }
    return run.firstInFile + row - run.first
  }

  /// Gives the next row of the file to a row.
  mutating func append(_ row: Int) {
    defer { count += 1 }
    let last = lastRun(upTo: row)
    if row < knownCount || last.map({ row < runs[$0].first + runs[$0].count }) ?? false {
      late[row] = count
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
