/// Makes records of salvaged tables that fit together: ids that are unique, values that the model allows to be missing,
/// relationships whose two sides agree.
struct RecordSalvage {
  /// A relationship of one record.
  struct Side: Hashable {
    var owner: RecordReference
    var column: Int
  }

  let schema: Schema
  var tables: [Table]
  let marks: [TableMarks]
  /// For each table, whether it may have had more records.
  let lacksRecords: [Bool]
  let options: RepairOptions
  var log = RepairLog()
  /// New values, by record and column.
  var edits: [RecordReference: [Int: Value]] = [:]
  /// Members of relationships that are not those of the tables.
  var lists: [Side: [RecordReference]] = [:]
  /// The members of long relationships that were asked for.
  var memberSets: [Side: Set<RecordReference>] = [:]
  private let number: UInt64
  private let isClean: Bool
  private let highestNumbers: [Int64]

  init(
    _ schema: Schema, _ result: StoreSalvage.Result, number: UInt64, _ options: RepairOptions,
    isClean: Bool
  ) {
    self.schema = schema
    tables = result.tables.map(\.table)
    marks = result.tables.map(\.marks)
    lacksRecords = result.tables.map(\.lacksRecords)
    highestNumbers = result.highestNumbers
    self.number = number
    self.options = options
    self.isClean = isClean
  }

  /// The records, all in order; what was lost or is not certain is in the log then.
  mutating func run() throws(StoreError) -> Generation {
    for index in tables.indices { tables[index] = try withoutDeadLinks(tables[index]) }
    try mendIDs(highestNumbers)
    if isClean {
      // Bytes that are those that were written may still say what no program of ours would write.
      let written = Generation(number: number, schema: schema, tables: tables)
      if try RecordCheck.findings(in: written, limit: 1).isEmpty { return written }
    }
    try mendAttributes()
    try mendLinks()
    for (side, members) in lists {
      edits[side.owner, default: [:]][side.column] = value(members, side)
    }
    let generation = Generation(number: number, schema: schema, tables: tables)
    let mended = try generation.applying(changes)
    for finding in try RecordCheck.findings(in: mended) {
      log.add(
        .kept, finding.message, entity: schema.tables[finding.reference.table].name,
        object: try mended.id(of: finding.reference),
        property: finding.column.map { schema.tables[finding.reference.table].columns[$0].name })
    }
    return mended
  }

  /// A table whose rows that are no records name nobody: what they name, nobody looks at, and no reader would take it.
  private func withoutDeadLinks(_ table: Table) throws(StoreError) -> Table {
    var groups: [RowGroup] = []
    for group in table.groups {
      guard let live = group.live else {
        groups.append(group)
        continue
      }
      var leaves: [ColumnChunk] = []
      for chunk in group.leaves {
        guard chunk.type.isRelationship else {
          leaves.append(chunk)
          continue
        }
        var rows = ColumnRows(chunk.type)
        for row in 0..<chunk.rowCount { rows.append(live[row] ? try chunk.value(at: row) : .null) }
        leaves.append(rows.seal())
      }
      groups.append(
        RowGroup(
          firstRow: group.firstRow, rowCount: group.rowCount, ids: group.ids, live: live,
          leaves: leaves))
    }
    return Table(schema: table.schema, groups: groups, highestNumber: table.highestNumber)
  }

  private var changes: ChangeSet {
    var changes = ChangeSet(schema: schema)
    for (reference, values) in edits {
      let columns = values.keys.sorted()
      changes.tables[reference.table].updated.append(
        UpdatedRecord(
          row: reference.row, columns: columns, values: columns.map { values[$0] ?? .null }))
    }
    return changes
  }

  private func value(_ members: [RecordReference], _ side: Side) -> Value {
    guard let first = members.first else { return .null }
    let type = schema.tables[side.owner.table].columns[side.column].type
    return type == .toOne ? .reference(first) : .references(members)
  }

  /// An object for messages: `Movie 'heat'`.
  func name(_ reference: RecordReference) throws(StoreError) -> String {
    "\(schema.tables[reference.table].name) '\(try id(reference))'"
  }

  func id(_ reference: RecordReference) throws(StoreError) -> String {
    try tables[reference.table].id(of: reference.row)
  }

  /// Reports rows of one property, or of the ids, in runs that follow each other.
  mutating func report(
    _ outcome: RepairFinding.Outcome, _ table: Int, _ property: String?, _ rows: [Int],
    _ what: String
  ) throws(StoreError) {
    let entity = schema.tables[table].name
    for run in rows.runs {
      let first = try id(RecordReference(table: table, row: run.lowerBound))
      let count = run.count
      if count == 1 {
        let subject =
          property.map { "'\($0)' of \(entity) '\(first)'" } ?? "the id '\(first)' of a \(entity)"
        log.add(
          outcome, "\(subject) \(what)", entity: entity, object: first, property: property)
        continue
      }
      let last = try id(RecordReference(table: table, row: run.upperBound - 1))
      let subject =
        property.map { "\(count) values of '\($0)' of '\(entity)'" }
        ?? "\(count) ids of '\(entity)'"
      log.add(
        outcome,
        "\(subject), rows \(run.lowerBound) to \(run.upperBound - 1) ('\(first)' to '\(last)'): each \(what)",
        entity: entity, property: property)
    }
  }
}

extension [Int] {
  /// The runs of numbers that follow each other; the numbers ascend.
  fileprivate var runs: [Range<Int>] {
    var runs: [Range<Int>] = []
    for number in self {
      if let last = runs.last, last.upperBound == number {
        runs[runs.count - 1] = last.lowerBound..<number + 1
      } else {
        runs.append(number..<number + 1)
      }
    }
    return runs
  }
}

// MARK: - Ids

extension RecordSalvage {
  /// Gives new ids where they are lost or stand twice; the ids that are certain are taken first.
  private mutating func mendIDs(_ claimed: [Int64]) throws(StoreError) {
    var taken = Identities(schema)
    var highest = claimed
    var renewed: [[Int]] = tables.map { _ in [] }
    if !isClean {
      for isUncertain in [false, true] {
        for index in tables.indices {
          try take(index, isUncertain, &taken, &highest, &renewed[index])
        }
      }
    }
    for index in tables.indices {
      try renew(index, renewed[index].sorted(), &taken, &highest[index])
    }
  }

  private mutating func take(
    _ index: Int, _ isUncertain: Bool, _ taken: inout Identities, _ highest: inout [Int64],
    _ renewed: inout [Int]
  ) throws(StoreError) {
    let table = tables[index]
    let marks = marks[index].ids
    var uncertain: [Int] = []
    for row in 0..<table.rowCount {
      let isLost = marks?.lost[row] ?? false
      guard (isLost || marks?.uncertain[row] ?? false) == isUncertain else { continue }
      guard table.isLive(row) else {
        if !isUncertain, let number = try table.recordID(of: row).number {
          highest[index] = max(highest[index], number)
        }
        continue
      }
      let id = isLost ? nil : try possibleID(index, row, isUncertain ? highest[index] : nil)
      guard let id, taken[id.text(in: table.schema.name)] == nil,
        !isUncertain || !options.onlyCertain
      else {
        renewed.append(row)
        continue
      }
      if isUncertain { uncertain.append(row) }
      highest[index] = max(highest[index], id.number ?? 0)
      _ = taken.insert(id, RecordReference(table: index, row: row))
    }
    try report(
      .uncertain, index, nil, uncertain, "is not certain: the checksum of its bytes does not hold")
  }

  /// An id that a record may have.
  ///
  /// `limit` is the highest number that was given, where the id is not certain.
  private func possibleID(
    _ index: Int, _ row: Int, _ limit: Int64?
  ) throws(StoreError) -> RecordID? {
    let id = try tables[index].recordID(of: row)
    switch id {
    case .number(let number):
      let most = limit.map { $0 > 0 ? $0 : 1 << 40 } ?? RecordID.largestNumber
      return 1...most ~= number ? id : nil
    case .text(let text): return text.withView { $0.isXMLName } ? id : nil
    }
  }

  private mutating func renew(
    _ index: Int, _ rows: [Int], _ taken: inout Identities, _ highest: inout Int64
  ) throws(StoreError) {
    let table = tables[index]
    let name = table.schema.name
    var ids: [Int: [Int: Value]] = [:]
    func set(_ row: Int, _ number: Int64?) {
      let group = table.groupIndex(ofRow: row)
      let areNumbers = table.groups[group].ids.type == .int64
      let text = number.map { "\(name)-\($0)" } ?? ""
      ids[group, default: [:]][row - table.groups[group].firstRow] =
        areNumbers ? .integer(number ?? 0) : .string(text)
    }
    for row in rows {
      repeat { highest += 1 } while taken["\(name)-\(highest)"] != nil
      guard highest <= RecordID.largestNumber else {
        throw StoreError(.limit, "there are no free ids of '\(name)' left")
      }
      set(row, highest)
    }
    // What never was a record, or is none any more, must not have an id that was never given.
    if let marks = marks[index].ids {
      for row in 0..<table.rowCount
      where !table.isLive(row) && (marks.lost[row] || marks.uncertain[row]) { set(row, nil) }
    }
    var groups = table.groups
    for (position, values) in ids {
      let group = groups[position]
      groups[position] = RowGroup(
        firstRow: group.firstRow, rowCount: group.rowCount, ids: try group.ids.replacing(values),
        live: group.live, leaves: group.leaves)
    }
    tables[index] = Table(schema: table.schema, groups: groups, highestNumber: highest)
    try report(
      .lost, index, nil, rows, "is new: the one it had cannot be made out")
  }
}
