/// What the values of a chunk must keep beyond its layout, so that whoever reads them need not look.
protocol ChunkContents: Sendable {
  /// Whose values they are, for messages.
  var name: String { get }
  /// What is wrong with the values, in words; nil where nothing is.
  func fault(in chunk: ChunkView) -> String?
  /// Turns what the file has into what memory has.
  func adapt(_ bytes: UnsafeMutableRawBufferPointer, _ chunk: ChunkView)
}

extension ChunkContents {
  func adapt(_ bytes: UnsafeMutableRawBufferPointer, _ chunk: ChunkView) {}
}

/// The bytes of a chunk whose layout has been checked.
///
/// Safe because it is only lent for the length of a call, to code that reads within the layout.
@safe struct ChunkView {
  let type: ColumnType
  let rowCount: Int
  let bytes: UnsafeRawBufferPointer

  init(type: ColumnType, rowCount: Int, bytes: UnsafeRawBufferPointer) {
    self.type = type
    self.rowCount = rowCount
    unsafe self.bytes = bytes
  }

  var valuesStart: Int { ColumnChunk.presenceSize(rowCount) }
  /// Where the rows' bytes begin, and where the last of them end.
  var payload: Range<Int> {
    let start = valuesStart + ColumnChunk.offsetsSize(rowCount)
    return start..<start + offset(rowCount)
  }

  func isPresent(_ row: Int) -> Bool { unsafe ColumnChunk.isPresent(row, in: bytes) }

  /// Where the payload of a row begins, counted from the payload's start.
  func offset(_ row: Int) -> Int {
    Int(value(at: valuesStart + row * 4, as: UInt32.self))
  }

  /// The bytes of a row.
  func payload(of row: Int) -> ByteView {
    unsafe ByteView(ColumnChunk.payload(at: row, rowCount, bytes))
  }

  func value<T: BitwiseCopyable>(at offset: Int, as type: T.Type) -> T {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Whether no row beyond the last is marked as present.
  var hasCleanPresence: Bool {
    rowCount & 63 == 0
      || value(at: valuesStart - 8, as: UInt64.self) >> UInt64(rowCount & 63) == 0
  }

  /// Whether all rows satisfy a condition on their value.
  func allValues<T: BitwiseCopyable>(_ type: T.Type, _ condition: (T) -> Bool) -> Bool {
    let start = valuesStart
    return (0..<rowCount).allSatisfy { row in
      condition(value(at: start + row * MemoryLayout<T>.stride, as: type))
    }
  }

  /// Whether each row is UTF-8.
  var isUTF8: Bool {
    let payload = payload
    let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[payload])
    switch unsafe UTF8Check.kind(of: text) {
    case .ascii: return true
    case .malformed: return false
    case .utf8:
      // The whole is UTF-8, so a row is if it begins and ends at the first byte of a character.
      return (0..<rowCount).allSatisfy { row in
        let start = offset(row)
        return unsafe start == payload.count || text[start] & 0xC0 != 0x80
      }
    }
  }
}

/// The values of an attribute.
struct AttributeContents: ChunkContents {
  let name: String

  func fault(in chunk: ChunkView) -> String? {
    guard chunk.hasCleanPresence else { return "a value stands behind the last row" }
    switch chunk.type {
    case .string, .uri: return chunk.isUTF8 ? nil : "a text is not UTF-8"
    case .boolean:
      return chunk.allValues(UInt8.self) { $0 <= 1 } ? nil : "a Boolean is neither 0 nor 1"
    case .float: return chunk.allValues(Float.self, \.isFinite) ? nil : "a number is not finite"
    case .double, .date:
      return chunk.allValues(Double.self, \.isFinite) ? nil : "a number is not finite"
    case .decimal:
      let start = chunk.valuesStart
      let fits = (0..<chunk.rowCount).allSatisfy { row in
        chunk.isDecimal(at: start + row * 24)
      }
      return fits ? nil : "a decimal is not a number"
    default: return nil
    }
  }
}

extension ChunkView {
  /// Whether 24 bytes are a decimal of Foundation's: an exponent of eight bits, a sign, and no negative zero.
  func isDecimal(at offset: Int) -> Bool {
    let sign = value(at: offset + 4, as: UInt32.self)
    guard Int8(exactly: value(at: offset, as: Int32.self)) != nil, sign <= 1 else { return false }
    let mantissa =
      value(at: offset + 8, as: UInt64.self) | value(at: offset + 16, as: UInt64.self)
    return sign == 0 || mantissa != 0
  }
}

/// The ids of a group.
struct IDContents: ChunkContents {
  let entity: String
  let highestNumber: Int64
  let live: Bitmap?

  var name: String { "the ids of '\(entity)'" }

  func fault(in chunk: ChunkView) -> String? {
    guard chunk.hasCleanPresence, (0..<chunk.rowCount).allSatisfy({ chunk.isPresent($0) }) else {
      return "a row has no id"
    }
    if chunk.type != .int64 { return textFault(in: chunk) }
    let start = chunk.valuesStart
    let fit = (0..<chunk.rowCount).allSatisfy { row in
      let number = chunk.value(at: start + row * 8, as: Int64.self)
      return number <= highestNumber && number >= (live?[row] ?? true ? 1 : 0)
    }
    return fit ? nil : Self.numberFault
  }

  private func textFault(in chunk: ChunkView) -> String? {
    guard chunk.isUTF8 else { return "an id is not UTF-8" }
    for row in 0..<chunk.rowCount where live?[row] ?? true {
      let bytes = chunk.payload(of: row)
      guard bytes.isXMLName else { return "an id is not a name as XML has them, without a colon" }
      let id = RecordID(bytes.string, in: entity)
      if let number = id.number, number > highestNumber { return Self.numberFault }
    }
    return nil
  }

  private static let numberFault = "a number is not among those that were given"
}
