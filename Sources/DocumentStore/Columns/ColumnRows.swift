import Foundation

/// Collects the values of one leaf row by row and seals them into a ``ColumnChunk``.
///
/// Each `append` is the next row. The caller appends values of the column's own type; anything else is a
/// programmer's error.
struct ColumnRows: ~Copyable {
  let type: ColumnType
  private(set) var rowCount = 0

  private let width: Int
  private var presence = RawBuffer()
  private var word: UInt64 = 0
  private var values = RawBuffer()
  private var payload = RawBuffer()

  init(_ type: ColumnType) {
    precondition(type != .composite)
    self.type = type
    width = type.fixedWidth ?? 0
    if width == 0 { values.append(UInt32(0)) }
  }

  /// Bytes that the rows' contents take, fixed widths aside.
  var payloadSize: Int { payload.count }

  mutating func appendNull() {
    if width == 0 {
      values.append(UInt32(truncatingIfNeeded: payload.count))
    } else {
      values.appendZeros(width)
    }
    advance(present: false)
  }

  /// Appends an integer to a column of integers of any width, which it must fit.
  mutating func append(integer: Int64) {
    switch type {
    case .int16: values.append(Int16(integer))
    case .int32: values.append(Int32(integer))
    default: values.append(integer)
    }
    advance(present: true)
  }

  mutating func append(boolean: Bool) {
    values.append(boolean ? UInt8(1) : 0)
    advance(present: true)
  }

  /// Appends a number to a column of `Double` or dates.
  mutating func append(double: Double) {
    values.append(double)
    advance(present: true)
  }

  mutating func append(float: Float) {
    values.append(float)
    advance(present: true)
  }

  mutating func append(decimal: DecimalBits) {
    values.append(decimal.exponent)
    values.append(decimal.isNegative ? UInt32(1) : 0)
    values.append(UInt64(truncatingIfNeeded: decimal.mantissa))
    values.append(UInt64(truncatingIfNeeded: decimal.mantissa >> 64))
    advance(present: true)
  }

  mutating func append(uuid: UUID) {
    values.append(uuid.uuid)
    advance(present: true)
  }

  mutating func append(reference: RecordReference) {
    values.append(reference.bits)
    advance(present: true)
  }

  /// Appends to a column of text or data.
  mutating func append(bytes: UnsafeRawBufferPointer) {
    unsafe payload.append(bytes)
    values.append(UInt32(truncatingIfNeeded: payload.count))
    advance(present: true)
  }

  mutating func append(references: some Sequence<RecordReference>) {
    for reference in references { payload.append(reference.bits) }
    values.append(UInt32(truncatingIfNeeded: payload.count))
    advance(present: true)
  }

  mutating func append(text: String) {
    var text = text
    text.withUTF8 { unsafe append(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// Appends any value of the column's type, or null.
  mutating func append(_ value: Value) {
    switch value {
    case .null: appendNull()
    case .boolean(let flag): append(boolean: flag)
    case .integer(let number): append(integer: number)
    case .float(let number): append(float: number)
    case .double(let number), .date(let number): append(double: number)
    case .decimal(let number): append(decimal: DecimalBits(number))
    case .string(let text), .uri(let text): append(text: text)
    case .data(let data), .transformed(let data):
      unsafe data.withUnsafeBytes { unsafe append(bytes: $0) }
    case .uuid(let uuid): append(uuid: uuid)
    case .reference(let reference): append(reference: reference)
    case .references(let references): append(references: references)
    case .composite: preconditionFailure("a composite is stored by its leaves")
    }
  }

  /// Copies rows of a chunk of the same type.
  mutating func append(rows: Range<Int>, of chunk: ColumnChunk) throws(StoreError) {
    unsafe append(rows: rows, of: chunk.rowCount, try chunk.bytes())
  }

  /// Copies rows of the bytes of a chunk of the same type with `count` rows.
  mutating func append(rows: Range<Int>, of count: Int, _ bytes: UnsafeRawBufferPointer) {
    if width == 0 {
      unsafe appendPayloads(rows, count, bytes)
    } else {
      let start = ColumnChunk.presenceSize(count)
      let range = start + rows.lowerBound * width..<start + rows.upperBound * width
      unsafe values.append(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    var row = rows.lowerBound
    while row < rows.upperBound {
      let count = min(64, rows.upperBound - row)
      unsafe advance(count, present: ColumnChunk.presence(of: row, count, in: bytes))
      row += count
    }
  }

  private mutating func appendPayloads(
    _ rows: Range<Int>, _ count: Int, _ bytes: UnsafeRawBufferPointer
  ) {
    let start = unsafe ColumnChunk.payloadOffset(of: rows.lowerBound, count, bytes)
    let end = unsafe ColumnChunk.payloadOffset(of: rows.upperBound, count, bytes)
    values.reserve(rows.count * MemoryLayout<UInt32>.size)
    for row in rows {
      let offset = unsafe ColumnChunk.payloadOffset(of: row + 1, count, bytes)
      values.append(UInt32(truncatingIfNeeded: payload.count + offset - start))
    }
    let base = ColumnChunk.presenceSize(count) + ColumnChunk.offsetsSize(count)
    unsafe payload.append(UnsafeRawBufferPointer(rebasing: bytes[base + start..<base + end]))
  }

  private mutating func advance(present: Bool) {
    if present { word |= 1 << UInt64(rowCount & 63) }
    rowCount += 1
    if rowCount & 63 == 0 {
      presence.append(word)
      word = 0
    }
  }

  /// Goes on by up to 64 rows; `bits` tells which have a value, the first lowest.
  private mutating func advance(_ count: Int, present bits: UInt64) {
    let filled = rowCount & 63
    word |= bits << UInt64(filled)
    rowCount += count
    if filled + count >= 64 {
      presence.append(word)
      word = bits >> UInt64(64 - filled)
    }
  }

  /// Makes a chunk of the rows so far and starts anew.
  mutating func seal() -> ColumnChunk {
    let count = rowCount
    return unsafe ColumnChunk(
      type: type, rowCount: count, owning: UnsafeRawBufferPointer(take()))
  }

  /// The bytes of a chunk of the rows so far, which the caller deallocates; starts anew.
  mutating func take() -> UnsafeMutableRawBufferPointer {
    precondition(payload.count <= ColumnChunk.payloadLimit, "offsets have 32 bits")
    if rowCount & 63 != 0 { presence.append(word) }
    values.align()
    payload.align()
    unsafe values.withBytes { unsafe presence.append($0) }
    unsafe payload.withBytes { unsafe presence.append($0) }
    let bytes = unsafe UnsafeMutableRawBufferPointer(mutating: presence.take())
    removeAll()
    return unsafe bytes
  }

  /// Forgets the rows so far and starts anew.
  mutating func removeAll() {
    presence.removeAll()
    values.removeAll()
    payload.removeAll()
    if width == 0 { values.append(UInt32(0)) }
    word = 0
    rowCount = 0
  }
}
