/// Reads the tables of one state of a damaged store, with the help of older ones.
struct StoreSalvage {
  /// What was read.
  struct Result {
    var tables: [SalvagedTable]
    var metadata: [String: PropertyList]?
    var log: RepairLog
    /// The highest numbers of ids that the state claims, 0 where it does not.
    var highestNumbers: [Int64]
    /// How many values are lost or not certain.
    var damage: Int
    /// How many values of patches lie behind a place.
    var valuesBehind: (Int) -> Int
  }

  let bytes: FileBytes
  let schema: Schema
  /// The states that are left, the newest first, and what they say.
  let states: [StateCandidate]
  let claims: [StoreClaims]
  let walk: LeafWalk

  init(
    _ bytes: FileBytes, _ schema: Schema, _ states: [StateCandidate]
  ) throws(StoreError) {
    self.bytes = bytes
    self.schema = schema
    self.states = states
    var claims: [StoreClaims] = []
    for state in states { claims.append(try StoreClaims(state, schema)) }
    self.claims = claims
    walk = LeafWalk(
      bytes, count: schema.tables.reduce(0) { $0 + $1.leafTypes.count + 2 })
  }

  /// Reads the state with an index, or what the leaves themselves tell where there is none.
  func read(_ index: Int) -> Result {
    var log = RepairLog()
    let numbers = tableNumbers(index)
    var tables: [SalvagedTable] = []
    var heads: [[SalvagedHead]] = []
    for table in schema.tables {
      let (salvaged, patches) = read(table, index, numbers, &log)
      tables.append(salvaged)
      heads.append(patches)
    }
    let damage = tables.reduce(0) { $0 + $1.damage }
    let metadata = claims.dropFirst(index).lazy.compactMap(\.metadata).first
    if claims.indices.contains(index), claims[index].metadata == nil {
      log.add(
        metadata == nil ? .lost : .uncertain,
        "the metadata of the store are damaged; "
          + (metadata == nil ? "new ones were made" : "those of an earlier save were taken"))
    }
    return Result(
      tables: tables, metadata: metadata, log: log,
      highestNumbers: schema.tables.map { highestNumber($0.index, index) }, damage: damage,
      valuesBehind: { place in
        heads.joined().filter { $0.offset >= place }.reduce(0) { sum, found in
          sum + found.head.rows.count + found.head.positions.reduce(0) { $0 + $1.count }
        }
      })
  }

  private func tableNumbers(_ index: Int) -> [Int] {
    let known = claims.dropFirst(index).map(\.tableNumbers)
    let whole = known.first { $0.count == schema.tables.count && !$0.contains(-1) }
    return whole ?? known.first { !$0.isEmpty } ?? Array(schema.tables.indices)
  }

  private func highestNumber(_ table: Int, _ index: Int) -> Int64 {
    for (state, claims) in zip(states, claims).dropFirst(index) where state.isVerified {
      if let number = claims.tables[table].highestNumber { return Int64(number) }
    }
    // What is not certain must not use up the numbers that there are.
    let claimed = claims.dropFirst(index).compactMap { $0.tables[table].highestNumber }.first
    return claimed.flatMap { $0 <= 1 << 40 ? Int64($0) : nil } ?? 0
  }

  private func read(
    _ table: TableSchema, _ index: Int, _ numbers: [Int], _ log: inout RepairLog
  ) -> (SalvagedTable, [SalvagedHead]) {
    var claim =
      claims.indices.contains(index) ? claims[index].tables[table.index] : TableClaim()
    let map = map(of: table, index)
    let groups = SalvagedGroups(bytes, map, table)
    let (patches, lacksPatches) = patches(of: table, index, map, groups.rowCount, &log)
    let salvage = TableSalvage(
      bytes: bytes, schema: table, tables: numbers, groups: groups, map: map, patches: patches)
    var salvaged = salvage.run()
    salvaged.lacksRecords = lacksPatches
    // A count that is not certain is nothing to complain of.
    if !(states.indices.contains(index) && states[index].isVerified) { claim.recordCount = nil }
    describe(&salvaged, table, claim, groups, &log)
    return (salvaged, patches)
  }

  private func describe(
    _ salvaged: inout SalvagedTable, _ table: TableSchema, _ claim: TableClaim,
    _ groups: SalvagedGroups, _ log: inout RepairLog
  ) {
    let count = salvaged.table.liveCount
    if groups.groups.isEmpty, !groups.isCertain, claim.rowCount != 0 {
      salvaged.lacksRecords = true
      let wanted = claim.recordCount.map { "\($0) objects" } ?? "what it had"
      log.add(
        .lost,
        "the table of '\(table.name)' cannot be made out: \(wanted) "
          + (count > 0 ? "but \(count) of later saves are lost" : "are lost"), entity: table.name)
      return
    }
    if let wanted = claim.recordCount, wanted > count {
      salvaged.lacksRecords = true
      log.add(
        .lost, "\(wanted - count) of \(wanted) objects of '\(table.name)' are lost",
        entity: table.name)
    }
    guard !groups.knowsRecords else { return }
    if claim.recordCount == count {
      log.add(
        .restored,
        "the directory of '\(table.name)' is damaged; where its values lie was found out from them",
        entity: table.name)
    } else {
      log.add(
        .uncertain,
        "the directory of '\(table.name)' is damaged; where its values lie was found out from them, but "
          + "not which objects had been deleted: some may be back", entity: table.name)
    }
  }
}

extension SalvagedTable {
  /// How many values of records are lost or not certain.
  fileprivate var damage: Int {
    let rows = table.liveRows()
    func count(_ marks: TableMarks.Marks?) -> Int {
      guard let marks else { return 0 }
      return rows.count { marks.lost[$0] || marks.uncertain[$0] }
    }
    return marks.leaves.reduce(count(marks.ids)) { $0 + count($1) }
      + (lacksRecords ? 1 : 0)
  }
}

// MARK: - Places

extension StoreSalvage {
  /// Where the leaves of a table lie: what a sound state says, else what can be so.
  private func map(of table: TableSchema, _ index: Int) -> LeafMap {
    let walked = LeafMap(
      table, walk,
      from: schema.tables.prefix(table.index).reduce(0) { $0 + $1.leafTypes.count + 2 })
    for (state, claims) in zip(states, claims).dropFirst(index) where state.isVerified {
      if let map = claims.tables[table.index].map { return map }
    }
    let claimed = claims.dropFirst(index).compactMap { $0.tables[table.index].map }
    if var likely = claimed.first(where: { soundness($0) > soundness(walked) }) {
      if likely.directory < 0 { likely.directory = walked.directory }
      return likely
    }
    var map = walked
    let checksums = claimed.filter { $0.directory == walked.directory }
    map.directoryChecksum = checksums.lazy.compactMap(\.directoryChecksum).first
    if let ordered = claimed.first(where: { $0.fileLeaves.count == map.fileLeaves.count }),
      ordered.offsets == map.offsets
    {
      map.fileLeaves = ordered.fileLeaves
    }
    return map
  }

  /// How many leaves of a table seem to begin where it is said.
  private func soundness(_ map: LeafMap) -> Int {
    (map.offsets + [map.directory]).count { LeafWalk.size(bytes, at: $0) != nil }
  }

  /// The patches of a table, and whether some that it should have are missing.
  private func patches(
    of table: TableSchema, _ index: Int, _ map: LeafMap, _ rowCount: Int, _ log: inout RepairLog
  ) -> ([SalvagedHead], isIncomplete: Bool) {
    guard claims.indices.contains(index) else {
      // What later saves changed is known to nobody.
      return ([], false)
    }
    let lists = claims.dropFirst(index).map { $0.tables[table.index].patches }
    guard let first = lists.firstIndex(where: { $0 != nil }), let newest = lists[first] else {
      log.add(
        .lost,
        "which changes of '\(table.name)' were saved last cannot be made out; its objects are as "
          + "they were when the file was last written as a whole", entity: table.name)
      return ([], true)
    }
    if first > lists.startIndex {
      log.add(
        .lost,
        "what the last save says of '\(table.name)' cannot be made out; its objects are as an earlier "
          + "save left them", entity: table.name)
    }
    let stated = states[index].isVerified ? claims[index].tables[table.index].rowCount : nil
    let limits = RowLimits(rowCount: rowCount, size: bytes.count, stated: stated)
    let found = sound(newest, lists[(first + 1)...], table, limits, &log)
    let missing = found.count { $0 == nil }
    if missing > 0 {
      log.add(
        .lost,
        "changes of '\(table.name)' cannot be made out: \(missing) of \(found.count) patches are "
          + "damaged; new objects in them are lost, and other objects are as they were before",
        entity: table.name)
    }
    for head in found.compactMap(\.self) where !head.isCertain {
      log.add(
        .uncertain,
        "the \(head.head.rows.count) changes of '\(table.name)' at byte \(head.offset) are not certain: "
          + "the checksum of what they belong to does not hold", entity: table.name)
    }
    return (found.compactMap(\.self), missing > 0 || first > lists.startIndex)
  }

  /// The heads of some patches or, from a damaged one backwards, those of an earlier state; nil for what is damaged.
  private func sound(
    _ newest: [Int], _ earlier: ArraySlice<[Int]?>, _ table: TableSchema, _ limits: RowLimits,
    _ log: inout RepairLog
  ) -> [SalvagedHead?] {
    func heads(_ offsets: [Int]) -> [SalvagedHead?] {
      offsets.map {
        SalvagedHead(bytes, at: $0, limits, leafCount: table.leafTypes.count)
      }
    }
    let found = heads(newest)
    guard let broken = found.lastIndex(where: { $0?.isCertain != true }),
      let older = older(earlier, than: newest[broken], heads)
    else { return found }
    log.add(
      .lost,
      "changes of '\(table.name)' are damaged at byte \(newest[broken]); those of earlier saves were "
        + "taken, and what one save changed is lost", entity: table.name)
    return heads(older + newest[(broken + 1)...])
  }

  /// The patches of an earlier state that has not merged them into a broken one, all of them sound.
  private func older(
    _ lists: ArraySlice<[Int]?>, than broken: Int, _ heads: ([Int]) -> [SalvagedHead?]
  ) -> [Int]? {
    for list in lists {
      guard let list, !list.contains(broken) else { continue }
      if heads(list).allSatisfy({ $0?.isCertain == true }) { return list }
    }
    return nil
  }
}
