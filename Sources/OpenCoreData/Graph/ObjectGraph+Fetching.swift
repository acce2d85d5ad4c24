import DocumentStore
import Foundation
import ManagedModel

/// A record that a request found, and where its object is or would be.
private struct Found {
  let shelf: Shelf
  let reference: RecordReference
}

extension ObjectGraph {
  /// The results of a request.
  func execute(_ request: NSPersistentStoreRequest) throws -> [Any] {
    guard let core = request.fetchCore else {
      throw CocoaError(
        .persistentStoreUnsupportedRequestType, saying: "a context can execute fetch requests only")
    }
    switch core.resultType {
    case .managedObjectResultType:
      let found = try find(core, request.affectedStores).compactMap {
        $0.shelf.object(for: $0.reference)
      }
      if !core.returnsObjectsAsFaults { for object in found { object.fireFault() } }
      if core.shouldRefreshRefetchedObjects {
        for object in found { refresh(object, mergeChanges: true) }
      }
      return found
    case .managedObjectIDResultType:
      return try find(core, request.affectedStores).compactMap(id)
    case .countResultType:
      return [NSNumber(value: try count(request))]
    default:
      throw CocoaError(
        .persistentStoreUnsupportedRequestType,
        saying: "a fetch cannot return dictionaries yet; ask for objects and read their properties")
    }
  }

  /// How many results a request has.
  func count(_ request: NSPersistentStoreRequest) throws -> Int {
    guard let core = request.fetchCore else { return 0 }
    var total = 0
    let layouts = try layouts(for: core)
    for store in try stores(request.affectedStores) {
      let generation = store.records.current
      for layout in layouts {
        if let table = store.table(of: layout) { total += generation.tables[table].liveCount }
      }
    }
    if core.includesPendingChanges {
      let pending = pending(layouts, try stores(request.affectedStores))
      total += pending.inserted.count - pending.deleted.count
    }
    let rest = max(0, total - core.fetchOffset)
    return core.fetchLimit > 0 ? min(rest, core.fetchLimit) : rest
  }

  private func id(_ found: Found) -> NSManagedObjectID? {
    if let object = found.shelf.registered(found.reference) { return object.objectID }
    guard let store = found.shelf.store, let layout = found.shelf.layout(of: found.reference) else {
      return nil
    }
    return NSManagedObjectID(layout: layout, store: store, reference: found.reference)
  }

  private func find(_ core: FetchRequestCore, _ affected: [NSPersistentStore]?) throws -> [Found] {
    let layouts = try layouts(for: core)
    let stores = try stores(affected)
    let pending = core.includesPendingChanges ? pending(layouts, stores) : Pending()
    var all: [Found] = []
    for store in stores {
      let shelf = shelf(of: store)
      let tables = layouts.compactMap { store.table(of: $0) }
      let saved: [RecordReference]
      do throws(StoreError) {
        saved = try store.records.current.referencesInIDOrder(tables: tables)
      } catch {
        throw CocoaError(error, at: store.url, doing: .reading)
      }
      all.reserveCapacity(all.count + saved.count)
      for reference in saved { all.append(Found(shelf: shelf, reference: reference)) }
    }
    if !pending.deleted.isEmpty {
      let gone = Set(pending.deleted.map(ObjectIdentifier.init))
      all.removeAll { found in
        found.shelf.registered(found.reference).map { gone.contains(ObjectIdentifier($0)) } ?? false
      }
    }
    for object in pending.inserted {
      if let shelf = object.shelf { all.append(Found(shelf: shelf, reference: object.reference)) }
    }
    return window(all, core)
  }

  /// The part of the results that the request's offset and limit leave, pending changes included.
  private func window(_ all: [Found], _ core: FetchRequestCore) -> [Found] {
    if core.fetchOffset == 0, core.fetchLimit == 0 { return all }
    let rest = all.dropFirst(max(0, core.fetchOffset))
    return Array(core.fetchLimit > 0 ? rest.prefix(core.fetchLimit) : rest)
  }

  private struct Pending {
    var inserted: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
  }

  /// What is not saved yet, of some entities and stores.
  private func pending(_ layouts: [ObjectLayout], _ stores: [NSPersistentStore]) -> Pending {
    let wanted = Set(layouts.map(ObjectIdentifier.init))
    var pending = Pending()
    for object in changed where wanted.contains(ObjectIdentifier(object.layout)) {
      guard let shelf = object.shelf else { continue }
      if let store = shelf.store, !stores.contains(where: { $0 === store }) { continue }
      if object.isDeleted {
        // A record that someone else has removed by now is not among the saved ones.
        let isSaved = shelf.store?.records.current.contains(object.reference) ?? false
        if isSaved { pending.deleted.append(object) }
      } else if object.isInserted {
        pending.inserted.append(object)
      }
    }
    return pending
  }

  // MARK: What is asked for

  private func layouts(for core: FetchRequestCore) throws -> [ObjectLayout] {
    processPendingChanges()
    guard core.predicateText == nil else {
      throw CocoaError(
        .persistentStoreUnsupportedRequestType,
        saying: "the request has a predicate, and predicates cannot be evaluated yet")
    }
    guard let known = coordinator?.layouts else {
      throw CocoaError(
        .coreData, saying: "the context has no coordinator with stores; add one before fetching")
    }
    return known.layouts(
      of: try entity(for: core), includingSubentities: core.includesSubentities)
  }

  private func entity(for core: FetchRequestCore) throws -> NSEntityDescription {
    let byName = coordinator?.managedObjectModel.entitiesByName ?? [:]
    guard let name = core.entity?.name ?? core.entityName else {
      throw CocoaError(.coreData, saying: "a fetch request must have an entity")
    }
    guard let entity = byName[name] else {
      throw CocoaError(
        .coreData,
        saying:
          "the model has no entity '\(name)'\(NearMiss.hint(name, among: byName.keys.sorted()))")
    }
    return entity
  }

  private func stores(_ affected: [NSPersistentStore]?) throws -> [NSPersistentStore] {
    let all = coordinator?.persistentStores ?? []
    guard let affected else { return all }
    return all.filter { store in affected.contains { $0 === store } }
  }
}
