import Synchronization

/// Counts from one, on any thread.
final class Counter: Sendable {
  private let value = Atomic<UInt64>(0)

  var current: UInt64 { value.load(ordering: .relaxed) }

  func next() -> UInt64 {
    value.add(1, ordering: .relaxed).newValue
  }
}
