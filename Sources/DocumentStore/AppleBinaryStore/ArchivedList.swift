/// The objects of a binary property list as a keyed archive has them, unique identifiers among them, read one at
/// a time.
///
/// The bytes are not trusted: every place and count is checked before it is used.
struct ArchivedList {
  /// An object; what it refers to is given by numbers.
  enum Node {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case string(String)
    /// Where the bytes are.
    case data(Range<Int>)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])
    /// A number in the archive's own table of objects.
    case identifier(Int)
  }

  /// Why bytes are no such list.
  struct Fault: Error { var sentence: String }

  let bytes: ByteView
  let top: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  let allowance: ReadingAllowance

  /// Bytes that a reference to an object takes: the number, and its place in a list of numbers that follows.
  private static let referenceCost = 16

  init(_ bytes: ByteView, _ allowance: ReadingAllowance? = nil) throws(Fault) {
    self.allowance = allowance ?? ReadingAllowance(forArchiveOf: bytes.count)
    guard bytes.count >= 40, bytes.starts(with: "bplist00") else {
      throw Fault(sentence: "does not begin as a binary property list does")
    }
    let trailer = bytes.count - 32
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = Self.number(bytes, trailer + 8, 8),
      let top = Self.number(bytes, trailer + 16, 8),
      let table = Self.number(bytes, trailer + 24, 8),
      1...8 ~= offsetSize, 1...8 ~= referenceSize, top < count, table >= 8, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw Fault(sentence: "has an ending that is none of a property list") }
    self.count = count
    self.top = top
    self.table = table
  }

  private static func number(_ bytes: ByteView, _ offset: Int, _ size: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }

  /// Reads an object.
  func node(_ index: Int) throws(Fault) -> Node {
    guard index < count, let offset = Self.number(bytes, table + index * offsetSize, offsetSize),
      offset >= 8, offset < table
    else { throw Fault(sentence: "refers to an object \(index) that is not there") }
    let marker = bytes[offset]
    switch marker {
    case 0x00: return .string("$null")
    case 0x08, 0x09: return .boolean(marker == 0x09)
    case 0x10...0x14: return .integer(try integer(at: offset))
    case 0x22:
      return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try bits(offset + 1, 4)))))
    case 0x23: return .real(Double(bitPattern: try bits(offset + 1, 8)))
    case 0x33: return .date(Double(bitPattern: try bits(offset + 1, 8)))
    case 0x80...0x8F: return .identifier(try identifier(offset + 1, Int(marker & 15) + 1))
    default: return try sized(offset)
    }
  }

  private func sized(_ offset: Int) throws(Fault) -> Node {
    let (length, start) = try length(at: offset)
    switch bytes[offset] >> 4 {
    case 0x4: return .data(try content(start, length, unit: 1))
    case 0x5, 0x7:
      let content = bytes[try content(start, length, unit: 1)]
      try allowance.spend(length)
      guard let text = String(validating: content.array, as: UTF8.self) else {
        throw Fault(sentence: "has a text that is none at byte \(start)")
      }
      return .string(text)
    case 0x6: return .string(try utf16(content(start, length, unit: 2)))
    case 0xA, 0xC: return .array(try references(start, length))
    case 0xD:
      guard length <= bytes.count else { throw Self.tooLong(start) }
      let members = try references(start, 2 * length)
      return .dictionary(
        keys: Array(members.prefix(length)), values: Array(members.dropFirst(length)))
    default: throw Fault(sentence: "has an object of no known kind at byte \(offset)")
    }
  }

  private static func tooLong(_ start: Int) -> Fault {
    Fault(sentence: "has an object at byte \(start) that is longer than the list")
  }

  private func bits(_ offset: Int, _ size: Int) throws(Fault) -> UInt64 {
    guard offset + size <= table else { throw Self.tooLong(offset) }
    return (0..<size).reduce(0) { $0 << 8 | UInt64(bytes[offset + $1]) }
  }

  private func integer(at offset: Int) throws(Fault) -> Int64 {
    let size = 1 << Int(bytes[offset] & 0xF)
    guard offset + 1 + size <= table else { throw Self.tooLong(offset) }
    let low = try bits(offset + 1 + max(0, size - 8), min(size, 8))
    if size == 16, try bits(offset + 1, 8) != 0 || low > UInt64(Int64.max) {
      throw Fault(sentence: "has a number at byte \(offset) beyond 64 bits")
    }
    return Int64(truncatingIfNeeded: low)
  }

  private func identifier(_ offset: Int, _ size: Int) throws(Fault) -> Int {
    guard size <= 8, let value = Int(exactly: try bits(offset, size)) else {
      throw Fault(sentence: "has an identifier at byte \(offset) that is too large")
    }
    return value
  }

  /// The count at an object's marker, and where its content begins.
  private func length(at offset: Int) throws(Fault) -> (Int, Int) {
    let short = Int(bytes[offset] & 0xF)
    if short < 15 { return (short, offset + 1) }
    guard offset + 1 < table, 0x10...0x13 ~= bytes[offset + 1] else {
      throw Fault(sentence: "has an object without a length at byte \(offset)")
    }
    let length = try integer(at: offset + 1)
    guard length >= 0, length <= Int64(bytes.count) else { throw Self.tooLong(offset) }
    return (Int(length), offset + 2 + 1 << Int(bytes[offset + 1] & 0xF))
  }

  private func content(_ start: Int, _ length: Int, unit: Int) throws(Fault) -> Range<Int> {
    guard start <= table, length <= (table - start) / unit else { throw Self.tooLong(start) }
    return start..<start + length * unit
  }

  private func references(_ start: Int, _ length: Int) throws(Fault) -> [Int] {
    let content = try content(start, length, unit: referenceSize)
    try allowance.spend(length * Self.referenceCost)
    return stride(from: content.lowerBound, to: content.upperBound, by: referenceSize).map {
      Self.number(bytes, $0, referenceSize) ?? .max
    }
  }

  private func utf16(_ range: Range<Int>) throws(Fault) -> String {
    try allowance.spend(range.count * 3 / 2)
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Fault(sentence: "has a text that is none at byte \(range.lowerBound)")
    }
    return text
  }
}
