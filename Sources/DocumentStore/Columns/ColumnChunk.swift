import Synchronization

/// The values of one leaf for up to a few thousand consecutive rows: immutable, shared, and laid out in memory
/// as in a binary store, so that reading a chunk is reading its bytes.
///
///     ┌──────────────────────────────┐ 0
///     │ presence: a bit for each row │  set where the row has a value; padded to eight bytes
///     ├──────────────────────────────┤
///     │ fixed width:  value × rows   │  or  offsets: UInt32 × (rows + 1), padded to eight bytes
///     │                              │      payload: the rows' bytes, one after the other
///     └──────────────────────────────┘
///
/// Everything is little-endian. A row without a value has zeros, or an empty payload. A to-one is a
/// ``RecordReference``, the payload of a to-many a run of them; a decimal is its exponent (Int32), its sign (UInt8,
/// 1 for negative), three zeros, and its mantissa (two UInt64, the lower first); text is UTF-8.
///
/// Safe because the bytes are never written after `init`, and live as long as the chunk.
@safe package final class ColumnChunk: Sendable {
  /// What the values are.
  package let type: ColumnType
  /// How many rows there are.
  package let rowCount: Int

  /// The address of the bytes, 0 until they are loaded.
  private let address: Atomic<UInt>
  /// How many bytes there are, or are expected.
  private let size: Atomic<Int>
  let source: (any ChunkSource)?
  /// What is known of the texts, as the raw value of a ``TextKind``; 0 as long as nobody has looked.
  private let knownTextKind = Atomic<UInt8>(0)

  /// Takes over bytes that a builder made, which must have been allocated with `allocate`.
  init(type: ColumnType, rowCount: Int, owning bytes: UnsafeRawBufferPointer) {
    self.type = type
    self.rowCount = rowCount
    size = Atomic(bytes.count)
    address = Atomic(UInt(bitPattern: bytes.baseAddress))
    source = nil
  }

  /// Makes a chunk whose bytes are read when they are first asked for; `byteCount` is how many are expected.
  package init(type: ColumnType, rowCount: Int, byteCount: Int, source: any ChunkSource) {
    self.type = type
    self.rowCount = rowCount
    size = Atomic(byteCount)
    self.source = source
    address = Atomic(0)
  }

  /// How many bytes hold the values; as long as these have not been read, how many are expected.
  package var byteCount: Int { size.load(ordering: .relaxed) }

  deinit {
    unsafe UnsafeRawPointer(bitPattern: address.load(ordering: .relaxed))?.deallocate()
  }

  /// The bytes, read now where they have not been; valid as long as the chunk lives.
  package func bytes() throws(StoreError) -> UnsafeRawBufferPointer {
    let known = address.load(ordering: .acquiring)
    if known != 0 { return unsafe view(known) }
    guard let fresh = try unsafe load() else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    size.store(fresh.count, ordering: .relaxed)  // whoever reads them, finds as many
    let bits = UInt(bitPattern: fresh.baseAddress)
    let (won, other) = address.compareExchange(
      expected: 0, desired: bits, ordering: .acquiringAndReleasing)
    if won { return unsafe view(bits) }
    unsafe fresh.deallocate()
    return unsafe view(other)
  }

  /// Lends the bytes, without keeping them where they had to be read.
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let known = address.load(ordering: .acquiring)
    if known != 0 { return try unsafe body(view(known)) }
    let fresh = try unsafe load()
    defer { unsafe fresh?.deallocate() }
    return try unsafe body(
      UnsafeRawBufferPointer(fresh ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)))
  }

  /// Reads and checks the bytes; nil where there is no source.
  private func load() throws(StoreError) -> UnsafeMutableRawBufferPointer? {
    guard let source else { return nil }
    let fresh = try unsafe source.load()
    do throws(StoreError) {
      if let fault = unsafe layoutFault(UnsafeRawBufferPointer(fresh)) {
        throw source.damaged(fault)
      }
      try unsafe source.accept(fresh, type: type, rowCount: rowCount)
    } catch {
      unsafe fresh.deallocate()
      throw error
    }
    return unsafe fresh
  }

  private func view(_ bits: UInt) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: bits), count: byteCount)
  }

  /// What all texts have in common; nil where that is not known and `looking` is not wanted.
  func textKind(looking: Bool) throws(StoreError) -> TextKind? {
    if let known = TextKind(rawValue: knownTextKind.load(ordering: .relaxed)) { return known }
    guard looking else { return nil }
    let kind = try unsafe TextKind(of: bytes().payload(rowCount))
    knownTextKind.store(kind.rawValue, ordering: .relaxed)
    return kind
  }

  /// Most bytes of a payload.
  static let payloadLimit = Int(UInt32.max)

  /// How many bytes a chunk of this type with so many rows may have.
  static func possibleSizes(of type: ColumnType, rowCount: Int) -> ClosedRange<Int> {
    if let width = type.fixedWidth {
      let size = (presenceSize(rowCount) + rowCount * width + 7) / 8 * 8
      return size...size
    }
    let least = presenceSize(rowCount) + offsetsSize(rowCount)
    return least...least + (payloadLimit + 7) / 8 * 8
  }

  /// Bytes of the presence bits of `rowCount` rows.
  static func presenceSize(_ rowCount: Int) -> Int { (rowCount + 63) / 64 * 8 }

  /// Bytes of the offsets of `rowCount` rows.
  static func offsetsSize(_ rowCount: Int) -> Int { ((rowCount + 1) * 4 + 7) / 8 * 8 }

  /// How foreign bytes break the layout, so that a later read could go astray; nil where they keep it.
  private func layoutFault(_ bytes: UnsafeRawBufferPointer) -> String? {
    let sizes = Self.possibleSizes(of: type, rowCount: rowCount)
    guard sizes.contains(bytes.count) else {
      return "\(bytes.count) bytes instead of \(sizes.lowerBound)"
        + (sizes.count == 1 ? "" : " to \(sizes.upperBound)")
    }
    guard type.fixedWidth == nil else { return nil }
    let unit = type == .toMany ? 8 : 1
    var previous = 0
    for row in 0...rowCount {
      let offset = unsafe Self.payloadOffset(of: row, rowCount, bytes)
      guard offset >= previous, offset % unit == 0, row > 0 || offset == 0 else {
        return "offsets out of order at row \(row)"
      }
      previous = offset
    }
    let payload = bytes.count - sizes.lowerBound
    guard previous <= payload, payload - previous < 8 else {
      return "a payload of \(payload) bytes where the offsets end at \(previous)"
    }
    return nil
  }
}

/// Where the bytes of a chunk come from when they are needed.
package protocol ChunkSource: Sendable {
  /// Reads the bytes into fresh memory, aligned to eight, that the caller deallocates.
  func load() throws(StoreError) -> UnsafeMutableRawBufferPointer
  /// Looks at the values, whose layout has been checked by then, and turns them into those of memory.
  func accept(
    _ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int
  ) throws(StoreError)
  /// The error for bytes that are not as they must be.
  func damaged(_ what: String) -> StoreError
}
