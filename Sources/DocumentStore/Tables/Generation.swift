/// All records of a store at one moment.
///
/// Immutable: a save makes a new one that shares what did not change.
package final class Generation: Sendable {
  /// Counts the saves.
  package let number: UInt64
  /// What the tables are.
  package let schema: Schema
  /// The tables, in the schema's order.
  package let tables: [Table]

  /// Makes a generation of tables in the schema's order.
  package init(number: UInt64, schema: Schema, tables: [Table]) {
    self.number = number
    self.schema = schema
    self.tables = tables
  }

  /// A generation without records.
  package convenience init(emptyFor schema: Schema) {
    self.init(
      number: 0, schema: schema,
      tables: schema.tables.map { Table(schema: $0, groups: [], highestNumber: 0) })
  }

  /// Whether the reference names a record of this generation.
  package func contains(_ reference: RecordReference) -> Bool {
    reference.table < tables.count && tables[reference.table].isLive(reference.row)
  }

  /// The record's id.
  package func id(of reference: RecordReference) throws(StoreError) -> String {
    try tables[reference.table].id(of: reference.row)
  }

  /// Whether any record may have an id that is not of the form `Entity-n`.
  package var hasChosenIDs: Bool {
    tables.contains { table in table.groups.contains { $0.ids.type == .string } }
  }

  /// How many records there are.
  package var count: Int { tables.reduce(0) { $0 + $1.liveCount } }
}
