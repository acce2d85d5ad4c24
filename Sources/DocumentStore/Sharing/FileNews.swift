/// What a store's file holds that somebody else has written since it was read or written last.
package struct FileNews: Sendable {
  /// What it holds, in rows of its own.
  package var contents: StoreContents
  /// For each table, the rows of records whose id the file does not say; they have a provisional one.
  package var unnamed: [Set<Int>]
  /// For each table, the rows of such records in the store, up to now.
  package var unnamedBefore: [Set<Int>]
  /// Whether it was written over what was read of the file up to now, so that the rest of that cannot be read any more.
  package var isWrittenOver: Bool
  /// For each table, whether a record that the store has read of the file has the same row in both, whatever its id.
  package var keepsRows: [Bool]
  /// Makes the format go on from this state of the file; called when the store has taken up the records.
  package var adopt: @Sendable (RowMap) -> Void

  /// Puts together what was found; nothing is unnamed where it is not said.
  package init(
    contents: StoreContents, unnamed: [Set<Int>]? = nil, unnamedBefore: [Set<Int>]? = nil,
    isWrittenOver: Bool = false, keepsRows: [Bool]? = nil,
    adopt: @escaping @Sendable (RowMap) -> Void
  ) {
    let none = contents.generation.tables.map { _ in Set<Int>() }
    self.contents = contents
    self.unnamed = unnamed ?? none
    self.unnamedBefore = unnamedBefore ?? none
    self.isWrittenOver = isWrittenOver
    self.keepsRows = keepsRows ?? none.map { _ in true }
    self.adopt = adopt
  }
}

/// Which rows of a store the rows of a file are that somebody else has written.
package struct RowMap: Sendable {
  /// For each table and each row of the file, the store's row; -1 where the file has no record.
  package internal(set) var rows: [[Int]]
  /// For each table, how many rows the store has.
  package internal(set) var rowCounts: [Int]
  /// For each table, whether all records have the same row in both.
  var isIdentity: [Bool]
  /// For each table, the numbers of ids that new records got by the store's rows, where the file says none.
  var newNumbers: [[Int: Int64]]

  init(_ generation: Generation) {
    rows = generation.tables.map { Array(repeating: -1, count: $0.rowCount) }
    rowCounts = generation.tables.map(\.rowCount)
    isIdentity = rows.map { _ in true }
    newNumbers = rows.map { _ in [:] }
  }

  /// The store's reference to a record of the file; nil where there is no such record.
  subscript(reference: RecordReference) -> RecordReference? {
    guard reference.table < rows.count, reference.row < rows[reference.table].count else {
      return nil
    }
    let row = rows[reference.table][reference.row]
    return row < 0 ? nil : RecordReference(table: reference.table, row: row)
  }

  /// A value with the store's references in place of the file's.
  func value(_ value: Value) -> Value {
    switch value {
    case .reference(let member): self[member].map(Value.reference) ?? .null
    case .references(let members): .references(members.compactMap { self[$0] })
    default: value
    }
  }

  /// Whether the bytes of a column mean the same records in the file and in the store.
  func keepsReferences(of column: ColumnSchema) -> Bool {
    guard let relationship = column.relationship else { return true }
    return zip(relationship.destinationTables, isIdentity).allSatisfy { !$0 || $1 }
  }
}

/// What somebody else did to a store, and the store has taken up.
package struct ForeignSave: Sendable {
  /// The records as they were before, and as they are now.
  package var before: Generation
  package var after: Generation
  /// What leads from one to the other, in the store's rows.
  package var changes: ChangeSet
  /// What the file said of itself before, and says now.
  package var metadataBefore: [String: PropertyList]
  package var metadata: [String: PropertyList]

  /// The records of one kind of change in all tables.
  private func references(_ rows: (TableChanges) -> [Int]) -> [RecordReference] {
    changes.tables.enumerated().flatMap { table, changes in
      rows(changes).map { RecordReference(table: table, row: $0) }
    }
  }

  /// The records that came, those that have other values now, and those that are gone.
  package var inserted: [RecordReference] { references { $0.inserted.map(\.row) } }
  package var updated: [RecordReference] { references { $0.updated.map(\.row) } }
  package var deleted: [RecordReference] { references(\.deleted) }
}
