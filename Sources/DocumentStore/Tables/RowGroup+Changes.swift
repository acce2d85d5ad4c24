/// What changes in one group: new values by leaf and row, rows that become records, and rows that go.
struct GroupEdit {
  private(set) var leaves: [Int: [Int: Value]] = [:]
  var revived: [Int: RecordID] = [:]
  var deleted: Set<Int> = []

  /// Gives a row another value.
  mutating func set(_ value: Value, of column: ColumnSchema, at row: Int) {
    guard !column.leaves.isEmpty else { return }
    let first = column.leaves.lowerBound
    guard column.type == .composite else {
      leaves[first, default: [:]][row] = value
      return
    }
    var elements = Array(repeating: Value.null, count: column.elements.count)
    leaves[first, default: [:]][row] = .null
    if case .composite(let present) = value {
      leaves[first, default: [:]][row] = .boolean(true)
      elements = present
    }
    for (element, value) in zip(column.elements, elements) { set(value, of: element, at: row) }
  }

  /// What falls into some of the rows, these counted from the first.
  fileprivate func part(_ rows: Range<Int>) -> GroupEdit {
    func shifted<Item>(_ items: [Int: Item]) -> [Int: Item] {
      var part: [Int: Item] = [:]
      for (row, item) in items where rows.contains(row) { part[row - rows.lowerBound] = item }
      return part
    }
    var part = GroupEdit()
    part.leaves = leaves.mapValues(shifted).filter { !$0.value.isEmpty }
    part.revived = shifted(revived)
    part.deleted = Set(deleted.filter(rows.contains).map { $0 - rows.lowerBound })
    return part
  }

  /// Adds the null that every leaf gets where a row is deleted: what is deleted leaves the file, too.
  fileprivate func erasing(_ leafCount: Int) -> [Int: [Int: Value]] {
    var all = leaves
    for leaf in 0..<(deleted.isEmpty ? 0 : leafCount) {
      for row in deleted { all[leaf, default: [:]][row] = .null }
    }
    return all
  }
}

extension RowGroup {
  /// The group with its changes, as two or more where a leaf would become too large.
  func applying(
    _ edit: GroupEdit, _ schema: TableSchema, _ limits: StorageLimits
  ) throws(StoreError) -> [RowGroup] {
    guard rowCount == 1 || !outgrows(limits, edit) else {
      let middle = rowCount / 2
      var parts: [RowGroup] = []
      for rows in [0..<middle, middle..<rowCount] {
        parts += try slice(rows).applying(edit.part(rows), schema, limits)
      }
      return parts
    }
    var bits = live
    if !edit.deleted.isEmpty || !edit.revived.isEmpty {
      var changed = live ?? Bitmap(size: rowCount, repeating: true)
      for row in edit.revived.keys { changed[row] = true }
      for row in edit.deleted { changed[row] = false }
      bits = changed
    }
    var changed = leaves
    for (leaf, values) in edit.erasing(leaves.count) {
      changed[leaf] = try leaves[leaf].replacing(values)
    }
    return [
      RowGroup(
        firstRow: firstRow, rowCount: rowCount, ids: try ids(with: edit.revived, schema.name),
        live: bits, leaves: changed)
    ]
  }

  /// Whether a leaf could be too large after a change.
  private func outgrows(_ limits: StorageLimits, _ edit: GroupEdit) -> Bool {
    edit.leaves.contains { leaf, values in
      leaves[leaf].byteCount + values.values.reduce(0) { $0 + $1.payloadSize } > limits.leaf
    }
  }

  private func slice(_ rows: Range<Int>) throws(StoreError) -> RowGroup {
    var bits: Bitmap?
    if let live {
      var part = Bitmap(size: rows.count, repeating: false)
      for row in rows where live[row] { part[row - rows.lowerBound] = true }
      bits = part
    }
    var parts: [ColumnChunk] = []
    for leaf in leaves { parts.append(try leaf.slice(rows)) }
    return RowGroup(
      firstRow: firstRow + rows.lowerBound, rowCount: rows.count, ids: try ids.slice(rows),
      live: bits, leaves: parts)
  }

  /// The ids with some replaced.
  private func ids(
    with others: [Int: RecordID], _ entityName: String
  ) throws(StoreError) -> ColumnChunk {
    if others.isEmpty { return ids }
    var all: [RecordID] = []
    all.reserveCapacity(rowCount)
    for row in 0..<rowCount {
      if let other = others[row] {
        all.append(other)
      } else {
        all.append(try id(at: row, in: entityName))
      }
    }
    return .ids(all, of: entityName)
  }
}

extension ColumnChunk {
  /// A copy with other values in some rows.
  func replacing(_ values: [Int: Value]) throws(StoreError) -> ColumnChunk {
    if let width = type.fixedWidth { return try replacing(values, width) }
    var rows = ColumnRows(type)
    var next = 0
    for row in values.keys.sorted() {
      try rows.append(rows: next..<row, of: self)
      rows.append(values[row] ?? .null)
      next = row + 1
    }
    try rows.append(rows: next..<rowCount, of: self)
    return rows.seal()
  }

  /// Copies all bytes, and writes over those of some rows.
  private func replacing(
    _ values: [Int: Value], _ width: Int
  ) throws(StoreError) -> ColumnChunk {
    let old = try unsafe bytes()
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: old.count, alignment: 8)
    unsafe copy.copyMemory(from: old)
    let start = Self.presenceSize(rowCount)
    for (row, value) in values {
      var single = ColumnRows(type)
      single.append(value)
      try unsafe single.seal().withBytes { fresh in
        let (word, mask) = ((row >> 6) * 8, UInt64(1) << UInt64(row & 63))
        var bits = unsafe copy.load(fromByteOffset: word, as: UInt64.self)
        if unsafe Self.isPresent(0, in: fresh) { bits |= mask } else { bits &= ~mask }
        unsafe copy.storeBytes(of: bits, toByteOffset: word, as: UInt64.self)
        for byte in 0..<width { unsafe copy[start + row * width + byte] = fresh[8 + byte] }
      }
    }
    return unsafe ColumnChunk(
      type: type, rowCount: rowCount, owning: UnsafeRawBufferPointer(copy))
  }

  fileprivate func slice(_ rows: Range<Int>) throws(StoreError) -> ColumnChunk {
    var copy = ColumnRows(type)
    try copy.append(rows: rows, of: self)
    return copy.seal()
  }
}

extension Value {
  /// Bytes that the value takes in a chunk besides its offset, where its type has no fixed width.
  fileprivate var payloadSize: Int {
    switch self {
    case .string(let text), .uri(let text): text.utf8.count
    case .data(let data), .transformed(let data): data.count
    case .references(let members): members.count * MemoryLayout<RecordReference>.size
    default: 0
    }
  }
}
