/// A set of 64-bit patterns that never changes: a table with open addresses, at most half full.
///
/// Swift's own sets hash so that nobody can choose keys that collide; here whoever writes the list of a predicate
/// can only slow down a query of his own, and a look-up takes a few nanoseconds.
struct BitsSet: Sendable {
  /// Members where they hash to, zeros elsewhere.
  private var slots: [UInt64]
  private let hasZero: Bool
  private let shift: UInt64

  init(_ members: some Collection<UInt64>) {
    let bits = max(2, Int.bitWidth - members.count.leadingZeroBitCount + 1)
    shift = UInt64(64 - bits)
    slots = Array(repeating: 0, count: 1 << bits)
    hasZero = members.contains(0)
    for member in members where member != 0 {
      var slot = Lookup.home(member, shift)
      while slots[slot] != 0, slots[slot] != member { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = member
    }
  }

  /// Whether something is a member.
  func contains(_ bits: UInt64) -> Bool { withMembers { $0.contains(bits) } }

  /// Calls a function with a form of the set that is fast to ask many times.
  @inline(__always)
  func withMembers<Result>(_ body: (Lookup) -> Result) -> Result {
    unsafe slots.withUnsafeBufferPointer {
      body(unsafe Lookup(slots: $0, hasZero: hasZero, shift: shift))
    }
  }

  /// The set while its memory stays where it is.
  ///
  /// Safe because it is made for the length of a call only, and a slot's number is below the number of slots.
  @safe struct Lookup {
    fileprivate let slots: UnsafeBufferPointer<UInt64>
    fileprivate let hasZero: Bool
    fileprivate let shift: UInt64

    fileprivate static func home(_ bits: UInt64, _ shift: UInt64) -> Int {
      Int(truncatingIfNeeded: (bits &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    @inline(__always)
    func contains(_ bits: UInt64) -> Bool {
      if bits == 0 { return hasZero }
      var slot = Self.home(bits, shift)
      while true {
        let member = unsafe slots[slot]
        if member == bits { return true }
        if member == 0 { return false }
        slot = unsafe (slot &+ 1) & (slots.count &- 1)
      }
    }
  }
}
