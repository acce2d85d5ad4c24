extension SortedIndex {
  /// A value to be looked for, as a column has it; nil stands for no value.
  struct Probe {
    /// One row with the value.
    private let chunk: ColumnChunk

    /// Makes a probe of a value of the column's type, or null.
    init(_ value: Value, _ type: ColumnType) {
      var rows = ColumnRows(type)
      rows.append(value)
      chunk = rows.seal()
    }

    /// Lends the value.
    func withValue<Result>(_ body: (StoredValue?) -> Result) -> Result {
      guard let bytes = try? unsafe chunk.bytes(), unsafe ColumnChunk.isPresent(0, in: bytes) else {
        return body(nil)
      }
      return unsafe body(StoredValue(type: chunk.type, row: 0, rowCount: 1, bytes: bytes))
    }
  }

  /// The first of some entries whose value is not below a probe; or, `after` given, the first whose value is above it.
  ///
  /// The entries must be equal in all elements before.
  func bound(
    in range: Range<Int>, element: Int, _ probe: Probe, after: Bool
  ) -> Int {
    unsafe probe.withValue { probe in
      let prefix = unsafe probe?.prefix ?? TextPrefix(word: SortWord.null)
      var low = range.lowerBound
      var high = range.upperBound
      while low < high {
        let middle = (low + high) / 2
        let order = unsafe compare(middle, element, probe, prefix)
        if order < 0 || after && order == 0 { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// How the value of an entry compares with a probe.
  private func compare(
    _ entry: Int, _ element: Int, _ probe: StoredValue?, _ prefix: TextPrefix
  ) -> Int {
    if element == 0, prefix.openBytes == 0, words[entry] != prefix.word {
      // A word that is too low still decides where it is above the other.
      if words[entry] > prefix.word { return 1 }
      if openEntries?[entry] != true { return -1 }
    }
    return unsafe StoredValue.compare(value(of: rows[entry], element: element), probe)
  }
}
