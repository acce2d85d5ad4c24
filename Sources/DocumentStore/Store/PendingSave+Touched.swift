extension PendingSave {
  /// The columns of each record that stays that may have to be written: those that change, and those that
  /// refer to records that go.
  ///
  /// Records may keep references to one that is gone; a document does not.
  func touchedColumns() throws(StoreError) -> [RecordReference: Set<Int>] {
    var touched: [RecordReference: Set<Int>] = [:]
    for (table, changes) in changes.tables.enumerated() {
      for record in changes.updated {
        touched[RecordReference(table: table, row: record.row), default: []]
          .formUnion(record.columns)
      }
    }
    for (table, changes) in changes.tables.enumerated() {
      for row in changes.deleted {
        try touchReferrers(to: RecordReference(table: table, row: row), &touched)
      }
    }
    try touchReferrersWithoutInverse(&touched)
    return touched.filter { after.contains($0.key) }
  }

  private func touchReferrers(
    to gone: RecordReference, _ touched: inout [RecordReference: Set<Int>]
  ) throws(StoreError) {
    let table = before.tables[gone.table]
    guard table.isLive(gone.row) else { return }
    for (index, column) in table.schema.columns.enumerated() {
      guard let relationship = column.relationship, relationship.hasInverse else { continue }
      for member in try table.value(of: index, at: gone.row).members {
        let inverse = relationship.inverseColumns[member.table]
        if inverse >= 0 { touched[member, default: []].insert(inverse) }
      }
    }
  }

  private func touchReferrersWithoutInverse(
    _ touched: inout [RecordReference: Set<Int>]
  ) throws(StoreError) {
    let gone = changes.tables.map { Set($0.deleted) }
    for table in before.tables {
      for (index, column) in table.schema.columns.enumerated() where !column.leaves.isEmpty {
        guard let relationship = column.relationship else { continue }
        let isAtRisk = gone.indices.contains {
          !gone[$0].isEmpty && relationship.destinationTables[$0]
            && (!relationship.hasInverse || relationship.inverseColumns[$0] < 0)
        }
        guard isAtRisk else { continue }
        for row in table.liveRows() {
          let members = try table.value(of: index, at: row).members
          if members.contains(where: { gone[$0.table].contains($0.row) }) {
            touched[RecordReference(table: table.schema.index, row: row), default: []].insert(index)
          }
        }
      }
    }
  }
}
