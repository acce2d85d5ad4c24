import Foundation
public import ManagedModel

/// The results of a request as they are, and again whenever a context's objects change them.
///
/// Iterating begins with the present results. What comes later is made at the end of an event of the context; who
/// is slow gets the newest only. The context is held as long as somebody iterates. Iterating ends with an error
/// where the request cannot be executed or a value cannot be made. Not in Apple's framework.
public struct FetchedResults<Element: Sendable>: AsyncSequence, Sendable {
  private let start: @Sendable () -> AsyncThrowingStream<Element, any Error>

  fileprivate init(start: @escaping @Sendable () -> AsyncThrowingStream<Element, any Error>) {
    self.start = start
  }

  /// One iteration over the results, which follows them on its own.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var stream: AsyncThrowingStream<Element, any Error>.Iterator

    /// The newest results that have not been returned yet; waits for a change where there are none.
    public mutating func next() async throws -> Element? {
      try await stream.next()
    }

    /// The newest results that have not been returned yet; waits for a change where there are none.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> Element? {
      try await stream.next(isolation: actor)
    }
  }

  /// Begins to follow the results.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(stream: start().makeAsyncIterator())
  }
}

extension NSManagedObjectContext {
  /// The ids of what a request finds, section by section, as they are and after each change.
  ///
  /// Ids may go anywhere; what they name is asked for by `object(with:)` on the queue of a context. The request
  /// needs sort descriptors, as for a results controller. Changes of other contexts count when this one merges them.
  /// Not in Apple's framework.
  public func results<ResultType>(
    of request: NSFetchRequest<ResultType>, sectionNameKeyPath: String? = nil
  ) -> FetchedResults<NSDiffableDataSourceSnapshot<String, NSManagedObjectID>> {
    follow(request, sectionNameKeyPath) { core, change in core.snapshot(after: change) }
  }

  /// What a block makes of each of the objects that a request finds, as they are and after each change.
  ///
  /// Objects belong to the context, so they cannot be handed out; the block, which runs on the context's queue,
  /// makes values of them that can. It is called for all results after each change. The request needs sort
  /// descriptors. Not in Apple's framework.
  public func results<ResultType: NSFetchRequestResult, Value: Sendable>(
    of request: NSFetchRequest<ResultType>,
    as value: @escaping @Sendable (ResultType) throws -> Value
  ) -> FetchedResults<[Value]> {
    graph.introduce(ResultType.self)
    return follow(request, nil) { core, _ in
      try (core.sections ?? []).flatMap { section in
        try section.members.map { object in
          guard let typed = object as? ResultType else {
            throw CocoaError.wrongResult(object, expected: ResultType.self)
          }
          return try value(typed)
        }
      }
    }
  }

  private func follow<ResultType, Element: Sendable>(
    _ request: NSFetchRequest<ResultType>, _ sectionPath: String?,
    _ element: @escaping @Sendable (ResultsCore, ResultsChange?) throws -> Element
  ) -> FetchedResults<Element> {
    let copy = request.duplicate()
    let core = { @Sendable [request = RequestCopy(request: copy, core: copy.core)] in
      ResultsCore(request.request, request.core, self, sectionPath: sectionPath, cacheName: nil)
    }
    return FetchedResults {
      AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let core = core()
        let yield = { @Sendable (change: ResultsChange?) in
          do {
            continuation.yield(try element(core, change))
          } catch {
            continuation.finish(throwing: error)
          }
        }
        continuation.onTermination = { _ in
          self.perform { core.didChange = nil }
        }
        self.perform {
          do { try core.performFetch() } catch { return continuation.finish(throwing: error) }
          core.didChange = { yield($0) }
          yield(nil)
        }
      }
    }
  }
}

/// A request that nobody else has.
///
/// Safe because it is a copy that is only read.
private struct RequestCopy: @unchecked Sendable {
  let request: NSPersistentStoreRequest
  let core: FetchRequestCore
}
