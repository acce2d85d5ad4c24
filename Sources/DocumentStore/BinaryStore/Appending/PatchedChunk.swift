import ManagedModel

/// The values of a leaf in one group: those that the file has as a whole, and those of patches over them.
struct PatchedChunk: ChunkSource {
  /// What was written with the whole file; nil for a group that came later.
  let base: ColumnChunk?
  let type: ColumnType
  let rowCount: Int
  /// By ascending rows, each once.
  let cells: [PatchedCell]
  /// For each patch, its values of the leaf.
  let sources: [ColumnChunk?]

  /// Whether the chunk differs from that of the file.
  var isNeeded: Bool { !cells.isEmpty || base?.rowCount != rowCount }

  /// The chunk, put together when it is first read.
  var chunk: ColumnChunk {
    ColumnChunk(type: type, rowCount: rowCount, byteCount: expectedSize, source: self)
  }

  /// The size that the chunk will have, roughly where values have no fixed width.
  private var expectedSize: Int {
    let least = ColumnChunk.possibleSizes(of: type, rowCount: rowCount).lowerBound
    guard type.fixedWidth == nil else { return least }
    let patched = cells.reduce(0) { sum, cell in
      guard cell.source >= 0, let chunk = sources[cell.source] else { return sum }
      return sum + chunk.byteCount / max(1, chunk.rowCount)
    }
    return least + (base?.byteCount ?? 0) + patched
  }

  func load() throws(StoreError) -> UnsafeMutableRawBufferPointer {
    guard let base else { return try unsafe merged(baseBytes: nil) }
    return try unsafe base.withBytes { bytes throws(StoreError) in
      try unsafe merged(baseBytes: bytes)
    }
  }

  private func merged(
    baseBytes: UnsafeRawBufferPointer?
  ) throws(StoreError) -> UnsafeMutableRawBufferPointer {
    var rows = ColumnRows(type)
    func copy(upTo row: Int) {
      let known = min(row, base?.rowCount ?? 0)
      if let baseBytes = unsafe baseBytes, rows.rowCount < known {
        unsafe rows.append(rows: rows.rowCount..<known, of: base?.rowCount ?? 0, baseBytes)
      }
      while rows.rowCount < row { rows.appendNull() }
    }
    for cell in cells {
      copy(upTo: cell.row)
      if cell.source >= 0, let chunk = sources[cell.source] {
        try rows.append(rows: cell.index..<cell.index + 1, of: chunk)
      } else {
        rows.appendNull()
      }
    }
    copy(upTo: rowCount)
    return unsafe rows.take()
  }

  func accept(_ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int) {}

  func damaged(_ what: String) -> StoreError { .patched(what) }
}

/// The ids of a group, those of new records from patches.
struct PatchedIDs: ChunkSource {
  let base: ColumnChunk?
  let rowCount: Int
  let type: ColumnType
  /// By ascending rows, each once.
  let cells: [PatchedCell]
  let sources: [ColumnChunk]
  let entityName: String

  var isNeeded: Bool { !cells.isEmpty || base?.rowCount != rowCount }

  var chunk: ColumnChunk {
    let least = ColumnChunk.possibleSizes(of: type, rowCount: rowCount).lowerBound
    return ColumnChunk(
      type: type, rowCount: rowCount, byteCount: least + (base?.byteCount ?? 0), source: self)
  }

  func load() throws(StoreError) -> UnsafeMutableRawBufferPointer {
    var ids: [RecordID] = []
    ids.reserveCapacity(rowCount)
    for row in 0..<(base?.rowCount ?? 0) {
      ids.append(try base?.recordID(at: row, in: entityName) ?? .number(0))
    }
    while ids.count < rowCount { ids.append(.number(0)) }
    for cell in cells {
      ids[cell.row] = try sources[cell.source].recordID(at: cell.index, in: entityName)
    }
    var rows = ColumnRows(type)
    for id in ids {
      if type == .int64 {
        rows.append(integer: id.number ?? 0)
      } else {
        rows.append(text: id.text(in: entityName))
      }
    }
    return unsafe rows.take()
  }

  func accept(_ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int) {}

  func damaged(_ what: String) -> StoreError { .patched(what) }
}

extension StoreError {
  /// The error for values that were put together from parts which were found good.
  fileprivate static func patched(_ what: String) -> StoreError {
    StoreError(.corrupt, "the file's changes do not fit what they change: \(what)")
  }
}
