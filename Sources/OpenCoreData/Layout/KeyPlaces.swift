import Synchronization

/// Finds a property's slot by the address of its name in the program; see ``ManagedKey``.
///
/// A generated getter does nothing but this before it reads its value, so it costs one multiplication and one
/// comparison. The table fills as getters are first used. The same name may have several addresses, as each module
/// of a program has texts of its own; what finds no room is looked up by name each time.
///
/// A value made of addresses, so that using it counts no references. Whoever makes a table keeps it until nobody can
/// use it any more, and then calls `deallocate`.
///
/// Safe because the memory is filled by `init`, and each word of it is read and written at once.
@safe struct KeyPlaces: @unchecked Sendable {
  private typealias Word = Atomic<UInt64>

  /// Open addressing, half of it free: an address and, in the bits of a slot, the slot there; 0 for a free cell.
  private let cells: UnsafeMutablePointer<Word>
  /// How many cells are taken.
  private let taken: UnsafeMutablePointer<Word>
  /// What leaves the number of a cell of a mixed address.
  private let shift: UInt64
  /// How many cells there are, less one.
  private let mask: Int

  private static let slotBits: UInt64 = 16

  /// Makes an empty table for the names of some slots.
  init(slotCount: Int) {
    var bits: UInt64 = 4
    while 1 << Int(bits) < slotCount * 4 { bits += 1 }
    shift = 64 - bits
    mask = 1 << Int(bits) - 1
    unsafe cells = .allocate(capacity: mask + 1)
    for cell in 0...mask { unsafe (cells + cell).initialize(to: Word(0)) }
    unsafe taken = .allocate(capacity: 1)
    unsafe taken.initialize(to: Word(0))
  }

  /// Frees the table.
  func deallocate() {
    unsafe cells.deinitialize(count: mask + 1).deallocate()
    unsafe taken.deinitialize(count: 1).deallocate()
  }

  /// The slot of the name at an address, which is not 0; nil where it has not been noted.
  @inline(__always)
  func slot(of address: UInt64) -> Int? {
    var cell = firstCell(of: address)
    while true {
      let entry = unsafe cells[cell].load(ordering: .relaxed)
      if entry >> Self.slotBits == address {
        return Int(truncatingIfNeeded: entry & (1 << Self.slotBits - 1))
      }
      if entry == 0 { return nil }
      cell = (cell &+ 1) & mask
    }
  }

  /// Remembers the slot of the name at an address, while half of the table is free; once, however often and from
  /// however many threads it is said.
  func note(_ address: UInt64, slot: Int) {
    let entry = address << Self.slotBits | UInt64(slot)
    guard address != 0, entry >> Self.slotBits == address, reserve() else { return }
    var cell = firstCell(of: address)
    while true {
      let found = unsafe cells[cell].compareExchange(
        expected: 0, desired: entry, ordering: .relaxed)
      if found.exchanged { return }
      if found.original == entry { return giveBack() }
      cell = (cell &+ 1) & mask
    }
  }

  /// Takes one of the cells that may be taken.
  private func reserve() -> Bool {
    let count = unsafe taken.pointee.wrappingAdd(1, ordering: .relaxed).newValue
    if count <= (mask + 1) / 2 { return true }
    giveBack()
    return false
  }

  private func giveBack() {
    unsafe taken.pointee.wrappingSubtract(1, ordering: .relaxed)
  }

  @inline(__always)
  private func firstCell(of address: UInt64) -> Int {
    Int(truncatingIfNeeded: (address &* 0x9E37_79B9_7F4A_7C15) &>> shift)
  }
}
