import DocumentStore
import Foundation

/// Finds the store that a new object goes to: the one it was assigned to, else that of an object it is related
/// to, else the first that can have it and all new objects that it is related to.
final class StoreChoice {
  private let graph: ObjectGraph
  private let stores: [NSPersistentStore]
  /// For each layout that was met, the stores that have its entity.
  private var able: [Int: [NSPersistentStore]] = [:]
  /// The objects that a store was chosen for.
  private var placed: [NSManagedObject] = []
  /// The shelf of the last layout, where there is one store only.
  private var last: (layout: ObjectLayout, shelf: Shelf)?

  init(_ graph: ObjectGraph) {
    self.graph = graph
    stores = graph.coordinator?.persistentStores ?? []
  }

  /// The shelf of the object's store, where it is from now on; nil for an object that has left the context.
  func shelf(for object: NSManagedObject) throws -> Shelf? {
    guard let shelf = object.shelf, shelf.store == nil else { return object.shelf }
    if stores.count == 1 { return try only(for: object) }
    let kin = object.kin()
    let chosen = graph.shelf(of: try choose(for: kin))
    if let obstacle = object.enter(chosen, isNoted: false) {
      throw CocoaError.tornApart(object, obstacle, stores)
    }
    placed += kin
    return chosen
  }

  /// Lets go of the places that were chosen for objects that have got no record.
  func undo() {
    for object in placed where object.isInserted && object.extras?.reserved == nil {
      object.shelf = graph.unassigned
    }
    placed = []
  }

  private func only(for object: NSManagedObject) throws -> Shelf {
    let shelf: Shelf
    if let last, last.layout === object.layout {
      shelf = last.shelf
    } else {
      guard let store = able(object.layout).first else {
        throw CocoaError.noStore(for: object, stores)
      }
      shelf = graph.shelf(of: store)
      last = (object.layout, shelf)
    }
    object.shelf = shelf
    placed.append(object)
    return shelf
  }

  /// The store for objects that are related: one that can have them all, best the one of what they are related to.
  private func choose(for kin: [NSManagedObject]) throws -> NSPersistentStore {
    var candidates = able(kin[0].layout)
    if candidates.isEmpty { throw CocoaError.noStore(for: kin[0], stores) }
    for object in kin.dropFirst() {
      let able = able(object.layout)
      if able.isEmpty { throw CocoaError.noStore(for: object, stores) }
      candidates.removeAll { !able.contains($0) }
      if candidates.isEmpty { throw CocoaError.tornApart(kin[0], object, stores) }
    }
    let related = candidates.count > 1 ? kin.lazy.compactMap(relatedStore).first : nil
    return related ?? candidates.first { !$0.isReadOnly } ?? candidates[0]
  }

  /// The stores that can have objects of a layout.
  private func able(_ layout: ObjectLayout) -> [NSPersistentStore] {
    if let known = able[layout.index] { return known }
    let found = stores.filter { $0.table(of: layout) != nil }
    able[layout.index] = found
    return found
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
      // What it is related to goes to the same store.
      for member in object.kin() { _ = try choice.shelf(for: member) }
      guard let store = object.shelf?.store,
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
