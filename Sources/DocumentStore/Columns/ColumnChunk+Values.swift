import Foundation

extension ColumnChunk {
  /// The value of one row.
  ///
  /// Reads the chunk where that has not happened.
  func value(at row: Int) throws(StoreError) -> Value {
    let bytes = try unsafe bytes()
    if type == .data, let data = unsafe sharedData(at: row, in: bytes) { return .data(data) }
    return unsafe Self.value(at: row, of: type, rowCount: rowCount, in: bytes)
  }

  /// The bytes of a row as data that shares them and keeps the chunk; nil where copying is cheaper.
  private func sharedData(at row: Int, in bytes: UnsafeRawBufferPointer) -> Data? {
    guard unsafe Self.isPresent(row, in: bytes) else { return nil }
    let payload = unsafe Self.payload(at: row, rowCount, bytes)
    guard payload.count >= Self.sharedSize, let start = payload.baseAddress else { return nil }
    return unsafe Data(
      bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: payload.count,
      deallocator: .custom { _, _ in withExtendedLifetime(self) {} })
  }

  /// Bytes from which on it is cheaper to share data with the chunk than to copy them.
  static let sharedSize = 1024

  /// Whether a row has a value.
  func isPresent(_ row: Int) throws(StoreError) -> Bool {
    try unsafe Self.isPresent(row, in: bytes())
  }

  @inline(__always)
  static func isPresent(_ row: Int, in bytes: UnsafeRawBufferPointer) -> Bool {
    let word = unsafe bytes.load(fromByteOffset: (row >> 6) * 8, as: UInt64.self)
    return word >> UInt64(row & 63) & 1 != 0
  }

  /// Which of up to 64 rows have a value, the first lowest.
  static func presence(of row: Int, _ count: Int, in bytes: UnsafeRawBufferPointer) -> UInt64 {
    let shift = UInt64(row & 63)
    var bits = unsafe bytes.load(fromByteOffset: (row >> 6) * 8, as: UInt64.self) >> shift
    if row & 63 + count > 64 {
      bits |= unsafe bytes.load(fromByteOffset: (row >> 6) * 8 + 8, as: UInt64.self) << (64 - shift)
    }
    return count == 64 ? bits : bits & (1 << UInt64(count) - 1)
  }

  /// Where the bytes of a row of a column without fixed width begin, counted from those of the first row.
  @inline(__always)
  static func payloadOffset(
    of row: Int, _ rowCount: Int, _ bytes: UnsafeRawBufferPointer
  ) -> Int {
    unsafe Int(bytes.load(fromByteOffset: presenceSize(rowCount) + row * 4, as: UInt32.self))
  }

  /// The value of one row of a chunk with these bytes, whose layout has been checked.
  @inline(__always)
  static func value(
    at row: Int, of type: ColumnType, rowCount: Int, in bytes: UnsafeRawBufferPointer
  ) -> Value {
    guard unsafe isPresent(row, in: bytes) else { return .null }
    return unsafe presentValue(at: row, of: type, rowCount: rowCount, in: bytes)
  }

  /// As ``value(at:of:rowCount:in:)``, of a row that has a value.
  @inline(__always)
  static func presentValue(
    at row: Int, of type: ColumnType, rowCount: Int, in bytes: UnsafeRawBufferPointer
  ) -> Value {
    let start = presenceSize(rowCount)
    switch type {
    case .int16:
      return unsafe .integer(Int64(bytes.load(fromByteOffset: start + row * 2, as: Int16.self)))
    case .int32:
      return unsafe .integer(Int64(bytes.load(fromByteOffset: start + row * 4, as: Int32.self)))
    case .int64:
      return unsafe .integer(bytes.load(fromByteOffset: start + row * 8, as: Int64.self))
    case .boolean:
      return unsafe .boolean(bytes.load(fromByteOffset: start + row, as: UInt8.self) != 0)
    case .float:
      return unsafe .float(bytes.load(fromByteOffset: start + row * 4, as: Float.self))
    case .double:
      return unsafe .double(bytes.load(fromByteOffset: start + row * 8, as: Double.self))
    case .date:
      return unsafe .date(bytes.load(fromByteOffset: start + row * 8, as: Double.self))
    case .toOne:
      return unsafe .reference(
        RecordReference(bits: bytes.load(fromByteOffset: start + row * 8, as: UInt64.self)))
    case .uuid:
      return unsafe .uuid(
        UUID(uuid: bytes.loadUnaligned(fromByteOffset: start + row * 16, as: uuid_t.self)))
    case .decimal: return unsafe .decimal(decimal(at: start + row * 24, in: bytes))
    case .string: return unsafe .string(text(payload(at: row, rowCount, bytes)))
    case .uri: return unsafe .uri(text(payload(at: row, rowCount, bytes)))
    case .data: return unsafe .data(Data(payload(at: row, rowCount, bytes)))
    case .transformable: return unsafe .transformed(Data(payload(at: row, rowCount, bytes)))
    case .toMany: return unsafe .references(references(payload(at: row, rowCount, bytes)))
    case .composite: return .null
    }
  }

  /// The bytes of a row of a column without fixed width.
  @inline(__always)
  static func payload(
    at row: Int, _ rowCount: Int, _ bytes: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let base = presenceSize(rowCount) + offsetsSize(rowCount)
    let start = unsafe payloadOffset(of: row, rowCount, bytes)
    let end = unsafe payloadOffset(of: row + 1, rowCount, bytes)
    return unsafe UnsafeRawBufferPointer(rebasing: bytes[base + start..<base + end])
  }

  /// Makes a string without looking through bytes that are known to be UTF-8: builders take strings, or text
  /// that their caller has checked, and what comes from a file is checked when it is loaded.
  @inline(__always)
  private static func text(_ payload: UnsafeRawBufferPointer) -> String {
    let units = unsafe payload.assumingMemoryBound(to: UInt8.self)
    let isASCII = unsafe payload.isASCII
    return unsafe String(copying: UTF8Span(unchecked: units.span, isKnownASCII: isASCII))
  }

  private static func references(_ payload: UnsafeRawBufferPointer) -> [RecordReference] {
    (0..<payload.count / 8).map {
      unsafe RecordReference(bits: payload.load(fromByteOffset: $0 * 8, as: UInt64.self))
    }
  }

  private static func decimal(at offset: Int, in bytes: UnsafeRawBufferPointer) -> Decimal {
    unsafe decimalBits(at: offset, in: bytes).decimal
  }

  /// The parts of a decimal.
  @inline(__always)
  static func decimalBits(at offset: Int, in bytes: UnsafeRawBufferPointer) -> DecimalBits {
    unsafe DecimalBits(
      exponent: bytes.load(fromByteOffset: offset, as: Int32.self),
      isNegative: bytes.load(fromByteOffset: offset + 4, as: UInt8.self) != 0,
      mantissa: UInt128(bytes.load(fromByteOffset: offset + 8, as: UInt64.self))
        | UInt128(bytes.load(fromByteOffset: offset + 16, as: UInt64.self)) << 64)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether no byte has its highest bit set.
  var isASCII: Bool {
    var high: UInt64 = 0
    var offset = 0
    while offset + 8 <= count {
      unsafe high |= loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < count {
      unsafe high |= UInt64(self[offset])
      offset += 1
    }
    return high & 0x8080_8080_8080_8080 == 0
  }
}
