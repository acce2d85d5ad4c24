/// The values of a new record, one for each column; those of transient columns do not count.
///
/// Either an array, or memory that whoever saves lends for the length of the save: the slots of live objects are
/// laid out as records are, so that inserting many copies none of them.
///
/// Safe because a lender leaves the memory as it is until the save returns.
@safe package struct RecordValues: RandomAccessCollection, @unchecked Sendable {
  @unsafe private enum Storage {
    case array([Value])
    case lent(UnsafeBufferPointer<Value>)
  }

  private let storage: Storage

  init(_ values: [Value]) { unsafe storage = .array(values) }

  init(lending values: UnsafeBufferPointer<Value>) { unsafe storage = .lent(values) }

  package var startIndex: Int { 0 }
  package var endIndex: Int {
    switch unsafe storage {
    case .array(let values): values.count
    case .lent(let values): values.count
    }
  }

  package subscript(column: Int) -> Value {
    switch unsafe storage {
    case .array(let values): values[column]
    case .lent(let values): unsafe values[column]
    }
  }

  /// Calls a function with all values at once, which is the fast way to go through them.
  func withValues<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    switch unsafe storage {
    case .array(let values): try unsafe values.withUnsafeBufferPointer(body)
    case .lent(let values): try unsafe body(values)
    }
  }
}
