extension Generation {
  /// The records of some tables in the order of their ids: table after table as given, in each those named
  /// `Entity-n` by n, then the others by the bytes of their ids.
  ///
  /// Costs no more than a look at each id where they stand in order, a sort where they do not.
  package func referencesInIDOrder(
    tables indices: [Int]
  ) throws(StoreError) -> [RecordReference] {
    var all: [RecordReference] = []
    for index in indices {
      let rows = try tables[index].rowsInIDOrder()
      all.reserveCapacity(all.count + rows.count)
      for row in rows { all.append(RecordReference(table: index, row: row)) }
    }
    return all
  }
}

extension Table {
  /// The rows that are records, in the order of their ids.
  package func rowsInIDOrder() throws(StoreError) -> [Int] {
    let rows = liveRows()
    if groups.allSatisfy({ $0.ids.type == .int64 }) {
      let numbers = try numbers()
      if zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) { return rows }
      return zip(numbers, rows).sorted { $0.0 < $1.0 }.map(\.1)
    }
    var keyed: [(id: RecordID, row: Int)] = []
    keyed.reserveCapacity(rows.count)
    for row in rows { keyed.append((RecordID(try id(of: row), in: schema.name), row)) }
    return keyed.sorted { $0.id.precedes($1.id) }.map(\.row)
  }

  /// The n of every record's id `Entity-n`, by row.
  private func numbers() throws(StoreError) -> [Int64] {
    var numbers: [Int64] = []
    numbers.reserveCapacity(liveCount)
    for group in groups {
      let bytes = try unsafe group.ids.bytes()
      for row in 0..<group.rowCount where group.isLive(row) {
        let id = unsafe ColumnChunk.value(at: row, of: .int64, rowCount: group.rowCount, in: bytes)
        if case .integer(let number) = id { numbers.append(number) }
      }
    }
    return numbers
  }
}

extension RecordID {
  /// The order of ids of one entity.
  package func precedes(_ other: RecordID) -> Bool {
    switch (self, other) {
    case (.number(let a), .number(let b)): a < b
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    }
  }
}
