/// Writes the containers of a store: all of a property list that is not a data leaf.
struct StoreContainers {
  let generation: Generation
  let rows: FileRows
  let layout: StoreLayout
  /// The number of the save, for the seal.
  let number: UInt64

  /// Appends the containers, the seal, the offset table and the trailer behind what `writer` has.
  ///
  /// The leaves of `layout` must be in the file, or in the writer.
  func write(
    to writer: inout PropertyListWriter, previousEnd: Int
  ) throws(StoreError) -> StoreEnding {
    let description = layout.description
    writer.number(leaves: layout.wholeLeaves)
    writer.append(description.fragment)
    let tables = generation.tables.indices.map { add($0, to: &writer) }
    let seal = writer.reserveSeal()
    var entries = [
      (description.format, "format"), (description.version, "version"),
      (description.metadata, "metadata"),
      (writer.add(tables), "tables"), (seal, "seal"),
    ].map { (key: description.key($0.1), object: $0.0) }
    if previousEnd > 0 {
      entries.append((description.key("wholeSize"), writer.add(layout.wholeSize)))
    }
    if rows.numbering != 0 {
      entries.append((description.key("numbering"), writer.add(rows.numbering)))
    }
    if let model = description.model { entries.append((description.key("model"), model)) }
    let root = writer.add(entries)
    let ending = writer.finish(
      root: root, seal: seal, generation: number, previousEnd: previousEnd)
    guard writer.bytes.count <= BinaryStoreFile.containerLimit else {
      throw StoreError(
        .unstorable,
        "the store has \(writer.bytes.count) bytes of containers; at most "
          + "\(BinaryStoreFile.containerLimit) can be read")
    }
    return ending
  }

  /// Adds a table.
  private func add(_ index: Int, to writer: inout PropertyListWriter) -> Int {
    let (table, placed) = (generation.tables[index], layout.tables[index])
    let (description, numbers) = (layout.description, layout.description.tables[index])
    var checksum: [UInt8] = []
    checksum.append(littleEndian: placed.directoryChecksum)
    var entries = [
      (key: description.key("entity"), object: numbers.entity),
      (key: description.key("rows"), object: writer.add(rows.count(of: table))),
      (key: description.key("records"), object: writer.add(table.liveCount)),
      (key: description.key("highestNumber"), object: writer.add(Int(table.highestNumber))),
      (key: description.key("columns"), object: numbers.columns),
      (key: description.key("ids"), object: numbers.ids),
      (key: description.key("directory"), object: numbers.directory),
      (key: description.key("directoryChecksum"), object: writer.add(checksum)),
    ]
    if !placed.patches.isEmpty {
      let patches = placed.patches.map { writer.number(leaf: $0.offset) }
      entries.append((key: description.key("patches"), object: writer.add(patches)))
    }
    return writer.add(entries)
  }
}
