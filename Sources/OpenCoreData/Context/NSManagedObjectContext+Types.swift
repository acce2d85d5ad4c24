public import Foundation

/// Where a context's work runs.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// Wherever the program uses the context; nothing protects it.
  case confinementConcurrencyType = 0
  /// On a queue of its own.
  case privateQueueConcurrencyType = 1
  /// On the main thread.
  case mainQueueConcurrencyType = 2
}

extension NSManagedObjectContext {
  /// Where a context's work runs, as newer code names it.
  public struct ConcurrencyType: Hashable, Sendable {
    let type: NSManagedObjectContextConcurrencyType

    /// On a queue of its own.
    public static let privateQueue = ConcurrencyType(type: .privateQueueConcurrencyType)
    /// On the main thread.
    public static let mainQueue = ConcurrencyType(type: .mainQueueConcurrencyType)
  }

  /// When a block that is awaited runs.
  public enum ScheduledTaskType: Sendable {
    /// At once, where the caller is on the context's queue already.
    case immediate
    /// Behind what waits in the queue.
    case enqueued
  }

  /// Posted at the end of an event, with what it inserted, changed and deleted.
  public static var didChangeObjectsNotification: Notification.Name {
    ContextNotification.didChangeObjects.name
  }
  /// Posted before a save.
  public static var willSaveObjectsNotification: Notification.Name {
    ContextNotification.willSave.name
  }
  /// Posted after a save, with the objects that it inserted, changed and deleted.
  public static var didSaveObjectsNotification: Notification.Name {
    ContextNotification.didSave.name
  }
  /// Posted after a save, with the ids of the objects that it inserted, changed and deleted.
  public static var didSaveObjectIDsNotification: Notification.Name {
    ContextNotification.didSaveIDs.name
  }

  /// Posted after others' changes were merged, with the ids of the objects that they inserted, changed and deleted.
  public static var didMergeChangesObjectIDsNotification: Notification.Name {
    ContextNotification.didMergeIDs.name
  }

  /// The keys of what notifications carry.
  public enum NotificationKey: String, Sendable {
    /// Objects that were inserted.
    case insertedObjects = "inserted"
    /// Objects that were changed.
    case updatedObjects = "updated"
    /// Objects that were deleted.
    case deletedObjects = "deleted"
    /// Objects that were refreshed.
    case refreshedObjects = "refreshed"
    /// Objects that were forgotten.
    case invalidatedObjects = "invalidated"
    /// All objects were forgotten.
    case invalidatedAllObjects = "invalidatedAll"
    /// Ids of objects that were inserted.
    case insertedObjectIDs = "inserted_objectIDs"
    /// Ids of objects that were changed.
    case updatedObjectIDs = "updated_objectIDs"
    /// Ids of objects that were deleted.
    case deletedObjectIDs = "deleted_objectIDs"
    /// Ids of objects that were refreshed.
    case refreshedObjectIDs = "refreshed_objectIDs"
    /// Ids of objects that were forgotten.
    case invalidatedObjectIDs = "invalidated_objectIDs"
    /// The moment after a save, as an `NSQueryGenerationToken`.
    case queryGeneration = "newQueryGeneration"
  }
}

/// The key of inserted objects in a context's notifications.
public let NSInsertedObjectsKey = "inserted"
/// The key of changed objects in a context's notifications.
public let NSUpdatedObjectsKey = "updated"
/// The key of deleted objects in a context's notifications.
public let NSDeletedObjectsKey = "deleted"
/// The key of refreshed objects in a context's notifications.
public let NSRefreshedObjectsKey = "refreshed"
/// The key of forgotten objects in a context's notifications.
public let NSInvalidatedObjectsKey = "invalidated"
/// The key that says that all objects were forgotten.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// The key of the ids of inserted objects in a context's notifications.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// The key of the ids of changed objects in a context's notifications.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// The key of the ids of deleted objects in a context's notifications.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// The key of the ids of refreshed objects in a context's notifications.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// The key of the ids of forgotten objects in a context's notifications.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"
/// The key of the moment after a save, an `NSQueryGenerationToken`, in the notifications of the save.
public let NSManagedObjectContextQueryGenerationKey = "newQueryGeneration"

extension Notification.Name {
  /// Posted at the end of an event, with what it inserted, changed and deleted.
  public static var NSManagedObjectContextObjectsDidChange: Notification.Name {
    NSManagedObjectContext.didChangeObjectsNotification
  }
  /// Posted before a save.
  public static var NSManagedObjectContextWillSave: Notification.Name {
    NSManagedObjectContext.willSaveObjectsNotification
  }
  /// Posted after a save, with the objects that it inserted, changed and deleted.
  public static var NSManagedObjectContextDidSave: Notification.Name {
    NSManagedObjectContext.didSaveObjectsNotification
  }
  /// Posted after a save, with the ids of the objects that it inserted, changed and deleted.
  public static var NSManagedObjectContextDidSaveObjectIDs: Notification.Name {
    NSManagedObjectContext.didSaveObjectIDsNotification
  }
  /// Posted after others' changes were merged, with the ids of the objects that they inserted, changed and deleted.
  public static var NSManagedObjectContextDidMergeChangesObjectIDs: Notification.Name {
    NSManagedObjectContext.didMergeChangesObjectIDsNotification
  }
}
