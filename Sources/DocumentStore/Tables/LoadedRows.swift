import CPrefetch

/// A group of rows whose bytes are all in memory, ready to be read value by value.
///
/// Whoever holds one reads the same values for ever, and reading them cannot fail: a later save makes other
/// groups. So an object can be read from here as long as it has no values of its own.
///
/// Safe because the bytes belong to chunks of the group, which is held here, and their layout has been checked.
@safe package final class LoadedRows: @unchecked Sendable {
  /// The bytes of a column that is stored in one leaf; they live as long as the group.
  @unsafe private struct Column {
    var type: ColumnType
    /// None where the column is transient or stored in several leaves.
    var bytes: UnsafeRawBufferPointer?
    /// Whether all rows have a value.
    var isFull = false
    /// The bytes from one row to the next, of its values or of the numbers that say where they begin.
    var stride: Int { unsafe type.fixedWidth ?? 4 }

    init(_ type: ColumnType, _ bytes: UnsafeRawBufferPointer?, rowCount: Int) {
      unsafe self.type = type
      unsafe self.bytes = bytes
      guard let bytes = unsafe bytes else { return }
      unsafe isFull = Swift.stride(from: 0, to: rowCount, by: 64).allSatisfy { row in
        let count = min(64, rowCount - row)
        return unsafe ColumnChunk.presence(of: row, count, in: bytes).nonzeroBitCount == count
      }
    }
  }

  /// The group that was loaded.
  package let group: RowGroup
  /// The rows, by their numbers in the table.
  package let rows: Range<Int>
  private let schema: TableSchema
  private let columns: [Column]

  /// Reads what has not been read of a group.
  init(_ group: RowGroup, _ schema: TableSchema) throws(StoreError) {
    for chunk in group.leaves { _ = try unsafe chunk.bytes() }
    var columns = unsafe [Column]()
    for (column, leaf) in zip(schema.columns, schema.soleLeaf) {
      let bytes = leaf < 0 ? nil : try unsafe group.leaves[leaf].bytes()
      unsafe columns.append(Column(column.type, bytes, rowCount: group.rowCount))
    }
    unsafe self.columns = columns
    self.group = group
    self.schema = schema
    rows = group.firstRow..<group.firstRow + group.rowCount
  }

  /// Whether a row is a record.
  package func isRecord(_ row: Int) -> Bool {
    rows.contains(row) && group.isLive(row - rows.lowerBound)
  }

  /// The value of a column in a row; null for a transient one.
  package func value(of column: Int, at row: Int) -> Value {
    precondition(rows.contains(row))
    let index = row - rows.lowerBound
    let stored = unsafe columns[column]
    guard let bytes = unsafe stored.bytes else { return rareValue(of: column, at: index) }
    if unsafe stored.type == .data, unsafe isLarge(index, in: bytes) {
      return data(in: schema.soleLeaf[column], at: index)
    }
    // Where it is known to be there, the bit that says so is not read: another place in memory.
    return unsafe stored.isFull
      ? ColumnChunk.presentValue(at: index, of: stored.type, rowCount: rows.count, in: bytes)
      : ColumnChunk.value(at: index, of: stored.type, rowCount: rows.count, in: bytes)
  }

  /// Has the processor fetch the bytes of a row, which are about to be read one after the other.
  ///
  /// They lie in as many places as there are columns, each far from the others; a record that nobody has read
  /// lately costs a wait for each of them, unless they are all asked for at once.
  package func anticipate(_ row: Int) {
    let index = row - rows.lowerBound
    let start = ColumnChunk.presenceSize(rows.count)
    for position in unsafe columns.indices {
      let column = unsafe columns[position]
      guard let base = unsafe column.bytes?.baseAddress else { continue }
      unsafe prefetch_line(base + start + index * column.stride)
    }
    let texts = start + ColumnChunk.offsetsSize(rows.count)
    for position in unsafe columns.indices {
      let column = unsafe columns[position]
      guard unsafe column.type.fixedWidth == nil, let bytes = unsafe column.bytes,
        let base = bytes.baseAddress
      else { continue }
      let offset = unsafe ColumnChunk.payloadOffset(of: index, rows.count, bytes)
      unsafe prefetch_line(base + texts + offset)
    }
  }

  /// Writes the values of a row over those in `slots`, which must be as many as there are columns.
  package func copy(_ row: Int, into slots: UnsafeMutableBufferPointer<Value>) {
    for column in unsafe columns.indices { unsafe slots[column] = value(of: column, at: row) }
  }

  /// Whether the bytes of a row are so many that they are better shared than copied.
  private func isLarge(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe ColumnChunk.payload(at: index, rows.count, bytes).count >= ColumnChunk.sharedSize
  }

  /// Data that shares its bytes with the chunk.
  private func data(in leaf: Int, at index: Int) -> Value {
    (try? group.leaves[leaf].value(at: index)) ?? .null
  }

  /// The value of a column without a leaf, or with several.
  private func rareValue(of column: Int, at index: Int) -> Value {
    // Whatever could fail did so in `init`.
    (try? group.value(of: column, at: index, schema)) ?? .null
  }
}

extension Generation {
  /// The rows around a record, read now where they have not been; nil where there is no such record.
  ///
  /// Gives back `known` where that is still what this generation has.
  package func rows(
    around reference: RecordReference, knowing known: LoadedRows?
  ) throws(StoreError) -> LoadedRows? {
    guard let group = group(of: reference) else { return nil }
    if let known, known.group === group { return known }
    return try LoadedRows(group, schema.tables[reference.table])
  }

  /// The group that has a record; nil where there is no such record.
  package func group(of reference: RecordReference) -> RowGroup? {
    guard contains(reference) else { return nil }
    let table = tables[reference.table]
    return table.groups[table.groupIndex(ofRow: reference.row)]
  }
}
