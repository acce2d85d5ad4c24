/// Writes a generation as a whole file, with all its rows.
///
/// The chunks' bytes go from memory to the file as they are, those of a column one behind the other; containers are
/// put together behind them.
struct BinaryStoreWriter {
  let generation: Generation
  let rows: FileRows
  let metadata: [String: PropertyList]
  /// The number of the save, for the seal.
  let number: UInt64

  func write(to file: inout FileWriter) throws(StoreError) -> (StoreEnding, StoreLayout) {
    try file.append(StoreEnding.header)
    let dead = DeadRows(generation)
    var tables: [TableLayout] = []
    for table in generation.tables { tables.append(try write(table, dead, to: &file)) }
    var layout = StoreLayout(
      tables: tables, wholeSize: 0, description: try StoreDescription(generation.schema, metadata))
    var writer = PropertyListWriter(at: file.position)
    let containers = StoreContainers(
      generation: generation, rows: rows, layout: layout, number: number)
    let ending = try containers.write(to: &writer, previousEnd: 0)
    try file.append(writer.bytes)
    layout.wholeSize = ending.seal.end
    return (ending, layout)
  }

  private func write(
    _ table: Table, _ dead: DeadRows, to file: inout FileWriter
  ) throws(StoreError) -> TableLayout {
    var directory = TableDirectory()
    directory.groups = table.groups.map {
      .init(rowCount: $0.rowCount, hasTextIDs: $0.ids.type == .string, live: $0.live)
    }
    var layout = TableLayout()
    layout.ids = try write(table.groups.map(\.ids), dead, to: &file, &directory)
    for leaf in table.schema.leafTypes.indices {
      let chunks = table.groups.map { $0.leaves[leaf] }
      layout.values.append(try write(chunks, dead, to: &file, &directory))
    }
    let bytes = directory.bytes
    try file.append(zeros: DataLeaf.gap(at: file.position))
    layout.directory = file.position
    try file.append(DataLeaf.header(byteCount: bytes.count))
    try file.append(bytes)
    layout.directoryChecksum = XXH64.hash(bytes)
    layout.rowCount = table.rowCount
    layout.recordCount = table.liveCount
    layout.byteCount = layout.directory - layout.ids
    return layout
  }

  /// Writes the chunks of a column as one leaf, and says where it begins.
  private func write(
    _ chunks: [ColumnChunk], _ dead: DeadRows, to file: inout FileWriter,
    _ directory: inout TableDirectory
  ) throws(StoreError) -> Int {
    try file.append(zeros: DataLeaf.gap(at: file.position))
    let leaf = file.position
    let clean = try chunks.map { chunk throws(StoreError) in try dead.removed(from: chunk) }
    let expected = clean.reduce(0) { $0 + $1.byteCount }
    try file.append(DataLeaf.header(byteCount: expected))
    let start = file.position
    for (index, chunk) in clean.enumerated() {
      let entry = try unsafe chunk.withBytes { bytes throws(StoreError) in
        try unsafe file.append(bytes)
        return unsafe TableDirectory.Leaf(byteCount: bytes.count, checksum: XXH64.hash(bytes))
      }
      directory.groups[index].leaves.append(entry)
    }
    // Chunks that are put together from patches are not known to the byte before they are read.
    let size = file.position - start
    if size != expected { try file.rewrite(DataLeaf.header(byteCount: size), at: leaf) }
    return leaf
  }
}
