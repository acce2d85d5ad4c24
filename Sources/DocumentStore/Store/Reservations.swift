/// The rows of a table that were given to new records, and the numbers of their ids.
///
/// Both are given in ascending order and nearly always one after the other, so they are kept as runs: memory
/// does not grow with the records, and rows that are given and never saved cost nothing.
struct Reservations: Sendable {
  /// Consecutive rows with consecutive numbers.
  private struct Run {
    var firstRow: Int
    var firstNumber: Int64
    var count: Int
  }

  private var runs: [Run] = []
  private var nextRow: Int
  private var nextNumber: Int64
  /// Up to here, no number is one of a row that is still to be saved.
  private var passed: Int64
  /// Rows that were given other numbers later, and these numbers.
  private var moved: [Int: Int64] = [:]
  private var movedRows: [Int64: Int] = [:]

  /// Goes on behind the rows and ids of a table.
  init(after table: Table) {
    nextRow = table.rowCount
    nextNumber = table.highestNumber + 1
    passed = table.highestNumber
  }

  /// The number that is given next.
  var next: Int64 { nextNumber }

  /// Leaves out the numbers below one.
  mutating func skip(to number: Int64) { nextNumber = max(nextNumber, number) }

  /// Gives out `count` rows, their numbers not among `taken`, and says which.
  mutating func take(
    _ count: Int, avoiding taken: Set<Int64>, entityName: String
  ) throws(StoreError) -> Range<Int> {
    // Where every number that is taken had to be passed over, there would still have to be enough.
    let needed = Int64(count) + Int64(taken.count)
    guard count <= RecordReference.rowLimit - nextRow,
      needed <= RecordID.largestNumber - nextNumber + 1
    else { throw Self.noRoom(for: count, entityName) }
    let rows = nextRow..<nextRow + count
    if taken.isEmpty {
      append(count)
    } else {
      for _ in rows {
        while taken.contains(nextNumber) { nextNumber += 1 }
        append(1)
      }
    }
    return rows
  }

  private static func noRoom(for count: Int, _ entityName: String) -> StoreError {
    StoreError(
      .limit,
      "there is no room for \(count) more records of '\(entityName)': a store has at most "
        + "\(RecordReference.rowLimit) of an entity, and ids up to "
        + "'\(entityName)-\(RecordID.largestNumber)'")
  }

  private mutating func append(_ count: Int) {
    if let last = runs.last, last.firstRow + last.count == nextRow,
      last.firstNumber + Int64(last.count) == nextNumber
    {
      runs[runs.count - 1].count += count
    } else {
      runs.append(Run(firstRow: nextRow, firstNumber: nextNumber, count: count))
    }
    nextRow += count
    nextNumber += Int64(count)
  }

  /// Gives out `count` rows for records that have ids.
  mutating func takeRows(_ count: Int, entityName: String) throws(StoreError) -> Range<Int> {
    guard count <= RecordReference.rowLimit - nextRow else {
      throw StoreError(
        .limit,
        "there is no room for \(count) more records of '\(entityName)': a store has at most "
          + "\(RecordReference.rowLimit) of an entity")
    }
    defer { nextRow += count }
    return nextRow..<nextRow + count
  }

  /// Goes on above a number up to which somebody else may have given ids; rows that were given such a number, and are
  /// still to be saved, get others.
  ///
  /// Each number is looked at once, however often this is called. Where there are not enough numbers left, this throws
  /// and changes nothing.
  mutating func pass(
    _ highest: Int64, entityName: String, isWaiting: (Int) -> Bool
  ) throws(StoreError) {
    guard highest > passed else { return }
    let numbers = passed + 1...highest
    var rows: [Int] = []
    for run in runs.reversed() {
      let first = max(run.firstNumber, numbers.lowerBound)
      let end = min(run.firstNumber + Int64(run.count), numbers.upperBound + 1)
      if first >= run.firstNumber + Int64(run.count) { break }
      guard first < end else { continue }
      let row = run.firstRow + Int(first - run.firstNumber)
      rows += (row..<row + Int(end - first)).filter { moved[$0] == nil && isWaiting($0) }
    }
    rows += moved.filter { numbers.contains($0.value) && isWaiting($0.key) }.keys
    let next = max(nextNumber, highest + 1)
    guard rows.isEmpty || Int64(rows.count) <= RecordID.largestNumber - next + 1 else {
      throw Self.noRoom(for: rows.count, entityName)
    }
    passed = highest
    nextNumber = next
    for row in rows.sorted() { move(row) }
  }

  private mutating func move(_ row: Int) {
    if let number = moved[row] { movedRows[number] = nil }
    moved[row] = nextNumber
    movedRows[nextNumber] = row
    nextNumber += 1
  }

  /// The number of a row that was given out.
  func number(ofRow row: Int) -> Int64? {
    if !moved.isEmpty, let number = moved[row] { return number }
    guard let run = lastRun({ $0.firstRow <= row }), row - run.firstRow < run.count else {
      return nil
    }
    return run.firstNumber + Int64(row - run.firstRow)
  }

  /// The row that was given out with a number.
  func row(ofNumber number: Int64) -> Int? {
    if !moved.isEmpty, let row = movedRows[number] { return row }
    guard let run = lastRun({ $0.firstNumber <= number }),
      number - run.firstNumber < Int64(run.count)
    else { return nil }
    let row = run.firstRow + Int(number - run.firstNumber)
    return moved[row] == nil ? row : nil
  }

  /// The last run of those at the beginning that satisfy a condition, by bisection.
  private func lastRun(_ condition: (Run) -> Bool) -> Run? {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if condition(runs[middle]) { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : runs[low - 1]
  }
}
