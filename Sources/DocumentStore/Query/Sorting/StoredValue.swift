import Foundation
import Predicates

/// A value where it lies: a row of a chunk whose bytes are in memory, and that has a value there.
///
/// Valid as long as whoever made it holds the chunk.
@unsafe struct StoredValue {
  /// The type; a to-many stands for the number of its members.
  var type: ColumnType
  var row: Int
  var rowCount: Int
  var bytes: UnsafeRawBufferPointer

  /// The bytes of a value without fixed width.
  @inline(__always)
  var payload: UnsafeRawBufferPointer {
    unsafe ColumnChunk.payload(at: row, rowCount, bytes)
  }

  /// A part of a value of fixed width.
  @inline(__always)
  func load<T: BitwiseCopyable>(_ type: T.Type, width: Int, part: Int = 0) -> T {
    let start = unsafe ColumnChunk.presenceSize(rowCount) + row * width
    return unsafe bytes.load(fromByteOffset: start + part * MemoryLayout<T>.size, as: type)
  }

  /// The value's place in the order of its type, as far as a word can tell.
  @inline(__always)
  var prefix: TextPrefix {
    if unsafe type == .string { return unsafe TextPrefix(of: payload) }
    return unsafe TextPrefix(word: word)
  }

  private var word: UInt64 {
    switch unsafe type {
    case .int16: unsafe SortWord.integer(Int64(load(Int16.self, width: 2)))
    case .int32: unsafe SortWord.integer(Int64(load(Int32.self, width: 4)))
    case .int64, .toOne: unsafe SortWord.integer(load(Int64.self, width: 8))
    case .toMany: unsafe SortWord.integer(Int64(payload.count / 8))
    case .boolean: unsafe SortWord.boolean(load(UInt8.self, width: 1) != 0)
    case .float: unsafe SortWord.double(Double(load(Float.self, width: 4)))
    case .double, .date: unsafe SortWord.double(load(Double.self, width: 8))
    case .uuid: unsafe SortWord.bytes(load(UInt64.self, width: 16))
    case .decimal: unsafe SortWord.decimal(decimalBits)
    case .string, .data, .uri, .transformable, .composite: SortWord.null
    }
  }

  private var decimalBits: DecimalBits { unsafe DecimalBits(decimal) }

  private var decimal: Decimal {
    if case .decimal(let number) = unsafe value { return number }
    return .nan
  }

  /// The value, copied.
  var value: Value {
    unsafe ColumnChunk.value(at: row, of: type, rowCount: rowCount, in: bytes)
  }

  /// How two values of the same type whose words are equal compare: below, equal to or above zero.
  func compareExactly(_ other: StoredValue) -> Int {
    switch unsafe type {
    case .string: return unsafe ComposedOrder.compare(payload, other.payload)
    case .uuid:
      let low = unsafe SortWord.bytes(load(UInt64.self, width: 16, part: 1))
      let high = unsafe SortWord.bytes(other.load(UInt64.self, width: 16, part: 1))
      return low < high ? -1 : low == high ? 0 : 1
    case .decimal:
      let (a, b) = unsafe (decimal, other.decimal)
      if a.isNaN || b.isNaN { return a.isNaN ? (b.isNaN ? 0 : -1) : 1 }
      return a < b ? -1 : a == b ? 0 : 1
    default: return 0
    }
  }

  /// How two values of the same type compare, no value coming first: below, equal to or above zero.
  static func compare(_ one: StoredValue?, _ other: StoredValue?) -> Int {
    guard let one = unsafe one, let other = unsafe other else {
      return unsafe one == nil ? (other == nil ? 0 : -1) : 1
    }
    if unsafe one.type != .string {
      let (a, b) = unsafe (one.word, other.word)
      if a != b { return a < b ? -1 : 1 }
    }
    return unsafe one.compareExactly(other)
  }
}
