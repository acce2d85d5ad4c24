import DocumentStore
import Foundation
import ManagedModel

/// What a request found: records, store after store, and new objects.
private struct Found {
  var records: [(shelf: Shelf, references: ArraySlice<RecordReference>)] = []
  var inserted: ArraySlice<NSManagedObject> = []

  var count: Int { records.reduce(inserted.count) { $0 + $1.references.count } }

  /// The part that a request's offset and limit leave.
  func window(_ core: FetchRequestCore) -> Found {
    var offset = max(0, core.fetchOffset)
    var limit = core.fetchLimit > 0 ? core.fetchLimit : Int.max
    if offset == 0, limit == .max { return self }
    var window = Found()
    for (shelf, references) in records {
      let part = references.dropFirst(offset).prefix(limit)
      offset -= min(offset, references.count)
      limit -= part.count
      window.records.append((shelf, part))
    }
    window.inserted = inserted.dropFirst(offset).prefix(limit)
    return window
  }
}

extension ObjectGraph {
  /// The objects that a request finds.
  func fetchObjects(_ request: NSPersistentStoreRequest) throws -> [NSManagedObject] {
    let core = try core(of: request)
    let found = try find(core, request.affectedStores)
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(found.count)
    for (shelf, references) in found.records {
      shelf.reserve(references.count)
      for reference in references {
        if let object = shelf.object(for: reference) { objects.append(object) }
      }
    }
    objects += found.inserted
    if !core.returnsObjectsAsFaults { for object in objects { object.fireFault() } }
    if core.shouldRefreshRefetchedObjects {
      for object in objects { refresh(object, mergeChanges: true) }
    }
    return objects
  }

  /// The results of a request, of whatever type it wants.
  func execute(_ request: NSPersistentStoreRequest) throws -> [Any] {
    let core = try core(of: request)
    switch core.resultType {
    case .managedObjectResultType: return try fetchObjects(request)
    case .managedObjectIDResultType: return try ids(find(core, request.affectedStores))
    case .countResultType: return [NSNumber(value: try count(request))]
    default:
      throw CocoaError(
        .persistentStoreUnsupportedRequestType,
        saying: "a fetch cannot return dictionaries yet; ask for objects and read their properties")
    }
  }

  /// How many results a request has.
  func count(_ request: NSPersistentStoreRequest) throws -> Int {
    let core = try core(of: request)
    let layouts = try layouts(for: core)
    let stores = stores(request.affectedStores)
    var total = 0
    for store in stores {
      let generation = store.records.current
      for layout in layouts {
        if let table = store.table(of: layout) { total += generation.tables[table].liveCount }
      }
    }
    if core.includesPendingChanges {
      let pending = pending(layouts, stores)
      total += pending.inserted.count - pending.deleted.count
    }
    let rest = max(0, total - max(0, core.fetchOffset))
    return core.fetchLimit > 0 ? min(rest, core.fetchLimit) : rest
  }

  private func ids(_ found: Found) -> [NSManagedObjectID] {
    var ids: [NSManagedObjectID] = []
    for (shelf, references) in found.records {
      for reference in references {
        if let object = shelf.registered(reference) {
          ids.append(object.objectID)
        } else if let store = shelf.store, let layout = shelf.layout(of: reference) {
          ids.append(NSManagedObjectID(layout: layout, store: store, reference: reference))
        }
      }
    }
    return ids + found.inserted.map(\.objectID)
  }

  private func find(_ core: FetchRequestCore, _ affected: [NSPersistentStore]?) throws -> Found {
    let layouts = try layouts(for: core)
    let stores = stores(affected)
    let pending = core.includesPendingChanges ? pending(layouts, stores) : Pending()
    let gone = Set(pending.deleted.map(\.reference))
    var found = Found()
    for store in stores {
      let shelf = shelf(of: store)
      var references = try store.references(of: layouts)
      if pending.deleted.contains(where: { $0.shelf === shelf }) {
        references.removeAll { reference in
          gone.contains(reference) && shelf.registered(reference)?.isDeleted == true
        }
      }
      found.records.append((shelf, references[...]))
    }
    found.inserted = pending.inserted[...]
    return found.window(core)
  }

  // MARK: What is not saved yet

  private struct Pending {
    var inserted: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
  }

  private func pending(_ layouts: [ObjectLayout], _ stores: [NSPersistentStore]) -> Pending {
    var pending = Pending()
    if changed.isEmpty { return pending }
    let wanted = Set(layouts.map(ObjectIdentifier.init))
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

  private func core(of request: NSPersistentStoreRequest) throws -> FetchRequestCore {
    if let core = request.fetchCore { return core }
    throw CocoaError(
      .persistentStoreUnsupportedRequestType, saying: "a context can execute fetch requests only")
  }

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
      let hint = NearMiss.hint(name, among: byName.keys.sorted())
      throw CocoaError(.coreData, saying: "the model has no entity '\(name)'\(hint)")
    }
    return entity
  }

  private func stores(_ affected: [NSPersistentStore]?) -> [NSPersistentStore] {
    let all = coordinator?.persistentStores ?? []
    guard let affected else { return all }
    return all.filter { store in affected.contains { $0 === store } }
  }
}

extension NSPersistentStore {
  /// The records of some layouts' tables, in the order of their ids.
  fileprivate func references(of layouts: [ObjectLayout]) throws -> [RecordReference] {
    do throws(StoreError) {
      return try records.current.referencesInIDOrder(tables: layouts.compactMap { table(of: $0) })
    } catch {
      throw CocoaError(error, at: url, doing: .reading)
    }
  }
}
