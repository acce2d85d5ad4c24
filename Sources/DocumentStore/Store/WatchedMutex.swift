#if THREAD_CHECKS
  import Foundation

  /// What `Synchronization.Mutex` is, made of a lock that the Thread Sanitizer knows.
  ///
  /// Where two threads want a `Mutex` at once, it changes hands in the kernel, by a futex, and inside the standard
  /// library, which is not instrumented. The sanitizer sees no order between the two then, and reports the value
  /// that the lock protects. `scripts/test.sh --threads` builds with this type instead; it shadows the other.
  ///
  /// Safe because the value is touched under the lock only.
  @safe struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock = NSLock()
    private let value: UnsafeMutablePointer<Value>

    init(_ initialValue: consuming sending Value) {
      unsafe value = .allocate(capacity: 1)
      unsafe value.initialize(to: initialValue)
    }

    deinit {
      unsafe value.deinitialize(count: 1)
      unsafe value.deallocate()
    }

    borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      lock.lock()
      defer { lock.unlock() }
      return try unsafe body(&value.pointee)
    }
  }
#endif
