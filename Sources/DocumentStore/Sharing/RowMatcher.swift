/// Finds out which of a store's records the records of a file are that somebody else has written: those with the
/// same ids.
///
/// Where two programs save in turn, nearly all records have the same rows in both, group by group, so those are
/// compared first and the index of ids is asked about the rest only. Records whose ids a document does not say are
/// recognised by what they hold. Where ids of the store's own are lost that nobody has asked for, the row tells: a
/// binary store keeps its records in their rows until it is packed.
struct RowMatcher {
  private let ours: Generation
  private let theirs: Generation
  private let news: FileNews
  private let identities: IdentityIndex
  private let lost: LostChunks
  private(set) var map: RowMap
  /// For each table, the store's rows that have been found in the file.
  private(set) var isFound: [Bitmap]

  init(
    _ ours: Generation, _ news: FileNews, _ identities: IdentityIndex, _ lost: LostChunks
  ) {
    self.ours = ours
    self.news = news
    self.identities = identities
    self.lost = lost
    theirs = news.contents.generation
    map = RowMap(theirs)
    isFound = ours.tables.map { Bitmap(size: $0.rowCount, repeating: false) }
  }

  /// Finds all; `taking` gives rows of a table, and numbers for ids, to so many new records.
  mutating func run(
    taking: (_ table: Int, _ count: Int, _ needsNumbers: Bool) throws(StoreError) -> (
      rows: Range<Int>, numbers: [Int64]
    )
  ) throws(StoreError) {
    for table in theirs.tables.indices {
      var missing = try matchNamed(table)
      var unnamed = news.unnamed[table].sorted()
      unnamed = try matchUnnamed(table, unnamed)
      let fresh = try taking(table, missing.count, false).rows
      for (row, place) in zip(missing, fresh) { map.rows[table][row] = place }
      missing = unnamed
      let (places, numbers) = missing.isEmpty ? (0..<0, []) : try taking(table, missing.count, true)
      for (index, row) in missing.enumerated() {
        let place = places.lowerBound + index
        map.rows[table][row] = place
        map.newNumbers[table][place] = numbers[index]
      }
      map.isIdentity[table] = map.rows[table].enumerated().allSatisfy { $1 < 0 || $0 == $1 }
    }
  }

  // MARK: By ids

  /// Matches the records that have ids, and gives the rows of those that are new.
  private mutating func matchNamed(_ table: Int) throws(StoreError) -> [Int] {
    let (mine, other) = (ours.tables[table], theirs.tables[table])
    let unnamed = news.unnamed[table]
    let mayBeSkipped = unnamed.isEmpty && news.unnamedBefore[table].isEmpty
    var open: [Int] = []
    var ids: [String] = []
    for group in other.groups {
      let isSame = mayBeSkipped ? try hasSameIDs(as: group, table) : false
      for index in 0..<group.rowCount where group.isLive(index) {
        let row = group.firstRow + index
        if isSame {
          try note(row, as: row, table)
        } else if !unnamed.contains(row) {
          let id = try group.id(at: index, in: other.schema.name)
          if try hasEver(id, at: row, table) {
            try note(row, as: row, table)
          } else {
            open.append(row)
            ids.append(id.text(in: other.schema.name))
          }
        }
      }
    }
    var new: [Int] = []
    let known = ids.isEmpty ? [] : try identities.references(ids, in: ours, lost)
    for (row, known) in zip(open, known) {
      if let known, known.table == table, known.row < mine.rowCount {
        try note(row, as: known.row, table)
      } else {
        new.append(row)
      }
    }
    return try matchLost(table, new)
  }

  /// Matches the records that stand in rows of the store whose ids are lost; gives the rows of the others.
  private mutating func matchLost(_ table: Int, _ rows: [Int]) throws(StoreError) -> [Int] {
    guard lost.hasAny(ofTable: table), news.keepsRows[table] else { return rows }
    let mine = ours.tables[table]
    let covered = identities.coveredRows(ofTable: table)
    var left: [Int] = []
    for row in rows {
      if row >= covered, mine.isLive(row), !isFound[table][row],
        lost.hasIDs(ofGroup: mine.groupIndex(ofRow: row), table)
      {
        try note(row, as: row, table)
      } else {
        left.append(row)
      }
    }
    return left
  }

  /// Whether a group of the file has the same ids as the store's in the same rows.
  private func hasSameIDs(as other: RowGroup, _ table: Int) throws(StoreError) -> Bool {
    guard let group = ours.tables[table].group(like: other) else { return false }
    if lost.hasAny(ofTable: table) {
      return (try? group.ids.holdsSame(as: other.ids)) ?? false
    }
    return try group.ids.holdsSame(as: other.ids)
  }

  /// Whether a row of the store has, or had, a record with an id, as far as that is not lost.
  private func hasEver(_ id: RecordID, at row: Int, _ table: Int) throws(StoreError) -> Bool {
    let mine = ours.tables[table]
    guard row < mine.rowCount, !lost.hasIDs(ofGroup: mine.groupIndex(ofRow: row), table) else {
      return false
    }
    return try mine.recordID(of: row) == id
  }

  private mutating func note(_ row: Int, as place: Int, _ table: Int) throws(StoreError) {
    guard !isFound[table][place] else {
      let name = ours.schema.tables[table].name
      throw StoreError(
        .corrupt,
        "two records have the id '\(try theirs.tables[table].id(of: row))' of the entity '\(name)'")
    }
    isFound[table][place] = true
    map.rows[table][row] = place
  }

  // MARK: By contents

  /// Matches the records without ids by what they hold, then, where as many are left on both sides, by their order;
  /// gives the rows of those that are left.
  private mutating func matchUnnamed(_ table: Int, _ rows: [Int]) throws(StoreError) -> [Int] {
    let before = news.unnamedBefore[table].sorted().filter {
      ours.tables[table].isLive($0) && !isFound[table][$0]
    }
    guard !rows.isEmpty, !before.isEmpty else { return rows }
    var known: [[Value]: [Int]] = [:]
    for row in before.reversed() {
      known[try attributes(of: row, in: ours.tables[table]), default: []].append(row)
    }
    var left: [Int] = []
    for row in rows {
      let values = try attributes(of: row, in: theirs.tables[table])
      if let place = known[values]?.popLast() {
        try note(row, as: place, table)
      } else {
        left.append(row)
      }
    }
    let others = before.filter { !isFound[table][$0] }
    guard left.count == others.count else { return left }
    for (row, place) in zip(left, others) { try note(row, as: place, table) }
    return []
  }

  private func attributes(of row: Int, in table: Table) throws(StoreError) -> [Value] {
    var values: [Value] = []
    for (index, column) in table.schema.columns.enumerated() where column.relationship == nil {
      values.append(try table.value(of: index, at: row))
    }
    return values
  }
}

extension Table {
  /// The group that has just the rows of a group of another generation.
  func group(like other: RowGroup) -> RowGroup? {
    guard other.firstRow < rowCount else { return nil }
    let group = groups[groupIndex(ofRow: other.firstRow)]
    return group.firstRow == other.firstRow && group.rowCount == other.rowCount ? group : nil
  }
}
