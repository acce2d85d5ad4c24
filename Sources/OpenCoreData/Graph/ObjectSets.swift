import Foundation

/// Objects by what happened to them, as notifications carry them.
struct ObjectSets {
  var inserted: [NSManagedObject] = []
  var updated: [NSManagedObject] = []
  var deleted: [NSManagedObject] = []

  init() {}

  /// What happened in an event to the objects that it touched.
  init(event: [NSManagedObject]) {
    for object in event where object.shelf != nil {
      if object.state.contains(.eventDeleted) {
        deleted.append(object)
      } else if object.state.contains(.eventInserted) {
        inserted.append(object)
      } else {
        updated.append(object)
      }
    }
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
      (NSDeletedObjectsKey, deleted),
    ]
  }
}
