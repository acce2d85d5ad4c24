extension Generation {
  /// The generation that a save of `changes` makes of this one.
  ///
  /// Copies only the chunks that change: the cost is that of the groups and leaves touched. Throws where a
  /// value cannot be stored.
  package func applying(_ changes: ChangeSet) throws(StoreError) -> Generation {
    try applying(changes, limits: .standard)
  }

  func applying(
    _ changes: ChangeSet, limits: StorageLimits
  ) throws(StoreError) -> Generation {
    var tables = tables
    for (index, change) in changes.tables.enumerated() where !change.isEmpty {
      try ChangeCheck(schema.tables[index], limits).run(change)
      tables[index] = try tables[index].applying(change, limits)
    }
    return Generation(number: number + 1, schema: schema, tables: tables)
  }
}

extension Table {
  /// The table with changes that have been checked.
  func applying(
    _ change: TableChanges, _ limits: StorageLimits
  ) throws(StoreError) -> Table {
    var groups = groups
    // From the last on, because a group may become several.
    for (index, edit) in edits(change).sorted(by: { $0.key > $1.key }) {
      let changed = try groups[index].applying(edit, schema, limits)
      groups.replaceSubrange(index...index, with: changed)
    }
    // Of rows that two contexts reserved, the later may have been saved first.
    let highest = change.inserted.reduce(highestNumber) { max($0, $1.id.number ?? 0) }
    let appended = change.inserted.drop { $0.row < rowCount }
    guard !appended.isEmpty else {
      return Table(schema: schema, groups: groups, highestNumber: highest)
    }
    let builder = try TableBuilder(schema, goingOnIn: groups, highestNumber: highest)
    for record in appended {
      builder.skip(to: record.row)
      builder.append(record.id, record.values)
    }
    return try builder.finish()
  }

  /// Sorts what changes existing rows by the group it falls into.
  private func edits(_ change: TableChanges) -> [Int: GroupEdit] {
    var edits: [Int: GroupEdit] = [:]
    for record in change.inserted.prefix(while: { $0.row < rowCount }) {
      let index = groupIndex(ofRow: record.row)
      let row = record.row - groups[index].firstRow
      edits[index, default: GroupEdit()].revived[row] = record.id
      for column in record.values.indices {
        edits[index, default: GroupEdit()]
          .set(record.values[column], of: schema.columns[column], at: row)
      }
    }
    for record in change.updated {
      let index = groupIndex(ofRow: record.row)
      let row = record.row - groups[index].firstRow
      for (column, value) in zip(record.columns, record.values) {
        edits[index, default: GroupEdit()].set(value, of: schema.columns[column], at: row)
      }
    }
    for row in change.deleted {
      let index = groupIndex(ofRow: row)
      edits[index, default: GroupEdit()].deleted.insert(row - groups[index].firstRow)
    }
    return edits
  }
}
