/// What a save does to the records of a store.
package struct ChangeSet: Sendable {
  /// The changes of each table, in the schema's order.
  package var tables: [TableChanges]

  /// No changes.
  package init(schema: Schema) {
    tables = schema.tables.map { _ in TableChanges() }
  }

  /// Whether there is nothing to save.
  package var isEmpty: Bool { tables.allSatisfy(\.isEmpty) }
}

/// What a save does to the records of one table.
package struct TableChanges: Sendable {
  /// New records, in ascending order of rows, each reserved by ``RecordStore/reserve(table:count:)``.
  package var inserted: [InsertedRecord] = []
  /// Changed records, in any order, each once.
  package var updated: [UpdatedRecord] = []
  /// Rows of records that are no more, in any order.
  package var deleted: [Int] = []

  /// No changes.
  package init() {}

  /// Whether there is nothing to save.
  package var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// A new record.
package struct InsertedRecord: Sendable {
  package var row: Int
  package var id: RecordID
  /// A value for each column; those of transient columns are ignored.
  package var values: RecordValues

  /// Makes the description of a new record.
  package init(row: Int, id: RecordID, values: [Value]) {
    self.row = row
    self.id = id
    self.values = RecordValues(values)
  }

  /// Makes the description of a new record whose values are lent: they must stay as they are until the save
  /// returns.
  package init(row: Int, id: RecordID, lending values: UnsafeBufferPointer<Value>) {
    self.row = row
    self.id = id
    self.values = unsafe RecordValues(lending: values)
  }
}

/// A changed record.
package struct UpdatedRecord: Sendable {
  package var row: Int
  /// The stored columns that change, ascending.
  package var columns: [Int]
  /// Their new values.
  package var values: [Value]

  /// Makes the description of a change.
  package init(row: Int, columns: [Int], values: [Value]) {
    self.row = row
    self.columns = columns
    self.values = values
  }
}
