import Foundation

/// A value to be looked for in a sorted index, laid out as a chunk of one row has it.
struct IndexProbe {
  private let value: Value
  private let type: ColumnType

  /// Makes a probe of a value of the column's type, or null.
  init(_ value: Value, _ type: ColumnType) {
    self.value = value
    self.type = type
  }

  /// Lends the value; nil where it is null.
  func withValue<Result>(_ body: (StoredValue?) -> Result) -> Result {
    switch value {
    case .null: return body(nil)
    case .string(let text):
      var text = text
      return text.withUTF8 { bytes in
        unsafe withText(UnsafeRawBufferPointer(bytes), body)
      }
    default: return unsafe withFixedWidth(body)
    }
  }

  private func withText<Result>(
    _ text: UnsafeRawBufferPointer, _ body: (StoredValue?) -> Result
  ) -> Result {
    let start = ColumnChunk.presenceSize(1) + ColumnChunk.offsetsSize(1)
    return unsafe withMemory(start + text.count) { memory in
      unsafe memory.storeBytes(of: UInt32(0), toByteOffset: 8, as: UInt32.self)
      unsafe memory.storeBytes(
        of: UInt32(truncatingIfNeeded: text.count), toByteOffset: 12, as: UInt32.self)
      unsafe UnsafeMutableRawBufferPointer(rebasing: memory[start...]).copyMemory(from: text)
      return unsafe body(stored(in: memory))
    }
  }

  private func withFixedWidth<Result>(_ body: (StoredValue?) -> Result) -> Result {
    unsafe withMemory(ColumnChunk.presenceSize(1) + 24) { memory in
      unsafe write(to: UnsafeMutableRawBufferPointer(rebasing: memory[8...]))
      return unsafe body(stored(in: memory))
    }
  }

  private func write(to memory: UnsafeMutableRawBufferPointer) {
    func store<T: BitwiseCopyable>(_ value: T, at offset: Int = 0) {
      unsafe memory.storeBytes(of: value, toByteOffset: offset, as: T.self)
    }
    switch value {
    case .boolean(let flag): store(flag ? UInt8(1) : 0)
    case .integer(let number):
      // The lowest bytes come first, so that a narrower column reads what it should.
      store(number)
    case .float(let number): store(number)
    case .double(let number), .date(let number): store(number)
    case .uuid(let uuid): store(uuid.uuid)
    case .reference(let reference): store(reference.bits)
    case .decimal(let number):
      let bits = DecimalBits(number)
      store(bits.exponent)
      store(bits.isNegative ? UInt32(1) : 0, at: 4)
      store(UInt64(truncatingIfNeeded: bits.mantissa), at: 8)
      store(UInt64(truncatingIfNeeded: bits.mantissa >> 64), at: 16)
    case .null, .string, .uri, .data, .transformed, .composite, .references: break
    }
  }

  /// Memory of some size that says first that the row has a value.
  private func withMemory<Result>(
    _ size: Int, _ body: (UnsafeMutableRawBufferPointer) -> Result
  ) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { memory in
      unsafe memory.storeBytes(of: UInt64(1), as: UInt64.self)
      return unsafe body(memory)
    }
  }

  private func stored(in memory: UnsafeMutableRawBufferPointer) -> StoredValue {
    unsafe StoredValue(type: type, row: 0, rowCount: 1, bytes: UnsafeRawBufferPointer(memory))
  }
}
