import CPrefetch
import Synchronization

/// A group of rows, read value by value.
///
/// Whoever holds one reads the same values for ever: a later save makes other groups. The bytes of a column are read and
/// checked when one of its values is first asked for, which is when reading can fail; an object that only shows its
/// title costs the titles of its group and nothing else.
///
/// Safe because the bytes belong to chunks of the group, which is held here, their layout has been checked, and a column's
/// address is given out only after that.
@safe package final class LoadedRows: @unchecked Sendable {
  /// A column that is stored in one leaf, and where its bytes are.
  @unsafe private struct Column: ~Copyable {
    let type: ColumnType
    /// The leaf that holds the values; negative where the column is transient or stored in several.
    let leaf: Int
    /// The address of the bytes, 0 until they have been read; the lowest bit is set where all rows have a value.
    let address = Atomic<UInt>(0)
    /// How many bytes there are, set before the address is: a chunk that has not been read knows it only roughly.
    let size = Atomic<Int>(0)

    init(_ type: ColumnType, leaf: Int) {
      unsafe self.type = type
      unsafe self.leaf = leaf
    }

    /// The bytes; nil as long as nobody has asked for a value.
    @inline(__always)
    var bytes: UnsafeRawBufferPointer? {
      let bits = unsafe address.load(ordering: .acquiring)
      guard bits != 0 else { return nil }
      return unsafe UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: bits & ~1), count: size.load(ordering: .relaxed))
    }

    /// Whether all rows are known to have a value.
    @inline(__always)
    var isFull: Bool { unsafe address.load(ordering: .relaxed) & 1 != 0 }

    /// The bytes from one row to the next, of its values or of the numbers that say where they begin.
    var stride: Int { unsafe type.fixedWidth ?? 4 }
  }

  /// The group that is read.
  package let group: RowGroup
  /// The rows, by their numbers in the table.
  package let rows: Range<Int>
  private let schema: TableSchema
  private let columns: UnsafeMutableBufferPointer<Column>

  /// Reads nothing yet.
  init(_ group: RowGroup, _ schema: TableSchema) {
    self.group = group
    self.schema = schema
    rows = group.firstRow..<group.firstRow + group.rowCount
    unsafe columns = .allocate(capacity: schema.columns.count)
    for (position, column) in schema.columns.enumerated() {
      unsafe columns.initializeElement(
        at: position, to: Column(column.type, leaf: schema.soleLeaf[position]))
    }
  }

  deinit {
    unsafe columns.deinitialize()
    unsafe columns.deallocate()
  }

  /// Whether a row is a record.
  package func isRecord(_ row: Int) -> Bool {
    rows.contains(row) && group.isLive(row - rows.lowerBound)
  }

  /// Reads and checks what has not been read, so that no value can fail any more.
  package func readAll() throws(StoreError) {
    for chunk in group.leaves { _ = try unsafe chunk.bytes() }
  }

  /// The value of a column in a row; null for a transient one.
  package func value(of column: Int, at row: Int) throws(StoreError) -> Value {
    if let value = knownValue(of: column, at: row) { return value }
    let index = row - rows.lowerBound
    let leaf = unsafe columns[column].leaf
    if leaf < 0 { return try group.value(of: column, at: index, schema) }
    let bytes = try unsafe group.leaves[leaf].bytes()
    let isFull = stride(from: 0, to: rows.count, by: 64).allSatisfy { row in
      let count = min(64, rows.count - row)
      return unsafe ColumnChunk.presence(of: row, count, in: bytes).nonzeroBitCount == count
    }
    let bits = UInt(bitPattern: bytes.baseAddress) | (isFull ? 1 : 0)
    unsafe columns[column].size.store(bytes.count, ordering: .relaxed)
    unsafe columns[column].address.store(bits, ordering: .releasing)
    return unsafe value(of: column, at: index, in: bytes)
  }

  /// The value of a column in a row, where somebody has read one of the column before; nil otherwise.
  package func knownValue(of column: Int, at row: Int) -> Value? {
    precondition(rows.contains(row))
    guard let bytes = unsafe columns[column].bytes else { return nil }
    return unsafe value(of: column, at: row - rows.lowerBound, in: bytes)
  }

  /// The value of a row of a column with these bytes.
  @inline(__always)
  private func value(of column: Int, at index: Int, in bytes: UnsafeRawBufferPointer) -> Value {
    let type = unsafe columns[column].type
    if type == .data, unsafe isLarge(index, in: bytes) {
      return data(in: schema.soleLeaf[column], at: index)
    }
    // Where it is known to be there, the bit that says so is not read: another place in memory.
    return unsafe columns[column].isFull
      ? ColumnChunk.presentValue(at: index, of: type, rowCount: rows.count, in: bytes)
      : ColumnChunk.value(at: index, of: type, rowCount: rows.count, in: bytes)
  }

  /// Has the processor fetch the bytes of a row, which are about to be read one after the other.
  ///
  /// They lie in as many places as there are columns, each far from the others; a record that nobody has read
  /// lately costs a wait for each of them, unless they are all asked for at once.
  package func anticipate(_ row: Int) {
    let index = row - rows.lowerBound
    let start = ColumnChunk.presenceSize(rows.count)
    for position in unsafe columns.indices {
      guard let base = unsafe columns[position].bytes?.baseAddress else { continue }
      unsafe prefetch_line(base + start + index * columns[position].stride)
    }
    let texts = start + ColumnChunk.offsetsSize(rows.count)
    for position in unsafe columns.indices {
      guard unsafe columns[position].type.fixedWidth == nil,
        let bytes = unsafe columns[position].bytes, let base = bytes.baseAddress
      else { continue }
      let offset = unsafe ColumnChunk.payloadOffset(of: index, rows.count, bytes)
      unsafe prefetch_line(base + texts + offset)
    }
  }

  /// Writes the values of a row over those in `slots`, which must be as many as there are columns.
  package func copy(
    _ row: Int, into slots: UnsafeMutableBufferPointer<Value>
  ) throws(StoreError) {
    for column in unsafe columns.indices { unsafe slots[column] = try value(of: column, at: row) }
  }

  /// Whether the bytes of a row are so many that they are better shared than copied.
  private func isLarge(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    unsafe ColumnChunk.payload(at: index, rows.count, bytes).count >= ColumnChunk.sharedSize
  }

  /// Data that shares its bytes with the chunk.
  private func data(in leaf: Int, at index: Int) -> Value {
    (try? group.leaves[leaf].value(at: index)) ?? .null
  }
}

extension Generation {
  /// The rows around a record; nil where there is no such record.
  ///
  /// Gives back `known` where that is still what this generation has.
  package func rows(
    around reference: RecordReference, knowing known: LoadedRows?
  ) -> LoadedRows? {
    guard let group = group(of: reference) else { return nil }
    if let known, known.group === group { return known }
    return LoadedRows(group, schema.tables[reference.table])
  }

  /// The group that has a record; nil where there is no such record.
  package func group(of reference: RecordReference) -> RowGroup? {
    guard contains(reference) else { return nil }
    let table = tables[reference.table]
    return table.groups[table.groupIndex(ofRow: reference.row)]
  }
}
