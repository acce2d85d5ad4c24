/// The rows that are no records, any more or yet, to which references may be in memory; no file has those.
struct DeadRows {
  private let generation: Generation
  /// For each table, the rows that are records where all are; none where one must look.
  private let allLive: [Int]

  init(_ generation: Generation) {
    self.generation = generation
    allLive = generation.tables.map { $0.liveCount == $0.rowCount ? $0.rowCount : 0 }
  }

  /// Whether a reference leads to a record.
  func isLive(_ reference: RecordReference) -> Bool {
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

  /// The value without its references to dead rows.
  func living(_ value: Value) -> Value {
    switch value {
    case .reference(let reference): isLive(reference) ? value : .null
    case .references(let members):
      members.allSatisfy(isLive) ? value : .references(members.filter(isLive))
    default: value
    }
  }
}
