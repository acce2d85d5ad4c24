import Predicates

/// A comparison of two numbers, or two dates, of the same record.
final class PairFilter: Filter {
  /// A column that is compared.
  struct Side {
    var leaf: Int
    var type: ColumnType

    fileprivate var isFloating: Bool { [.float, .double, .date].contains(type) }
  }

  private let left: Side
  private let right: Side
  private let outcomes: OrderOutcomes
  /// What holds where one of the two is missing or not a number.
  private let isInequality: Bool
  private let whereBothMissing: Bool

  /// Compares two columns; nil where they hold other things than numbers, or the operator does something else.
  init?(_ operation: NSComparisonPredicate.Operator, _ left: Side, _ right: Side) {
    let numbers: [ColumnType] = [.int16, .int32, .int64, .boolean, .float, .double]
    guard
      numbers.contains(left.type) && numbers.contains(right.type)
        || left.type == .date && right.type == .date,
      let outcomes = OrderOutcomes(operation)
    else { return nil }
    self.left = left
    self.right = right
    self.outcomes = outcomes
    isInequality = operation == .notEqualTo
    whereBothMissing = operation == .equalTo
  }

  var cost: Int { 5 }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    let count = group.rowCount
    let one = try unsafe reading { () throws(StoreError) in
      try unsafe group.leaves[left.leaf].bytes()
    }
    let other = try unsafe reading { () throws(StoreError) in
      try unsafe group.leaves[right.leaf].bytes()
    }
    rows.filter { row in
      let isPresent = unsafe ColumnChunk.isPresent(row, in: one)
      guard isPresent, unsafe ColumnChunk.isPresent(row, in: other) else {
        let areBothMissing = unsafe !isPresent && !ColumnChunk.isPresent(row, in: other)
        return areBothMissing ? whereBothMissing : isInequality
      }
      return unsafe order(row, count, one, other).map(outcomes.holds) ?? isInequality
    }
    withExtendedLifetime(group) {}
  }

  /// Less than, equal to or greater than zero as the first number is less than, equal to or greater than the
  /// second; nil where one is not a number.
  private func order(
    _ row: Int, _ count: Int, _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
  ) -> Int? {
    switch (left.isFloating, right.isFloating) {
    case (false, false):
      let (a, b) = unsafe (left.integer(row, count, one), right.integer(row, count, other))
      return a < b ? -1 : a == b ? 0 : 1
    case (true, true):
      let (a, b) = unsafe (left.double(row, count, one), right.double(row, count, other))
      return a < b ? -1 : a == b ? 0 : a > b ? 1 : nil
    case (false, true):
      return unsafe left.integer(row, count, one).order(with: right.double(row, count, other))
    case (true, false):
      return unsafe right.integer(row, count, other).order(with: left.double(row, count, one))
        .map { -$0 }
    }
  }
}

extension PairFilter.Side {
  fileprivate func integer(_ row: Int, _ count: Int, _ bytes: UnsafeRawBufferPointer) -> Int64 {
    let start = ColumnChunk.presenceSize(count)
    switch type {
    case .int16:
      return unsafe Int64(bytes.load(fromByteOffset: start + row * 2, as: Int16.self))
    case .int32:
      return unsafe Int64(bytes.load(fromByteOffset: start + row * 4, as: Int32.self))
    case .boolean:
      return unsafe bytes.load(fromByteOffset: start + row, as: UInt8.self) == 0 ? 0 : 1
    default: return unsafe bytes.load(fromByteOffset: start + row * 8, as: Int64.self)
    }
  }

  fileprivate func double(_ row: Int, _ count: Int, _ bytes: UnsafeRawBufferPointer) -> Double {
    let start = ColumnChunk.presenceSize(count)
    return type == .float
      ? unsafe Double(bytes.load(fromByteOffset: start + row * 4, as: Float.self))
      : unsafe bytes.load(fromByteOffset: start + row * 8, as: Double.self)
  }
}

extension Int64 {
  /// Less than, equal to or greater than zero as the number is less than, equal to or greater than another, exactly;
  /// nil where that is not a number.
  fileprivate func order(with other: Double) -> Int? {
    if other.isNaN { return nil }
    guard let whole = Int64(exactly: other.rounded(.towardZero)) else { return other < 0 ? 1 : -1 }
    if self != whole { return self < whole ? -1 : 1 }
    let rest = other - Double(whole)
    return rest > 0 ? -1 : rest < 0 ? 1 : 0
  }
}
