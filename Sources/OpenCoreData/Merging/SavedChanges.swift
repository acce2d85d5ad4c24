import DocumentStore
import Foundation
import Synchronization

/// What a save did to the records of stores, or to the objects of a parent, for contexts that did not make it.
struct SavedChanges: Sendable {
  /// What was done to one store.
  struct Part: Sendable {
    let store: NSPersistentStore
    var inserted: [RecordReference] = []
    var updated: [RecordReference] = []
    var deleted: [RecordReference] = []
  }

  private(set) var parts: [Part] = []
  /// The objects of the parent that a child has inserted, changed or deleted there.
  private(set) var inParent: [NSManagedObjectID] = []

  /// What a child did to its parent's objects.
  init(inParent: [NSManagedObjectID]) {
    self.inParent = inParent
  }

  /// What was done to stores past all contexts.
  init(_ parts: [Part]) {
    self.parts = parts
  }

  /// What plans did that were carried out.
  init(_ plans: [SavePlan]) {
    parts = plans.map { plan in
      Part(
        store: plan.store, inserted: plan.inserted.map(\.reference),
        updated: plan.updated.map(\.reference), deleted: plan.deleted.map(\.reference))
    }
  }

  /// What a notification of a save says, or a dictionary like the one it has: under the keys of a notification sets
  /// or arrays of objects, ids, or URLs of ids.
  init(_ info: [AnyHashable: Any], _ coordinator: NSPersistentStoreCoordinator?) {
    for (key, value) in info {
      guard let name = key as? String, let path = Self.path(of: name) else { continue }
      for id in Self.ids(in: value, coordinator) {
        guard let store = id.store, store.coordinator === coordinator else { continue }
        add(id.reference, of: store, to: path)
      }
    }
  }

  private mutating func add(
    _ record: RecordReference, of store: NSPersistentStore,
    to path: WritableKeyPath<Part, [RecordReference]>
  ) {
    if !parts.contains(where: { $0.store === store }) { parts.append(Part(store: store)) }
    for index in parts.indices where parts[index].store === store {
      parts[index][keyPath: path].append(record)
    }
  }

  private static func path(of key: String) -> WritableKeyPath<Part, [RecordReference]>? {
    switch key {
    case NSInsertedObjectsKey, NSInsertedObjectIDsKey: \.inserted
    case NSDeletedObjectsKey, NSDeletedObjectIDsKey: \.deleted
    case NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey,
      NSInvalidatedObjectsKey, NSInvalidatedObjectIDsKey:
      \.updated
    default: nil
    }
  }

  private static func ids(
    in value: Any, _ coordinator: NSPersistentStoreCoordinator?
  ) -> [NSManagedObjectID] {
    members(of: value).compactMap { member in
      switch member {
      case let id as NSManagedObjectID: id.newest
      case let object as NSManagedObject: object.objectID.newest
      case let url as URL: coordinator?.managedObjectID(forURIRepresentation: url)
      case let url as NSURL: coordinator?.managedObjectID(forURIRepresentation: url as URL)
      default: nil
      }
    }
  }

  private static func members(of value: Any) -> [Any] {
    switch value {
    case let set as Set<NSManagedObject>: Array(set)
    case let set as Set<NSManagedObjectID>: Array(set)
    case let set as Set<URL>: Array(set)
    case let set as NSSet: set.allObjects
    case let list as NSArray: list.map { $0 }
    case let list as [Any]: list
    case let set as Set<AnyHashable>: set.map(\.base)
    default: []
    }
  }
}

/// What others saved and a context has not merged yet.
final class Inbox: Sendable {
  private struct State {
    var waiting: [SavedChanges] = []
    var isOpen = false
    /// Whether a block that takes everything out is on its way.
    var isScheduled = false
  }

  private let state = Mutex(State())

  /// Whether the context wants to know.
  var isOpen: Bool {
    get { state.withLock { $0.isOpen } }
    set {
      state.withLock { state in
        state.isOpen = newValue
        if !newValue { state.waiting = [] }
      }
    }
  }

  /// Takes word of changes; returns whether somebody must see to it that they are taken out.
  ///
  /// One block is enough, however many saves there are before it runs.
  func add(_ changes: SavedChanges) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.waiting.append(changes)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
  }

  /// All that waits, which does not any more.
  func takeAll() -> [SavedChanges] {
    state.withLock { state in
      defer { state.waiting = [] }
      state.isScheduled = false
      return state.waiting
    }
  }
}
