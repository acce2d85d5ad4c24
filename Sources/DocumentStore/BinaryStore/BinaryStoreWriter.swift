/// Writes a generation as a whole file.
///
/// The chunks' bytes go from memory to the file as they are; containers are put together behind them.
struct BinaryStoreWriter {
  let generation: Generation
  let metadata: [String: PropertyList]
  /// The number of the save, for the seal.
  let number: UInt64

  /// A table's directory, and for each of its leaves, the ids first, the objects that hold its chunks.
  private struct WrittenTable {
    var directory = TableDirectory()
    var objects: [[Int]]
  }

  func write(to file: inout FileWriter) throws(StoreError) -> StoreSeal {
    try file.append(StoreEnding.header)
    var offsets: [Int] = []
    var written: [WrittenTable] = []
    let dead = DeadRows(generation)
    for table in generation.tables { written.append(try write(table, dead, to: &file, &offsets)) }
    var containers = PropertyListWriter(after: offsets, at: file.position)
    // Beside each other, so that an open reads them at once.
    let directories = written.map { containers.addLeaf($0.directory.bytes) }
    var tables: [Int] = []
    for (index, table) in written.enumerated() {
      tables.append(
        describe(
          generation.tables[index], table, directory: directories[index], in: &containers))
    }
    let seal = containers.reserveSeal()
    var entries = [
      ("format", containers.add("OpenCoreData")), ("version", containers.add(StoreSeal.version)),
      ("metadata", try containers.add(.dictionary(metadata))), ("tables", containers.add(tables)),
      ("seal", seal),
    ]
    if let model = generation.schema.modelName { entries.append(("model", containers.add(model))) }
    let root = containers.add(entries.map { (key: $0.0, object: $0.1) })
    let sealed = containers.finish(root: root, seal: seal, generation: number, previousEnd: 0)
    guard containers.bytes.count <= BinaryStoreFile.containerLimit else {
      throw StoreError(
        .unstorable,
        "the store has \(containers.bytes.count) bytes of containers; at most "
          + "\(BinaryStoreFile.containerLimit) can be read")
    }
    try file.append(containers.bytes)
    return sealed
  }

  // MARK: - Data

  private func write(
    _ table: Table, _ dead: DeadRows, to file: inout FileWriter, _ offsets: inout [Int]
  ) throws(StoreError) -> WrittenTable {
    var written = WrittenTable(
      objects: Array(repeating: [], count: table.schema.leafTypes.count + 1))
    for group in table.groups {
      var entry = TableDirectory.Group(
        rowCount: group.rowCount, hasTextIDs: group.ids.type == .string, live: group.live)
      for (leaf, chunk) in ([group.ids] + group.leaves).enumerated() {
        written.objects[leaf].append(offsets.count)
        entry.leaves.append(try write(dead.removed(from: chunk), to: &file, &offsets))
      }
      written.directory.groups.append(entry)
    }
    return written
  }

  private func write(
    _ chunk: ColumnChunk, to file: inout FileWriter, _ offsets: inout [Int]
  ) throws(StoreError) -> TableDirectory.Leaf {
    try file.append(zeros: DataLeaf.gap(at: file.position))
    offsets.append(file.position)
    try file.append(DataLeaf.header(byteCount: chunk.byteCount))
    return try unsafe chunk.withBytes { bytes throws(StoreError) in
      try unsafe file.append(bytes)
      return unsafe TableDirectory.Leaf(byteCount: bytes.count, checksum: XXH64.hash(bytes))
    }
  }

  // MARK: - Containers

  private func describe(
    _ table: Table, _ written: WrittenTable, directory: Int,
    in containers: inout PropertyListWriter
  ) -> Int {
    var checksum: [UInt8] = []
    checksum.append(littleEndian: XXH64.hash(written.directory.bytes))
    var columns: [Int] = []
    for column in table.schema.columns where !column.leaves.isEmpty {
      columns.append(describe(column, written, in: &containers))
    }
    return containers.add([
      ("entity", containers.add(table.schema.name)), ("rows", containers.add(table.rowCount)),
      ("records", containers.add(table.liveCount)),
      ("highestNumber", containers.add(Int(table.highestNumber))),
      ("columns", containers.add(columns)), ("ids", containers.add(written.objects[0])),
      ("directory", directory), ("directoryChecksum", containers.add(checksum)),
    ])
  }

  private func describe(
    _ column: ColumnSchema, _ written: WrittenTable, in containers: inout PropertyListWriter
  ) -> Int {
    var entries = [
      (key: "name", object: containers.add(column.name)),
      (key: "type", object: containers.add(column.type.storedName)),
      (key: "chunks", object: containers.add(written.objects[column.leaves.lowerBound + 1])),
    ]
    if column.type == .composite {
      var elements: [Int] = []
      for element in column.elements {
        elements.append(describe(element, written, in: &containers))
      }
      entries.append((key: "elements", object: containers.add(elements)))
    }
    return containers.add(entries)
  }
}

/// The rows that are no records, any more or yet, to which references may be in memory; no file has those.
private struct DeadRows {
  let generation: Generation
  /// For each table, the rows that are records where all are; none where one must look.
  private let allLive: [Int]

  init(_ generation: Generation) {
    self.generation = generation
    allLive = generation.tables.map { $0.liveCount == $0.rowCount ? $0.rowCount : 0 }
  }

  private func isLive(_ reference: RecordReference) -> Bool {
    reference.table < allLive.count && reference.row < allLive[reference.table]
      || generation.contains(reference)
  }

  /// The chunk itself, or one without its references to dead rows.
  func removed(from chunk: ColumnChunk) throws(StoreError) -> ColumnChunk {
    guard chunk.type.isRelationship else { return chunk }
    let isClean = try unsafe chunk.withBytes { bytes throws(StoreError) in
      unsafe ChunkView(type: chunk.type, rowCount: chunk.rowCount, bytes: bytes)
        .allReferences(isLive)
    }
    if isClean { return chunk }
    var rows = ColumnRows(chunk.type)
    for row in 0..<chunk.rowCount { rows.append(living(try chunk.value(at: row))) }
    return rows.seal()
  }

  private func living(_ value: Value) -> Value {
    switch value {
    case .reference(let reference): isLive(reference) ? value : .null
    case .references(let members): .references(members.filter(isLive))
    default: value
    }
  }
}
