/// Finds out what somebody else did to a store's records, and makes the generation that has it.
///
/// Values are compared by their bytes, groups by those of their chunks; members of a relationship that is not ordered
/// are a set. What of the store's own values cannot be read any more, because somebody wrote over the file that has
/// them, counts as changed.
struct ForeignComparison {
  private let ours: Generation
  private let theirs: Generation
  private let map: RowMap
  private let isFound: [Bitmap]
  private let lost: LostChunks
  private(set) var changes: ChangeSet
  /// For each table, whether the file says the ids of all its records.
  private let hasAllIDs: [Bool]
  /// For each table, its groups that did not change, by their first rows.
  private var kept: [[Int: RowGroup]]

  init(
    _ ours: Generation, _ news: FileNews, _ matcher: RowMatcher, _ lost: LostChunks
  ) {
    self.ours = ours
    self.lost = lost
    theirs = news.contents.generation
    hasAllIDs = news.unnamed.map(\.isEmpty)
    map = matcher.map
    isFound = matcher.isFound
    changes = ChangeSet(schema: ours.schema)
    kept = ours.tables.map { _ in [:] }
  }

  // MARK: Changes

  /// Compares all records.
  mutating func run() throws(StoreError) {
    for (index, table) in theirs.tables.enumerated() {
      for group in table.groups {
        let columns = try differingColumns(of: group, index)
        try compare(group, index, columns)
      }
      changes.tables[index].inserted.sort { $0.row < $1.row }
      let found = isFound[index]
      changes.tables[index].deleted = ours.tables[index].liveRows().filter { !found[$0] }
    }
  }

  /// The columns that may differ between a group of theirs and what is in the same rows of ours.
  private mutating func differingColumns(
    of group: RowGroup, _ table: Int
  ) throws(StoreError) -> [Int] {
    let schema = ours.schema.tables[table]
    let all = schema.columns.indices.filter { !schema.columns[$0].leaves.isEmpty }
    let rows = map.rows[table][group.firstRow..<group.firstRow + group.rowCount]
    guard let mine = ours.tables[table].group(like: group),
      zip(rows.indices, rows).allSatisfy({ $1 < 0 || $0 == $1 })
    else { return all }
    var columns: [Int] = []
    for index in all {
      let column = schema.columns[index]
      var isSame = map.keepsReferences(of: column)
      for leaf in column.leaves where isSame {
        isSame = (try? mine.leaves[leaf].holdsSame(as: group.leaves[leaf])) ?? false
      }
      if !isSame { columns.append(index) }
    }
    // Of a table that has lost something, what the file has is taken.
    if columns.isEmpty, mine.live == group.live, !lost.hasAny(ofTable: table),
      try mine.ids.holdsSame(as: group.ids)
    {
      kept[table][group.firstRow] = mine
    }
    return columns
  }

  private mutating func compare(
    _ group: RowGroup, _ table: Int, _ columns: [Int]
  ) throws(StoreError) {
    let mine = ours.tables[table]
    for index in 0..<group.rowCount where group.isLive(index) {
      let row = map.rows[table][group.firstRow + index]
      if mine.isLive(row) {
        if columns.isEmpty { continue }
        var update = UpdatedRecord(row: row, columns: [], values: [])
        for column in columns {
          let value = map.value(try group.value(of: column, at: index, mine.schema))
          if isSame(column, of: row, in: mine, value) { continue }
          update.columns.append(column)
          update.values.append(value)
        }
        if !update.columns.isEmpty { changes.tables[table].updated.append(update) }
      } else {
        changes.tables[table].inserted.append(
          InsertedRecord(
            row: row, id: try id(of: group, index, table, row),
            values: try values(of: group, index, mine.schema)))
      }
    }
  }

  private func isSame(_ column: Int, of row: Int, in table: Table, _ value: Value) -> Bool {
    let schema = table.schema.columns[column]
    if lost.hasValues(of: schema, inGroup: table.groupIndex(ofRow: row), table.schema.index) {
      return false
    }
    guard let old = try? table.value(of: column, at: row) else { return false }
    guard let relationship = schema.relationship else { return old == value }
    // The store may have references to records that are gone; files have none.
    let members = old.members.filter(ours.contains)
    if relationship.isOrdered { return members == value.members }
    return members == value.members || Set(members) == Set(value.members)
  }

  private func id(
    of group: RowGroup, _ index: Int, _ table: Int, _ row: Int
  ) throws(StoreError) -> RecordID {
    if let number = map.newNumbers[table][row] { return .number(number) }
    return try group.id(at: index, in: ours.schema.tables[table].name)
  }

  private func values(
    of group: RowGroup, _ index: Int, _ schema: TableSchema
  ) throws(StoreError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(schema.columns.count)
    for column in schema.columns.indices {
      values.append(map.value(try group.value(of: column, at: index, schema)))
    }
    return values
  }

  // MARK: The generation

  /// The records as they are now.
  func generation() throws(StoreError) -> Generation {
    var tables: [Table] = []
    for table in ours.tables.indices { tables.append(try self.table(table)) }
    return Generation(
      number: changes.isEmpty ? ours.number : ours.number + 1, schema: ours.schema, tables: tables)
  }

  private func table(_ index: Int) throws(StoreError) -> Table {
    let (mine, other) = (ours.tables[index], theirs.tables[index])
    let highest = max(mine.highestNumber, other.highestNumber)
    let change = changes.tables[index]
    let hasLost = lost.hasAny(ofTable: index)
    if change.isEmpty, !hasLost {
      return Table(schema: mine.schema, groups: mine.groups, highestNumber: highest)
    }
    if map.isIdentity[index], hasAllIDs[index], other.rowCount >= mine.rowCount,
      mine.schema.columns.allSatisfy(map.keepsReferences)
    {
      // Their groups are ours; what has not been read of them need not be.
      let kept = kept[index]
      let groups = other.groups.map { kept[$0.firstRow] ?? $0 }
      return Table(schema: mine.schema, groups: groups, highestNumber: highest)
    }
    let changed: Table
    do throws(StoreError) {
      changed = try hasLost ? rebuilt(index) : mine.applying(change, .standard)
    } catch {
      changed = try rebuilt(index)
    }
    return Table(
      schema: mine.schema, groups: changed.groups,
      highestNumber: max(highest, changed.highestNumber))
  }

  /// The table made anew from theirs, where ours cannot be read.
  private func rebuilt(_ index: Int) throws(StoreError) -> Table {
    let (mine, other) = (ours.tables[index], theirs.tables[index])
    let builder = TableBuilder(mine.schema)
    let rows = map.rows[index].enumerated().filter { $0.element >= 0 }
      .sorted { $0.element < $1.element }
    for (theirRow, row) in rows {
      let group = other.groups[other.groupIndex(ofRow: theirRow)]
      builder.skip(to: row)
      builder.append(
        try id(of: group, theirRow - group.firstRow, index, row),
        try values(of: group, theirRow - group.firstRow, mine.schema))
    }
    builder.skip(to: mine.rowCount)
    return try builder.finish()
  }
}

extension ColumnChunk {
  /// Whether both have the same bytes; what has not been read of files is told by its checksum.
  func holdsSame(as other: ColumnChunk) throws(StoreError) -> Bool {
    if self === other { return true }
    guard type == other.type, rowCount == other.rowCount else { return false }
    // References in a file are to its own tables, which may stand in another order.
    if !type.isRelationship, let checksum = storedChecksum, let another = other.storedChecksum {
      return checksum == another && byteCount == other.byteCount
    }
    let (mine, its) = (try unsafe bytes(), try unsafe other.bytes())
    return unsafe mine.count == its.count && mine.elementsEqual(its)
  }

  private var storedChecksum: UInt64? { (source as? StoredChunk)?.checksum }
}
