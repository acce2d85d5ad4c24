import DocumentStore

/// All that a store holds, in a form in which two stores can be compared: a record is its place among those of its
/// table, in the order of the file or in that of their ids.
struct Records: Equatable {
  struct Record: Equatable {
    var id: RecordID
    var values: [Value]
  }

  private var tables: [[Record]] = []

  /// Reads everything.
  ///
  /// In the order of the file, ids that nobody chose are left out: a record may have one that is not in the document yet,
  /// and another one when that is read again.
  init(_ generation: Generation, orderedByID: Bool = false) throws(StoreError) {
    var places: [RecordReference: RecordReference] = [:]
    var rows: [[Int]] = []
    for table in generation.tables {
      var ordered = table.liveRows()
      if orderedByID {
        var ids: [(id: String, row: Int)] = []
        for row in ordered { ids.append((try table.id(of: row), row)) }
        ordered = ids.sorted { ($0.id, $0.row) < ($1.id, $1.row) }.map(\.row)
      }
      let index = table.schema.index
      for (place, row) in ordered.enumerated() {
        places[RecordReference(table: index, row: row)] = RecordReference(table: index, row: place)
      }
      rows.append(ordered)
    }
    for table in generation.tables {
      var records: [Record] = []
      for row in rows[table.schema.index] {
        let values = try table.values(of: row)
        let kept = zip(values, table.schema.columns).map { value, column in
          column.isTransient ? .null : Self.comparable(value, column, places)
        }
        let id = RecordID(try table.id(of: row), in: table.schema.name)
        records.append(Record(id: orderedByID || id.isChosen ? id : .number(0), values: kept))
      }
      tables.append(records)
    }
  }

  /// References to records that are gone are none, and members have an order only where that counts.
  private static func comparable(
    _ value: Value, _ column: ColumnSchema, _ places: [RecordReference: RecordReference]
  ) -> Value {
    switch value {
    case .reference(let one): return places[one].map(Value.reference) ?? .null
    case .references(let all):
      let members = all.compactMap { places[$0] }
      if members.isEmpty { return .null }
      return .references(column.relationship?.isOrdered == true ? members : members.sorted())
    default: return value
    }
  }

  /// What differs, for people.
  func difference(from other: Records) -> String {
    for (table, (mine, theirs)) in zip(tables, other.tables).enumerated() {
      if mine.count != theirs.count { return "table \(table): \(mine.count), \(theirs.count)" }
      for (one, two) in zip(mine, theirs) where one != two { return "\(one) and \(two)" }
    }
    return "nothing"
  }
}

extension RecordID {
  fileprivate var isChosen: Bool {
    if case .text = self { true } else { false }
  }
}
