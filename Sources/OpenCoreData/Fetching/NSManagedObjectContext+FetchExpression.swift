import Foundation
import ManagedModel
import Predicates

extension NSManagedObjectContext: RequestContext {
  /// What a request of a ``NSFetchRequestExpression`` finds, on the context's queue.
  package final func value(
    ofFetch request: Any, countOnly: Bool
  ) throws(EvaluationError) -> Any? {
    guard let request = request as? NSPersistentStoreRequest, request.fetchCore != nil else {
      throw .noRequest(ConstantValue.kind(of: request))
    }
    guard FetchNesting.depth < FetchNesting.limit else { throw .fetchInCircle }
    do {
      return try FetchNesting.$depth.withValue(FetchNesting.depth + 1) {
        try performAndWait { () throws -> Any in
          countOnly ? try graph.count(request) : try graph.execute(request)
        }
      }
    } catch let error as EvaluationError {
      throw error
    } catch {
      throw EvaluationError("FETCH failed: \(error.localizedDescription)")
    }
  }
}

/// How many requests are running each other by `FETCH`.
private enum FetchNesting {
  @TaskLocal static var depth = 0
  static let limit = 16
}

extension EvaluationError {
  fileprivate static var fetchInCircle: EvaluationError {
    EvaluationError(
      "FETCH runs a request within a request more than \(FetchNesting.limit) deep; does the "
        + "condition of a request run the request itself?")
  }
}
