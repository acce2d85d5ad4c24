/// Whether a row is one of some rows of its table, or just none of them.
final class RecordFilter: Filter {
  private let rows: [Int]
  private let isInverted: Bool

  init(_ rows: some Sequence<Int>, isInverted: Bool) {
    self.rows = Set(rows).sorted()
    self.isInverted = isInverted
  }

  var cost: Int { 0 }

  func narrow(_ candidates: inout RowBits, of group: RowGroup) {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < group.firstRow { low = middle + 1 } else { high = middle }
    }
    var found = RowBits()
    while low < rows.count, rows[low] < group.firstRow + group.rowCount {
      found[rows[low] - group.firstRow] = true
      low += 1
    }
    if isInverted { candidates.subtract(found) } else { candidates.formIntersection(found) }
  }
}
