/// Which tables are written without the rows that are no records, so that the records after them get other numbers.
enum Packing {
  /// Those of which these rows are a large part.
  case large
  /// All that have any.
  case all

  /// From so many rows on, and where more than a quarter of all are, it is worth what it costs: other programs that have
  /// the file open find its records by their ids afterwards.
  private static let worthwhile = 256

  func includes(_ table: Table) -> Bool {
    let dead = table.rowCount - table.liveCount
    switch self {
    case .large: return dead >= Self.worthwhile && dead > table.rowCount / 4
    case .all: return dead > 0
    }
  }
}

extension Generation {
  /// The records as they are written in a whole file, in place of one with the rows `before`, and their rows there.
  ///
  /// No value is read for that: chunks are put together when they are written, one after the other.
  func packed(_ packing: Packing, after before: FileRows) -> (Generation, FileRows) {
    let rows = FileRows(self, packing, after: before)
    if rows.areSame { return (self, rows) }
    let dead = DeadRows(self)
    let written = tables.map { $0.packed(dead, rows) }
    return (Generation(number: number, schema: schema, tables: written), rows)
  }
}

/// Records of several groups that become one.
private struct PackedGroup {
  /// The groups, and which of their rows.
  var parts: [(group: RowGroup, rows: [Range<Int>])] = []
  var rowCount = 0
  /// For each leaf, the bytes of the groups' chunks.
  private var sizes: [Int] = []

  /// Whether rows of a group may be added: it must have ids of the same kind, and no leaf may become too large.
  func hasRoom(for group: RowGroup) -> Bool {
    guard let first = parts.first?.group else { return true }
    return rowCount < RowGroup.capacity && first.ids.type == group.ids.type
      && zip(sizes, group.leaves).allSatisfy { $0 + $1.byteCount <= RowGroup.payloadCapacity }
  }

  mutating func add(_ rows: Range<Int>, of group: RowGroup) {
    if parts.last?.group !== group {
      parts.append((group, []))
      if sizes.isEmpty { sizes = group.leaves.map { _ in 0 } }
      for (leaf, chunk) in group.leaves.enumerated() { sizes[leaf] += chunk.byteCount }
    }
    parts[parts.count - 1].rows.append(rows)
    rowCount += rows.count
  }
}

extension Table {
  /// The table as it is written: the file's references, and no dead rows where it is one of those that are packed.
  fileprivate func packed(_ dead: DeadRows, _ rows: FileRows) -> Table {
    let isMoved = hasMovedReferences(rows)
    let isPacked = !rows.areSame(inTable: schema.index)
    guard isPacked || isMoved.contains(true) else { return self }
    let plans =
      isPacked
      ? packedGroups()
      : groups.map { group in
        var plan = PackedGroup()
        plan.add(0..<group.rowCount, of: group)
        return plan
      }
    var written: [RowGroup] = []
    var firstRow = 0
    for plan in plans {
      func chunk(
        _ type: ColumnType, _ references: (dead: DeadRows, rows: FileRows)?,
        _ part: (RowGroup) -> ColumnChunk
      ) -> ColumnChunk {
        PackedChunk(
          type: type, parts: plan.parts.map { (part($0.group), $0.rows) }, references: references
        ).chunk
      }
      let leaves = schema.leafTypes.indices.map { leaf in
        chunk(schema.leafTypes[leaf], isMoved[leaf] ? (dead, rows) : nil) { $0.leaves[leaf] }
      }
      let first = plan.parts.first?.group
      written.append(
        RowGroup(
          firstRow: firstRow, rowCount: plan.rowCount,
          ids: chunk(first?.ids.type ?? .int64, nil, \.ids),
          live: isPacked ? nil : first?.live, leaves: leaves))
      firstRow += plan.rowCount
    }
    return Table(schema: schema, groups: written, highestNumber: highestNumber)
  }

  /// For each leaf, whether it has references to records that have other rows in the file.
  private func hasMovedReferences(_ rows: FileRows) -> [Bool] {
    var isMoved = Array(repeating: false, count: schema.leafTypes.count)
    for column in schema.columns where column.type.isRelationship && !column.leaves.isEmpty {
      // Where none is named, any may be.
      let destinations = column.relationship?.destinationTables ?? []
      isMoved[column.leaves.lowerBound] =
        destinations.isEmpty
        || destinations.enumerated().contains { $1 && !rows.areSame(inTable: $0) }
    }
    return isMoved
  }

  /// The records one behind the other.
  private func packedGroups() -> [PackedGroup] {
    var packed: [PackedGroup] = []
    var open = PackedGroup()
    for group in groups where group.liveCount > 0 {
      var next = 0
      while let start = (next..<group.rowCount).first(where: group.isLive) {
        let end = (start..<group.rowCount).first { !group.isLive($0) } ?? group.rowCount
        if open.parts.last?.group !== group, !open.hasRoom(for: group) {
          packed.append(open)
          open = PackedGroup()
        }
        next = min(end, start + RowGroup.capacity - open.rowCount)
        open.add(start..<next, of: group)
        if open.rowCount == RowGroup.capacity {
          packed.append(open)
          open = PackedGroup()
        }
      }
    }
    return open.parts.isEmpty ? packed : packed + [open]
  }
}

/// Rows of several chunks as one, put together whenever it is read.
private struct PackedChunk: ChunkSource {
  let type: ColumnType
  let parts: [(chunk: ColumnChunk, rows: [Range<Int>])]
  /// What turns the store's references into the file's; nil where they are the same.
  let references: (dead: DeadRows, rows: FileRows)?

  var chunk: ColumnChunk {
    let rowCount = parts.reduce(0) { $0 + $1.rows.reduce(0) { $0 + $1.count } }
    let least = ColumnChunk.possibleSizes(of: type, rowCount: rowCount).lowerBound
    let most = parts.reduce(0) { $0 + $1.chunk.byteCount }
    return ColumnChunk(
      type: type, rowCount: rowCount, byteCount: type.fixedWidth == nil ? max(least, most) : least,
      source: self)
  }

  func load() throws(StoreError) -> UnsafeMutableRawBufferPointer {
    var rows = ColumnRows(type)
    for part in parts {
      let chunk = try references?.dead.removed(from: part.chunk) ?? part.chunk
      try unsafe chunk.withBytes { bytes throws(StoreError) in
        for range in part.rows {
          unsafe rows.append(rows: range, of: chunk.rowCount, bytes)
        }
      }
    }
    let rowCount = rows.rowCount
    let bytes = unsafe rows.take()
    if let references {
      unsafe ChunkView(type: type, rowCount: rowCount, bytes: UnsafeRawBufferPointer(bytes))
        .replaceReferences(in: bytes) { references.rows.reference($0) ?? $0 }
    }
    return unsafe bytes
  }

  func accept(_ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int) {}

  func damaged(_ what: String) -> StoreError {
    StoreError(.corrupt, "records do not fit the rows that they were given: \(what)")
  }
}
