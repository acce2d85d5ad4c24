import ManagedModel

extension BinaryStoreFile {
  /// The store's records, their chunks not read yet, as tables of a schema.
  ///
  /// Tables and columns are found by name and may stand in another order. What does not fit is an error that
  /// lists all that does not.
  func generation(_ schema: Schema) throws(StoreError) -> Generation {
    var findings: [String] = []
    var matches: [(table: StoredTable, leaves: [Int])?] = schema.tables.map { _ in nil }
    for table in tables {
      guard let index = schema.tableIndex(named: table.entity) else {
        findings.append("the model has no entity '\(table.entity)', of which the store has a table")
        continue
      }
      var leaves = Array(repeating: -1, count: schema.tables[index].leafTypes.count)
      match(
        table.columns, schema.tables[index].columns.filter { !$0.leaves.isEmpty }, table.entity,
        &leaves, &findings)
      matches[index] = (table, leaves)
    }
    for (table, match) in zip(schema.tables, matches) where match == nil {
      findings.append("the store has no table of the model's entity '\(table.name)'")
    }
    guard findings.isEmpty else {
      findings.append(
        "the store was written with another model; open it with that one and migrate it")
      throw failure(.incompatibleModel, findings)
    }
    let references = References(stored: tables, schema: schema)
    var loaded: [Table] = []
    for (table, match) in zip(schema.tables, matches) {
      if let match { loaded.append(try load(match.table, match.leaves, table, references)) }
    }
    return Generation(number: seal.generation, schema: schema, tables: loaded)
  }

  /// Finds the stored leaf of every leaf of the schema.
  private func match(
    _ stored: [StoredColumn], _ columns: [ColumnSchema], _ owner: String, _ leaves: inout [Int],
    _ findings: inout [String]
  ) {
    var known: [String: StoredColumn] = [:]
    for column in stored { known[column.name] = column }
    for column in columns {
      guard let found = known.removeValue(forKey: column.name) else {
        findings.append("the store has no column for '\(column.name)' of '\(owner)'")
        continue
      }
      guard found.type == column.type else {
        findings.append(
          "'\(column.name)' of '\(owner)' is stored as \(found.type.storedName); "
            + "in the model it is \(column.type.storedName)")
        continue
      }
      leaves[column.leaves.lowerBound] = found.leaf
      match(
        found.elements, column.elements, "\(owner).\(column.name)", &leaves, &findings)
    }
    for column in stored where known[column.name] != nil {
      findings.append("the model has no '\(column.name)' of '\(owner)', which the store has")
    }
  }

  private func load(
    _ stored: StoredTable, _ leaves: [Int], _ table: TableSchema, _ references: References
  ) throws(StoreError) -> Table {
    let contents = leafContents(table, references)
    var groups: [RowGroup] = []
    var firstRow = 0
    for group in try stored.groups(sizeLimit: seal.end) {
      let rowCount = group.entry.rowCount
      let ids = IDContents(
        entity: table.name, highestNumber: Int64(stored.highestNumber), live: group.entry.live)
      groups.append(
        RowGroup(
          firstRow: firstRow, rowCount: rowCount,
          ids: try chunk(0, group, group.entry.hasTextIDs ? .string : .int64, ids),
          live: group.entry.live,
          leaves: try leaves.enumerated().map { index, leaf throws(StoreError) in
            let type = table.leafTypes[index]
            return try chunk(leaf + 1, group, type, contents[index])
          }))
      firstRow += rowCount
    }
    return Table(schema: table, groups: groups, highestNumber: Int64(stored.highestNumber))
  }

  /// What each leaf of a table must keep.
  private func leafContents(
    _ table: TableSchema, _ references: References
  ) -> [any ChunkContents] {
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

  private func chunk(
    _ leaf: Int, _ group: StoredGroup, _ type: ColumnType, _ contents: any ChunkContents
  ) throws(StoreError) -> ColumnChunk {
    let entry = group.entry.leaves[leaf]
    // Before anyone makes room for it.
    let sizes = ColumnChunk.possibleSizes(of: type, rowCount: group.entry.rowCount)
    guard sizes.contains(entry.byteCount) else {
      throw StoreError(
        .malformed,
        "damaged at byte \(group.offsets[leaf]): a chunk of \(contents.name) has "
          + "\(entry.byteCount) bytes, which its \(group.entry.rowCount) rows cannot have",
        at: Diagnostic.Location(file: file.path))
    }
    return ColumnChunk(
      type: type, rowCount: group.entry.rowCount, byteCount: entry.byteCount,
      source: StoredChunk(
        file: file, offset: group.offsets[leaf], checksum: entry.checksum, contents: contents))
  }
}
