import ManagedModel

// The contents of a patch's data leaf, everything little-endian:
//
//     UInt64                 bytes of the head, up to the chunks, these two numbers not counted
//     UInt64                 checksum of the head
//     head: UInt32 rows, UInt32 leaves of the table
//           UInt64 × rows    the rows, ascending
//           bits             rows that are new records;         each run of bits is filled up to
//           bits             rows that are no records any more  eight bytes
//           UInt64 × 3       the ids: 1 for text and 0 for numbers, bytes, checksum
//           for each leaf:   UInt64 bytes, UInt64 checksum; 0, 0 and no bits where it has no values
//                            bits: the rows that have a value of it
//     chunks: the ids, then the leaves that have values

extension TablePatch {
  /// The contents of the data leaf.
  func encoded() throws(StoreError) -> [UInt8] {
    var head: [UInt8] = []
    var body: [UInt8] = []
    body.reserveCapacity(byteCount)
    func add(_ chunk: ColumnChunk) throws(StoreError) {
      let checksum = try unsafe chunk.withBytes { bytes in
        unsafe body.append(contentsOf: bytes)
        return unsafe XXH64.hash(bytes)
      }
      head.append(littleEndian: UInt64(chunk.byteCount))
      head.append(littleEndian: checksum)
    }
    head.append(littleEndian: UInt32(truncatingIfNeeded: rows.count))
    head.append(littleEndian: UInt32(truncatingIfNeeded: leaves.count))
    for row in rows { head.append(littleEndian: UInt64(row)) }
    head.append(bits: fates.indices.filter { fates[$0] == .inserted }, of: rows.count)
    head.append(bits: fates.indices.filter { fates[$0] == .removed }, of: rows.count)
    head.append(littleEndian: UInt64(ids.type == .string ? 1 : 0))
    try add(ids)
    for leaf in leaves {
      guard let leaf else {
        head += Array(repeating: 0, count: 16)
        continue
      }
      try add(leaf.chunk)
      head.append(bits: leaf.positions, of: rows.count)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(PatchHead.prefixSize + head.count + body.count)
    bytes.append(littleEndian: UInt64(head.count))
    bytes.append(littleEndian: XXH64.hash(head))
    return bytes + head + body
  }
}

/// The head of a patch, read from a file that is not trusted.
struct PatchHead {
  let rows: [Int]
  let fates: [TablePatch.Fate]
  let idsAreText: Bool
  let insertedCount: Int
  /// For each leaf, which rows have a value; empty where none has.
  let positions: [[Int]]
  /// Where the ids lie, counted from the beginning of the data, as the leaves' values do.
  let ids: ChunkPlace
  /// For each leaf; nil where it has no values.
  let leaves: [ChunkPlace?]

  /// Bytes before the head.
  static let prefixSize = 16

  /// Reads the head of a patch whose data begin at `offset` and end before `limit`.
  init(
    _ file: OpenFile, at offset: Int, limit: Int, rowCount: Int, leafCount: Int
  ) throws(StoreError) {
    func damaged(_ what: String) -> StoreError {
      StoreError(
        .corrupt, "damaged at byte \(offset), in a patch: \(what)",
        at: Diagnostic.Location(file: file.path))
    }
    let prefix = try file.bytes(at: offset, count: Self.prefixSize)
    let size = prefix.littleEndianWord(at: 0)
    guard size <= UInt64(max(0, limit - offset - prefix.count)) else {
      throw damaged("its head has \(size) bytes, beyond the end")
    }
    let head = try file.read(Int(size), at: offset + prefix.count)
    guard head.count == Int(size),
      Checksum.isRight(
        unsafe XXH64.hash(head.buffer), recorded: prefix.littleEndianWord(at: 8))
    else { throw damaged("the checksum of its head is another one") }
    guard
      let found = unsafe Self.read(
        head.buffer, dataSize: limit - offset, rowCount: rowCount, leafCount: leafCount)
    else { throw damaged("its parts do not fit together") }
    self = found
  }

  private init(
    rows: [Int], fates: [TablePatch.Fate], idsAreText: Bool, positions: [[Int]],
    ids: ChunkPlace, leaves: [ChunkPlace?]
  ) {
    self.rows = rows
    self.fates = fates
    self.idsAreText = idsAreText
    self.positions = positions
    self.ids = ids
    self.leaves = leaves
    insertedCount = fates.count { $0 == .inserted }
  }

  /// Takes a head apart, whose checksum may not have been looked at; nil where its parts do not fit together.
  static func read(
    _ bytes: UnsafeRawBufferPointer, dataSize: Int, rowCount: Int, leafCount: Int
  ) -> PatchHead? {
    let headSize = bytes.count
    var words = unsafe LittleEndianWords(bytes)
    guard let count = words.next32(), let leaves = words.next32(), leaves == leafCount,
      let numbers = words.next64(count: count), numbers.areAscending,
      numbers.last.map({ $0 < UInt64(rowCount) }) ?? true, let inserted = words.nextBits(count),
      let removed = words.nextBits(count), let idsAreText = words.next64(), idsAreText <= 1
    else { return nil }
    var fates = Array(repeating: TablePatch.Fate.changed, count: count)
    for position in inserted { fates[position] = .inserted }
    for position in removed {
      guard fates[position] == .changed else { return nil }
      fates[position] = .removed
    }
    var end = Self.prefixSize + headSize
    guard let ids = words.nextChunk(&end, dataSize) else { return nil }
    var positions: [[Int]] = []
    var chunks: [ChunkPlace?] = []
    for _ in 0..<leafCount {
      guard let chunk = words.nextChunk(&end, dataSize) else { return nil }
      guard chunk.byteCount > 0 else {
        positions.append([])
        chunks.append(nil)
        continue
      }
      guard let bits = words.nextBits(count), bits.allSatisfy({ fates[$0] != .removed }) else {
        return nil
      }
      positions.append(bits)
      chunks.append(chunk)
    }
    guard words.isAtEnd else { return nil }
    return PatchHead(
      rows: numbers.map { Int($0) }, fates: fates, idsAreText: idsAreText == 1,
      positions: positions, ids: ids, leaves: chunks)
  }
}

extension LittleEndianWords {
  /// Numbers whose bits are set, of `count` that are filled up to words; nil where others are set.
  fileprivate mutating func nextBits(_ count: Int) -> [Int]? {
    guard let words = next64(count: (count + 63) / 64),
      let bits = Bitmap(size: count, words: words)
    else { return nil }
    return (0..<count).filter { bits[$0] }
  }

  /// The length and the checksum of a chunk that begins at `end`, which it moves behind the chunk.
  fileprivate mutating func nextChunk(
    _ end: inout Int, _ limit: Int
  ) -> ChunkPlace? {
    guard let byteCount = next64(), let checksum = next64(), byteCount % 8 == 0,
      byteCount <= UInt64(max(0, limit - end))
    else { return nil }
    defer { end += Int(byteCount) }
    return ChunkPlace(offset: end, byteCount: Int(byteCount), checksum: checksum)
  }
}

extension [UInt64] {
  fileprivate var areAscending: Bool { zip(self, dropFirst()).allSatisfy { $0 < $1 } }
}

extension [UInt8] {
  /// Appends a bit for each of `count` numbers, set for those given, filled up to words.
  fileprivate mutating func append(bits: [Int], of count: Int) {
    var words = Array<UInt64>(repeating: 0, count: (count + 63) / 64)
    for bit in bits { words[bit >> 6] |= 1 << UInt64(bit & 63) }
    for word in words { append(littleEndian: word) }
  }
}
