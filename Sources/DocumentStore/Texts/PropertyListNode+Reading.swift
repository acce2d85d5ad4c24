/// Reads property lists in the binary form, foreign ones included: offsets, counts and depth are
/// checked before use.
///
/// Reads what the XML form can hold. Lists with unique identifiers, sets, short floats or shared
/// containers are refused; nobody needs them here, because their bytes can be kept as they are.
struct BinaryPropertyListReader {
  private let bytes: ByteView
  private var offsetSize = 0
  private var referenceSize = 0
  private var count = 0
  private var table = 0
  /// Containers that have been read, each of which may be in one place only.
  private var seen: Set<Int> = []

  /// The node that binary bytes stand for; nil where they are no binary property list or a refused
  /// one.
  static func node(of bytes: ByteView) -> PropertyListNode? {
    guard var reader = BinaryPropertyListReader(bytes) else { return nil }
    return reader.object(0, depth: 0)
  }

  /// The node of binary bytes that XML can hold and that gives the same bytes again; nil where
  /// there is none.
  static func exactNode(of bytes: ByteView) -> PropertyListNode? {
    guard bytes.starts(with: "bplist00"), let node = node(of: bytes), node.isWritable,
      BinaryPropertyListWriter.bytes(of: node).withView({ $0.equals(bytes) })
    else { return nil }
    return node
  }

  private init?(_ bytes: ByteView) {
    self.bytes = bytes
    guard bytes.count >= 40, bytes.starts(with: "bplist00") else { return nil }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
      let table = number(at: trailer + 24, 8),
      1...8 ~= offsetSize, 1...8 ~= referenceSize, top == 0, count > 0, table >= 8,
      table <= trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    self.count = count
    self.table = table
  }

  private func number(at offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }

  private mutating func object(_ index: Int, depth: Int) -> PropertyListNode? {
    guard index < count, depth < 64,
      let offset = number(at: table + index * offsetSize, offsetSize), offset < table
    else { return nil }
    let marker = bytes[offset]
    switch marker {
    case 0x08, 0x09: return .boolean(marker == 0x09)
    case 0x10...0x14: return integer(at: offset)
    case 0x23: return bits(at: offset + 1).map { .real(Double(bitPattern: $0)) }
    case 0x33: return bits(at: offset + 1).map { .date(Double(bitPattern: $0)) }
    default: return sized(offset, index, depth)
    }
  }

  /// An object whose marker carries a count.
  private mutating func sized(_ offset: Int, _ index: Int, _ depth: Int) -> PropertyListNode? {
    guard let (length, start) = length(at: offset) else { return nil }
    switch bytes[offset] >> 4 {
    case 0x4: return content(start, length, unit: 1).map { .data($0.array) }
    case 0x5:
      guard let text = content(start, length, unit: 1) else { return nil }
      return text.array.allSatisfy { $0 < 0x80 } ? .string(text.string) : nil
    case 0x6: return content(start, length, unit: 2).flatMap(Self.string)
    case 0xA:
      guard seen.insert(index).inserted, let members = references(start, length) else { return nil }
      return elements(members[...], depth).map(PropertyListNode.array)
    case 0xD:
      guard seen.insert(index).inserted, length <= bytes.count,
        let members = references(start, 2 * length),
        let keys = elements(members.prefix(length), depth),
        let values = elements(members.dropFirst(length), depth)
      else { return nil }
      return Self.dictionary(keys, values)
    default: return nil
    }
  }

  private mutating func elements(_ members: ArraySlice<Int>, _ depth: Int) -> [PropertyListNode]? {
    var elements: [PropertyListNode] = []
    for member in members {
      guard let element = object(member, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return elements
  }

  private static func dictionary(
    _ keys: [PropertyListNode], _ values: [PropertyListNode]
  ) -> PropertyListNode? {
    var entries: [PropertyListEntry] = []
    for (key, value) in zip(keys, values) {
      guard case .string(let key) = key else { return nil }
      entries.append(PropertyListEntry(key: key, value: value))
    }
    return .dictionary(entries)
  }

  private func content(_ start: Int, _ length: Int, unit: Int) -> ByteView? {
    guard length <= (table - start) / unit else { return nil }
    return bytes[start..<start + length * unit]
  }

  private func references(_ start: Int, _ length: Int) -> [Int]? {
    guard let content = content(start, length, unit: referenceSize) else { return nil }
    return (0..<content.count / referenceSize).compactMap {
      number(at: start + $0 * referenceSize, referenceSize)
    }
  }

  private func integer(at offset: Int) -> PropertyListNode? {
    let size = 1 << Int(bytes[offset] & 0xF)
    guard offset + 1 + size <= table else { return nil }
    var value: UInt64 = 0
    for index in offset + 1 + max(0, size - 8)..<offset + 1 + size {
      value = value << 8 | UInt64(bytes[index])
    }
    return .integer(size == 8 ? Int128(Int64(bitPattern: value)) : Int128(value))
  }

  private func bits(at offset: Int) -> UInt64? {
    guard offset + 8 <= table else { return nil }
    return (0..<8).reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) }
  }

  /// The count at an object's marker, and where its content begins.
  private func length(at offset: Int) -> (Int, Int)? {
    let short = Int(bytes[offset] & 0xF)
    if short < 15 { return (short, offset + 1) }
    guard offset + 1 < table, 0x10...0x13 ~= bytes[offset + 1],
      case .integer(let number)? = integer(at: offset + 1), let length = Int(exactly: number),
      length >= 0
    else { return nil }
    return (length, offset + 2 + 1 << Int(bytes[offset + 1] & 0xF))
  }

  private static func string(_ content: ByteView) -> PropertyListNode? {
    let units = stride(from: 0, to: content.count, by: 2).map {
      UInt16(content[$0]) << 8 | UInt16(content[$0 + 1])
    }
    return String(validating: units, as: UTF16.self).map(PropertyListNode.string)
  }
}
