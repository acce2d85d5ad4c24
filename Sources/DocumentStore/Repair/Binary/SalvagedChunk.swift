/// The values of a chunk, those that cannot be made out left empty.
struct SalvagedChunk {
  let chunk: ColumnChunk
  /// Whether all bytes are those that were written.
  let isCertain: Bool
  /// The rows whose values cannot be made out, ascending.
  let lost: [Int]

  /// A chunk of which nothing is known.
  static func missing(_ type: ColumnType, rowCount: Int) -> SalvagedChunk {
    var rows = ColumnRows(type)
    for _ in 0..<rowCount { rows.appendNull() }
    return SalvagedChunk(chunk: rows.seal(), isCertain: false, lost: Array(0..<rowCount))
  }

  init(chunk: ColumnChunk, isCertain: Bool, lost: [Int]) {
    self.chunk = chunk
    self.isCertain = isCertain
    self.lost = lost
  }

  /// Reads a chunk, of which a part may lie behind the end of the file.
  ///
  /// `tables` are the schema's numbers of the file's tables, for references.
  init(
    _ bytes: FileBytes, _ place: SalvagedGroups.Place?, _ type: ColumnType, rowCount: Int,
    tables: [Int]
  ) {
    let sizes = ColumnChunk.possibleSizes(of: type, rowCount: rowCount)
    guard let place, place.offset >= 0, place.offset < bytes.count,
      place.byteCount >= sizes.lowerBound, sizes.contains(place.byteCount)
    else {
      self = .missing(type, rowCount: rowCount)
      return
    }
    let end = min(bytes.count, place.offset + place.byteCount)
    let found = unsafe bytes[place.offset..<end]
    let isWhole = found.count == place.byteCount
    let hash = unsafe XXH64.hash(found)
    let isSound = isWhole && place.checksum == hash
    var padded = RawBuffer()
    unsafe padded.append(found)
    padded.appendZeros(place.byteCount - found.count)
    self = unsafe padded.withBytes { all in
      let decoder = unsafe ChunkDecoder(
        all, known: found.count, type, rowCount: rowCount, tables: tables)
      return unsafe SalvagedChunk(decoder, all, isSound)
    }
  }

  private init(_ decoder: ChunkDecoder, _ bytes: UnsafeRawBufferPointer, _ isSound: Bool) {
    var rows = ColumnRows(decoder.type)
    var lost: [Int] = []
    for row in 0..<decoder.rowCount {
      switch unsafe decoder.content(of: row, in: bytes) {
      case .null: rows.appendNull()
      case .raw: unsafe rows.append(rows: row..<row + 1, of: decoder.rowCount, bytes)
      case .reference(let reference): rows.append(reference: reference)
      case .references(let members, let isComplete):
        rows.append(references: members)
        if !isComplete { lost.append(row) }
      case .lost:
        rows.appendNull()
        lost.append(row)
      }
    }
    self.init(chunk: rows.seal(), isCertain: isSound && lost.isEmpty, lost: lost)
  }
}

/// Tells row by row what can be made out of the bytes of a chunk.
private struct ChunkDecoder {
  enum Content {
    case null, raw, lost
    case reference(RecordReference)
    case references([RecordReference], isComplete: Bool)
  }

  let type: ColumnType
  let rowCount: Int
  /// How many bytes were in the file.
  private let known: Int
  private let tables: [Int]
  /// Where the bytes of each row begin, in a chunk without fixed width; nil where that cannot be so.
  private var offsets: [Int?] = []
  private let payloadStart: Int

  init(
    _ bytes: UnsafeRawBufferPointer, known: Int, _ type: ColumnType, rowCount: Int, tables: [Int]
  ) {
    self.type = type
    self.rowCount = rowCount
    self.known = known
    self.tables = tables
    payloadStart = ColumnChunk.presenceSize(rowCount) + ColumnChunk.offsetsSize(rowCount)
    guard type.fixedWidth == nil else { return }
    let limit = bytes.count - payloadStart
    let unit = type == .toMany ? 8 : 1
    offsets = (0...rowCount).map { row in
      guard ColumnChunk.presenceSize(rowCount) + row * 4 + 4 <= known else { return nil }
      let offset = unsafe ColumnChunk.payloadOffset(of: row, rowCount, bytes)
      return offset <= limit && offset % unit == 0 && (row > 0 || offset == 0) ? offset : nil
    }
  }

  /// Where the bytes of a row are, which is for its own two offsets to say: those of others may be damaged.
  private func extent(of row: Int) -> Range<Int>? {
    guard let start = offsets[row], let end = offsets[row + 1], start <= end else { return nil }
    // Two that come before it, and fit, say that this one begins too early.
    if row > 1, let before = offsets[row - 1], let first = offsets[row - 2],
      start < first, first <= before, before <= end
    {
      return nil
    }
    return payloadStart + start..<payloadStart + end
  }

  func content(of row: Int, in bytes: UnsafeRawBufferPointer) -> Content {
    guard (row >> 6) * 8 + 8 <= known else { return .lost }
    guard unsafe ColumnChunk.isPresent(row, in: bytes) else { return .null }
    guard let width = type.fixedWidth else { return unsafe payload(of: row, in: bytes) }
    let start = ColumnChunk.presenceSize(rowCount) + row * width
    guard start + width <= known else { return .lost }
    return unsafe value(at: start, in: bytes)
  }

  private func value(at start: Int, in bytes: UnsafeRawBufferPointer) -> Content {
    switch type {
    case .boolean: return unsafe bytes[start] <= 1 ? .raw : .lost
    case .float:
      let number = unsafe bytes.loadUnaligned(fromByteOffset: start, as: Float.self)
      return number.isFinite ? .raw : .lost
    case .double, .date:
      let number = unsafe bytes.loadUnaligned(fromByteOffset: start, as: Double.self)
      return number.isFinite ? .raw : .lost
    case .decimal:
      let view = unsafe ChunkView(type: type, rowCount: rowCount, bytes: bytes)
      return view.isDecimal(at: start) ? .raw : .lost
    case .toOne:
      let bits = unsafe bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
      return reference(bits).map { .reference($0) } ?? .lost
    default: return .raw
    }
  }

  private func payload(of row: Int, in bytes: UnsafeRawBufferPointer) -> Content {
    guard let extent = extent(of: row), extent.upperBound <= known else { return .lost }
    let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[extent])
    switch type {
    case .string, .uri: return unsafe UTF8Check.kind(of: content) == .malformed ? .lost : .raw
    case .toMany: return unsafe members(content)
    default: return .raw
    }
  }

  private func members(_ content: UnsafeRawBufferPointer) -> Content {
    var members: [RecordReference] = []
    var seen: Set<RecordReference> = []
    let count = content.count / 8
    for index in 0..<count {
      let bits = unsafe content.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
      if let member = reference(bits), seen.insert(member).inserted { members.append(member) }
    }
    return .references(members, isComplete: members.count == count)
  }

  /// The reference with the schema's number of its table.
  private func reference(_ bits: UInt64) -> RecordReference? {
    let reference = RecordReference(bits: bits)
    guard reference.table < tables.count, tables[reference.table] >= 0 else { return nil }
    return RecordReference(table: tables[reference.table], row: reference.row)
  }
}
