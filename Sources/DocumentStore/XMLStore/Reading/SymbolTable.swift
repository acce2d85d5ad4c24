/// The ids of a document, each once: those of objects and those that references name, whichever
/// comes first.
///
/// Ids of the form `Entity-n` are found through an array by n, which is what most documents of
/// programs have; all others through an open-addressed hash table. The hash starts from a random
/// number, so that nobody can choose ids that collide.
struct SymbolTable: ~Copyable {
  /// Bits of the ``RecordReference`` of each id's object; `undefined` where there is none.
  private(set) var references: [UInt64] = []
  /// Where each id's object begins.
  private(set) var places: [UInt32] = []

  static let undefined = UInt64.max

  /// The names of the entities.
  private let names: [[UInt8]]
  /// For each entity, the symbol of each n, -1 where there is none yet.
  private var numbered: [[Int32]]
  /// Larger numbers are found through the hash table, so that a large one costs no memory.
  private let numberLimit: Int

  private var slots = [Int32](repeating: -1, count: 1024)
  private var slotCount = 0
  /// The hash of each symbol, 0 for those that are found by number.
  private var hashes: [UInt64] = []
  private var ends: [Int] = [0]
  private var texts = RawBuffer()
  private let seed = UInt64.random(in: .min ... .max)

  /// Makes an empty table for a document of `byteCount` bytes.
  init(_ schema: Schema, byteCount: Int) {
    names = schema.tables.map { Array($0.name.utf8) }
    numbered = schema.tables.map { _ in [] }
    numberLimit = max(1000, byteCount / 64)
  }

  var count: Int { references.count }

  /// The symbol of an id, made where it is new.
  ///
  /// `table` is the entity that its name probably begins with.
  mutating func symbol(for id: ByteView, likely table: Int) -> Int {
    if let (table, number) = numbered(id, likely: table) {
      if number < numbered[table].count {
        let known = numbered[table][number]
        if known >= 0 { return Int(known) }
      }
      makeRoom(for: number, table)
      numbered[table][number] = Int32(truncatingIfNeeded: count)
      return add(id, hash: 0)
    }
    let hash = hash(id)
    let (slot, known) = find(id, hash)
    if known >= 0 { return known }
    slots[slot] = Int32(truncatingIfNeeded: count)
    slotCount += 1
    let symbol = add(id, hash: hash)
    if slotCount * 2 > slots.count { grow() }
    return symbol
  }

  /// Whether an object has the id.
  func isDefined(_ id: ByteView) -> Bool {
    var symbol = -1
    if let (table, number) = numbered(id, likely: 0) {
      if number < numbered[table].count { symbol = Int(numbered[table][number]) }
    } else {
      symbol = find(id, hash(id)).symbol
    }
    return symbol >= 0 && references[symbol] != Self.undefined
  }

  /// Says which object has an id.
  mutating func define(_ symbol: Int, _ reference: RecordReference, at place: Int) {
    references[symbol] = reference.bits
    places[symbol] = UInt32(truncatingIfNeeded: place)
  }

  /// The object with the id; nil where there is none.
  func reference(_ symbol: Int) -> RecordReference? {
    references[symbol] == Self.undefined ? nil : RecordReference(bits: references[symbol])
  }

  /// The text of an id.
  func text(_ symbol: Int) -> String {
    texts.withView { $0[ends[symbol]..<ends[symbol + 1]].string }
  }

  /// The ids of objects, up to as many as are worth comparing with a misspelled one.
  var definedTexts: [String] {
    var texts: [String] = []
    for symbol in 0..<count where references[symbol] != Self.undefined {
      texts.append(text(symbol))
      if texts.count == 5000 { break }
    }
    return texts
  }

  private mutating func add(_ id: ByteView, hash: UInt64) -> Int {
    hashes.append(hash)
    references.append(Self.undefined)
    places.append(0)
    texts.append(id)
    ends.append(texts.count)
    return references.count - 1
  }
}

// MARK: - By number

extension SymbolTable {
  /// The entity and the n of an id `Entity-n`; nil for any other, and for very large n.
  private func numbered(_ id: ByteView, likely table: Int) -> (table: Int, number: Int)? {
    var start = id.count
    var number = 0
    var unit = 1
    while start > 0, id[start - 1].isDigit, unit <= 1_000_000_000 {
      start -= 1
      number += Int(id[start] &- 0x30) * unit
      unit *= 10
    }
    guard start > 1, start < id.count, id[start - 1] == UInt8(ascii: "-"),
      id[start] != UInt8(ascii: "0"), number < numberLimit
    else { return nil }
    let name = id[0..<start - 1]
    if names[table].count == name.count, name.equals(names[table]) { return (table, number) }
    let found = names.firstIndex { $0.count == name.count && name.equals($0) }
    return found.map { ($0, number) }
  }

  private mutating func makeRoom(for number: Int, _ table: Int) {
    let size = numbered[table].count
    guard number >= size else { return }
    let more = max(number + 1, min(size * 2, numberLimit), 64) - size
    numbered[table].append(contentsOf: repeatElement(-1, count: more))
  }
}

// MARK: - By hash

extension SymbolTable {
  /// The slot of an id, and its symbol, -1 where the slot is free for it.
  private func find(_ id: ByteView, _ hash: UInt64) -> (slot: Int, symbol: Int) {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let symbol = Int(slots[slot])
      if hashes[symbol] == hash, isText(of: symbol, equalTo: id) { return (slot, symbol) }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (slot, -1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (symbol, hash) in hashes.enumerated() where hash != 0 {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: symbol)
    }
  }

  private func isText(of symbol: Int, equalTo id: ByteView) -> Bool {
    texts.withView { $0[ends[symbol]..<ends[symbol + 1]].equals(id) }
  }

  /// Multiplies eight bytes at a time and folds the product; never 0.
  private func hash(_ id: ByteView) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: id.count)
    var index = 0
    while index + 8 <= id.count {
      hash = Self.mix(hash ^ id.word(at: index))
      index += 8
    }
    var rest: UInt64 = 0
    while index < id.count {
      rest = rest << 8 | UInt64(id[index])
      index += 1
    }
    return Self.mix(hash ^ rest &* 0x9E37_79B9_7F4A_7C15) | 1
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low
  }
}
