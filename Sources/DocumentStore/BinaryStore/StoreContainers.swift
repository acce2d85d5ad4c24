/// Writes the containers of a store: all of a property list that is not a data leaf.
struct StoreContainers {
  let generation: Generation
  let metadata: [String: PropertyList]
  let layout: StoreLayout
  /// The number of the save, for the seal.
  let number: UInt64

  /// Appends the containers, the seal, the offset table and the trailer behind what `writer` has.
  ///
  /// The leaves of `layout` must be in the file, or in the writer.
  func write(to writer: inout PropertyListWriter, previousEnd: Int) throws(StoreError) -> StoreSeal
  {
    writer.number(leaves: layout.leaves)
    var tables: [Int] = []
    var firstLeaf = 0
    for (table, placed) in zip(generation.tables, layout.tables) {
      tables.append(describe(table, placed, firstLeaf, in: &writer))
      firstLeaf += placed.leafCount
    }
    let seal = writer.reserveSeal()
    var entries = [
      ("format", writer.add("OpenCoreData")), ("version", writer.add(StoreSeal.version)),
      ("metadata", try writer.add(.dictionary(metadata))), ("tables", writer.add(tables)),
      ("seal", seal),
    ]
    if previousEnd > 0 { entries.append(("wholeSize", writer.add(layout.wholeSize))) }
    if let model = generation.schema.modelName { entries.append(("model", writer.add(model))) }
    let root = writer.add(entries.map { (key: $0.0, object: $0.1) })
    let sealed = writer.finish(
      root: root, seal: seal, generation: number, previousEnd: previousEnd)
    guard writer.bytes.count <= BinaryStoreFile.containerLimit else {
      throw StoreError(
        .unstorable,
        "the store has \(writer.bytes.count) bytes of containers; at most "
          + "\(BinaryStoreFile.containerLimit) can be read")
    }
    return sealed
  }

  /// Describes a table whose leaves have the numbers from `firstLeaf` on.
  private func describe(
    _ table: Table, _ placed: TableLayout, _ firstLeaf: Int, in writer: inout PropertyListWriter
  ) -> Int {
    var checksum: [UInt8] = []
    checksum.append(littleEndian: placed.directoryChecksum)
    var columns: [Int] = []
    for column in table.schema.columns where !column.leaves.isEmpty {
      columns.append(describe(column, firstLeaf + 1, in: &writer))
    }
    let directory = firstLeaf + 1 + placed.values.count
    var entries = [
      (key: "entity", object: writer.add(table.schema.name)),
      (key: "rows", object: writer.add(table.rowCount)),
      (key: "records", object: writer.add(table.liveCount)),
      (key: "highestNumber", object: writer.add(Int(table.highestNumber))),
      (key: "columns", object: writer.add(columns)), (key: "ids", object: firstLeaf),
      (key: "directory", object: directory),
      (key: "directoryChecksum", object: writer.add(checksum)),
    ]
    if !placed.patches.isEmpty {
      let patches = Array(directory + 1...directory + placed.patches.count)
      entries.append((key: "patches", object: writer.add(patches)))
    }
    return writer.add(entries)
  }

  private func describe(
    _ column: ColumnSchema, _ firstLeaf: Int, in writer: inout PropertyListWriter
  ) -> Int {
    var entries = [
      (key: "name", object: writer.add(column.name)),
      (key: "type", object: writer.add(column.type.storedName)),
      (key: "values", object: firstLeaf + column.leaves.lowerBound),
    ]
    if column.type == .composite {
      var elements: [Int] = []
      for element in column.elements {
        elements.append(describe(element, firstLeaf, in: &writer))
      }
      entries.append((key: "elements", object: writer.add(elements)))
    }
    return writer.add(entries)
  }
}
