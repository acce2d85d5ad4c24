extension ColumnChunk {
  /// A chunk of ids: numbers where all are of the form `Entity-n`, else text.
  static func ids(_ ids: some Collection<RecordID>, of entityName: String) -> ColumnChunk {
    let areNumbers = ids.allSatisfy { $0.number != nil }
    var rows = ColumnRows(areNumbers ? .int64 : .string)
    for id in ids {
      if areNumbers {
        rows.append(integer: id.number ?? 0)
      } else {
        rows.append(text: id.text(in: entityName))
      }
    }
    return rows.seal()
  }

  /// The id that a chunk of ids has in a row.
  func recordID(at row: Int, in entityName: String) throws(StoreError) -> RecordID {
    switch try value(at: row) {
    case .integer(let number): .number(number)
    case .string(let text): RecordID(text, in: entityName)
    default: throw StoreError(.corrupt, "row \(row) of a group of '\(entityName)' has no id")
    }
  }
}
