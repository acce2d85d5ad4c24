import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// A transaction as it was read, with the ids of its objects: what transaction and changes share.
final class HistoryRecord: Sendable {
  let store: NSPersistentStore
  let storeID: String
  let transaction: HistoryTransaction
  /// The id of each change's object; nil for entities that the model does not have.
  let ids: [NSManagedObjectID?]

  init(_ transaction: HistoryTransaction, of store: NSPersistentStore) throws {
    self.store = store
    self.transaction = transaction
    storeID = store.identifier
    do throws(StoreError) {
      let records = try store.records.records(of: transaction.changes)
      ids = zip(transaction.changes, records).map { change, record in
        guard let record, let layout = store.layout(ofTable: record.table),
          let reference = record.reference
            ?? store.absent.reference(forID: change.id, table: record.table)
        else { return nil }
        return NSManagedObjectID(layout: layout, store: store, reference: reference)
      }
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  /// The changes that can be shown, by their places.
  var places: [Int] { ids.indices.filter { ids[$0] != nil } }

  var date: Date { Date(timeIntervalSinceReferenceDate: transaction.time) }

  var token: NSPersistentHistoryToken { NSPersistentHistoryToken([storeID: transaction.point]) }

  /// The values that a deletion has kept, as programs have them; those of attributes that the model does not have any
  /// more as text.
  func tombstone(at place: Int) -> [AnyHashable: Any]? {
    let kept = transaction.changes[place].tombstone
    guard !kept.isEmpty, let layout = ids[place]?.layout else { return nil }
    var values: [AnyHashable: Any] = [:]
    for (name, value) in kept {
      let column = layout.columns.first { $0.name == name }
      if let column, let value = value.value(as: column) {
        values[name] = value.program(as: column, column.type)
      } else if case .text(let text) = value {
        values[name] = text
      }
    }
    return values
  }

  /// The descriptions of the properties that an update changed.
  func updatedProperties(at place: Int) -> Set<NSPropertyDescription>? {
    let change = transaction.changes[place]
    guard change.kind == .update, let entity = ids[place]?.entity else { return nil }
    let known = entity.propertiesByName
    return Set(change.properties.compactMap { known[$0] })
  }
}
