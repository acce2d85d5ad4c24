import DocumentStore
import Foundation

extension NSManagedObjectContext {
  /// Takes in an object that was made outside any context.
  public func insert(_ object: NSManagedObject) {
    graph.checkQueue()
    if object.shelf?.graph === graph { return }
    precondition(
      object.shelf == nil, "cannot insert an object of another context: \(object.label)")
    graph.insert(object)
  }

  /// Deletes an object and, by the rules of its relationships, what depends on it; saving removes the records.
  public func delete(_ object: NSManagedObject) {
    graph.delete(object)
  }

  /// The object with an id, as a fault where its values have not been read; whether there is one is not checked.
  public func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    graph.checkQueue()
    if let object = graph.object(with: objectID) { return object }
    preconditionFailure(
      "\(objectID) is of no store of the context's coordinator, and of no new object of the context"
    )
  }

  /// The object with an id, with its values; throws where there is none.
  public func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    graph.checkQueue()
    guard let object = graph.object(with: objectID) else {
      throw CocoaError.noObject(objectID)
    }
    if object.isInserted { return object }
    guard graph.exists(object) else { throw CocoaError.noObject(objectID) }
    do throws(StoreError) {
      try graph.readWholly(object)
    } catch {
      if error.reason == .missing { throw CocoaError.noObject(objectID) }
      throw CocoaError(error, at: object.shelf?.store?.url, doing: .reading)
    }
    return object
  }

  /// The object with an id, where the context has it already.
  public func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    graph.checkQueue()
    return graph.registeredObject(with: objectID)
  }

  /// The objects that the context has.
  public var registeredObjects: Set<NSManagedObject> {
    graph.checkQueue()
    return Set(graph.allObjects)
  }

  /// The objects that have no record yet.
  public var insertedObjects: Set<NSManagedObject> {
    graph.checkQueue()
    return Set(graph.insertedObjects)
  }

  /// The saved objects with unsaved changes.
  public var updatedObjects: Set<NSManagedObject> {
    graph.checkQueue()
    return Set(graph.updatedObjects)
  }

  /// The objects whose records saving removes.
  public var deletedObjects: Set<NSManagedObject> {
    graph.checkQueue()
    return Set(graph.deletedObjects)
  }

  /// Whether there is something to save.
  public var hasChanges: Bool {
    graph.checkQueue()
    return graph.hasChanges
  }

  /// Forgets an object's values and unsaved changes, or takes the newest values and keeps the changes.
  public func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    graph.refresh(object, mergeChanges: flag)
  }

  /// Takes the newest values of all objects and keeps the unsaved changes.
  public func refreshAllObjects() {
    graph.checkQueue()
    for object in graph.allObjects { graph.refresh(object, mergeChanges: true) }
  }

  /// Gives new objects the ids that they will have when they are saved.
  public func obtainPermanentIDs(for objects: [NSManagedObject]) throws {
    graph.checkQueue()
    try graph.reserveRecords(for: objects.filter(\.isInserted))
  }

  /// Says which store a new object goes to, where several can have it.
  public func assign(_ object: Any, to store: NSPersistentStore) {
    graph.checkQueue()
    guard let object = object as? NSManagedObject else {
      preconditionFailure(
        "only a managed object can be assigned to a store, not \(type(of: object))")
    }
    graph.assign(object, to: store)
  }
}

extension ObjectGraph {
  /// Whether there is a record of an object that is not new, or an ancestor has one that is.
  func exists(_ object: NSManagedObject) -> Bool {
    switch ancestors(on: object.reference, in: object.shelf?.store) {
    case .gone: false
    case .values: true
    case .nothing:
      object.shelf?.store.flatMap { generation(of: $0) }?.contains(object.reference) ?? false
    }
  }

  func object(with id: NSManagedObjectID) -> NSManagedObject? {
    catchUpWithParent()
    let id = id.newest
    guard let store = id.store else { return temporaryObject(id.reference) }
    guard store.coordinator === coordinator else { return nil }
    return registeredObject(with: id) ?? shelf(of: store).object(for: id.reference)
  }

  func registeredObject(with id: NSManagedObjectID) -> NSManagedObject? {
    catchUpWithParent()
    let id = id.newest
    guard let store = id.store else { return newObject(id.reference) }
    if let saved = shelf(of: store).registered(id.reference) { return saved }
    if !hasReserved { return nil }
    // A new object that has got its lasting id before it is saved.
    return changed.first {
      $0.isInserted && $0.extras?.reserved == id.reference && $0.shelf?.store === store
    }
  }

  func assign(_ object: NSManagedObject, to store: NSPersistentStore) {
    precondition(
      object.isInserted && object.extras?.reserved == nil,
      "\(object.label) has a place in a store already and cannot be assigned to another")
    precondition(
      store.coordinator === coordinator, "\(store.place) is no store of the context's coordinator")
    guard store.table(of: object.layout) != nil else {
      preconditionFailure(
        "\(store.place) has no '\(object.layout.name)': its configuration leaves the entity out")
    }
    let (former, shelf) = (object.shelf, shelf(of: store))
    if former === shelf { return }
    let isTied = object.layout.allRelationships.contains { relationship in
      object.targets(relationship.slot).contains { $0.shelf?.store != nil && $0.shelf !== shelf }
    }
    precondition(!isTied, "\(object.label) is related to objects of another store")
    object.shelf = unassigned
    let kin = object.kin()
    let obstacle = object.enter(shelf, isNoted: false)
    precondition(
      obstacle == nil,
      """
      \(object.label) cannot be assigned to \(store.place) because of what it is related to: \
      \(obstacle?.placeText(store) ?? "")
      """)
    for member in kin {
      member.rememberShelf(before: member === object ? former ?? shelf : unassigned)
    }
  }
}
