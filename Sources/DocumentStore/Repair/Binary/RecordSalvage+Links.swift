extension RecordSalvage {
  /// Makes both sides of every relationship agree: the side that is certain decides.
  mutating func mendLinks() throws(StoreError) {
    try forEachSide { salvage, side throws(StoreError) in try salvage.dropStrangers(side) }
    var decisions = LinkDecisions()
    try forEachSide { salvage, side throws(StoreError) in try salvage.compare(side, &decisions) }
    for (side, members) in decisions.kept { lists[side] = members }
    // In the order of the records: who wins, and what is told of it, must be the same each time.
    for (side, claimants) in decisions.added.sorted(by: {
      ($0.key.owner, $0.key.column) < ($1.key.owner, $1.key.column)
    }) {
      try add(claimants, to: side)
    }
    try reportLinks()
  }

  private mutating func forEachSide(
    _ body: (inout RecordSalvage, Side) throws(StoreError) -> Void
  ) throws(StoreError) {
    for table in schema.tables {
      let rows = tables[table.index].liveRows()
      for (column, schema) in table.columns.enumerated()
      where schema.type.isRelationship && !schema.leaves.isEmpty {
        for row in rows {
          let owner = RecordReference(table: table.index, row: row)
          try body(&self, Side(owner: owner, column: column))
        }
      }
    }
  }

  private func relationship(_ side: Side) -> RelationshipSchema {
    schema.tables[side.owner.table].columns[side.column].relationship ?? RelationshipSchema()
  }

  private func isToOne(_ side: Side) -> Bool {
    schema.tables[side.owner.table].columns[side.column].type == .toOne
  }

  /// Whether the bytes of a relationship are those that were written.
  private func isSure(_ side: Side) -> Bool {
    let leaf = schema.tables[side.owner.table].columns[side.column].leaves.lowerBound
    let marks = marks[side.owner.table]
    return !marks.isLost(leaf, side.owner.row) && !marks.isUncertain(leaf, side.owner.row)
  }

  private func members(_ side: Side) throws(StoreError) -> [RecordReference] {
    if let known = lists[side] { return known }
    return try tables[side.owner.table].value(of: side.column, at: side.owner.row).members
  }

  /// Takes out what is no record, or none of the right entity.
  private mutating func dropStrangers(_ side: Side) throws(StoreError) {
    let found = try members(side)
    if found.isEmpty { return }
    let allowed = relationship(side).destinationTables
    let sure = isSure(side)
    var mayBeLost = false
    let kept = found.filter { member in
      guard member.table < tables.count, allowed[member.table] else { return false }
      if tables[member.table].isLive(member.row) { return sure || !options.onlyCertain }
      // A file may name what was deleted; what is missing is another matter.
      if lacksRecords[member.table] { mayBeLost = true }
      return false
    }
    guard kept.count < found.count else { return }
    lists[side] = kept
    if mayBeLost {
      let name = schema.tables[side.owner.table].columns[side.column].name
      log.add(
        .lost,
        "'\(name)' of \(try self.name(side.owner)) named \(found.count - kept.count) objects that are lost",
        entity: schema.tables[side.owner.table].name, object: try id(side.owner), property: name)
    }
  }

  /// Decides about the members whose own side does not name the owner.
  private mutating func compare(
    _ side: Side, _ decisions: inout LinkDecisions
  ) throws(StoreError) {
    let relationship = relationship(side)
    guard relationship.hasInverse else { return }
    let sure = isSure(side)
    let found = try members(side)
    var kept: [RecordReference] = []
    for member in found {
      let other = Side(owner: member, column: relationship.inverseColumns[member.table])
      var isNamedBack = other.column < 0
      if !isNamedBack { isNamedBack = try names(other, side.owner) }
      if isNamedBack {
        kept.append(member)
        continue
      }
      let otherIsSure = isSure(other)
      var takes = !isToOne(other)
      if !takes { takes = try members(other).isEmpty }
      guard otherIsSure ? sure && takes : true else { continue }
      kept.append(member)
      decisions.added[other, default: []].append(.init(owner: side, isSure: sure))
    }
    if kept.count < found.count { decisions.kept[side] = kept }
  }

  /// Whether one side names a record, in constant time however many it names.
  private mutating func names(
    _ side: Side, _ member: RecordReference
  ) throws(StoreError) -> Bool {
    if let known = memberSets[side] { return known.contains(member) }
    let found = try members(side)
    if found.count < 16 { return found.contains(member) }
    memberSets[side] = Set(found)
    return memberSets[side]?.contains(member) ?? false
  }

  /// Lets a side name those who name it; of several that a to-one could name, one stays.
  private mutating func add(
    _ claimants: [LinkDecisions.Claimant], to side: Side
  ) throws(StoreError) {
    let known = try members(side)
    guard isToOne(side) else {
      lists[side] = known + claimants.map(\.owner.owner)
      return
    }
    let winner =
      claimants.first(where: \.isSure)?.owner.owner ?? known.first ?? claimants[0].owner.owner
    lists[side] = [winner]
    for claimant in claimants where claimant.owner.owner != winner {
      try remove(side.owner, from: claimant.owner)
    }
    let column = relationship(side).inverseColumns
    for old in known where old != winner && column[old.table] >= 0 {
      try remove(side.owner, from: Side(owner: old, column: column[old.table]))
    }
  }

  private mutating func remove(
    _ member: RecordReference, from side: Side
  ) throws(StoreError) {
    let left = try members(side).filter { $0 != member }
    lists[side] = left
    let name = schema.tables[side.owner.table].columns[side.column].name
    log.add(
      .lost,
      "'\(name)' of \(try self.name(side.owner)) named \(try self.name(member)), which belongs to another "
        + "object", entity: schema.tables[side.owner.table].name, object: try id(side.owner),
      property: name)
  }
}

/// What is to become of relationships whose sides disagree.
private struct LinkDecisions {
  /// Who names a record, and whether that is certain.
  struct Claimant {
    var owner: RecordSalvage.Side
    var isSure: Bool
  }

  /// Sides that lose members, and what they keep.
  var kept: [RecordSalvage.Side: [RecordReference]] = [:]
  /// Sides that get members.
  var added: [RecordSalvage.Side: [Claimant]] = [:]
}

// MARK: - Reporting

extension RecordSalvage {
  private mutating func reportLinks() throws(StoreError) {
    for table in schema.tables {
      for column in table.columns where column.type.isRelationship && !column.leaves.isEmpty {
        let leaf = column.leaves.lowerBound
        guard marks[table.index].leaves[leaf] != nil else { continue }
        let rows = tables[table.index].liveRows()
        let lost = rows.filter { marks[table.index].isLost(leaf, $0) }
        let uncertain = rows.filter { marks[table.index].isUncertain(leaf, $0) }
        try report(table.index, column, lost, uncertain)
      }
    }
  }

  private mutating func report(
    _ table: Int, _ column: ColumnSchema, _ lost: [Int], _ uncertain: [Int]
  ) throws(StoreError) {
    if isToldByInverse(column) {
      let what = "was taken from the other side of the relationship, which is sound"
      let isOrdered = column.relationship?.isOrdered == true
      try report(
        isOrdered ? .uncertain : .restored, table, column.name, (lost + uncertain).sorted(),
        isOrdered ? what + "; the order is not certain" : what)
      return
    }
    try report(
      .lost, table, column.name, lost,
      "is lost: its bytes are damaged"
        + (column.relationship?.hasInverse == true
          ? "; it has what the other side of the relationship names" : ""))
    try report(
      options.onlyCertain ? .lost : .uncertain, table, column.name, uncertain,
      options.onlyCertain
        ? "is left out: its bytes are damaged"
        : "is not certain: the checksum of its bytes does not hold")
  }

  /// Whether the other side of a relationship is sound for all records, and tells all.
  private func isToldByInverse(_ column: ColumnSchema) -> Bool {
    guard let relationship = column.relationship, relationship.hasInverse else { return false }
    return schema.tables.allSatisfy { table in
      guard relationship.destinationTables[table.index] else { return true }
      let inverse = relationship.inverseColumns[table.index]
      guard inverse >= 0, !lacksRecords[table.index] else { return false }
      return marks[table.index].leaves[table.columns[inverse].leaves.lowerBound] == nil
    }
  }
}
