/// Finds a property's slot by its name.
///
/// Every `value(forKey:)` goes through here, so a look-up neither allocates, nor hashes with a seed, nor counts
/// references: up to sixteen bytes of a name are two words, compared as such; of a longer one the middle is
/// compared, too.
///
/// A value made of addresses, so that using it counts no references either. Whoever makes a table keeps it until
/// nobody can use it any more, and then calls `deallocate`.
///
/// Safe because the memory is filled by `init` and only read after it.
@safe struct KeyTable: @unchecked Sendable {
  private let names: UnsafeMutableBufferPointer<String>
  /// A print for each slot.
  private let prints: UnsafeMutablePointer<KeyPrint>
  /// Open addressing: the slot's number plus one, 0 where there is none.
  private let cells: UnsafeMutablePointer<UInt16>
  private let mask: Int

  /// Makes a table of names, which are distinct; a slot is a name's position.
  init(_ names: [String]) {
    precondition(names.count < Int(UInt16.max), "an entity has at most 65534 properties")
    unsafe self.names = .allocate(capacity: names.count)
    _ = unsafe self.names.initialize(from: names)
    var size = 4
    while size < names.count * 2 { size *= 2 }
    mask = size - 1
    unsafe prints = .allocate(capacity: max(names.count, 1))
    unsafe cells = .allocate(capacity: size)
    unsafe cells.initialize(repeating: 0, count: size)
    for (slot, name) in names.enumerated() {
      let print = KeyPrint(name)
      unsafe (prints + slot).initialize(to: print)
      var cell = print.hash & mask
      while unsafe cells[cell] != 0 { cell = (cell + 1) & mask }
      unsafe cells[cell] = UInt16(slot + 1)
    }
  }

  /// Frees the table.
  func deallocate() {
    unsafe names.deinitialize().deallocate()
    unsafe prints.deallocate()
    unsafe cells.deallocate()
  }

  /// The slot of a name, or nil.
  @inline(__always)
  func slot(of name: String) -> Int? {
    let print = KeyPrint(name)
    var cell = print.hash & mask
    while true {
      let entry = unsafe Int(cells[cell])
      if entry == 0 { return nil }
      if unsafe prints[entry - 1] == print, print.isWhole || isName(entry - 1, name) {
        return entry - 1
      }
      cell = (cell + 1) & mask
    }
  }

  @inline(never)
  private func isName(_ slot: Int, _ name: String) -> Bool {
    unsafe names[slot].utf8.elementsEqual(name.utf8)
  }
}

/// The first and the last eight bytes of a name, and how many there are.
private struct KeyPrint: Equatable, BitwiseCopyable {
  var head: UInt64 = 0
  var tail: UInt64 = 0
  var length: Int

  /// Whether the name has no other bytes.
  @inline(__always)
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
