/// Where the data leaves of a store lie in its file.
struct StoreLayout: Sendable {
  /// The tables, in the schema's order.
  var tables: [TableLayout]
  /// The size of the file when it was last written as a whole.
  var wholeSize: Int
  /// What the containers say whatever the records are.
  var description: StoreDescription

  /// Where each leaf begins that was written with the whole file, in the order in which they are numbered.
  var wholeLeaves: [Int] {
    tables.flatMap { table in [table.ids] + table.values + [table.directory] }
  }
}

/// Where the data leaves of a table lie.
struct TableLayout: Sendable {
  /// The ids of the rows that were written with the whole file.
  var ids = 0
  /// The values of those rows, for each leaf of the schema.
  var values: [Int] = []
  /// The directory of their groups.
  var directory = 0
  var directoryChecksum: UInt64 = 0
  /// How many of those rows there are, how many were records, and how many bytes all their values have.
  var rowCount = 0
  var recordCount = 0
  var byteCount = 0
  /// What has changed since, the oldest first.
  var patches: [PlacedPatch] = []
}

/// A patch and where its leaf begins.
struct PlacedPatch: Sendable {
  var offset: Int
  var patch: TablePatch
}
