import Foundation

/// What one save did to the records of a store, and who made it.
package struct HistoryTransaction: Hashable, Sendable {
  /// Its number, and its random id.
  package var point: HistoryPoint
  /// When it was made, in seconds since 2001.
  package var time: Double
  /// Who made it.
  package var signature: HistorySignature
  /// What it changed: insertions, then updates, then deletions.
  package var changes: [HistoryChange]

  /// Puts a transaction together.
  package init(
    point: HistoryPoint, time: Double, signature: HistorySignature, changes: [HistoryChange]
  ) {
    self.point = point
    self.time = time
    self.signature = signature
    self.changes = changes
  }
}

/// Who made a transaction.
package struct HistorySignature: Hashable, Sendable {
  /// What the program says of itself at the moment.
  package var author: String?
  /// The name of the context.
  package var context: String?
  /// The name of the process.
  package var process: String
  /// The identifier of the program's bundle, where it has one.
  package var bundle: String?

  /// Makes a signature.
  package init(
    author: String? = nil, context: String? = nil, process: String = "", bundle: String? = nil
  ) {
    self.author = author
    self.context = context
    self.process = process
    self.bundle = bundle
  }
}

/// What a transaction did to one record.
package struct HistoryChange: Hashable, Sendable {
  /// The kinds of change, each named as in the file.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case insert
    case update
    case delete
  }

  /// What was done.
  package var kind: Kind
  /// The name of the record's entity.
  package var entity: String
  /// The record's id.
  package var id: String
  /// The names of the properties that an update changed.
  package var properties: [String] = []
  /// What a deletion keeps of the record: values by the names of their attributes.
  package var tombstone: [String: TombstoneValue] = [:]

  /// Makes a change.
  package init(kind: Kind, entity: String, id: String) {
    self.kind = kind
    self.entity = entity
    self.id = id
  }
}

/// A value as a history has it: in the text form of documents, whatever its type.
package indirect enum TombstoneValue: Hashable, Sendable {
  case text(String)
  /// A date that has no form in the calendar, as seconds since 2001.
  case seconds(Double)
  case composite([String: TombstoneValue])
}

extension HistoryTransaction {
  /// What changes do to the records of a generation.
  init(
    _ changes: ChangeSet, to before: Generation, _ signature: HistorySignature,
    at point: HistoryPoint
  ) throws(StoreError) {
    var inserted: [HistoryChange] = []
    var updated: [HistoryChange] = []
    var deleted: [HistoryChange] = []
    for (table, change) in zip(before.tables, changes.tables) where !change.isEmpty {
      let schema = table.schema
      for record in change.inserted {
        let id = record.id.text(in: schema.name)
        inserted.append(HistoryChange(kind: .insert, entity: schema.name, id: id))
      }
      for record in change.updated {
        let id = try table.id(of: record.row)
        var entry = HistoryChange(kind: .update, entity: schema.name, id: id)
        entry.properties = record.columns.map { schema.columns[$0].name }
        updated.append(entry)
      }
      let kept = schema.columns.indices.filter { schema.columns[$0].isKeptInHistory }
      for row in change.deleted {
        var entry = HistoryChange(kind: .delete, entity: schema.name, id: try table.id(of: row))
        for column in kept {
          let value = try table.value(of: column, at: row)
          entry.tombstone[schema.columns[column].name] = TombstoneValue(
            value, schema.columns[column])
        }
        deleted.append(entry)
      }
    }
    self.init(
      point: point, time: Date().timeIntervalSinceReferenceDate, signature: signature,
      changes: inserted + updated + deleted)
  }
}
