/// A number as columns hold it: of fixed width, ordered by value.
protocol ColumnNumber: Comparable, BitwiseCopyable, Sendable {
  static var least: Self { get }
  static var greatest: Self { get }
  /// The number at a place of a chunk's values, without a check.
  @inline(__always)
  static func load(_ index: Int, from values: UnsafeRawPointer) -> Self
  /// The bits of the number, the same for equal numbers.
  var keyBits: UInt64 { get }
}

extension ColumnNumber {
  @inline(__always)
  static func load(_ index: Int, from values: UnsafeRawPointer) -> Self {
    unsafe values.load(fromByteOffset: index &* MemoryLayout<Self>.size, as: Self.self)
  }
}

extension Int16: ColumnNumber {
  static var least: Int16 { min }
  static var greatest: Int16 { max }
  var keyBits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int32: ColumnNumber {
  static var least: Int32 { min }
  static var greatest: Int32 { max }
  var keyBits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Int64: ColumnNumber {
  static var least: Int64 { min }
  static var greatest: Int64 { max }
  var keyBits: UInt64 { UInt64(truncatingIfNeeded: self) }
}

extension Float: ColumnNumber {
  static var least: Float { -.infinity }
  static var greatest: Float { .infinity }
  var keyBits: UInt64 { UInt64((self + 0).bitPattern) }
}

extension Double: ColumnNumber {
  static var least: Double { -.infinity }
  static var greatest: Double { .infinity }
  var keyBits: UInt64 { (self + 0).bitPattern }
}

/// Numbers of one column type; a case for each type, so that every loop is compiled for its own.
enum NumberTest: LeafTest {
  case int16(NumberCondition<Int16>)
  case int32(NumberCondition<Int32>)
  case int64(NumberCondition<Int64>)
  case float(NumberCondition<Float>)
  case double(NumberCondition<Double>)

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    switch self {
    case .int16(let condition): unsafe condition.narrow(&rows, count: count, in: bytes)
    case .int32(let condition): unsafe condition.narrow(&rows, count: count, in: bytes)
    case .int64(let condition): unsafe condition.narrow(&rows, count: count, in: bytes)
    case .float(let condition): unsafe condition.narrow(&rows, count: count, in: bytes)
    case .double(let condition): unsafe condition.narrow(&rows, count: count, in: bytes)
    }
  }
}

/// Which numbers of a column pass.
enum NumberCondition<Number: ColumnNumber> {
  /// Those between two bounds, both included.
  case inside(Number, Number)
  /// All others; what is not a number is among them.
  case outside(Number, Number)
  /// Those whose bits are in a set.
  case oneOf(BitsSet)

  @inline(__always)
  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let values = unsafe base + ColumnChunk.presenceSize(count)
    switch self {
    case .inside(let low, let high):
      rows.filterDensely(count: count) { row in
        let number = unsafe Number.load(row, from: values)
        return (number >= low ? 1 : 0) & (number <= high ? 1 : 0)
      }
    case .outside(let low, let high):
      rows.filterDensely(count: count) { row in
        let number = unsafe Number.load(row, from: values)
        return 1 - (number >= low ? 1 : 0) & (number <= high ? 1 : 0)
      }
    case .oneOf(let members):
      members.withMembers { lookup in
        rows.filter { row in
          let number = unsafe Number.load(row, from: values)
          return number == number && lookup.contains(number.keyBits)
        }
      }
    }
  }
}

/// One of the two outcomes for each of the two Booleans.
struct BooleanTest: LeafTest {
  let whereFalse: Bool
  let whereTrue: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let values = unsafe base + ColumnChunk.presenceSize(count)
    let (whereFalse, whereTrue): (UInt64, UInt64) = (whereFalse ? 1 : 0, whereTrue ? 1 : 0)
    rows.filterDensely(count: count) { row in
      unsafe values.load(fromByteOffset: row, as: UInt8.self) == 0 ? whereFalse : whereTrue
    }
  }
}
