public import Foundation
import Predicates

/// What came of a request.
open class NSPersistentStoreResult: NSObject {
  override init() {}
}

/// What a batch insertion returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether it was done.
  case statusOnly = 0
  /// The ids of the new records.
  case objectIDs = 1
  /// The number of the new records.
  case count = 2
}

/// What a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether it was done.
  case statusOnlyResultType = 0
  /// The ids of the records that met the condition.
  case updatedObjectIDsResultType = 1
  /// The number of the records that met the condition.
  case updatedObjectsCountResultType = 2
}

/// What a batch deletion returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether it was done.
  case resultTypeStatusOnly = 0
  /// The ids of the records that are gone, those included that went by a Cascade rule.
  case resultTypeObjectIDs = 1
  /// The number of those records.
  case resultTypeCount = 2
}

/// What came of a batch insertion.
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// `true`, the ids of the new records as `[NSManagedObjectID]`, or their number, as the request wanted.
  open var result: Any? { value }
  /// What the request wanted.
  open var resultType: NSBatchInsertRequestResultType { type }
  private let value: Any
  private let type: NSBatchInsertRequestResultType

  init(_ type: NSBatchInsertRequestResultType, _ ids: [NSManagedObjectID]) {
    self.type = type
    switch type {
    case .statusOnly: value = NumberObject.of(true)
    case .objectIDs: value = ids
    case .count: value = NumberObject.of(Int64(ids.count))
    }
    super.init()
  }
}

/// What came of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// `true`, the ids of the records as `[NSManagedObjectID]`, or their number, as the request wanted.
  open var result: Any? { value }
  /// What the request wanted.
  open var resultType: NSBatchUpdateRequestResultType { type }
  private let value: Any
  private let type: NSBatchUpdateRequestResultType

  init(_ type: NSBatchUpdateRequestResultType, _ ids: [NSManagedObjectID]) {
    self.type = type
    switch type {
    case .statusOnlyResultType: value = NumberObject.of(true)
    case .updatedObjectIDsResultType: value = ids
    case .updatedObjectsCountResultType: value = NumberObject.of(Int64(ids.count))
    }
    super.init()
  }
}

/// What came of a batch deletion.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// `true`, the ids of the records as `[NSManagedObjectID]`, or their number, as the request wanted.
  open var result: Any? { value }
  /// What the request wanted.
  open var resultType: NSBatchDeleteRequestResultType { type }
  private let value: Any
  private let type: NSBatchDeleteRequestResultType

  init(_ type: NSBatchDeleteRequestResultType, _ ids: [NSManagedObjectID]) {
    self.type = type
    switch type {
    case .resultTypeStatusOnly: value = NumberObject.of(true)
    case .resultTypeObjectIDs: value = ids
    case .resultTypeCount: value = NumberObject.of(Int64(ids.count))
    }
    super.init()
  }
}
