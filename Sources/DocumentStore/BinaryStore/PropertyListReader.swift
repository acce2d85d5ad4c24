import Foundation
import ManagedModel

/// Reads the objects of a binary property list that lie in a part of the file held in memory.
///
/// The bytes are not trusted: every place and count is checked before it is used, and depth, number and size
/// of what is made of them are limited.
final class PropertyListReader {
  let path: String
  /// The bytes of the file from `start` on.
  private let bytes: FileBytes
  private let start: Int
  /// Where the objects end and the offset table begins.
  fileprivate let end: Int
  private let objectCount: Int
  /// How many bytes of objects may still be read.
  ///
  /// A few objects can refer to the same one very often; a store does that with names, and with nothing else.
  private var allowance: Int

  init(path: String, bytes: FileBytes, start: Int, end: Int, objectCount: Int) {
    self.path = path
    self.bytes = bytes
    self.start = start
    self.end = end
    self.objectCount = objectCount
    allowance = 16 * bytes.count + 1 << 20
  }

  /// An object, the ones it refers to not read yet.
  enum Node {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case date(Double)
    case string(String)
    case data(Range<Int>)
    case array([Int])
    case dictionary(keys: [Int], values: [Int])

    /// Bytes of a text or of data; nothing for other values.
    var ownSize: Int {
      switch self {
      case .string(let text): text.utf8.count
      case .data(let range): range.count
      default: 0
      }
    }
  }

  /// Where an object begins in the file.
  func offset(of object: Int) throws(StoreError) -> Int {
    guard object < objectCount else {
      throw damaged(at: end, "there is no object \(object) among \(objectCount)")
    }
    let offset = unsafe UInt64(
      bigEndian: bytes.buffer.loadUnaligned(
        fromByteOffset: end - start + object * 8, as: UInt64.self))
    guard offset >= 8, offset < UInt64(end) else {
      throw damaged(at: end + object * 8, "object \(object) begins at byte \(offset)")
    }
    return Int(offset)
  }

  /// Reads an object of those that describe the store.
  func node(_ object: Int) throws(StoreError) -> Node {
    let (node, size) = try measuredNode(object)
    allowance -= size
    guard allowance >= 0 else {
      throw StoreError(
        .limit, "the same containers are referred to over and over",
        at: Diagnostic.Location(file: path))
    }
    return node
  }

  /// Reads an object, and says how many bytes it has.
  private func measuredNode(_ object: Int) throws(StoreError) -> (Node, size: Int) {
    let offset = try offset(of: object)
    guard offset >= start else {
      throw damaged(at: offset, "a container lies among the data")
    }
    var cursor = Cursor(reader: self, offset: offset)
    let node = try node(cursor.byte(), &cursor)
    return (node, cursor.offset - offset)
  }

  private func node(_ marker: UInt8, _ cursor: inout Cursor) throws(StoreError) -> Node {
    switch (marker >> 4, marker & 15) {
    case (0, 8): return .boolean(false)
    case (0, 9): return .boolean(true)
    case (1, let size): return .integer(try cursor.integer(size: size))
    case (2, 2): return .real(Double(Float(bitPattern: UInt32(try cursor.number(bytes: 4)))))
    case (2, 3): return .real(Double(bitPattern: try cursor.number(bytes: 8)))
    case (3, 3):
      let seconds = Double(bitPattern: try cursor.number(bytes: 8))
      guard seconds.isFinite else { throw damaged(at: cursor.offset - 8, "a date is not finite") }
      return .date(seconds)
    case (4, let count): return .data(try cursor.items(count, of: 1))
    case (5, let count): return .string(try text(cursor.items(count, of: 1)))
    case (6, let count): return .string(try utf16(cursor.items(count, of: 2)))
    case (10, let count):
      let count = try cursor.count(count)
      return .array(try cursor.references(count))
    case (13, let count):
      let count = try cursor.count(count)
      return .dictionary(
        keys: try cursor.references(count), values: try cursor.references(count))
    default:
      throw damaged(at: cursor.offset - 1, "no object begins with \(marker)")
    }
  }

  private func text(_ range: Range<Int>) throws(StoreError) -> String {
    guard let text = unsafe String(validating: self[range], as: UTF8.self) else {
      throw damaged(at: range.lowerBound, "a text is not UTF-8")
    }
    return text
  }

  private func utf16(_ range: Range<Int>) throws(StoreError) -> String {
    let bytes = unsafe self[range]
    let units = stride(from: 0, to: bytes.count, by: 2).map {
      unsafe UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw damaged(at: range.lowerBound, "a text is not UTF-16")
    }
    return text
  }

  /// Bytes of the file, given by their places in it.
  subscript(range: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe bytes[range.lowerBound - start..<range.upperBound - start]
  }

  func damaged(at offset: Int, _ what: String) -> StoreError {
    StoreError(
      .malformed, "damaged at byte \(offset): \(what)",
      at: Diagnostic.Location(file: path))
  }
}

/// Reads on from a place in the file.
private struct Cursor {
  let reader: PropertyListReader
  var offset: Int

  mutating func byte() throws(StoreError) -> UInt8 { UInt8(try number(bytes: 1)) }

  mutating func number(bytes count: Int) throws(StoreError) -> UInt64 {
    let range = try range(count, of: 1)
    offset = range.upperBound
    return unsafe reader[range].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// An integer of 2^size bytes.
  mutating func integer(size: UInt8) throws(StoreError) -> Int64 {
    switch size {
    case 0, 1, 2: return Int64(try number(bytes: 1 << Int(size)))
    case 3: return Int64(bitPattern: try number(bytes: 8))
    case 4:
      let (high, low) = (try number(bytes: 8), try number(bytes: 8))
      guard high == 0, let value = Int64(exactly: low) else {
        throw reader.damaged(at: offset - 16, "an integer has more than 64 bits")
      }
      return value
    default: throw reader.damaged(at: offset, "an integer has 2^\(size) bytes")
    }
  }

  /// The count that a marker holds, or the integer behind it.
  mutating func count(_ nibble: UInt8) throws(StoreError) -> Int {
    if nibble < 15 { return Int(nibble) }
    let marker = try byte()
    guard marker >> 4 == 1 else { throw reader.damaged(at: offset - 1, "a count is missing") }
    let count = try integer(size: marker & 15)
    guard count >= 0 else { throw reader.damaged(at: offset, "a count is negative") }
    return Int(count)
  }

  /// The contents behind a marker with this count of items.
  mutating func items(_ nibble: UInt8, of size: Int) throws(StoreError) -> Range<Int> {
    let count = try count(nibble)
    let range = try range(count, of: size)
    offset = range.upperBound
    return range
  }

  /// The next `count` items of some bytes, which must lie before the offset table.
  func range(_ count: Int, of size: Int) throws(StoreError) -> Range<Int> {
    guard count <= (reader.end - offset) / size else {
      throw reader.damaged(at: offset, "\(count) items lie beyond the end")
    }
    return offset..<offset + count * size
  }

  mutating func references(_ count: Int) throws(StoreError) -> [Int] {
    let range = try range(count, of: 4)
    offset = range.upperBound
    let bytes = unsafe reader[range]
    return (0..<count).map {
      unsafe Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)))
    }
  }
}

extension PropertyListReader {
  /// A dictionary by keys, its values not read yet.
  func dictionary(_ object: Int) throws(StoreError) -> StoredDictionary {
    guard case .dictionary(let keys, let values) = try node(object) else {
      throw damaged(at: try offset(of: object), "a dictionary was expected")
    }
    var entries: [String: Int] = [:]
    for (key, value) in zip(keys, values) {
      guard case .string(let name) = try node(key) else {
        throw damaged(at: try offset(of: key), "a key is not a text")
      }
      guard entries.updateValue(value, forKey: name) == nil else {
        throw damaged(at: try offset(of: key), "the key '\(name)' stands twice")
      }
    }
    return StoredDictionary(reader: self, offset: try offset(of: object), entries: entries)
  }

  /// An object with all that is in it.
  func propertyList(_ object: Int) throws(StoreError) -> PropertyList {
    var room = MetadataRoom()
    return try propertyList(object, depth: 0, &room)
  }

  private func propertyList(
    _ object: Int, depth: Int, _ room: inout MetadataRoom
  ) throws(StoreError) -> PropertyList {
    let node = try measuredNode(object).0
    guard room.take(node.ownSize, depth: depth) else {
      throw StoreError(
        .limit, "the metadata are too large to be read: \(MetadataRoom.rule)",
        at: Diagnostic.Location(file: path))
    }
    switch node {
    case .boolean(let flag): return .boolean(flag)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .date(let seconds): return .date(Date(timeIntervalSinceReferenceDate: seconds))
    case .string(let text): return .string(text)
    case .data(let range): return unsafe .data(Data(self[range]))
    case .array(let objects):
      var elements: [PropertyList] = []
      for object in objects { elements.append(try propertyList(object, depth: depth + 1, &room)) }
      return .array(elements)
    case .dictionary(let keys, let values):
      var entries: [String: PropertyList] = [:]
      for (key, value) in zip(keys, values) {
        guard case .string(let name) = try propertyList(key, depth: depth + 1, &room) else {
          throw damaged(at: try offset(of: key), "a key is not a text")
        }
        let value = try propertyList(value, depth: depth + 1, &room)
        guard entries.updateValue(value, forKey: name) == nil else {
          throw damaged(at: try offset(of: key), "the key '\(name)' stands twice")
        }
      }
      return .dictionary(entries)
    }
  }
}

/// A dictionary of the file, whose values are read as they are asked for.
struct StoredDictionary {
  let reader: PropertyListReader
  let offset: Int
  let entries: [String: Int]

  func object(_ key: String) throws(StoreError) -> Int {
    guard let object = entries[key] else {
      throw reader.damaged(at: offset, "a dictionary lacks '\(key)'")
    }
    return object
  }

  func text(_ key: String) throws(StoreError) -> String {
    guard case .string(let text) = try reader.node(object(key)) else { throw wrong(key, "text") }
    return text
  }

  /// A number that is not negative and small enough to count on.
  func count(_ key: String) throws(StoreError) -> Int {
    guard case .integer(let number) = try reader.node(object(key)), 0...(1 << 62) ~= number else {
      throw wrong(key, "a count")
    }
    return Int(number)
  }

  func data(_ key: String) throws(StoreError) -> Range<Int> {
    guard case .data(let range) = try reader.node(object(key)) else { throw wrong(key, "data") }
    return range
  }

  func array(_ key: String) throws(StoreError) -> [Int] {
    guard case .array(let objects) = try reader.node(object(key)) else {
      throw wrong(key, "an array")
    }
    return objects
  }

  private func wrong(_ key: String, _ expected: String) -> StoreError {
    reader.damaged(at: offset, "'\(key)' is not \(expected)")
  }
}
