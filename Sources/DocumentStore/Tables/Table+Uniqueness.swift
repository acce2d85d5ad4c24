extension Table {
  /// The rows that have one of several combinations of values in some columns, and which.
  ///
  /// Looks at the first column of every record, and at the others where that one matches.
  package func rows(
    having keys: Set<[Value]>, in columns: [Int]
  ) throws(StoreError) -> [(row: Int, key: [Value])] {
    guard let first = columns.first else { return [] }
    let starts = Set(keys.compactMap(\.first))
    var found: [(row: Int, key: [Value])] = []
    for group in groups {
      for row in 0..<group.rowCount where group.isLive(row) {
        let start = try group.value(of: first, at: row, schema)
        guard starts.contains(start) else { continue }
        var key = [start]
        for column in columns.dropFirst() {
          key.append(try group.value(of: column, at: row, schema))
        }
        if keys.contains(key) { found.append((group.firstRow + row, key)) }
      }
    }
    return found
  }
}
