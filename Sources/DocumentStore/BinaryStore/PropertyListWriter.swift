import Foundation

/// Builds the part of a binary property list that lies behind its data leaves: containers and small values.
///
/// Every method appends an object and returns its number. What is referred to comes first, so the dictionary
/// that is added last is the root.
struct PropertyListWriter {
  /// The bytes so far, to be written at `start`.
  private(set) var bytes: [UInt8] = []
  /// Where each object begins in the file.
  private(set) var offsets: [Int]

  private let start: Int
  /// By bytes, since to Swift a precomposed é equals a decomposed one.
  private var strings: [[UInt8]: Int] = [:]
  private var room = MetadataRoom()

  /// Begins at a place in the file.
  init(at start: Int) {
    offsets = []
    self.start = start
  }

  /// Appends data as a leaf and says where it begins; it gets its number from ``number(leaves:)``.
  mutating func place(_ data: [UInt8]) -> Int {
    bytes += Array(repeating: 0, count: DataLeaf.gap(at: position))
    let offset = position
    bytes += DataLeaf.header(byteCount: data.count)
    bytes += data
    return offset
  }

  /// Makes a leaf that begins at some place the next object.
  mutating func number(leaf: Int) -> Int {
    offsets.append(leaf)
    return offsets.count - 1
  }

  /// The objects from a number on, to be appended elsewhere behind as many as come before them here.
  func fragment(after count: Int) -> PropertyListFragment {
    PropertyListFragment(bytes: bytes, offsets: offsets[count...].map { $0 - start })
  }

  /// Appends objects of another writer.
  mutating func append(_ fragment: PropertyListFragment) {
    let position = position
    bytes += fragment.bytes
    for offset in fragment.offsets { offsets.append(position + offset) }
  }

  /// Makes the leaves that begin at some places the first objects, in this order.
  mutating func number(leaves: [Int]) {
    precondition(offsets.isEmpty)
    offsets = leaves
  }

  /// Where in the file the next byte lies.
  var position: Int { start + bytes.count }

  mutating func add(_ flag: Bool) -> Int {
    begin()
    bytes.append(flag ? 0x09 : 0x08)
    return offsets.count - 1
  }

  mutating func add(_ number: Int) -> Int {
    begin()
    appendInteger(number)
    return offsets.count - 1
  }

  mutating func add(_ text: String) -> Int {
    let utf8 = Array(text.utf8)
    if let known = strings[utf8] { return known }
    begin()
    if utf8.allSatisfy({ $0 < 0x80 }) {
      appendMarker(0x50, utf8.count)
      bytes += utf8
    } else {
      let units = Array(text.utf16)
      appendMarker(0x60, units.count)
      for unit in units { appendBigEndian(unit) }
    }
    strings[utf8] = offsets.count - 1
    return offsets.count - 1
  }

  mutating func add(_ data: [UInt8]) -> Int {
    begin()
    appendMarker(0x40, data.count)
    bytes += data
    return offsets.count - 1
  }

  mutating func add(_ objects: [Int]) -> Int {
    begin()
    appendMarker(0xA0, objects.count)
    for object in objects { appendBigEndian(UInt32(truncatingIfNeeded: object)) }
    return offsets.count - 1
  }

  /// Appends a dictionary, its entries in the order given.
  mutating func add(_ entries: [(key: String, object: Int)]) -> Int {
    add(entries.map { (key: add($0.key), object: $0.object) })
  }

  /// Appends a dictionary whose keys are objects already.
  mutating func add(_ entries: [(key: Int, object: Int)]) -> Int {
    begin()
    appendMarker(0xD0, entries.count)
    for entry in entries { appendBigEndian(UInt32(truncatingIfNeeded: entry.key)) }
    for entry in entries { appendBigEndian(UInt32(truncatingIfNeeded: entry.object)) }
    return offsets.count - 1
  }

  /// Appends metadata, dictionaries ordered by their keys.
  mutating func add(_ value: PropertyList, depth: Int = 0) throws(StoreError) -> Int {
    try makeRoom(for: value, depth)
    switch value {
    case .boolean(let flag): return add(flag)
    case .integer(let number): return add(Int(number))
    case .real(let number): return add(number, marker: 0x23)
    case .date(let date): return add(date.timeIntervalSinceReferenceDate, marker: 0x33)
    case .string(let text): return add(text)
    case .data(let data): return add([UInt8](data))
    case .array(let elements):
      var objects: [Int] = []
      for element in elements { objects.append(try add(element, depth: depth + 1)) }
      return add(objects)
    case .dictionary(let entries):
      var objects: [(key: String, object: Int)] = []
      for (key, value) in entries.sorted(by: { $0.key < $1.key }) {
        try makeRoom(for: .string(key), depth + 1)
        objects.append((key, try add(value, depth: depth + 1)))
      }
      return add(objects)
    }
  }

  private mutating func makeRoom(for value: PropertyList, _ depth: Int) throws(StoreError) {
    guard room.take(value.ownSize, depth: depth) else {
      throw StoreError(
        .unstorable, "the metadata are too large to be saved: \(MetadataRoom.rule)")
    }
  }

  /// Gives out the number of the seal, which comes last.
  mutating func reserveSeal() -> Int {
    offsets.append(0)
    return offsets.count - 1
  }

  /// Appends the seal, the offset table and the trailer.
  mutating func finish(
    root: Int, seal object: Int, generation: UInt64, previousEnd: Int
  ) -> StoreEnding {
    bytes += Array(repeating: 0, count: (8 - (position + 3) & 7) & 7)
    offsets[object] = position
    bytes += [0x4F, 0x10, UInt8(StoreSeal.size)]
    let tableOffset = position + StoreSeal.size
    var ending: [UInt8] = []
    for offset in offsets { ending.append(bigEndian: Int64(offset)) }
    ending += StoreEnding.trailer(
      objectCount: offsets.count, root: root, tableOffset: tableOffset)
    var seal = StoreSeal(
      generation: generation, previousEnd: previousEnd, checkedFrom: start,
      end: tableOffset + ending.count, checksum: 0)
    bytes += seal.prefix
    var hash = XXH64()
    hash.update(bytes)
    hash.update(ending)
    seal.checksum = hash.value
    bytes.append(littleEndian: seal.checksum)
    bytes += ending
    return StoreEnding(
      seal: seal, objectCount: offsets.count, root: root, tableOffset: tableOffset)
  }

  private mutating func add(_ number: Double, marker: UInt8) -> Int {
    begin()
    bytes.append(marker)
    appendBigEndian(number.bitPattern)
    return offsets.count - 1
  }

  private mutating func begin() { offsets.append(position) }

  private mutating func appendMarker(_ kind: UInt8, _ count: Int) {
    if count < 15 { return bytes.append(kind | UInt8(count)) }
    bytes.append(kind | 15)
    appendInteger(count)
  }

  /// One, two and four bytes are read as unsigned, eight as signed.
  private mutating func appendInteger(_ number: Int) {
    if let byte = UInt8(exactly: number) {
      bytes += [0x10, byte]
    } else if let short = UInt16(exactly: number) {
      bytes.append(0x11)
      appendBigEndian(short)
    } else if let word = UInt32(exactly: number) {
      bytes.append(0x12)
      appendBigEndian(word)
    } else {
      bytes.append(0x13)
      appendBigEndian(Int64(number))
    }
  }

  private mutating func appendBigEndian(_ number: some FixedWidthInteger) {
    bytes.append(bigEndian: number)
  }
}

extension [UInt8] {
  mutating func append(bigEndian number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }

  mutating func append(littleEndian number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

/// Objects that a writer has put together, to be appended to several files.
struct PropertyListFragment: Sendable {
  var bytes: [UInt8]
  /// Where each object begins, counted from the beginning of the bytes.
  var offsets: [Int]
}

/// A data object whose contents begin at a multiple of eight in the file.
///
/// Its header always has ten bytes: the marker of data with a length, and the length in eight bytes.
enum DataLeaf {
  static let headerSize = 10

  /// Bytes to leave free so that the contents of a leaf that begins behind them are aligned.
  static func gap(at position: Int) -> Int { (8 - (position + headerSize) & 7) & 7 }

  static func header(byteCount: Int) -> [UInt8] {
    var header: [UInt8] = [0x4F, 0x13]
    header.append(bigEndian: Int64(byteCount))
    return header
  }

  /// The length that a header gives; nil where it is none.
  static func size(_ header: [UInt8]) -> Int? {
    guard header.count == headerSize, header[0] == 0x4F, header[1] == 0x13 else { return nil }
    let size = header[2...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: size)
  }
}
