import Dispatch
import Foundation
import Synchronization

/// Where a context's work runs: on the main thread, on a queue of its own, or wherever it is used.
final class Confinement: Sendable {
  private enum Place {
    case main
    case queue(DispatchQueue)
    case anywhere
  }

  private let place: Place
  /// The thread that runs a block of the queue, 0 while none does.
  private let runner = Atomic<UInt>(0)

  init(_ type: NSManagedObjectContextConcurrencyType) {
    switch type {
    case .mainQueueConcurrencyType:
      place = .main
      _ = Self.mainKey
    case .privateQueueConcurrencyType:
      place = .queue(DispatchQueue(label: "NSManagedObjectContext"))
    case .confinementConcurrencyType: place = .anywhere
    }
  }

  /// Whether the caller may use the context.
  var isCurrent: Bool {
    switch place {
    case .main: Self.isMain
    case .queue: runner.load(ordering: .relaxed) == Self.thisThread
    case .anywhere: true
    }
  }

  /// Whether this is the main thread, or the main queue: a program with an `async` main leaves the main thread,
  /// and other threads serve the queue.
  private static var isMain: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainKey) == true
  }

  private static let mainKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  private static var thisThread: UInt {
    UInt(bitPattern: ObjectIdentifier(Thread.current))
  }

  /// Runs a block later.
  func enqueue(_ block: @escaping @Sendable () -> Void) {
    switch place {
    case .main: DispatchQueue.main.async { block() }
    case .queue(let queue): queue.async { self.run(block) }
    case .anywhere: block()
    }
  }

  /// Runs a block now and waits for it; within a block of the same context, at once.
  func wait<R>(_ block: () throws -> R) rethrows -> R {
    if isCurrent { return try block() }
    switch place {
    case .main: return try DispatchQueue.main.sync(execute: block)
    case .queue(let queue): return try queue.sync { try run(block) }
    case .anywhere: return try block()
    }
  }

  private func run<R>(_ block: () throws -> R) rethrows -> R {
    runner.store(Self.thisThread, ordering: .relaxed)
    defer { runner.store(0, ordering: .relaxed) }
    return try block()
  }

  /// Ends the program with the name of a context that is used off its queue.
  func reportMisuse(_ caller: StaticString, _ name: String?) -> Never {
    let place: String
    switch self.place {
    case .main: place = "the main thread"
    default: place = "its own queue; use perform(_:) or performAndWait(_:)"
    }
    let context = name.map { "managed object context '\($0)'" } ?? "a managed object context"
    preconditionFailure("\(context) is used off its queue, in \(caller): it belongs to \(place)")
  }
}
