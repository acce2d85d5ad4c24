/// The ids of a generation's records as bytes, without making strings of them.
///
/// Safe because the generation, and with it every chunk, lives as long as this.
@safe struct IDSource {
  private struct Group {
    var firstRow: Int
    var rowCount: Int
    var isNumber: Bool
    var isAllLive: Bool
    var bytes: ByteView
  }

  private let generation: Generation
  private var groups: [Group] = []
  /// For each table, the index of its first group; one more at the end.
  private var firstGroups: [Int] = [0]
  private var prefixes: [[UInt8]] = []

  init(_ generation: Generation) throws(StoreError) {
    self.generation = generation
    for table in generation.tables {
      for group in table.groups {
        let bytes = try unsafe ByteView(group.ids.bytes())
        groups.append(
          Group(
            firstRow: group.firstRow, rowCount: group.rowCount,
            isNumber: group.ids.type == .int64, isAllLive: group.live == nil, bytes: bytes))
      }
      firstGroups.append(groups.count)
      prefixes.append(Array("\(table.schema.name)-".utf8))
    }
  }

  /// Whether the reference names a record.
  func contains(_ reference: RecordReference) -> Bool {
    guard reference.table < prefixes.count, let group = group(of: reference) else { return false }
    return group.isAllLive || generation.contains(reference)
  }

  /// The id of a row, where it cannot stand in a document because it is no name of XML; nil where it can.
  func unwritableID(of reference: RecordReference) -> String? {
    guard let group = group(of: reference), !group.isNumber else { return nil }
    let row = reference.row - group.firstRow
    let id = unsafe ByteView(ColumnChunk.payload(at: row, group.rowCount, group.bytes.raw))
    return id.isXMLName ? nil : id.string
  }

  /// Appends the id of a row that is there.
  func append(_ reference: RecordReference, to output: inout RawBuffer) {
    guard let group = group(of: reference) else { return }
    let row = reference.row - group.firstRow
    if group.isNumber {
      let offset = ColumnChunk.presenceSize(group.rowCount) + row * 8
      output.append(contentsOf: prefixes[reference.table])
      output.append(digitsOf: group.bytes.word(at: offset))
    } else {
      output.append(unsafe ByteView(ColumnChunk.payload(at: row, group.rowCount, group.bytes.raw)))
    }
  }

  private func group(of reference: RecordReference) -> Group? {
    let first = firstGroups[reference.table]
    var low = first + reference.row / RowGroup.capacity
    var high = firstGroups[reference.table + 1] - 1
    guard low <= high else { return nil }
    while low < high {
      let middle = (low + high + 1) / 2
      if groups[middle].firstRow <= reference.row { low = middle } else { high = middle - 1 }
    }
    let group = groups[low]
    return reference.row - group.firstRow < group.rowCount ? group : nil
  }
}
