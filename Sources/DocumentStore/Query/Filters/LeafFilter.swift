/// A test of the values that one leaf has in the rows of a group.
protocol LeafTest {
  /// Takes out of `rows`, all of which have a value, those whose value fails.
  ///
  /// `rows` has a bit for each of the `count` rows of the chunk.
  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(QueryError)

  /// The same for tests that want to know more of the chunk whose bytes these are.
  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer, of chunk: ColumnChunk
  ) throws(QueryError)
}

extension LeafTest {
  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer, of chunk: ColumnChunk
  ) throws(QueryError) {
    try unsafe narrow(&rows, count: count, in: bytes)
  }
}

/// A condition on the value of one leaf.
final class LeafFilter<Test: LeafTest>: Filter {
  let cost: Int
  private let leaf: Int
  private let test: Test
  /// What holds where there is no value.
  private let null: Bool

  init(leaf: Int, _ test: Test, null: Bool, cost: Int) {
    self.leaf = leaf
    self.test = test
    self.null = null
    self.cost = cost
  }

  func narrow(_ rows: inout RowBits, of group: RowGroup) throws(QueryError) {
    let bytes: UnsafeRawBufferPointer
    do throws(StoreError) {
      unsafe bytes = try group.leaves[leaf].bytes()
    } catch {
      throw .store(error)
    }
    var present = rows
    unsafe present.keepPresent(in: bytes, count: group.rowCount)
    var absent = RowBits()
    if null {
      absent = rows
      absent.subtract(present)
    }
    if !present.isEmpty {
      let chunk = group.leaves[leaf]
      try unsafe test.narrow(&present, count: group.rowCount, in: bytes, of: chunk)
    }
    if null { present.formUnion(absent) }
    rows = present
    withExtendedLifetime(group) {}
  }
}

/// Holds for each value, or for none.
struct AnyValueTest: LeafTest {
  let holds: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    if !holds { rows = RowBits() }
  }
}

extension RowBits {
  /// Leaves only the rows that have a value in a chunk.
  mutating func keepPresent(in bytes: UnsafeRawBufferPointer, count: Int) {
    for word in 0..<(count + 63) / 64 {
      unsafe words[word] &= bytes.load(fromByteOffset: word * 8, as: UInt64.self)
    }
  }

  /// Leaves only the rows that meet a condition that is cheaper to ask than to skip: it is asked about all 64 rows
  /// of a word where enough of them are meant.
  ///
  /// The condition, 1 where it is met and 0 elsewhere, must be answerable for every one of `count` rows.
  @inline(__always)
  mutating func filterDensely(count: Int, _ condition: (Int) -> UInt64) {
    for word in 0..<(count + 63) / 64 {
      let meant = words[word]
      if meant == 0 { continue }
      let first = word << 6
      if meant.nonzeroBitCount >= 16 {
        var met: UInt64 = 0
        for bit in 0..<min(64, count - first) {
          met |= condition(first &+ bit) &<< UInt64(truncatingIfNeeded: bit)
        }
        words[word] = meant & met
      } else {
        var rest = meant
        var met = meant
        while rest != 0 {
          let bit = rest.trailingZeroBitCount
          if condition(first &+ bit) == 0 { met &= ~(1 &<< UInt64(truncatingIfNeeded: bit)) }
          rest &= rest &- 1
        }
        words[word] = met
      }
    }
  }
}
