import Foundation

/// Objects by what happened to them, as notifications carry them.
struct ObjectSets {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []
  var refreshed: [NSManagedObject] = []
  var invalidated: [NSManagedObject] = []

  init() {}

  /// What a save is about to do with some objects.
  init(saved: [NSManagedObject]) {
    inserted = saved.filter { $0.isInserted && !$0.isDeleted }
    updated = saved.filter(\.isUpdated)
    deleted = saved.filter(\.isDeleted)
  }

  /// What happened in an event to the objects that it touched, and what others' saves and refreshing did.
  init(event: [NSManagedObject], _ news: ObjectSets) {
    self = news
    for object in event {
      if object.state.contains(.eventDeleted) {
        // What came and went in the same event nobody has seen.
        let isKnown = object.shelf != nil || !object.state.contains(.eventInserted)
        if isKnown { deleted.append(object) }
      } else if object.shelf == nil {
        continue
      } else if object.state.contains(.eventInserted) {
        inserted.append(object)
      } else {
        updated.append(object)
      }
    }
  }

  /// Whether nothing happened; written out, because every fetch asks.
  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidated.isEmpty
  }

  /// The sets that are not empty, by their keys.
  var info: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    for (key, objects) in all where !objects.isEmpty { info[key] = Set(objects) }
    return info
  }

  /// The ids of the objects, by their keys.
  var idInfo: [AnyHashable: Any] {
    var info: [AnyHashable: Any] = [:]
    for (key, objects) in all where !objects.isEmpty {
      info["\(key)_objectIDs"] = Set(objects.map(\.objectID))
    }
    return info
  }

  private var all: [(String, [NSManagedObject])] {
    [
      (NSInsertedObjectsKey, inserted), (NSUpdatedObjectsKey, updated),
      (NSDeletedObjectsKey, deleted), (NSRefreshedObjectsKey, refreshed),
      (NSInvalidatedObjectsKey, invalidated),
    ]
  }
}
