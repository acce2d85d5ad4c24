import Synchronization

/// The name of a property, for the getters and setters of generated classes.
///
/// A name has to be looked up once: a key remembers where the objects of one family of entities keep the property.
/// One is made for each property of a class and kept for the life of the program. Not in Apple's framework, where
/// Objective-C finds the getters.
public final class ManagedKey: Sendable {
  /// The property's name.
  public let name: String
  /// The family that was met last, shifted by the bits of a slot, and the slot there.
  private let latest = Atomic<UInt64>(.max)

  private static let slotBits: UInt64 = 16

  /// Makes the key of a property.
  public init(_ name: String) {
    self.name = name
  }

  /// The property's slot in an object's layout; nil where the entity has no stored property of that name.
  @inline(__always)
  func slot(in layout: ObjectLayout) -> Int? {
    knownSlot(in: layout) ?? find(in: layout)
  }

  /// The property's slot in a layout of the family that was met last; nil for another.
  @inline(__always)
  func knownSlot(in layout: ObjectLayout) -> Int? {
    let latest = latest.load(ordering: .relaxed)
    guard latest >> Self.slotBits == layout.slotFamily else { return nil }
    return Int(truncatingIfNeeded: latest & (1 << Self.slotBits - 1))
  }

  @inline(never)
  private func find(in layout: ObjectLayout) -> Int? {
    guard let slot = layout.keys.slot(of: name) else { return nil }
    latest.store(layout.slotFamily << Self.slotBits | UInt64(slot), ordering: .relaxed)
    return slot
  }
}

/// Numbers for sets of layouts in which a name has the same slot wherever it has one.
///
/// A class is used for an entity and for all that inherit from it; as their slots agree, a key that was found in one
/// is right in the others.
struct SlotFamilies {
  private static let numbers = Counter()
  /// The number of each table.
  let numbers: [UInt64]

  /// Numbers the tables of a schema, given the root of each one's inheritance.
  init(_ tables: [[String]], roots: [String]) {
    var members: [String: [Int]] = [:]
    for (table, root) in roots.enumerated() { members[root, default: []].append(table) }
    var numbers = tables.map { _ in UInt64(0) }
    for family in members.values {
      let isOne = Self.agree(family.map { tables[$0] })
      let shared = Self.numbers.next()
      for table in family { numbers[table] = isOne ? shared : Self.numbers.next() }
    }
    self.numbers = numbers
  }

  private static func agree(_ tables: [[String]]) -> Bool {
    var slots: [String: Int] = [:]
    for names in tables {
      for (slot, name) in names.enumerated() {
        if let known = slots.updateValue(slot, forKey: name), known != slot { return false }
      }
    }
    return true
  }
}
