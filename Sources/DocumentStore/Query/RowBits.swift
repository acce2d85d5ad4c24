/// Which rows of one group are meant: a bit for each, as many as the largest group has.
///
/// A value of fixed size, so that joining conditions allocates nothing.
struct RowBits {
  /// Words of 64 bits, the first row lowest.
  static let wordCount = RowGroup.capacity / 64

  /// The bits; those beyond the group's rows are never set.
  var words: InlineArray<64, UInt64>

  /// No rows.
  init() { words = InlineArray(repeating: 0) }

  /// The first rows.
  init(first count: Int) {
    words = InlineArray(repeating: 0)
    for word in 0..<count / 64 { words[word] = ~0 }
    if count & 63 != 0 { words[count / 64] = 1 << UInt64(count & 63) - 1 }
  }

  /// The rows of a group that are records.
  init(liveRowsOf group: RowGroup) {
    self.init(first: group.rowCount)
    guard let live = group.live else { return }
    for (index, word) in live.words.enumerated() { words[index] &= word }
  }

  /// Whether a row is meant.
  subscript(row: Int) -> Bool {
    get { words[row >> 6] >> UInt64(row & 63) & 1 != 0 }
    set {
      let mask: UInt64 = 1 << UInt64(row & 63)
      if newValue { words[row >> 6] |= mask } else { words[row >> 6] &= ~mask }
    }
  }

  /// How many rows are meant.
  var count: Int {
    var count = 0
    for word in 0..<Self.wordCount { count += words[word].nonzeroBitCount }
    return count
  }

  /// Whether no row is meant.
  var isEmpty: Bool {
    var any: UInt64 = 0
    for word in 0..<Self.wordCount { any |= words[word] }
    return any == 0
  }

  /// Leaves only rows that are also among others.
  mutating func formIntersection(_ other: borrowing RowBits) {
    for word in 0..<Self.wordCount { words[word] &= other.words[word] }
  }

  /// Adds rows.
  mutating func formUnion(_ other: borrowing RowBits) {
    for word in 0..<Self.wordCount { words[word] |= other.words[word] }
  }

  /// Takes rows away.
  mutating func subtract(_ other: borrowing RowBits) {
    for word in 0..<Self.wordCount { words[word] &= ~other.words[word] }
  }

  /// Calls a function with each row, ascending.
  @inline(__always)
  func forEach<Failure: Error>(_ body: (Int) throws(Failure) -> Void) throws(Failure) {
    for word in 0..<Self.wordCount {
      var rest = words[word]
      while rest != 0 {
        try body(word << 6 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
  }

  /// Leaves only the rows that meet a condition.
  @inline(__always)
  mutating func filter<Failure: Error>(
    _ condition: (Int) throws(Failure) -> Bool
  ) throws(Failure) {
    for word in 0..<Self.wordCount {
      var rest = words[word]
      var kept = rest
      while rest != 0 {
        let bit = rest & (~rest &+ 1)
        if try !condition(word << 6 + rest.trailingZeroBitCount) { kept &= ~bit }
        rest &= rest - 1
      }
      words[word] = kept
    }
  }
}
