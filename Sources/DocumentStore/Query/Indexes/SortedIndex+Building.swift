extension SortedIndex {
  private struct Entry {
    var row: UInt32
    var words: IndexWords
  }

  /// Sorts the records of a table, taking over what an older index of the same leaves knows.
  static func make(
    of table: Table, leaves: [Int], from old: SortedIndex? = nil
  ) throws(StoreError) -> SortedIndex {
    let parts = try parts(of: table, leaves)
    var kept: [Entry] = []
    var isFresh = Array(repeating: true, count: parts.count)
    if let old {
      isFresh = old.staleness(in: table).groups
      kept = old.entries(in: parts, isFresh)
    }
    var fresh: [Entry] = []
    for (index, part) in parts.enumerated() where isFresh[index] {
      append(part, table.groups[index], to: &fresh)
    }
    fresh.sort { precedes($0, $1, parts) }
    let types = leaves.map { table.schema.leafTypes[$0] }
    return index(leaves, types, parts, kept.isEmpty ? fresh : merge(kept, fresh, parts))
  }

  private static func parts(
    of table: Table, _ leaves: [Int]
  ) throws(StoreError) -> [Part] {
    var parts: [Part] = []
    for group in table.groups {
      let chunks = leaves.map { group.leaves[$0] }
      for chunk in chunks { _ = try unsafe chunk.bytes() }
      parts.append(Part(firstRow: group.firstRow, rowCount: group.rowCount, chunks: chunks))
    }
    return parts
  }

  private static func append(_ part: Part, _ group: RowGroup, to entries: inout [Entry]) {
    entries.reserveCapacity(entries.count + group.liveCount)
    for row in 0..<group.rowCount where group.isLive(row) {
      let number = UInt32(truncatingIfNeeded: group.firstRow + row)
      let words = unsafe IndexWords(part.value(of: group.firstRow + row, element: 0))
      entries.append(Entry(row: number, words: words))
    }
  }

  /// The entries of parts that are still right, in order.
  private func entries(in parts: [Part], _ isFresh: [Bool]) -> [Entry] {
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    let isStale = Self.stale(self.parts, parts, isFresh)
    for (index, row) in rows.enumerated() where !isStale[partIndex(ofRow: Int(row))] {
      entries.append(Entry(row: row, words: words(of: index)))
    }
    return entries
  }

  private static func stale(_ old: [Part], _ new: [Part], _ isFresh: [Bool]) -> [Bool] {
    let current = Set(zip(new, isFresh).filter { !$0.1 }.map(\.0.firstRow))
    return old.map { !current.contains($0.firstRow) }
  }

  private static func precedes(_ one: Entry, _ other: Entry, _ parts: [Part]) -> Bool {
    let order = IndexWords.compare(one.words, other.words)
    if order != 0 { return order < 0 }
    let (a, b) = (part(of: one.row, parts), part(of: other.row, parts))
    for element in a.chunks.indices {
      let order = unsafe StoredValue.compare(
        a.value(of: Int(one.row), element: element), b.value(of: Int(other.row), element: element))
      if order != 0 { return order < 0 }
    }
    return one.row < other.row
  }

  private static func part(of row: UInt32, _ parts: [Part]) -> Part {
    var low = min(Int(row) / RowGroup.capacity, parts.count - 1)
    var high = parts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].firstRow <= Int(row) { low = middle } else { high = middle - 1 }
    }
    return parts[low]
  }

  private static func merge(_ one: [Entry], _ other: [Entry], _ parts: [Part]) -> [Entry] {
    var merged: [Entry] = []
    merged.reserveCapacity(one.count + other.count)
    var next = 0
    for entry in one {
      while next < other.count, precedes(other[next], entry, parts) {
        merged.append(other[next])
        next += 1
      }
      merged.append(entry)
    }
    merged.append(contentsOf: other[next...])
    return merged
  }

  /// Lays out sorted entries; words that are lower than they should be become no lower than the one before.
  private static func index(
    _ leaves: [Int], _ types: [ColumnType], _ parts: [Part], _ entries: [Entry]
  ) -> SortedIndex {
    var open = Bitmap(size: entries.count, repeating: false)
    var words: [IndexWords] = []
    words.reserveCapacity(entries.count)
    for (index, entry) in entries.enumerated() {
      var word = entry.words
      if word.isOpen { open[index] = true }
      word.first = max(word.first, words.last?.first ?? 0)
      words.append(word)
    }
    return SortedIndex(
      leaves: leaves, types: types, parts: parts, rows: entries.map(\.row), words: words,
      openEntries: entries.contains { $0.words.isOpen } ? open : nil)
  }
}

extension SortedIndex {
  /// What is no longer right in a generation's table: for each part whether its rows are stale, for each group of the
  /// table whether the index does not have it.
  func staleness(in table: Table) -> (parts: [Bool], groups: [Bool]) {
    var staleParts = Array(repeating: true, count: parts.count)
    var staleGroups = Array(repeating: true, count: table.groups.count)
    var part = 0
    for (index, group) in table.groups.enumerated() {
      while part < parts.count, parts[part].firstRow < group.firstRow { part += 1 }
      guard part < parts.count else { break }
      if parts[part].isCurrent(group, leaves) {
        staleParts[part] = false
        staleGroups[index] = false
      }
    }
    return (staleParts, staleGroups)
  }
}
