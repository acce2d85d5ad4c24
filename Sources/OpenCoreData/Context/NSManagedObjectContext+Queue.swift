import Dispatch

extension NSManagedObjectContext {
  /// Runs a block on the context's queue, later.
  public func perform(_ block: @escaping @Sendable () -> Void) {
    confinement.enqueue { self.run(block) }
  }

  /// Runs a block on the context's queue, and waits for it.
  public func performAndWait(_ block: () -> Void) {
    confinement.wait { run(block) }
  }

  /// Runs a block on the context's queue, and waits for what it returns or throws.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    try confinement.wait { try run(block) }
  }

  /// Runs a block on the context's queue, and suspends until it returns or throws.
  public func perform<T, Failure: Error>(
    schedule: ScheduledTaskType = .immediate,
    _ block: @escaping @Sendable () throws(Failure) -> sending T
  ) async throws(Failure) -> sending T {
    let outcome: Outcome<T, Failure> = await withCheckedContinuation { continuation in
      let work: @Sendable () -> Void = {
        continuation.resume(returning: self.run { Outcome(catching: block) })
      }
      if schedule == .immediate, confinement.isCurrent, concurrencyType != .mainQueueConcurrencyType
      {
        work()
      } else {
        confinement.enqueue(work)
      }
    }
    return try outcome.result.get()
  }

  /// Runs a block and ends the event.
  private func run<T>(_ block: () throws -> T) rethrows -> T {
    if graph.blockDepth == 0 { graph.mergeInbox() }
    graph.blockDepth += 1
    defer {
      graph.blockDepth -= 1
      graph.endEvent()
    }
    return try CurrentContext.$context.withValue(self) { try block() }
  }
}

/// What a block returned or threw, on its way to who waits for it.
///
/// Safe because the block gives its value away, and only the one who waits takes it.
private struct Outcome<T, Failure: Error>: @unchecked Sendable {
  let result: Result<T, Failure>

  init(catching block: () throws(Failure) -> sending T) {
    do throws(Failure) {
      result = .success(try block())
    } catch {
      result = .failure(error)
    }
  }
}

/// The context whose block is running, for requests that execute themselves.
enum CurrentContext {
  @TaskLocal static var context: NSManagedObjectContext?
}
