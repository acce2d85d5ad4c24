/// Sorts records by keys, of which it may want only the first few.
///
/// Key by key: each record gets the word of its first key; under a limit those whose word shows that they come too
/// late are dropped; the others are sorted by their words, and by their values where words do not decide. Each run of
/// records that are equal so far is then sorted by the next key in the same way, and at last by id. So keys are
/// computed only for records whose place depends on them.
struct RecordSorter {
  struct Entry {
    var record: RecordReference
    var prefix = TextPrefix(word: 0)
  }

  private let generation: Generation
  let keys: [KeyValues]
  /// For each table, its place in the query.
  private let ranks: [Int]
  /// How many records are wanted.
  let wanted: Int
  var entries: [Entry] = []

  init(_ keys: [SortKey], tables: [Int], in generation: Generation, wanted: Int?) {
    self.generation = generation
    self.keys = keys.map { KeyValues($0, in: generation) }
    var ranks = generation.tables.map { _ in 0 }
    for (rank, table) in tables.enumerated() { ranks[table] = rank }
    self.ranks = ranks
    self.wanted = wanted ?? .max
  }

  /// Adds records to be sorted.
  mutating func add(_ selection: Selection) {
    entries.reserveCapacity(entries.count + selection.count)
    selection.forEach { entries.append(Entry(record: $0)) }
  }

  /// Adds records to be sorted.
  mutating func add(_ records: [RecordReference]) {
    for record in records { entries.append(Entry(record: record)) }
  }

  /// The records in order, as many as are wanted.
  mutating func sorted() throws(StoreError) -> [RecordReference] {
    try sort(entries.indices, by: 0)
    return entries.prefix(wanted).map(\.record)
  }

  /// Sorts entries that all keys before one have left equal.
  mutating func sort(_ range: Range<Int>, by level: Int) throws(StoreError) {
    guard range.count > 1, range.lowerBound < wanted else { return }
    guard level < keys.count else { return try sortByID(range) }
    if case .values(let comparison) = keys[level].key.kind {
      return try sortValues(range, by: level, comparison)
    }
    try findWords(range, keys[level])
    let kept = keepFirst(range)
    let values = keys[level]
    let sign = values.key.isDescending ? -1 : 1
    unsafe withEntries(kept) { entries in
      unsafe entries.sort { Self.precedes($0, $1, values, sign) }
    }
    try sortRuns(kept, by: level + 1) { a, b in
      let word = a.prefix.word
      if a.prefix.openBytes | b.prefix.openBytes == 0 {
        if word != b.prefix.word { return false }
        if values.isDecided(by: values.key.isDescending ? ~word : word) { return true }
      }
      return values.compare(a.record, b.record) == 0
    }
  }

  /// Gives entries the words of a key, complemented where the greatest comes first.
  private mutating func findWords(
    _ range: Range<Int>, _ values: KeyValues
  ) throws(StoreError) {
    for index in range {
      let prefix = try values.prefix(of: entries[index].record)
      entries[index].prefix = values.key.isDescending ? prefix.complement : prefix
    }
  }

  private static func precedes(
    _ one: Entry, _ other: Entry, _ values: KeyValues, _ sign: Int
  ) -> Bool {
    let word = one.prefix.word
    if one.prefix.openBytes | other.prefix.openBytes == 0 {
      if word != other.prefix.word { return word < other.prefix.word }
      if values.isDecided(by: sign < 0 ? ~word : word) { return false }
    }
    return values.compare(one.record, other.record) * sign < 0
  }

  /// Moves the entries that may be among the wanted to the front of the range, and says where they are.
  private mutating func keepFirst(_ range: Range<Int>) -> Range<Int> {
    let count = wanted - range.lowerBound
    guard count < range.count / 2 else { return range }
    var smallest = SmallestWords(count)
    for entry in entries[range] {
      smallest.insert(entry.prefix.word | entry.prefix.openBits)
    }
    let bound = smallest.largest
    var end = range.lowerBound
    for index in range where entries[index].prefix.word <= bound {
      entries.swapAt(index, end)
      end += 1
    }
    return range.lowerBound..<end
  }

  /// Sorts each run of equal entries by the next key.
  private mutating func sortRuns(
    _ range: Range<Int>, by level: Int, areEqual: (Entry, Entry) -> Bool
  ) throws(StoreError) {
    var start = range.lowerBound
    while start < range.upperBound, start < wanted {
      var end = start + 1
      while end < range.upperBound, areEqual(entries[start], entries[end]) { end += 1 }
      try sort(start..<end, by: level)
      start = end
    }
  }

  /// Sorts entries as they come without an order: by their tables' places in the query, then by id.
  private mutating func sortByID(_ range: Range<Int>) throws(StoreError) {
    var identified: [(rank: Int, id: RecordID, entry: Entry)] = []
    identified.reserveCapacity(range.count)
    var isSorted = true
    for entry in entries[range] {
      let table = generation.tables[entry.record.table]
      let id = try table.recordID(of: entry.record.row)
      let rank = ranks[entry.record.table]
      if let last = identified.last, rank < last.rank || rank == last.rank && id.precedes(last.id) {
        isSorted = false
      }
      identified.append((rank, id, entry))
    }
    if isSorted { return }
    identified.sort { $0.rank != $1.rank ? $0.rank < $1.rank : $0.id.precedes($1.id) }
    for (index, item) in zip(range, identified) { entries[index] = item.entry }
  }

  private mutating func withEntries(
    _ range: Range<Int>, _ body: (inout UnsafeMutableBufferPointer<Entry>) -> Void
  ) {
    unsafe entries.withUnsafeMutableBufferPointer { all in
      var part = unsafe UnsafeMutableBufferPointer(rebasing: all[range])
      unsafe body(&part)
    }
  }
}

/// The smallest of many words: a heap with the largest of them on top.
struct SmallestWords {
  private var heap: [UInt64] = []
  private let capacity: Int

  /// Keeps so many, at least one.
  init(_ capacity: Int) {
    self.capacity = capacity
    heap.reserveCapacity(capacity)
  }

  /// The largest of those that are kept.
  var largest: UInt64 { heap.first ?? .max }

  /// Takes in a word, in place of the largest where there are enough.
  @inline(__always)
  mutating func insert(_ word: UInt64) {
    if heap.count == capacity {
      if word < heap[0] { replaceLargest(by: word) }
    } else {
      append(word)
    }
  }

  private mutating func append(_ word: UInt64) {
    heap.append(word)
    var child = heap.count - 1
    while child > 0, heap[(child - 1) / 2] < word {
      heap[child] = heap[(child - 1) / 2]
      child = (child - 1) / 2
    }
    heap[child] = word
  }

  private mutating func replaceLargest(by word: UInt64) {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { break }
      if child + 1 < heap.count, heap[child + 1] > heap[child] { child += 1 }
      guard heap[child] > word else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = word
  }
}
