import DocumentStore
public import Foundation
public import ManagedModel
public import Predicates

/// What one save, or one batch request, did to a store, as its history tells it.
public final class NSPersistentHistoryTransaction: NSObject, NSCopying, NSFetchRequestResult,
  KeyValueCoding, Sendable
{
  private let record: HistoryRecord
  /// What was changed; nil where only transactions were asked for.
  public let changes: [NSPersistentHistoryChange]?

  init(_ record: HistoryRecord, places: [Int]?) {
    self.record = record
    changes = places?.map { NSPersistentHistoryChange(record, place: $0) }
    super.init()
  }

  /// When it was made.
  public var timestamp: Date { record.date }
  /// Its number, the later the higher.
  ///
  /// Numbers are never given twice, and some are never given.
  public var transactionNumber: Int64 { record.transaction.point.number }
  /// The identifier of the store.
  public var storeID: String { record.storeID }
  /// The identifier of the program's bundle; the name of the process where it has none.
  public var bundleID: String { record.transaction.signature.bundle ?? processID }
  /// The name of the process.
  public var processID: String { record.transaction.signature.process }
  /// The name that the context had.
  public var contextName: String? { record.transaction.signature.context }
  /// What the context said of who made it; see `transactionAuthor`.
  public var author: String? { record.transaction.signature.author }
  /// The place right behind it in the history of its store.
  public var token: NSPersistentHistoryToken { record.token }

  /// The transaction as a notification that contexts can merge, by `mergeChanges(fromContextDidSave:)`.
  public func objectIDNotification() -> Notification {
    var info: [AnyHashable: Any] = [:]
    let changes = changes ?? record.places.map { NSPersistentHistoryChange(record, place: $0) }
    for (type, key) in [
      (NSPersistentHistoryChangeType.insert, NSInsertedObjectIDsKey),
      (.update, NSUpdatedObjectIDsKey), (.delete, NSDeletedObjectIDsKey),
    ] {
      let ids = changes.filter { $0.changeType == type }.map(\.changedObjectID)
      if !ids.isEmpty { info[key] = Set(ids) }
    }
    return Notification(
      name: ContextNotification.didSaveIDs.unobservedName, object: nil, userInfo: info)
  }

  // MARK: Requests

  /// What conditions and orders of a request for transactions may ask: `author`, `contextName`, `timestamp`,
  /// `transactionNumber`, `storeID`, `bundleID`, `processID`, `token` and `changes`.
  public class var entityDescription: NSEntityDescription? { HistoryEntities().transaction }

  /// What conditions and orders of a request for transactions may ask.
  public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription?
  {
    entityDescription
  }

  /// A request for transactions, which may get a condition and an order.
  public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entityDescription
    return request
  }

  /// The value of a property, for conditions; nil for what is none.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "author": author
    case "contextName": contextName
    case "timestamp": timestamp
    case "transactionNumber": NumberObject.of(transactionNumber)
    case "storeID": storeID
    case "bundleID": bundleID
    case "processID": processID
    case "token": token
    case "changes": changes
    default: nil
    }
  }

  // MARK: NSObject

  /// The transaction itself: it never changes.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPersistentHistoryTransaction else { return false }
    return other.token == token
  }

  public override var hash: Int { record.transaction.point.hashValue }

  /// The number, the author and how much was changed.
  public override var description: String {
    let names = [author, contextName].compactMap(\.self).map { "'\($0)'" }.joined(separator: " ")
    return "<NSPersistentHistoryTransaction \(transactionNumber): \(names) \(timestamp), "
      + "\(record.transaction.changes.count) changes>"
  }
}
