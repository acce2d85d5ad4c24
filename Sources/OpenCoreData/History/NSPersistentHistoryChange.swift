import DocumentStore
public import Foundation
public import ManagedModel
public import Predicates

/// What a transaction did to an object.
public enum NSPersistentHistoryChangeType: Int, Sendable {
  /// The object is new.
  case insert = 0
  /// Some of its properties are others.
  case update = 1
  /// It is gone.
  case delete = 2
}

/// What a transaction did to one object, as the history of its store tells it.
public final class NSPersistentHistoryChange: NSObject, NSCopying, NSFetchRequestResult,
  KeyValueCoding, Sendable
{
  private let record: HistoryRecord
  private let place: Int
  /// The object; it need not be there any more.
  public let changedObjectID: NSManagedObjectID

  /// Takes one of the changes whose object has an id.
  init(_ record: HistoryRecord, place: Int) {
    guard let id = record.ids[place] else {
      preconditionFailure("the change of an object that the model does not know is not shown")
    }
    self.record = record
    self.place = place
    changedObjectID = id
    super.init()
  }

  private var change: HistoryChange { record.transaction.changes[place] }

  /// The place among the changes of the transaction, from 1.
  public var changeID: Int64 { Int64(place) + 1 }

  /// What was done.
  public var changeType: NSPersistentHistoryChangeType {
    switch change.kind {
    case .insert: .insert
    case .update: .update
    case .delete: .delete
    }
  }

  /// What a deletion has left of the object: the values of the attributes that preserve theirs, by name.
  public var tombstone: [AnyHashable: Any]? { record.tombstone(at: place) }

  /// The properties that an update changed; nil for other changes.
  public var updatedProperties: Set<NSPropertyDescription>? {
    record.updatedProperties(at: place)
  }

  /// The transaction, with all its changes.
  public var transaction: NSPersistentHistoryTransaction? {
    NSPersistentHistoryTransaction(record, places: record.places)
  }

  // MARK: Requests

  /// What conditions and orders of a request for changes may ask: `changeID`, `changeType`, `changedObjectID`,
  /// `changedEntity`, `tombstone`, `updatedProperties` and, as in `transaction.author`, the transaction.
  public class var entityDescription: NSEntityDescription? { HistoryEntities().change }

  /// What conditions and orders of a request for changes may ask.
  public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription?
  {
    entityDescription
  }

  /// A request for changes, which may get a condition and an order.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entityDescription
    return request
  }

  /// The value of a property, for conditions; nil for what is none.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "changeID": NumberObject.of(changeID)
    case "changeType": NumberObject.boxed(changeType.rawValue)
    case "changedObjectID": changedObjectID
    case "changedEntity": changedObjectID.entity
    case "tombstone": tombstone?.reduce(into: [String: Any]()) { $0["\($1.key)"] = $1.value }
    case "updatedProperties": updatedProperties?.map(\.name)
    case "transaction": transaction
    default: nil
    }
  }

  // MARK: NSObject

  /// The change itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryChange else { return false }
    return place == other.place && record.storeID == other.record.storeID
      && record.transaction.point == other.record.transaction.point
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(record.transaction.point)
    hasher.combine(place)
    return hasher.finalize()
  }

  /// What was done to which object.
  public override var description: String {
    "<NSPersistentHistoryChange \(change.kind.rawValue) \(changedObjectID.description)>"
  }
}
