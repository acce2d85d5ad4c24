/// Reads what a ``KeyPlace`` stands for, row by row.
///
/// Remembers the group it read last, so that going through rows in their order costs little.
///
/// Safe because the bytes belong to chunks of the generation's table, which is held here, and one thread uses it.
@safe final class KeyReader {
  private let type: ColumnType
  private let table: Table
  private let leaf: Int
  /// The readers of the tables that a reference can lead to, by their indices; empty at the end of the path.
  private var destinations: [KeyReader?] = []
  @exclusivity(unchecked) private var rows = 0..<0
  @exclusivity(unchecked) private var group = 0
  @exclusivity(unchecked) private var bytes: UnsafeRawBufferPointer

  init(_ place: KeyPlace, table index: Int, in generation: Generation) {
    table = generation.tables[index]
    unsafe bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    switch place {
    case .leaf(let leaf, let type):
      self.leaf = leaf
      self.type = type
    case .count(let leaf):
      self.leaf = leaf
      type = .toMany
    case .destination(let leaf, let places):
      self.leaf = leaf
      type = .toOne
      destinations = generation.tables.indices.map { index in
        places[index].map { KeyReader($0, table: index, in: generation) }
      }
    }
  }

  /// The value that the path leads to from a row, which lives as long as the generation; nil where there is none.
  @inline(__always)
  func value(of row: Int) throws(StoreError) -> StoredValue? {
    guard row < table.rowCount else { return nil }
    if unsafe !rows.contains(row) { try load(groupOf: row) }
    let value = unsafe StoredValue(
      type: type, row: row - rows.lowerBound, rowCount: rows.count, bytes: bytes)
    if type == .toMany {
      return unsafe table.groups[group].isLive(value.row) ? value : nil
    }
    guard unsafe ColumnChunk.isPresent(value.row, in: bytes) else { return nil }
    guard !destinations.isEmpty else { return unsafe value }
    let reference = unsafe RecordReference(bits: value.load(UInt64.self, width: 8))
    guard reference.table < destinations.count else { return nil }
    return try unsafe destinations[reference.table]?.value(of: reference.row)
  }

  private func load(groupOf row: Int) throws(StoreError) {
    let index = table.groupIndex(ofRow: row)
    let found = table.groups[index]
    unsafe bytes = try found.leaves[leaf].bytes()
    unsafe group = index
    unsafe rows = found.firstRow..<found.firstRow + found.rowCount
  }
}
