import DocumentStore
import Foundation

/// Derived attributes of the records that a batch request changes.
struct RecordDerivation: DerivationSource {
  private let edits: RecordEdits

  /// Computes what depends on changed records; after ``RecordEdits/settle()``.
  static func run(_ edits: RecordEdits) throws {
    let model = edits.store.layouts
    if model.derivations.isEmpty { return }
    var causes = edits.inserted.map { DerivationCause(node: $0, slots: nil) }
    for record in edits.updated.keys.sorted() {
      let changed = try edits.updated[record, default: [:]].filter {
        try $0.value != edits.storedValue($0.key, of: record)
      }
      if !changed.isEmpty {
        causes.append(DerivationCause(node: record, slots: changed.keys.sorted()))
      }
    }
    var run = DerivationRun(RecordDerivation(edits: edits), model)
    try run.run(causes)
  }

  func layout(of record: RecordReference) throws -> ObjectLayout { try edits.layout(of: record) }

  func value(_ slot: Int, of record: RecordReference) throws -> Value {
    try edits.value(slot, of: record)
  }

  func members(_ slot: Int, of record: RecordReference) throws -> [RecordReference] {
    try value(slot, of: record).members.filter {
      !edits.deleted.contains($0) && (edits.isNew($0) || edits.generation.contains($0))
    }
  }

  func holders(
    of record: RecordReference, by relationship: RelationshipLayout, in layout: ObjectLayout
  ) throws -> [RecordReference] {
    guard let table = edits.store.table(of: layout) else { return [] }
    let rows = edits.generation.tables[table].liveRows()
    let records = rows.map { RecordReference(table: table, row: $0) } + edits.inserted
    return try records.filter { holder in
      guard holder.table == table, !edits.deleted.contains(holder) else { return false }
      return try value(relationship.slot, of: holder).members.contains(record)
    }
  }

  func write(_ value: Value, to slot: Int, of record: RecordReference) {
    edits.write(value, to: slot, of: record)
  }
}
