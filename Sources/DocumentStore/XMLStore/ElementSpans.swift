/// Where the records of a table stand in a document.
struct ElementSpans: Sendable {
  /// For each row, the offset of the element's `<`; -1 where the row is no record of the document.
  var starts: [Int] = []
  /// For each row, the offset behind the element's end tag.
  var ends: [Int] = []
  /// The rows whose elements have no id.
  var withoutID: Set<Int> = []
  /// The largest n of an id `Entity-n` that the document has, had, or says it had.
  var highestNumber: Int64 = 0

  init() {}

  /// No element for any of `rowCount` rows.
  init(rowCount: Int) {
    starts = Array(repeating: -1, count: rowCount)
    ends = starts
  }

  /// The same places for the rows of a store that has taken up the document.
  func moved(by map: RowMap, _ table: Int) -> ElementSpans {
    var moved = ElementSpans(rowCount: map.rowCounts[table])
    moved.highestNumber = highestNumber
    for (row, place) in map.rows[table].enumerated() where place >= 0 && row < starts.count {
      moved.starts[place] = starts[row]
      moved.ends[place] = ends[row]
      if withoutID.contains(row) { moved.withoutID.insert(place) }
    }
    return moved
  }
}
