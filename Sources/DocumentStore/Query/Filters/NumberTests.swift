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

/// Whether a number lies between two bounds, both included, or just not there.
struct RangeTest<Number: ColumnNumber>: LeafTest {
  let low: Number
  let high: Number
  /// Whether the numbers outside are the ones that pass; not a number is always outside.
  let isInverted: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let values = unsafe base + ColumnChunk.presenceSize(count)
    let (low, high) = (low, high)
    if isInverted {
      rows.filterDensely(count: count) { row in
        let number = unsafe Number.load(row, from: values)
        return !(number >= low && number <= high)
      }
    } else {
      rows.filterDensely(count: count) { row in
        let number = unsafe Number.load(row, from: values)
        return number >= low && number <= high
      }
    }
  }
}

/// Whether a number is one of several, or just none of them.
struct NumberSetTest<Number: ColumnNumber>: LeafTest {
  let members: BitsSet
  let isInverted: Bool

  func narrow(_ rows: inout RowBits, count: Int, in bytes: UnsafeRawBufferPointer) {
    guard let base = bytes.baseAddress else { return }
    let values = unsafe base + ColumnChunk.presenceSize(count)
    members.withMembers { lookup in
      rows.filterDensely(count: count) { row in
        let number = unsafe Number.load(row, from: values)
        return (number == number && lookup.contains(number.keyBits)) != isInverted
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
    let (whereFalse, whereTrue) = (whereFalse, whereTrue)
    rows.filterDensely(count: count) { row in
      unsafe values.load(fromByteOffset: row, as: UInt8.self) == 0 ? whereFalse : whereTrue
    }
  }
}
