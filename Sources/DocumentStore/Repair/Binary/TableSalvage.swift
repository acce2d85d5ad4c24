/// Makes a table of what is left of it: the groups that were written with the whole file, and patches.
struct TableSalvage {
  let bytes: FileBytes
  let schema: TableSchema
  /// The schema's numbers of the file's tables.
  let tables: [Int]
  let groups: SalvagedGroups
  let map: LeafMap
  let patches: [SalvagedHead]

  func run() -> SalvagedTable {
    let baseCount = groups.rowCount
    let rowCount = patches.reduce(baseCount) { max($0, ($1.head.rows.last ?? -1) + 1) }
    var marks = TableMarks(rowCount: rowCount, leafCount: schema.leafTypes.count)
    var base: [RowGroup] = []
    var firstRow = 0
    for group in groups.groups {
      base.append(rowGroup(group, firstRow, &marks))
      firstRow += group.rowCount
    }
    let patches = patches.map { patch($0, &marks) }
    let patched = PatchedTable.groups(base, patches, rowCount: rowCount, schema)
    return SalvagedTable(
      table: Table(schema: schema, groups: patched, highestNumber: 0), marks: marks)
  }

  private func rowGroup(
    _ group: SalvagedGroups.Group, _ firstRow: Int, _ marks: inout TableMarks
  ) -> RowGroup {
    let rows = Array(firstRow..<firstRow + group.rowCount)
    let ids = salvagedIDs(group.places.first ?? nil, group.hasTextIDs, group.rowCount)
    marks.markIDs(rows, of: ids)
    let leaves = schema.leafTypes.indices.map { leaf in
      let place =
        group.places.indices.contains(map.fileLeaves[leaf])
        ? group.places[map.fileLeaves[leaf]] : nil
      let found = chunk(place, schema.leafTypes[leaf], group.rowCount)
      marks.mark(leaf, rows, of: found)
      return found.chunk
    }
    return RowGroup(
      firstRow: firstRow, rowCount: group.rowCount, ids: ids.chunk,
      live: group.live ?? (groups.knowsRecords ? nil : usedRows(ids)), leaves: leaves)
  }

  /// The rows that were given an id, where nothing else tells which are records; nil where all were.
  private func usedRows(_ ids: SalvagedChunk) -> Bitmap? {
    guard ids.chunk.type == .int64 else { return nil }
    var bits = Bitmap(size: ids.chunk.rowCount, repeating: true)
    let lost = Set(ids.lost)
    for row in 0..<ids.chunk.rowCount where !lost.contains(row) {
      if (try? ids.chunk.value(at: row)) == .integer(0) { bits[row] = false }
    }
    return bits.count == bits.size ? nil : bits
  }

  private func chunk(
    _ place: SalvagedGroups.Place?, _ type: ColumnType, _ rowCount: Int
  ) -> SalvagedChunk {
    SalvagedChunk(bytes, place, type, rowCount: rowCount, tables: tables)
  }

  private func salvagedIDs(
    _ place: SalvagedGroups.Place?, _ areTexts: Bool, _ rowCount: Int
  ) -> SalvagedChunk {
    chunk(place, areTexts ? .string : .int64, rowCount).fillingLost()
  }

  private func patch(_ found: SalvagedHead, _ marks: inout TableMarks) -> TablePatch {
    let head = found.head
    func place(_ place: ChunkPlace) -> SalvagedGroups.Place {
      .init(
        offset: found.start + place.offset, byteCount: place.byteCount, checksum: place.checksum)
    }
    let ids = salvagedIDs(place(head.ids), head.idsAreText, head.insertedCount)
    for (row, fate) in zip(head.rows, head.fates) where fate != .changed { marks.clear(row) }
    marks.markIDs(
      head.rows.indices.filter { head.fates[$0] == .inserted }.map { head.rows[$0] }, of: ids)
    let leaves = schema.leafTypes.enumerated().map { leaf, type -> TablePatch.Leaf? in
      let stored = map.fileLeaves[leaf] - 1
      guard let stated = head.leaves[stored] else { return nil }
      let positions = head.positions[stored]
      let values = chunk(place(stated), type, positions.count)
      marks.mark(
        leaf, positions.map { head.rows[$0] }, of: values, isCertain: found.isCertain)
      return TablePatch.Leaf(positions: positions, chunk: values.chunk)
    }
    return TablePatch(rows: head.rows, fates: head.fates, ids: ids.chunk, leaves: leaves)
  }
}

extension SalvagedChunk {
  /// A chunk of ids in which every row has something: what is lost is 0, or an empty text.
  fileprivate func fillingLost() -> SalvagedChunk {
    var missing: [Int: Value] = [:]
    for row in 0..<chunk.rowCount where (try? chunk.isPresent(row)) != true {
      missing[row] = chunk.type == .int64 ? .integer(0) : .string("")
    }
    guard !missing.isEmpty, let filled = try? chunk.replacing(missing) else { return self }
    return SalvagedChunk(
      chunk: filled, isCertain: isCertain && missing.isEmpty, lost: missing.keys.sorted())
  }
}
