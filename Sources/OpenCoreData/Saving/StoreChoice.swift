import DocumentStore
import Foundation

/// Finds the store that a new object goes to: the one it was assigned to, else that of an object it is related
/// to, else the first that can have it.
final class StoreChoice {
  private let graph: ObjectGraph
  private let stores: [NSPersistentStore]
  /// For each layout that was met, the stores that have its entity.
  private var able: [Int: [NSPersistentStore]] = [:]
  /// The shelf of the last layout that only one store has.
  private var last: (layout: ObjectLayout, shelf: Shelf)?

  init(_ graph: ObjectGraph) {
    self.graph = graph
    stores = graph.coordinator?.persistentStores ?? []
  }

  /// The shelf of the object's store, where it is from now on; nil for an object that has left the context.
  func shelf(for object: NSManagedObject) throws -> Shelf? {
    guard let shelf = object.shelf, shelf.store == nil else { return object.shelf }
    let chosen = try choose(object)
    object.shelf = chosen
    return chosen
  }

  private func choose(_ object: NSManagedObject) throws -> Shelf {
    let layout = object.layout
    if let last, last.layout === layout { return last.shelf }
    let candidates = able[layout.index] ?? stores.filter { $0.table(of: layout) != nil }
    able[layout.index] = candidates
    let related = candidates.count > 1 ? relatedStore(of: object) : nil
    guard let store = related ?? candidates.first(where: { !$0.isReadOnly }) ?? candidates.first
    else { throw CocoaError.noStore(for: object, stores) }
    let shelf = graph.shelf(of: store)
    if candidates.count == 1 { last = (layout, shelf) }
    return shelf
  }

  private func relatedStore(of object: NSManagedObject) -> NSPersistentStore? {
    for relationship in object.layout.allRelationships {
      for target in object.targets(relationship.slot) {
        if let store = target.shelf?.store { return store }
      }
    }
    return nil
  }
}

extension ObjectGraph {
  /// Keeps records for new objects, so that they have lasting ids.
  func reserveRecords(for objects: [NSManagedObject]) throws {
    let choice = StoreChoice(self)
    hasReserved = true
    for object in objects where object.extras?.reserved == nil {
      guard let store = try choice.shelf(for: object)?.store,
        let table = store.table(of: object.layout)
      else { continue }
      do throws(StoreError) {
        object.ownExtras.reserved = try store.records.reserve(table: table, count: 1).first
      } catch {
        throw CocoaError(error, at: store.url, doing: .writing)
      }
      let temporary = object.ownExtras.objectID
      object.ownExtras.objectID = nil
      temporary?.noteSuccessor(object.objectID)
    }
  }
}
