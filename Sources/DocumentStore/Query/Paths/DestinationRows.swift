/// The records to which a relationship may lead that meet the rest of a condition: a bit for each row of each
/// destination table.
///
/// Groups of rows are looked at when a reference leads there, or all at once before many references are
/// followed. A row that is no record any more counts as a record without values, as an object of it does.
final class DestinationRows {
  private let tables: [Table?]
  private let filters: [(any Filter)?]
  /// Which of each table's groups have been looked at.
  private var known: [[Bool]]
  private var isComplete = false
  private var words: [UInt64]
  /// For each table of the schema, the number of its first bit, how many rows have one, and what holds for rows
  /// that have none; nothing for tables where the relationship cannot lead.
  private let bases: [Int]
  private let counts: [Int]
  private var beyond: [Bool?]

  /// Takes the condition for each destination table.
  init(_ conditions: [(table: Table, filter: any Filter)], tableCount: Int) {
    var tables: [Table?] = Array(repeating: nil, count: tableCount)
    var filters: [(any Filter)?] = Array(repeating: nil, count: tableCount)
    var bases = Array(repeating: 0, count: tableCount)
    var base = 0
    for (table, filter) in conditions {
      let index = table.schema.index
      tables[index] = table
      filters[index] = filter
      bases[index] = base
      base += (table.rowCount + 63) / 64 * 64
    }
    self.tables = tables
    self.filters = filters
    self.bases = bases
    counts = tables.map { $0?.rowCount ?? 0 }
    known = tables.map { Array(repeating: false, count: $0?.groups.count ?? 0) }
    beyond = tables.map { $0 == nil ? false : nil }
    words = Array(repeating: 0, count: base / 64)
  }

  /// What looking at a row costs, roughly in nanoseconds.
  var cost: Int { filters.reduce(0) { max($0, $1?.cost ?? 0) } }

  /// With fewer rows that lead here than these, only the groups they lead to are looked at.
  private static let manyRows = 64

  /// Looks at what `count` rows can lead to; `visit` calls the function it is given with each reference.
  func prepare(
    forRows count: Int,
    _ visit: ((UInt64) throws(QueryError) -> Void) throws(QueryError) -> Void
  ) throws(QueryError) {
    if isComplete { return }
    if count >= Self.manyRows { try complete() } else { try visit(lookUp) }
  }

  private func lookUp(_ bits: UInt64) throws(QueryError) {
    let reference = RecordReference(bits: bits)
    let index = reference.table
    guard index < tables.count, let table = tables[index] else { return }
    guard reference.row < counts[index] else {
      _ = try isBeyond(index)
      return
    }
    let group = table.groupIndex(ofRow: reference.row)
    if !known[index][group] { try look(at: group, of: index) }
  }

  /// Calls a function with a form of the set that is fast to ask many times, about references that have been
  /// prepared.
  @inline(__always)
  func withLookup(_ body: (Lookup) -> Void) {
    let beyond = beyond.map { $0 ?? false }
    unsafe words.withUnsafeBufferPointer { words in
      unsafe bases.withUnsafeBufferPointer { bases in
        unsafe counts.withUnsafeBufferPointer { counts in
          unsafe beyond.withUnsafeBufferPointer { beyond in
            body(unsafe Lookup(words: words, bases: bases, counts: counts, beyond: beyond))
          }
        }
      }
    }
  }

  private func complete() throws(QueryError) {
    for index in tables.indices where tables[index] != nil {
      for group in known[index].indices where !known[index][group] {
        try look(at: group, of: index)
      }
      _ = try isBeyond(index)
    }
    isComplete = true
  }

  private func look(at index: Int, of table: Int) throws(QueryError) {
    guard let group = tables[table]?.groups[index], let filter = filters[table] else { return }
    var rows = RowBits(first: group.rowCount)
    try filter.narrow(&rows, of: group)
    known[table][index] = true
    let first = bases[table] + group.firstRow
    if first & 63 == 0 {
      for word in 0..<(group.rowCount + 63) / 64 { words[first >> 6 + word] |= rows.words[word] }
    } else {
      rows.forEach { row in words[(first + row) >> 6] |= 1 << UInt64((first + row) & 63) }
    }
  }

  /// What holds for a record that has no row: one that was reserved and is not saved yet.
  private func isBeyond(_ index: Int) throws(QueryError) -> Bool {
    if let outcome = beyond[index] { return outcome }
    guard let table = tables[index], let filter = filters[index] else { return false }
    let builder = TableBuilder(table.schema)
    builder.skip(to: 1)
    let group = try reading { () throws(StoreError) in try builder.finish().groups.first }
    var rows = RowBits(first: 1)
    if let group { try filter.narrow(&rows, of: group) }
    beyond[index] = rows[0]
    return rows[0]
  }

  /// The set while its memory stays where it is.
  ///
  /// Safe because it is made for the length of a call only, and looks nowhere before comparing with the counts.
  @safe struct Lookup {
    fileprivate let words: UnsafeBufferPointer<UInt64>
    fileprivate let bases: UnsafeBufferPointer<Int>
    fileprivate let counts: UnsafeBufferPointer<Int>
    fileprivate let beyond: UnsafeBufferPointer<Bool>

    @inline(__always)
    func contains(_ bits: UInt64) -> Bool {
      let reference = RecordReference(bits: bits)
      guard unsafe reference.table < counts.count else { return false }
      guard unsafe reference.row < counts[reference.table] else {
        return unsafe beyond[reference.table]
      }
      let bit = unsafe bases[reference.table] &+ reference.row
      return unsafe words[bit >> 6] >> UInt64(truncatingIfNeeded: bit & 63) & 1 != 0
    }
  }
}

/// Does something with a store, whose error becomes that of the query.
@inline(__always)
func reading<Result>(
  _ body: () throws(StoreError) -> Result
) throws(QueryError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .store(error)
  }
}
