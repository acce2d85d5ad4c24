/// Some records, as relationships are compared with them.
enum ReferenceSet {
  /// One, by the bits of its reference.
  case one(UInt64)
  case several(BitsSet)
  /// Those that meet a condition.
  case meeting(DestinationRows)

  /// The set of some references.
  init(_ references: [RecordReference]) {
    let bits = Set(references.map(\.bits))
    if let only = bits.first, bits.count == 1 {
      self = .one(only)
    } else {
      self = .several(BitsSet(bits))
    }
  }

  /// What following one reference costs.
  var cost: Int {
    switch self {
    case .one: 2
    case .several: 4
    case .meeting(let rows): 4 + rows.cost
    }
  }
}

extension ReferenceSet {
  /// Looks at what some rows can lead to; `visit` calls the function it is given with each reference.
  func prepare(
    forRows count: Int,
    _ visit: ((UInt64) throws(QueryError) -> Void) throws(QueryError) -> Void
  ) throws(QueryError) {
    if case .meeting(let rows) = self { try rows.prepare(forRows: count, visit) }
  }

  /// Leaves only the rows that meet a condition, which can ask whether references are members.
  @inline(__always)
  func filter(_ rows: inout RowBits, _ condition: (Int, (UInt64) -> Bool) -> Bool) {
    switch self {
    case .one(let wanted): rows.filter { condition($0) { $0 == wanted } }
    case .several(let members):
      members.withMembers { lookup in rows.filter { condition($0, lookup.contains) } }
    case .meeting(let members):
      members.withLookup { lookup in rows.filter { condition($0, lookup.contains) } }
    }
  }
}

/// Whether a to-one relationship leads into a set, or just not.
struct ReferenceTest: LeafTest {
  let set: ReferenceSet
  let isInverted: Bool

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(QueryError) {
    guard let base = bytes.baseAddress else { return }
    let values = unsafe base + ColumnChunk.presenceSize(count)
    let isInverted = isInverted
    try set.prepare(forRows: rows.count) { (look) throws(QueryError) in
      try rows.forEach { (row) throws(QueryError) in
        try look(unsafe values.load(fromByteOffset: row * 8, as: UInt64.self))
      }
    }
    set.filter(&rows) { row, isMember in
      isMember(unsafe values.load(fromByteOffset: row &* 8, as: UInt64.self)) != isInverted
    }
  }
}

/// Of how many members of a to-many relationship something must hold.
enum Quantifier {
  case any, all
}

/// Whether members of a to-many relationship are in a set.
struct MembersTest: LeafTest {
  let quantifier: Quantifier
  let set: ReferenceSet
  /// Whether it counts that a member is not in the set.
  let isInverted: Bool

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(QueryError) {
    // All members pass where none fails.
    let isAny = quantifier == .any
    let wanted = isAny != isInverted
    try set.prepare(forRows: rows.count) { (look) throws(QueryError) in
      try unsafe rows.forEachMember(count, bytes, look)
    }
    set.filter(&rows) { row, isMember in
      let members = unsafe MemberRun(at: row, count, bytes)
      for index in 0..<members.count where isMember(members[index]) == wanted { return isAny }
      return !isAny
    }
  }
}

/// Whether the number of members of a to-many relationship, or of those in a set, is a wanted one.
struct CountTest: LeafTest {
  let outcomes: CountOutcomes
  /// Which members count; nil for all.
  let set: ReferenceSet?

  func narrow(
    _ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer
  ) throws(QueryError) {
    guard let set else {
      return try rows.filter { (row) throws(QueryError) in
        try outcomes.holds(unsafe MemberRun(at: row, count, bytes).count)
      }
    }
    try set.prepare(forRows: rows.count) { (look) throws(QueryError) in
      try unsafe rows.forEachMember(count, bytes, look)
    }
    var counts: [(row: Int, count: Int)] = []
    counts.reserveCapacity(rows.count)
    set.filter(&rows) { row, isMember in
      let members = unsafe MemberRun(at: row, count, bytes)
      var found = 0
      for index in 0..<members.count where isMember(members[index]) { found &+= 1 }
      counts.append((row, found))
      return true
    }
    for (row, count) in counts where try !outcomes.holds(count) { rows[row] = false }
  }
}

/// For which numbers of members a comparison holds, asked once for each number.
final class CountOutcomes {
  private let condition: (Int) throws(QueryError) -> Bool
  private var known: [Bool?] = []

  init(_ condition: @escaping (Int) throws(QueryError) -> Bool) {
    self.condition = condition
  }

  func holds(_ count: Int) throws(QueryError) -> Bool {
    if count < known.count, let outcome = known[count] { return outcome }
    let outcome = try condition(count)
    if count < 1 << 16 {
      while known.count <= count { known.append(nil) }
      known[count] = outcome
    }
    return outcome
  }
}

/// The references that a row of a to-many relationship holds.
///
/// Safe because it is used while the chunk's bytes are, whose layout has been checked.
@safe struct MemberRun {
  private let start: UnsafeRawPointer?
  let count: Int

  @inline(__always)
  init(at row: Int, _ rowCount: Int, _ bytes: UnsafeRawBufferPointer) {
    let payload = unsafe ColumnChunk.payload(at: row, rowCount, bytes)
    unsafe start = payload.baseAddress
    count = payload.count / 8
  }

  @inline(__always)
  subscript(index: Int) -> UInt64 {
    guard let start = unsafe start else { return 0 }
    return unsafe start.load(fromByteOffset: index &* 8, as: UInt64.self)
  }
}

extension RowBits {
  /// Calls a function with each reference that the rows of a to-many relationship hold.
  fileprivate func forEachMember(
    _ count: Int, _ bytes: UnsafeRawBufferPointer, _ body: (UInt64) throws(QueryError) -> Void
  ) throws(QueryError) {
    try forEach { (row) throws(QueryError) in
      let members = unsafe MemberRun(at: row, count, bytes)
      for index in 0..<members.count { try body(members[index]) }
    }
  }
}
