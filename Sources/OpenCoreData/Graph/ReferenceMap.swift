/// A dictionary from references' bits to objects or numbers: every fault that is made and every relationship that
/// is followed asks it.
///
/// Keys come in runs: the rows of a table, numbers given one after the other. So sixteen consecutive keys share a
/// page, pages are found by open addressing, and the neighbours of a key lie beside it.
///
///     directory        page
///     ┌──────────┐    ┌─────────────────────────┐
///     │ number ──┼──▶ │ elements of the keys    │
///     │ presence │    │ 16 × number + 0 … 15    │
///     └──────────┘    └─────────────────────────┘
///
/// Safe because an element is looked at only where the page's presence says that there is one.
@safe final class ReferenceMap<Element> {
  @unsafe private struct Page {
    var number: UInt64
    /// A bit for each element that there is.
    var presence: UInt64 = 0
    var elements: UnsafeMutablePointer<Element>?
  }

  private var pages: UnsafeMutablePointer<Page>
  /// Cells of the directory, a power of two.
  private var size: Int
  /// Cells in use, those of removed pages included.
  private var used = 0
  private var pageCount = 0
  /// The cell of the page that was found last.
  private var latest = 0
  private(set) var count = 0

  // Numbers of pages are shorter by the bits of a place in a page, so none is one of these.
  private static var free: UInt64 { .max }
  private static var removed: UInt64 { .max - 1 }
  private static var smallest: Int { 4 }
  private static var placeBits: UInt64 { 4 }
  private static var pageSize: Int { 1 << Int(placeBits) }

  init() {
    size = Self.smallest
    unsafe pages = Self.directory(size)
  }

  deinit {
    for cell in 0..<size { destroyPage(cell) }
    unsafe pages.deallocate()
  }

  private static func directory(_ size: Int) -> UnsafeMutablePointer<Page> {
    let pages = UnsafeMutablePointer<Page>.allocate(capacity: size)
    unsafe pages.initialize(repeating: Page(number: free), count: size)
    return unsafe pages
  }

  // MARK: Pages

  @inline(__always)
  private func place(_ key: UInt64) -> Int { Int(key & (1 << Self.placeBits - 1)) }

  @inline(__always)
  private func cell(ofPage number: UInt64) -> Int? {
    unsafe pages[latest].number == number ? latest : search(number)
  }

  private func start(_ number: UInt64) -> Int {
    Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 32) & (size - 1)
  }

  private func search(_ number: UInt64) -> Int? {
    var cell = start(number)
    while true {
      let known = unsafe pages[cell].number
      if known == Self.free { return nil }
      if known == number {
        latest = cell
        return cell
      }
      cell = (cell + 1) & (size - 1)
    }
  }

  private func newPage(_ number: UInt64) -> Int {
    if (used + 1) * 4 > size * 3 { resize(for: pageCount + 1) }
    let cell = freeCell(for: number)
    if unsafe pages[cell].number == Self.free { used += 1 }
    unsafe pages[cell] = Page(number: number, elements: .allocate(capacity: Self.pageSize))
    pageCount += 1
    latest = cell
    return cell
  }

  private func freeCell(for number: UInt64) -> Int {
    var cell = start(number)
    while unsafe pages[cell].number < Self.removed { cell = (cell + 1) & (size - 1) }
    return cell
  }

  /// Frees a page and what is left in it.
  private func destroyPage(_ cell: Int) {
    guard let elements = unsafe pages[cell].elements else { return }
    for place in unsafe Places(pages[cell].presence) {
      unsafe (elements + place).deinitialize(count: 1)
    }
    unsafe elements.deallocate()
    unsafe pages[cell] = Page(number: Self.removed)
    pageCount -= 1
  }

  private func resize(for wanted: Int) {
    let (old, oldSize) = unsafe (pages, size)
    size = Self.smallest
    while size * 3 < wanted * 5 { size *= 2 }
    unsafe pages = Self.directory(size)
    for cell in 0..<oldSize where unsafe old[cell].elements != nil {
      unsafe pages[freeCell(for: old[cell].number)] = old[cell]
    }
    used = pageCount
    latest = 0
    unsafe old.deallocate()
  }

  // MARK: Elements

  subscript(key: UInt64) -> Element? {
    @inline(__always) get {
      guard let cell = cell(ofPage: key >> Self.placeBits),
        unsafe pages[cell].presence >> UInt64(place(key)) & 1 != 0
      else { return nil }
      return unsafe pages[cell].elements?[place(key)]
    }
    set {
      if let newValue { insert(newValue, key) } else { remove(key) }
    }
  }

  private func insert(_ element: Element, _ key: UInt64) {
    let number = key >> Self.placeBits
    let cell = cell(ofPage: number) ?? newPage(number)
    guard let target = unsafe pages[cell].elements.map({ unsafe $0 + place(key) }) else { return }
    let bit: UInt64 = 1 << UInt64(place(key))
    if unsafe pages[cell].presence & bit != 0 {
      unsafe target.pointee = element
    } else {
      unsafe target.initialize(to: element)
      unsafe pages[cell].presence |= bit
      count += 1
    }
  }

  private func remove(_ key: UInt64) {
    guard let cell = cell(ofPage: key >> Self.placeBits) else { return }
    let bit: UInt64 = 1 << UInt64(place(key))
    guard unsafe pages[cell].presence & bit != 0 else { return }
    // First out of the map: what happens when an element goes may ask the map.
    let element = take(place(key), of: cell)
    if unsafe pages[cell].presence == 0 { destroyPage(cell) }
    _ = element
  }

  private func take(_ place: Int, of cell: Int) -> Element? {
    unsafe pages[cell].presence &= ~(1 << UInt64(place))
    count -= 1
    return unsafe pages[cell].elements.map { unsafe ($0 + place).move() }
  }

  /// Makes room for more elements at once, given that their keys come in runs.
  func reserve(_ additional: Int) {
    let wanted = additional / Self.pageSize + 1
    if (used + wanted) * 4 > size * 3 { resize(for: pageCount + wanted) }
  }

  func removeAll() {
    // First out of the map, as above.
    let old = values
    for cell in 0..<size { destroyPage(cell) }
    count = 0
    resize(for: 0)
    _ = old
  }

  /// Calls a function with every element, in no order; it must not change the map.
  func forEach(_ body: (Element) -> Void) {
    for cell in 0..<size {
      guard let elements = unsafe pages[cell].elements else { continue }
      for place in unsafe Places(pages[cell].presence) { body(unsafe elements[place]) }
    }
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
    var gone: [Element?] = []
    for cell in 0..<size {
      guard let elements = unsafe pages[cell].elements else { continue }
      for place in unsafe Places(pages[cell].presence)
      where unsafe isKnownUniquelyReferenced(&elements[place]) {
        gone.append(take(place, of: cell))
      }
      if unsafe pages[cell].presence == 0 { destroyPage(cell) }
    }
    gone.removeAll()
  }
}

/// The positions of the bits that are set, ascending.
private struct Places: Sequence, IteratorProtocol {
  private var bits: UInt64

  init(_ bits: UInt64) { self.bits = bits }

  mutating func next() -> Int? {
    if bits == 0 { return nil }
    defer { bits &= bits - 1 }
    return bits.trailingZeroBitCount
  }
}
