/// A dictionary from references' bits to objects or numbers, by open addressing: every fault that is made and
/// every relationship that is followed asks it.
///
/// Safe because cells with a key have an element and others have none; that is all that reads and frees look at.
@safe final class ReferenceMap<Element> {
  private var keys: UnsafeMutablePointer<UInt64>
  private var elements: UnsafeMutablePointer<Element>
  private var size: Int
  private(set) var count = 0
  /// Cells in use, removed ones included.
  private var used = 0

  private static var free: UInt64 { .max }
  private static var removed: UInt64 { .max - 1 }
  private static var smallest: Int { 16 }

  init() {
    size = Self.smallest
    unsafe keys = .allocate(capacity: size)
    unsafe keys.initialize(repeating: Self.free, count: size)
    unsafe elements = .allocate(capacity: size)
  }

  deinit {
    destroyElements()
    unsafe keys.deallocate()
    unsafe elements.deallocate()
  }

  private func destroyElements() {
    for cell in 0..<size where unsafe keys[cell] < Self.removed {
      unsafe (elements + cell).deinitialize(count: 1)
    }
  }

  @inline(__always)
  private func start(_ key: UInt64) -> Int {
    let mixed = key &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 32) & (size - 1)
  }

  @inline(__always)
  private func cell(of key: UInt64) -> Int? {
    var cell = start(key)
    while true {
      let known = unsafe keys[cell]
      if known == key { return cell }
      if known == Self.free { return nil }
      cell = (cell + 1) & (size - 1)
    }
  }

  subscript(key: UInt64) -> Element? {
    @inline(__always) get {
      guard let cell = cell(of: key) else { return nil }
      return unsafe elements[cell]
    }
    set {
      if let newValue { insert(newValue, key) } else { remove(key) }
    }
  }

  private func insert(_ element: Element, _ key: UInt64) {
    if let known = cell(of: key) {
      unsafe elements[known] = element
      return
    }
    if (used + 1) * 4 > size * 3 { resize(for: count + 1) }
    let cell = freeCell(for: key)
    if unsafe keys[cell] == Self.free { used += 1 }
    unsafe keys[cell] = key
    unsafe (elements + cell).initialize(to: element)
    count += 1
  }

  private func freeCell(for key: UInt64) -> Int {
    var cell = start(key)
    while unsafe keys[cell] < Self.removed { cell = (cell + 1) & (size - 1) }
    return cell
  }

  private func remove(_ key: UInt64) {
    guard let cell = cell(of: key) else { return }
    // First out of the map: what happens when an element goes may ask the map.
    let element = unsafe (elements + cell).move()
    unsafe keys[cell] = Self.removed
    count -= 1
    _ = element
  }

  /// Makes room for more elements at once.
  func reserve(_ additional: Int) {
    if (used + additional) * 4 > size * 3 { resize(for: count + additional) }
  }

  private func resize(for wanted: Int) {
    let (oldKeys, oldElements, oldSize) = unsafe (keys, elements, size)
    size = Self.smallest
    while size * 3 < wanted * 5 { size *= 2 }
    unsafe keys = .allocate(capacity: size)
    unsafe keys.initialize(repeating: Self.free, count: size)
    unsafe elements = .allocate(capacity: size)
    for old in 0..<oldSize {
      let key = unsafe oldKeys[old]
      guard key < Self.removed else { continue }
      let cell = freeCell(for: key)
      unsafe keys[cell] = key
      unsafe (elements + cell).moveInitialize(from: oldElements + old, count: 1)
    }
    used = count
    unsafe oldKeys.deallocate()
    unsafe oldElements.deallocate()
  }

  func removeAll() {
    var old: [Element] = []
    old.reserveCapacity(count)
    forEach { old.append($0) }
    destroyElements()
    unsafe keys.initialize(repeating: Self.free, count: size)
    count = 0
    used = 0
    resize(for: 0)
  }

  /// Calls a function with every element, in no order; it must not change the map.
  func forEach(_ body: (Element) -> Void) {
    for cell in 0..<size where unsafe keys[cell] < Self.removed { body(unsafe elements[cell]) }
  }

  /// All elements, in no order.
  var values: [Element] {
    var values: [Element] = []
    values.reserveCapacity(count)
    forEach { values.append($0) }
    return values
  }
}

extension ReferenceMap where Element: AnyObject {
  /// Forgets the elements that nobody else holds.
  func removeUnshared() {
    var gone: [Element] = []
    for cell in 0..<size where unsafe keys[cell] < Self.removed {
      guard unsafe isKnownUniquelyReferenced(&elements[cell]) else { continue }
      unsafe gone.append((elements + cell).move())
      unsafe keys[cell] = Self.removed
      count -= 1
    }
    gone.removeAll()
  }
}
