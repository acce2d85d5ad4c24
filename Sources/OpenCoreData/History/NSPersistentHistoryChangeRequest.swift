import DocumentStore
public import Foundation
public import ManagedModel
import Predicates

/// What a request for history returns.
public enum NSPersistentHistoryResultType: Int, Sendable {
  /// Whether it was done.
  case statusOnly = 0
  /// The ids of the objects that were changed, each once.
  case objectIDs = 1
  /// The number of changes.
  case count = 2
  /// The transactions, without their changes.
  case transactionsOnly = 3
  /// The changes.
  case changesOnly = 4
  /// The transactions, with their changes.
  case transactionsAndChanges = 5
}

/// A request for the history of stores, or for forgetting some of it.
///
/// It is executed by a context. Stores that keep no history are left out; where none keeps one, that is an error.
public final class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
  /// What is to be done.
  enum Task {
    case fetch(after: Position)
    case delete(before: Position)
  }

  /// A place in the histories of all stores.
  enum Position {
    case nowhere
    case date(Date)
    case token(NSPersistentHistoryToken)
  }

  let task: Task
  /// What the result is; a deletion tells only that it was done.
  public var resultType = NSPersistentHistoryResultType.transactionsAndChanges
  /// What is looked for among transactions or among changes: a request of ``NSPersistentHistoryTransaction`` or of
  /// ``NSPersistentHistoryChange``; nil for all.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

  /// Makes a request; programs do it by one of the class functions.
  init(_ task: Task) {
    self.task = task
    super.init()
  }

  private static func position(_ token: NSPersistentHistoryToken?) -> Position {
    token.map { .token($0) } ?? .nowhere
  }

  /// Asks for what was changed after a time.
  public class func fetchHistory(after date: Date) -> Self { Self(.fetch(after: .date(date))) }

  /// Asks for what was changed since a token was current; for everything there is, where it is nil.
  public class func fetchHistory(after token: NSPersistentHistoryToken?) -> Self {
    Self(.fetch(after: position(token)))
  }

  /// Asks for what was changed after a transaction; for everything there is, where it is nil.
  public class func fetchHistory(after transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.fetch(after: position(transaction?.token)))
  }

  /// Asks for what a request finds, among everything there is.
  public class func fetchHistory(
    withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
  ) -> Self {
    let request = Self(.fetch(after: .nowhere))
    request.fetchRequest = fetchRequest
    return request
  }

  /// Forgets the transactions before a time.
  public class func deleteHistory(before date: Date) -> Self { Self(.delete(before: .date(date))) }

  /// Forgets the transactions before the one that a token marks; none, where it is nil.
  public class func deleteHistory(before token: NSPersistentHistoryToken?) -> Self {
    Self(.delete(before: position(token)))
  }

  /// Forgets the transactions before one; none, where it is nil.
  public class func deleteHistory(before transaction: NSPersistentHistoryTransaction?) -> Self {
    Self(.delete(before: position(transaction?.token)))
  }

  /// The token that the request was made with.
  public var token: NSPersistentHistoryToken? {
    switch task {
    case .fetch(.token(let token)), .delete(.token(let token)): token
    default: nil
    }
  }

  public override var requestType: NSPersistentStoreRequestType { .persistentHistoryRequestType }

  /// A copy, which may be changed.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = Self(task)
    copy.resultType = resultType
    copy.fetchRequest = fetchRequest?.duplicate()
    copy.affectedStores = affectedStores
    return copy
  }
}

/// What came of a request for history.
open class NSPersistentHistoryResult: NSPersistentStoreResult {
  /// What the request's result type says: `true`, `[NSManagedObjectID]`, a number,
  /// `[NSPersistentHistoryTransaction]` or `[NSPersistentHistoryChange]`.
  open var result: Any? { value }
  /// What the request wanted.
  open var resultType: NSPersistentHistoryResultType { type }
  private let value: Any
  private let type: NSPersistentHistoryResultType

  init(_ type: NSPersistentHistoryResultType, _ value: Any) {
    self.type = type
    self.value = NumberObject.boxed(value)
    super.init()
  }
}
