import Synchronization

/// Counts from one, on any thread.
final class Counter: Sendable {
  private let value = Atomic<UInt64>(0)

  func next() -> UInt64 {
    value.add(1, ordering: .relaxed).newValue
  }
}
