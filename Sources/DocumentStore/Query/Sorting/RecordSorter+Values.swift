import Predicates

extension RecordSorter {
  /// Sorts entries by values for which there are no words: as a locale orders texts, say.
  mutating func sortValues(
    _ range: Range<Int>, by level: Int, _ comparison: SortComparison
  ) throws(StoreError) {
    var valued: [(value: Any?, entry: Entry)] = []
    valued.reserveCapacity(range.count)
    for entry in entries[range] {
      valued.append((try keys[level].object(of: entry.record), entry))
    }
    let before: ComparisonResult =
      keys[level].key.isDescending ? .orderedDescending : .orderedAscending
    valued.sort { ValueOrder.compare($0.value, $1.value, comparison) == before }
    for (index, pair) in zip(range, valued) { entries[index] = pair.entry }
    var start = 0
    while start < valued.count, range.lowerBound + start < wanted {
      var end = start + 1
      while end < valued.count, Self.areEqual(valued[start].value, valued[end].value, comparison) {
        end += 1
      }
      try sort(range.lowerBound + start..<range.lowerBound + end, by: level + 1)
      start = end
    }
  }

  private static func areEqual(_ one: Any?, _ other: Any?, _ comparison: SortComparison) -> Bool {
    ValueOrder.compare(one, other, comparison) ?? .orderedSame == .orderedSame
  }
}

extension KeyValues {
  /// The value of a record as objects have it, for those that are compared one by one.
  fileprivate func object(of record: RecordReference) throws(StoreError) -> Any? {
    guard let stored = try unsafe value(of: record) else { return nil }
    let value = unsafe stored.value
    // The number of members stands for a to-many.
    if case .references(let members) = value { return members.count }
    return unsafe value.programValue(as: stored.type)
  }
}
