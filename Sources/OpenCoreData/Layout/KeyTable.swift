/// Finds a property's slot by its name.
///
/// Every `value(forKey:)` goes through here, so a look-up neither allocates nor hashes with a seed: up to
/// sixteen bytes of a name are two words, compared as such; of a longer one the middle is compared, too.
struct KeyTable: Sendable {
  private let prints: [KeyPrint]
  private let names: [String]
  /// Open addressing: the slot's number plus one, 0 where there is none.
  private let cells: [UInt16]
  private let mask: Int

  /// Makes a table of names, which are distinct; a slot is a name's position.
  init(_ names: [String]) {
    precondition(names.count < Int(UInt16.max), "an entity has at most 65534 properties")
    self.names = names
    prints = names.map { KeyPrint($0) }
    var size = 4
    while size < names.count * 2 { size *= 2 }
    mask = size - 1
    var cells = [UInt16](repeating: 0, count: size)
    for (slot, print) in prints.enumerated() {
      var cell = print.hash & mask
      while cells[cell] != 0 { cell = (cell + 1) & mask }
      cells[cell] = UInt16(slot + 1)
    }
    self.cells = cells
  }

  /// The slot of a name, or nil.
  @inline(__always)
  func slot(of name: String) -> Int? {
    let print = KeyPrint(name)
    var cell = print.hash & mask
    while cells[cell] != 0 {
      let slot = Int(cells[cell]) - 1
      if prints[slot] == print, print.isWhole || names[slot].utf8.elementsEqual(name.utf8) {
        return slot
      }
      cell = (cell + 1) & mask
    }
    return nil
  }
}

/// The first and the last eight bytes of a name, and how many there are.
private struct KeyPrint: Equatable, Sendable {
  var head: UInt64 = 0
  var tail: UInt64 = 0
  var length: Int

  /// Whether the name has no other bytes.
  var isWhole: Bool { length <= 16 }

  @inline(__always)
  var hash: Int {
    let mixed = (head ^ (tail &* 0x9E37_79B9_7F4A_7C15)) &* 0xD6E8_FEB8_6659_FD93
    return Int(truncatingIfNeeded: (mixed ^ (mixed >> 32)) &+ UInt64(length)) & Int.max
  }

  @inline(__always)
  init(_ name: String) {
    let known = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe KeyPrint(bytes: $0) }
    self = known ?? Self.slowly(name)
  }

  /// For text that is not stored as UTF-8.
  @inline(never)
  private static func slowly(_ name: String) -> KeyPrint {
    unsafe Array(name.utf8).withUnsafeBufferPointer { unsafe KeyPrint(bytes: $0) }
  }

  @inline(__always)
  private init(bytes: UnsafeBufferPointer<UInt8>) {
    length = bytes.count
    let raw = UnsafeRawBufferPointer(bytes)
    if length >= 8 {
      head = unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt64.self)
      tail = unsafe raw.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self)
    } else if length >= 4 {
      head = UInt64(unsafe raw.loadUnaligned(fromByteOffset: 0, as: UInt32.self))
      tail = UInt64(unsafe raw.loadUnaligned(fromByteOffset: length - 4, as: UInt32.self))
    } else {
      for index in 0..<length { head = unsafe head << 8 | UInt64(raw[index]) }
    }
  }
}
