import ManagedModel

extension BinaryStoreFile {
  /// The store's records, their chunks not read yet, as tables of a schema, and where they lie.
  ///
  /// Tables and columns are found by name and may stand in another order; then there is no layout, since what is
  /// appended to a file has its order. What does not fit is an error that lists all that does not.
  func contents(
    _ schema: Schema
  ) throws(StoreError) -> (generation: Generation, layout: StoreLayout?) {
    var findings: [String] = []
    var matches: [(table: StoredTable, leaves: [Int])?] = schema.tables.map { _ in nil }
    for table in tables {
      guard let index = schema.tableIndex(named: table.entity) else {
        findings.append("the model has no entity '\(table.entity)', of which the store has a table")
        continue
      }
      var leaves = Array(repeating: -1, count: schema.tables[index].leafTypes.count)
      Self.match(
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
    var layouts: [TableLayout] = []
    var isInOrder = references.isSameOrder
    for (table, match) in zip(schema.tables, matches) {
      guard let match else { continue }
      let loader = TableLoader(
        file: file, table: table, leaves: match.leaves, stored: match.table,
        references: references)
      let (contents, layout) = try loader.load()
      loaded.append(contents)
      layouts.append(layout)
      isInOrder = isInOrder && match.leaves.elementsEqual(0..<match.table.leafCount)
    }
    let generation = Generation(number: seal.generation, schema: schema, tables: loaded)
    let layout =
      isInOrder
      ? StoreLayout(
        tables: layouts, wholeSize: wholeSize, description: try StoreDescription(schema, metadata))
      : nil
    return (generation, layout)
  }

  /// Finds the stored leaf of every leaf of the schema.
  static func match(
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
}
