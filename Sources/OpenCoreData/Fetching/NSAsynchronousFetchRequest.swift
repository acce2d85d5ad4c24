public import Foundation
public import ManagedModel
import Synchronization

/// What came, or will come, of a request that is executed later.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
  /// The context that executes the request.
  public let managedObjectContext: NSManagedObjectContext
  /// Why there is no result.
  open internal(set) var operationError: (any Error)?
  /// How far the request is; cancelling it cancels the request.
  public let progress: Progress?
  final let isCancelled: CancellationMark

  init(_ context: NSManagedObjectContext, unitCount: Int) {
    managedObjectContext = context
    let progress = Progress(totalUnitCount: Int64(max(unitCount, 1)))
    let mark = CancellationMark()
    progress.cancellationHandler = { mark.set() }
    self.progress = progress
    isCancelled = mark
    super.init()
  }

  /// Keeps the request from being executed, where that has not begun.
  open func cancel() {
    isCancelled.set()
  }
}

/// Whether someone has cancelled a request; asked from any thread.
final class CancellationMark: Sendable {
  private let flag = Atomic(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

/// What came, or will come, of an asynchronous fetch.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
  /// The request.
  public let fetchRequest: NSAsynchronousFetchRequest<ResultType>?
  /// What was found; nil as long as nothing has been looked for, and where that failed.
  open internal(set) var finalResult: [ResultType]?

  init(_ context: NSManagedObjectContext, _ request: NSAsynchronousFetchRequest<ResultType>) {
    fetchRequest = request
    super.init(context, unitCount: request.estimatedResultCount)
  }

  init(_ context: NSManagedObjectContext, finalResult: [ResultType]) {
    fetchRequest = nil
    self.finalResult = finalResult
    super.init(context, unitCount: 1)
    progress?.completedUnitCount = 1
  }
}

/// A fetch that is executed later, on the context's queue: as it stands when it is given to the context, whatever
/// becomes of the request until then.
///
/// For a context of the main thread that is when the main queue is served: by a run loop, or in a program
/// with an `async` main.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
  /// What is looked for.
  public let fetchRequest: NSFetchRequest<ResultType>
  /// Called on the context's queue when something was found, when looking failed, and when it was cancelled.
  public let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
  /// How many results there will be, for the progress.
  open var estimatedResultCount = 0

  /// Makes a request that calls back.
  public init(
    fetchRequest request: NSFetchRequest<ResultType>,
    completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
  ) {
    fetchRequest = request
    self.completionBlock = completionBlock
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }

  /// A copy, which may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSAsynchronousFetchRequest(
      fetchRequest: fetchRequest.duplicate(), completionBlock: completionBlock)
    copy.estimatedResultCount = estimatedResultCount
    copy.affectedStores = affectedStores
    return copy
  }
}

/// A request that is executed later, whatever its results are.
protocol AsynchronousRequest: AnyObject {
  /// Puts the request into the context's queue.
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult
}

extension NSAsynchronousFetchRequest: AsynchronousRequest {
  func begin(in context: NSManagedObjectContext) -> NSPersistentStoreResult {
    let stated = fetchRequest.duplicate()
    if let stores = affectedStores { stated.affectedStores = stores }
    let work = Work(
      result: NSAsynchronousFetchResult(context, self), stated: stated, request: self,
      context: context)
    context.perform { work.run() }
    return work.result
  }

  /// A fetch on its way to the context's queue.
  ///
  /// Safe because it is made on that queue and used on it; whether it was cancelled is asked of a mark that any
  /// thread may set.
  private struct Work: @unchecked Sendable {
    let result: NSAsynchronousFetchResult<ResultType>
    let stated: NSFetchRequest<ResultType>
    let request: NSAsynchronousFetchRequest<ResultType>
    let context: NSManagedObjectContext

    func run() {
      do {
        if result.isCancelled.isSet || result.progress?.isCancelled == true {
          throw CocoaError(.userCancelled)
        }
        result.finalResult = try context.graph.execute(stated).map { found in
          guard let typed = found as? ResultType else {
            throw CocoaError.wrongResult(found, expected: ResultType.self)
          }
          return typed
        }
      } catch {
        result.operationError = error
      }
      if let progress = result.progress { progress.completedUnitCount = progress.totalUnitCount }
      request.completionBlock?(result)
    }
  }
}
