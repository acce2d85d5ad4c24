public import Foundation

/// The kinds of request, with Core Data's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
  /// Find objects.
  case fetchRequestType = 1
  /// Write changes.
  case saveRequestType = 2
  /// Insert many objects in the store.
  case batchInsertRequestType = 5
  /// Change many objects in the store.
  case batchUpdateRequestType = 6
  /// Delete many objects in the store.
  case batchDeleteRequestType = 7
  /// Tell or forget what was changed; not in Apple's framework, where it has no name.
  case persistentHistoryRequestType = 8
}

/// Something that a store is asked to do.
open class NSPersistentStoreRequest: NSObject, NSCopying {
  /// The stores that are asked, nil for all; the module that knows stores gives them their type.
  package var affectedStoreObjects: [AnyObject]?

  /// Makes a request to all stores.
  public override init() {
    super.init()
  }

  /// The kind of request.
  ///
  /// A subclass says which; this class alone is none.
  open var requestType: NSPersistentStoreRequestType {
    preconditionFailure("a plain NSPersistentStoreRequest asks for nothing; use a subclass")
  }

  /// A copy, which may be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSPersistentStoreRequest()
    copy.affectedStoreObjects = affectedStoreObjects
    return copy
  }

  /// What a fetch request asks for; nil for other kinds.
  package var fetchCore: FetchRequestCore? {
    nil
  }
}
