/// The ids of a document, each once: those of objects and those that references name, whichever comes first.
///
/// An open-addressed hash table over the ids' bytes. The hash starts from a random number, so that nobody can
/// choose ids that collide.
struct SymbolTable: ~Copyable {
  /// Bits of the ``RecordReference`` of each id's object; `undefined` where there is none.
  private(set) var references: [UInt64] = []
  /// Where each id's object begins.
  private(set) var places: [UInt32] = []

  static let undefined = UInt64.max

  private var slots = [Int32](repeating: -1, count: 1024)
  private var hashes: [UInt64] = []
  private var ends: [Int] = [0]
  private var texts = RawBuffer()
  private let seed = UInt64.random(in: .min ... .max)

  var count: Int { hashes.count }

  /// The symbol of an id, made where it is new.
  mutating func symbol(for id: ByteView) -> Int {
    let hash = hash(id)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let symbol = Int(slots[slot])
      if hashes[symbol] == hash, isText(of: symbol, equalTo: id) { return symbol }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: count)
    return add(id, hash)
  }

  /// Whether an object has the id.
  func isDefined(_ id: ByteView) -> Bool {
    let hash = hash(id)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] >= 0 {
      let symbol = Int(slots[slot])
      if hashes[symbol] == hash, isText(of: symbol, equalTo: id) {
        return references[symbol] != Self.undefined
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return false
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

  /// The ids of objects.
  var definedTexts: [String] {
    var texts: [String] = []
    for symbol in 0..<count where references[symbol] != Self.undefined {
      texts.append(text(symbol))
    }
    return texts
  }

  private mutating func add(_ id: ByteView, _ hash: UInt64) -> Int {
    hashes.append(hash)
    references.append(Self.undefined)
    places.append(0)
    texts.append(id)
    ends.append(texts.count)
    if hashes.count * 2 > slots.count { grow() }
    return hashes.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 4)
    for (symbol, hash) in hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: symbol)
    }
  }

  private func isText(of symbol: Int, equalTo id: ByteView) -> Bool {
    texts.withView { $0[ends[symbol]..<ends[symbol + 1]].equals(id) }
  }

  /// Multiplies eight bytes at a time and folds the product.
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
    return Self.mix(hash ^ rest &* 0x9E37_79B9_7F4A_7C15)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return high ^ low
  }
}
