import DocumentStore

/// Where the members of a long relationship stand, so that adding and removing one does not look at all.
///
/// A member that goes leaves a hole, which keeps the others' positions right; holes are closed when they are
/// as many as members, and before anyone else reads the list.
///
/// A table with open addressing, from members' bits to positions. (A ``ReferenceMap`` keeps neighbours together, but the members of one list are
/// rarely neighbours, so that most of its pages would hold one.)
///
/// Safe because cells are looked at inside the table only.
@safe final class MemberIndex {
  private struct Cell {
    var member: UInt64
    var position = 0
  }

  private var cells: UnsafeMutablePointer<Cell>
  /// A power of two.
  private var size: Int
  /// Cells that are not free, those of members that went included.
  private var used = 0
  var holeCount = 0

  /// Stands where a member was.
  static let hole = RecordReference(bits: .max)
  /// Members from which looking at all would cost more than an index.
  static let threshold = 16

  // No member is called one of these.
  private static var free: UInt64 { .max }
  private static var removed: UInt64 { .max - 1 }

  init(_ members: [RecordReference]) {
    size = Self.size(for: members.count)
    unsafe cells = Self.table(size)
    for (position, member) in members.enumerated() { note(member.bits, at: position) }
  }

  deinit { unsafe cells.deallocate() }

  /// Cells for some members and as many that may come.
  private static func size(for count: Int) -> Int {
    var size = 2 * threshold
    while size < 2 * count { size *= 2 }
    return size
  }

  private static func table(_ size: Int) -> UnsafeMutablePointer<Cell> {
    let cells = UnsafeMutablePointer<Cell>.allocate(capacity: size)
    unsafe cells.initialize(repeating: Cell(member: free), count: size)
    return unsafe cells
  }

  private func start(_ member: UInt64) -> Int {
    Int(truncatingIfNeeded: (member &* 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1)
  }

  /// The cell of a member.
  private func cell(of member: UInt64) -> Int? {
    var cell = start(member)
    while true {
      let known = unsafe cells[cell].member
      if known == member { return cell }
      if known == Self.free { return nil }
      cell = (cell + 1) & (size - 1)
    }
  }

  func position(of member: UInt64) -> Int? {
    cell(of: member).map { unsafe cells[$0].position }
  }

  func note(_ member: UInt64, at position: Int) {
    if let known = cell(of: member) {
      unsafe cells[known].position = position
      return
    }
    if (used + 1) * 4 > size * 3 { renew() }
    put(Cell(member: member, position: position))
  }

  func forget(_ member: UInt64) {
    if let known = cell(of: member) { unsafe cells[known].member = Self.removed }
  }

  private func put(_ new: Cell) {
    var cell = start(new.member)
    while unsafe cells[cell].member < Self.removed { cell = (cell + 1) & (size - 1) }
    if unsafe cells[cell].member == Self.free { used += 1 }
    unsafe cells[cell] = new
  }

  /// Makes room, and lets go of what members have left that went.
  private func renew() {
    let (old, oldSize) = unsafe (cells, size)
    let left = (0..<oldSize).count { unsafe old[$0].member < Self.removed }
    size = Self.size(for: left + 1)
    unsafe cells = Self.table(size)
    used = 0
    for cell in 0..<oldSize where unsafe old[cell].member < Self.removed { unsafe put(old[cell]) }
    unsafe old.deallocate()
  }
}
