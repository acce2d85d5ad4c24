/// Writes property lists in the binary form (`bplist00`): objects, offset table, trailer.
///
/// Lays objects out as Foundation does: a container before what is in it, a dictionary's keys
/// before its values, equal scalars once. So what Foundation wrote usually comes out the same.
struct BinaryPropertyListWriter {
  private enum Object {
    case scalar([UInt8])
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
  }

  private var objects: [Object] = []
  /// Where scalars are, by their bytes.
  private var scalars: [[UInt8]: Int] = [:]
  /// Whether a dictionary with the one key `CF$UID` is a unique identifier, as in the XML form.
  private var hasIdentifiers = false

  static func bytes(of node: PropertyListNode, hasIdentifiers: Bool = false) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    writer.hasIdentifiers = hasIdentifiers
    _ = writer.add(node)
    return writer.laidOut()
  }

  private mutating func add(_ node: PropertyListNode) -> Int {
    switch node {
    case .boolean(let flag): return add(scalar: [flag ? 9 : 8])
    case .integer(let number): return add(scalar: Self.integer(number))
    case .real(let number): return add(scalar: [0x23] + number.bitPattern.bigEndianBytes)
    case .date(let seconds): return add(scalar: [0x33] + seconds.bitPattern.bigEndianBytes)
    case .string(let text): return add(scalar: Self.string(text))
    case .data(let bytes): return add(scalar: Self.marker(0x40, bytes.count) + bytes)
    case .array(let elements):
      let index = addPlaceholder()
      objects[index] = .array(elements.map { add($0) })
      return index
    case .dictionary(let entries):
      if hasIdentifiers, let number = node.identifier {
        return add(scalar: Self.identifier(number))
      }
      let index = addPlaceholder()
      let keys = entries.map { add(scalar: Self.string($0.key)) }
      objects[index] = .dictionary(keys: keys, values: entries.map { add($0.value) })
      return index
    }
  }

  private mutating func add(scalar bytes: [UInt8]) -> Int {
    if let known = scalars[bytes] { return known }
    objects.append(.scalar(bytes))
    scalars[bytes] = objects.count - 1
    return objects.count - 1
  }

  private mutating func addPlaceholder() -> Int {
    objects.append(.array([]))
    return objects.count - 1
  }

  private func laidOut() -> [UInt8] {
    let referenceSize = Self.size(of: objects.count)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in objects {
      offsets.append(bytes.count)
      switch object {
      case .scalar(let scalar): bytes += scalar
      case .array(let elements):
        bytes += Self.marker(0xA0, elements.count)
        for index in elements { bytes += UInt64(index).bigEndianBytes.suffix(referenceSize) }
      case .dictionary(let keys, let values):
        bytes += Self.marker(0xD0, keys.count)
        for index in keys + values { bytes += UInt64(index).bigEndianBytes.suffix(referenceSize) }
      }
    }
    let table = bytes.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { bytes += UInt64(offset).bigEndianBytes.suffix(offsetSize) }
    bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, 0, table] { bytes += UInt64(number).bigEndianBytes }
    return bytes
  }

  private static func size(of number: Int) -> Int {
    number <= 0xFF ? 1 : number <= 0xFFFF ? 2 : number <= 0xFFFF_FFFF ? 4 : 8
  }

  private static func integer(_ number: Int128) -> [UInt8] {
    if number < 0 { return [0x13] + Int64(truncatingIfNeeded: number).bigEndianBytes }
    let bits = UInt64(truncatingIfNeeded: number)
    if bits > UInt64(Int64.max) { return [0x14] + UInt64(0).bigEndianBytes + bits.bigEndianBytes }
    switch size(of: Int(bits)) {
    case 1: return [0x10] + bits.bigEndianBytes.suffix(1)
    case 2: return [0x11] + bits.bigEndianBytes.suffix(2)
    case 4: return [0x12] + bits.bigEndianBytes.suffix(4)
    default: return [0x13] + bits.bigEndianBytes
    }
  }

  private static func identifier(_ number: Int) -> [UInt8] {
    let size = size(of: number)
    return [0x80 | UInt8(size - 1)] + UInt64(number).bigEndianBytes.suffix(size)
  }

  private static func string(_ text: String) -> [UInt8] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return marker(0x50, text.utf8.count) + text.utf8 }
    return marker(0x60, text.utf16.count) + text.utf16.flatMap(\.bigEndianBytes)
  }

  private static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15] + integer(Int128(count))
  }
}

extension PropertyListNode {
  /// A unique identifier, as keyed archives have them.
  init(identifier: Int) {
    self = .dictionary([PropertyListEntry(key: "CF$UID", value: .integer(Int128(identifier)))])
  }

  fileprivate var identifier: Int? {
    guard case .dictionary(let entries) = self, entries.count == 1, entries[0].key == "CF$UID",
      case .integer(let number) = entries[0].value
    else { return nil }
    return Int(exactly: number).flatMap { $0 >= 0 ? $0 : nil }
  }
}

extension FixedWidthInteger {
  fileprivate var bigEndianBytes: [UInt8] {
    (0..<Self.bitWidth / 8).map {
      UInt8(truncatingIfNeeded: self >> Self(Self.bitWidth - 8 - $0 * 8))
    }
  }
}
