import ManagedModel

/// Makes a table of what a file says of it, no values read yet.
struct TableLoader {
  let file: OpenFile
  let table: TableSchema
  /// For each leaf of the schema, the leaf of the file.
  let leaves: [Int]
  let stored: StoredTable
  let references: References

  func load() throws(StoreError) -> (Table, TableLayout) {
    let contents = leafContents
    var (layout, groups) = try stored.contents()
    var base: [RowGroup] = []
    base.reserveCapacity(groups.count)
    var firstRow = 0
    var offsets = ([layout.ids] + layout.values).map { $0 + DataLeaf.headerSize }
    for group in groups {
      base.append(try rowGroup(group, firstRow, offsets, contents))
      for (leaf, entry) in group.leaves.enumerated() { offsets[leaf] += entry.byteCount }
      firstRow += group.rowCount
    }
    for (offset, head) in try stored.patches() {
      let patch = try patch(head, at: offset + DataLeaf.headerSize, contents)
      layout.patches.append(PlacedPatch(offset: offset, patch: patch))
    }
    let patched = PatchedTable.groups(
      base, layout.patches.map(\.patch), rowCount: stored.rowCount, table)
    let loaded = Table(
      schema: table, groups: patched, highestNumber: Int64(stored.highestNumber))
    guard loaded.rowCount == stored.rowCount, loaded.liveCount == stored.recordCount else {
      throw StoreError(
        .corrupt,
        "damaged: '\(table.name)' has \(loaded.liveCount) records in \(loaded.rowCount) rows instead "
          + "of \(stored.recordCount) in \(stored.rowCount)",
        at: Diagnostic.Location(file: file.path))
    }
    return (loaded, layout)
  }

  private func rowGroup(
    _ group: TableDirectory.Group, _ firstRow: Int, _ offsets: [Int],
    _ contents: [any ChunkContents]
  ) throws(StoreError) -> RowGroup {
    func chunk(
      _ leaf: Int, _ type: ColumnType, _ contents: any ChunkContents
    ) throws(StoreError) -> ColumnChunk {
      let entry = group.leaves[leaf]
      let place = ChunkPlace(
        offset: offsets[leaf], byteCount: entry.byteCount, checksum: entry.checksum)
      return try self.chunk(place, type, rowCount: group.rowCount, contents)
    }
    let ids = IDContents(
      entity: table.name, highestNumber: Int64(stored.highestNumber), live: group.live)
    var chunks: [ColumnChunk] = []
    chunks.reserveCapacity(leaves.count)
    for (index, leaf) in leaves.enumerated() {
      chunks.append(try chunk(leaf + 1, table.leafTypes[index], contents[index]))
    }
    return RowGroup(
      firstRow: firstRow, rowCount: group.rowCount,
      ids: try chunk(0, group.hasTextIDs ? .string : .int64, ids), live: group.live,
      leaves: chunks)
  }

  /// A patch whose data begin at `offset`.
  private func patch(
    _ head: PatchHead, at offset: Int, _ contents: [any ChunkContents]
  ) throws(StoreError) -> TablePatch {
    func chunk(
      _ place: ChunkPlace, _ type: ColumnType, rowCount: Int,
      _ contents: any ChunkContents
    ) throws(StoreError) -> ColumnChunk {
      var place = place
      place.offset += offset
      return try self.chunk(place, type, rowCount: rowCount, contents)
    }
    let ids = IDContents(
      entity: table.name, highestNumber: Int64(stored.highestNumber), live: nil)
    var values: [TablePatch.Leaf?] = []
    for (index, leaf) in leaves.enumerated() {
      guard let place = head.leaves[leaf] else {
        values.append(nil)
        continue
      }
      let positions = head.positions[leaf]
      values.append(
        TablePatch.Leaf(
          positions: positions,
          chunk: try chunk(
            place, table.leafTypes[index], rowCount: positions.count, contents[index])))
    }
    return TablePatch(
      rows: head.rows, fates: head.fates,
      ids: try chunk(
        head.ids, head.idsAreText ? .string : .int64, rowCount: head.insertedCount, ids),
      leaves: values)
  }

  private func chunk(
    _ place: ChunkPlace, _ type: ColumnType, rowCount: Int,
    _ contents: any ChunkContents
  ) throws(StoreError) -> ColumnChunk {
    // Before anyone makes room for it.
    let sizes = ColumnChunk.possibleSizes(of: type, rowCount: rowCount)
    guard sizes.contains(place.byteCount) else {
      throw StoreError(
        .malformed,
        "damaged at byte \(place.offset): a chunk of \(contents.name) has "
          + "\(place.byteCount) bytes, which its \(rowCount) rows cannot have",
        at: Diagnostic.Location(file: file.path))
    }
    return ColumnChunk(
      type: type, rowCount: rowCount, byteCount: place.byteCount,
      source: StoredChunk(
        file: file, offset: place.offset, byteCount: place.byteCount, checksum: place.checksum,
        contents: contents))
  }

  /// What each leaf of the table must keep.
  private var leafContents: [any ChunkContents] {
    var contents: [any ChunkContents] = []
    func add(_ column: ColumnSchema, _ owner: String) {
      let name = "'\(column.name)' of '\(owner)'"
      if column.type.isRelationship {
        contents.append(references.contents(of: column, name))
      } else {
        contents.append(AttributeContents(name: name))
      }
      for element in column.elements { add(element, "\(owner).\(column.name)") }
    }
    for column in table.columns where !column.leaves.isEmpty { add(column, table.name) }
    return contents
  }
}
