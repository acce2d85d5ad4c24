/// Finds out which of a store's records the records of a file are that somebody else has written: those with the
/// same ids.
///
/// Where two programs save in turn, nearly all records have the same rows in both, group by group, so those are
/// compared first and the index of ids is asked about the rest only. Records whose ids a document does not say are
/// recognised by what they hold.
struct RowMatcher {
  private let ours: Generation
  private let theirs: Generation
  private let news: FileNews
  private let identities: IdentityIndex
  private(set) var map: RowMap
  /// For each table, the store's rows that have been found in the file.
  private(set) var isFound: [Bitmap]

  init(_ ours: Generation, _ news: FileNews, _ identities: IdentityIndex) {
    self.ours = ours
    self.news = news
    self.identities = identities
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
      let (places, numbers) = try taking(table, missing.count, true)
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
      let isSame = mayBeSkipped ? try mine.hasSameIDs(as: group) : false
      for index in 0..<group.rowCount where group.isLive(index) {
        let row = group.firstRow + index
        if isSame {
          try note(row, as: row, table)
        } else if !unnamed.contains(row) {
          let id = try group.id(at: index, in: other.schema.name)
          if try mine.hasEver(id, at: row) {
            try note(row, as: row, table)
          } else {
            open.append(row)
            ids.append(id.text(in: other.schema.name))
          }
        }
      }
    }
    var new: [Int] = []
    let known = ids.isEmpty ? [] : try identities.references(ids, in: ours)
    for (row, known) in zip(open, known) {
      if let known, known.table == table, known.row < mine.rowCount {
        try note(row, as: known.row, table)
      } else {
        new.append(row)
      }
    }
    return new
  }

  private mutating func note(_ row: Int, as place: Int, _ table: Int) throws(StoreError) {
    guard !isFound[table][place] else {
      let name = ours.schema.tables[table].name
      throw StoreError(
        .corrupt,
        "two records have the id '\(try ours.tables[table].id(of: place))' of the entity '\(name)'")
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
  /// Whether a group of another generation has the same ids in the same rows.
  fileprivate func hasSameIDs(as other: RowGroup) throws(StoreError) -> Bool {
    guard let group = group(like: other) else { return false }
    return try group.ids.holdsSame(as: other.ids)
  }

  /// Whether a row has, or had, a record with an id.
  fileprivate func hasEver(_ id: RecordID, at row: Int) throws(StoreError) -> Bool {
    guard row < rowCount else { return false }
    return try recordID(of: row) == id
  }

  /// The group that has just the rows of a group of another generation.
  func group(like other: RowGroup) -> RowGroup? {
    guard other.firstRow < rowCount else { return nil }
    let group = groups[groupIndex(ofRow: other.firstRow)]
    return group.firstRow == other.firstRow && group.rowCount == other.rowCount ? group : nil
  }
}
