/// A dictionary from references' bits to objects or numbers, by open addressing: every fault that is made and
/// every relationship that is followed asks it.
struct ReferenceMap<Element> {
  private var keys: [UInt64]
  private var elements: [Element?]
  private(set) var count = 0
  /// Cells in use, removed ones included.
  private var used = 0

  private static var free: UInt64 { .max }
  private static var removed: UInt64 { .max - 1 }

  init() {
    keys = Array(repeating: Self.free, count: 16)
    elements = Array(repeating: nil, count: 16)
  }

  @inline(__always)
  private func start(_ key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (keys.count - 1)
  }

  @inline(__always)
  private func cell(of key: UInt64) -> Int? {
    var cell = start(key)
    while keys[cell] != Self.free {
      if keys[cell] == key { return cell }
      cell = (cell + 1) & (keys.count - 1)
    }
    return nil
  }

  subscript(key: UInt64) -> Element? {
    @inline(__always) get { cell(of: key).flatMap { elements[$0] } }
    set {
      if let newValue { insert(newValue, key) } else { remove(key) }
    }
  }

  private mutating func insert(_ element: Element, _ key: UInt64) {
    if let known = cell(of: key) {
      elements[known] = element
      return
    }
    if (used + 1) * 4 > keys.count * 3 { rehash() }
    var cell = start(key)
    while keys[cell] < Self.removed { cell = (cell + 1) & (keys.count - 1) }
    if keys[cell] == Self.free { used += 1 }
    keys[cell] = key
    elements[cell] = element
    count += 1
  }

  private mutating func remove(_ key: UInt64) {
    guard let cell = cell(of: key) else { return }
    keys[cell] = Self.removed
    elements[cell] = nil
    count -= 1
  }

  private mutating func rehash() {
    let (oldKeys, oldElements) = (keys, elements)
    var size = 16
    while size < (count + 1) * 2 { size *= 2 }
    keys = Array(repeating: Self.free, count: size)
    elements = Array(repeating: nil, count: size)
    used = 0
    count = 0
    for (key, element) in zip(oldKeys, oldElements) {
      if let element { insert(element, key) }
    }
  }

  mutating func removeAll() { self = ReferenceMap() }

  /// All elements, in no order.
  var values: [Element] { elements.compactMap(\.self) }
}

extension ReferenceMap where Element: AnyObject {
  /// Forgets the elements that nobody else holds.
  mutating func removeUnshared() {
    for cell in elements.indices where isKnownUniquelyReferenced(&elements[cell]) {
      keys[cell] = Self.removed
      elements[cell] = nil
      count -= 1
    }
  }
}
