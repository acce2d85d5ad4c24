extension Generation {
  /// The generation that a save of `changes` makes of this one.
  ///
  /// Copies only the chunks that change: the cost is that of the groups and leaves touched.
  package func applying(_ changes: ChangeSet) throws(StoreError) -> Generation {
    var tables = tables
    for (index, change) in changes.tables.enumerated() where !change.isEmpty {
      tables[index] = try tables[index].applying(change)
    }
    return Generation(number: number + 1, schema: schema, tables: tables)
  }
}

extension Table {
  fileprivate func applying(_ change: TableChanges) throws(StoreError) -> Table {
    var groups = groups
    for (index, edit) in edits(change) {
      groups[index] = try groups[index].applying(edit, schema)
    }
    // Of rows that two contexts reserved, the later may have been saved first.
    let highest = change.inserted.reduce(highestNumber) { max($0, $1.id.number ?? 0) }
    let appended = change.inserted.drop { $0.row < rowCount }
    guard !appended.isEmpty else {
      return Table(schema: schema, groups: groups, highestNumber: highest)
    }
    let builder = try reopened(&groups, highest)
    for record in appended {
      builder.skip(to: record.row)
      builder.append(record.id, record.values)
    }
    return builder.finish()
  }

  /// A builder that goes on in the last group where that has room.
  private func reopened(
    _ groups: inout [RowGroup], _ highest: Int64
  ) throws(StoreError) -> TableBuilder {
    guard let last = groups.last, last.rowCount < RowGroup.capacity else {
      return TableBuilder(schema, after: groups, highestNumber: highest)
    }
    groups.removeLast()
    let builder = TableBuilder(schema, after: groups, highestNumber: highest)
    try builder.append(rows: 0..<last.rowCount, of: last)
    return builder
  }

  /// Sorts what changes existing rows by the group it falls into.
  private func edits(_ change: TableChanges) -> [Int: GroupEdit] {
    var edits: [Int: GroupEdit] = [:]
    for record in change.inserted.prefix(while: { $0.row < rowCount }) {
      let index = groupIndex(ofRow: record.row)
      let row = record.row - groups[index].firstRow
      edits[index, default: GroupEdit()].revived[row] = record.id
      for (column, value) in zip(schema.columns, record.values) {
        set(value, of: column, at: row, in: &edits[index, default: GroupEdit()])
      }
    }
    for record in change.updated {
      let index = groupIndex(ofRow: record.row)
      let row = record.row - groups[index].firstRow
      for (column, value) in zip(record.columns, record.values) {
        set(
          value, of: schema.columns[column], at: row,
          in: &edits[index, default: GroupEdit()])
      }
    }
    for row in change.deleted {
      let index = groupIndex(ofRow: row)
      edits[index, default: GroupEdit()].deleted.append(row - groups[index].firstRow)
    }
    return edits
  }

  private func set(
    _ value: Value, of column: ColumnSchema, at row: Int, in edit: inout GroupEdit
  ) {
    guard !column.leaves.isEmpty else { return }
    let first = column.leaves.lowerBound
    guard column.type == .composite else {
      edit.leaves[first, default: [:]][row] = value
      return
    }
    var elements = Array(repeating: Value.null, count: column.elements.count)
    edit.leaves[first, default: [:]][row] = .null
    if case .composite(let present) = value {
      edit.leaves[first, default: [:]][row] = .boolean(true)
      elements = present
    }
    for (element, value) in zip(column.elements, elements) {
      set(value, of: element, at: row, in: &edit)
    }
  }
}

/// What changes in one group: new values by leaf and row, rows that become records, and rows that go.
private struct GroupEdit {
  var leaves: [Int: [Int: Value]] = [:]
  var revived: [Int: RecordID] = [:]
  var deleted: [Int] = []
}

extension RowGroup {
  fileprivate func applying(
    _ edit: GroupEdit, _ schema: TableSchema
  ) throws(StoreError) -> RowGroup {
    var changed = leaves
    var live = live
    var edits = edit.leaves
    if !edit.deleted.isEmpty || !edit.revived.isEmpty {
      var bits = live ?? Bitmap(size: rowCount, repeating: true)
      for row in edit.revived.keys { bits[row] = true }
      for row in edit.deleted {
        bits[row] = false
        // What is deleted leaves the file, too.
        for leaf in leaves.indices { edits[leaf, default: [:]][row] = .null }
      }
      live = bits
    }
    for (leaf, values) in edits { changed[leaf] = try leaves[leaf].replacing(values) }
    return RowGroup(
      firstRow: firstRow, rowCount: rowCount, ids: try ids(with: edit.revived, schema.name),
      live: live, leaves: changed)
  }

  /// The ids with some replaced.
  private func ids(
    with others: [Int: RecordID], _ entityName: String
  ) throws(StoreError) -> ColumnChunk {
    if others.isEmpty { return ids }
    let areNumbers = ids.type == .int64 && others.values.allSatisfy { $0.number != nil }
    let builder = ColumnBuilder(areNumbers ? .int64 : .string)
    for row in 0..<rowCount {
      let id: RecordID
      if let other = others[row] { id = other } else { id = try self.id(at: row, in: entityName) }
      if areNumbers {
        builder.append(integer: id.number ?? 0)
      } else {
        builder.append(text: id.text(in: entityName))
      }
    }
    return builder.seal()
  }
}

extension ColumnChunk {
  /// A copy with other values in some rows.
  func replacing(_ values: [Int: Value]) throws(StoreError) -> ColumnChunk {
    let builder = ColumnBuilder(type)
    var next = 0
    for row in values.keys.sorted() {
      try builder.append(rows: next..<row, of: self)
      builder.append(values[row] ?? .null)
      next = row + 1
    }
    try builder.append(rows: next..<rowCount, of: self)
    guard builder.payloadSize <= Int(UInt32.max) else {
      throw StoreError(.limit, "the values of \(rowCount) rows exceed 4 GiB")
    }
    return builder.seal()
  }
}
