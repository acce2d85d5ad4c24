/// The groups of a table that was written with the whole file: how many rows each has, and where its chunks lie.
///
/// The directory says all that. Where it is damaged, most of it can be derived: the length of a leaf of fixed width
/// tells how many rows there are, and a chunk of texts says itself where it ends.
struct SalvagedGroups {
  struct Group {
    var rowCount: Int
    var hasTextIDs = false
    var live: Bitmap?
    /// By the order of the file, the ids first; nil where a chunk's place is not known.
    var places: [Place?] = []
  }

  struct Place {
    var offset: Int
    var byteCount: Int
    /// What the directory says of it, where that could be read.
    var checksum: UInt64?
  }

  private(set) var groups: [Group] = []
  /// Whether the directory's checksum holds.
  private(set) var isCertain = false
  /// Whether it is known which rows are records.
  private(set) var knowsRecords = true

  private let bytes: FileBytes
  private let map: LeafMap
  /// The types of the leaves by the order of the file, the ids first.
  private let types: [ColumnType]

  /// Finds the groups of a table; none where nothing tells how many rows there are.
  init(_ bytes: FileBytes, _ map: LeafMap, _ table: TableSchema) {
    self.bytes = bytes
    self.map = map
    var types = Array(repeating: ColumnType.int64, count: map.offsets.count)
    for (leaf, type) in table.leafTypes.enumerated() where map.fileLeaves[leaf] < types.count {
      types[map.fileLeaves[leaf]] = type
    }
    self.types = types
    if let directory = soundDirectory() {
      isCertain = true
      take(directory)
    } else {
      derive()
    }
  }

  var rowCount: Int { groups.reduce(0) { $0 + $1.rowCount } }

  private var directoryBytes: Range<Int>? {
    guard map.directory >= 0 else { return nil }
    let start = map.directory + DataLeaf.headerSize
    guard let size = LeafWalk.size(bytes, at: map.directory), size <= bytes.count - start,
      size >= 8
    else { return nil }
    return start..<start + size
  }

  private func soundDirectory() -> TableDirectory? {
    guard let range = directoryBytes, let checksum = map.directoryChecksum,
      unsafe XXH64.hash(bytes[range]) == checksum
    else { return nil }
    return unsafe TableDirectory(bytes[range], leafCount: types.count)
  }

  private mutating func take(_ directory: TableDirectory) {
    var offsets = map.offsets.map { $0 < 0 ? $0 : $0 + DataLeaf.headerSize }
    for entry in directory.groups {
      var group = Group(rowCount: entry.rowCount, hasTextIDs: entry.hasTextIDs, live: entry.live)
      for (leaf, chunk) in entry.leaves.enumerated() {
        let isPlace =
          offsets[leaf] >= 0 && chunk.byteCount <= bytes.count && offsets[leaf] <= bytes.count
        group.places.append(
          isPlace
            ? Place(offset: offsets[leaf], byteCount: chunk.byteCount, checksum: chunk.checksum)
            : nil)
        offsets[leaf] = isPlace ? offsets[leaf] + chunk.byteCount : -1
      }
      groups.append(group)
    }
  }
}

// MARK: - Without a sound directory

extension SalvagedGroups {
  private mutating func derive() {
    let remains = directoryBytes.map { unsafe Array(bytes[$0]) } ?? []
    let rest = DirectoryRemains(remains, leafCount: types.count)
    guard let counts = plausible(rest.rowCounts) ?? derivedCounts() else { return }
    rest.complete(for: counts)
    let idsAreNumbers = leafSize(0).map { $0 == size(of: .int64, counts) }
    groups = counts.enumerated().map { index, count in
      Group(
        rowCount: count,
        hasTextIDs: idsAreNumbers.map { !$0 && rest.flag(index, 1) ?? true } ?? false,
        live: rest.live?[index])
    }
    knowsRecords = false
    for leaf in types.indices { place(leaf, rest) }
  }

  /// Row counts that some leaf's length agrees with.
  private func plausible(_ counts: [Int]?) -> [Int]? {
    guard let counts, counts.allSatisfy({ 1...RowGroup.capacity ~= $0 }) else { return nil }
    return agreement(counts) > 0 ? counts : nil
  }

  private func size(of type: ColumnType, _ counts: [Int]) -> Int {
    counts.reduce(0) { $0 + ColumnChunk.possibleSizes(of: type, rowCount: $1).lowerBound }
  }

  /// The length of a leaf, where its header is sound and all of it is there.
  private func leafSize(_ leaf: Int) -> Int? {
    guard let size = LeafWalk.size(bytes, at: map.offsets[leaf]),
      size <= bytes.count - map.offsets[leaf] - DataLeaf.headerSize
    else { return nil }
    return size
  }

  /// Groups as a table has them that was never cut: full but the last one.
  ///
  /// Each leaf tells what it can; what most leaves agree with is taken.
  private func derivedCounts() -> [Int]? {
    let proposals = types.indices.compactMap { leaf -> [Int]? in
      guard let size = leafSize(leaf) else { return nil }
      return types[leaf].fixedWidth == nil
        ? textCounts(leaf, size) : counts(size, types[leaf])
    }
    return plausible(proposals.max { agreement($0) < agreement($1) })
  }

  private func counts(_ size: Int, _ type: ColumnType) -> [Int]? {
    func chunk(_ rows: Int) -> Int {
      ColumnChunk.possibleSizes(of: type, rowCount: rows).lowerBound
    }
    let full = size / chunk(RowGroup.capacity)
    let rest = size - full * chunk(RowGroup.capacity)
    let counts = Array(repeating: RowGroup.capacity, count: full)
    if rest == 0 { return counts }
    // Several counts may have the same size; the other leaves tell which is right.
    let fitting = (1..<RowGroup.capacity).filter { chunk($0) == rest }
    return fitting.map { counts + [$0] }.max { agreement($0) < agreement($1) }
  }

  /// The same for a leaf without fixed width, whose chunks say where they end.
  private func textCounts(_ leaf: Int, _ size: Int) -> [Int]? {
    let start = map.offsets[leaf] + DataLeaf.headerSize
    var counts: [Int] = []
    var done = 0
    while done < size {
      let rest = size - done
      guard let full = ownSize(at: start + done, RowGroup.capacity), full <= rest else {
        let last = (1..<RowGroup.capacity).first { ownSize(at: start + done, $0) == rest }
        guard let last else { return nil }
        return counts + [last]
      }
      counts.append(RowGroup.capacity)
      done += full
    }
    return counts
  }

  /// How many leaves have the length that these row counts give them.
  private func agreement(_ counts: [Int]) -> Int {
    types.indices.count { leaf in
      guard let size = leafSize(leaf) else { return false }
      if types[leaf].fixedWidth != nil, size == self.size(of: types[leaf], counts) { return true }
      guard leaf == 0 || types[leaf].fixedWidth == nil else { return false }
      var end = map.offsets[leaf] + DataLeaf.headerSize
      for count in counts {
        guard let own = ownSize(at: end, count) else { return false }
        end += own
      }
      return end == map.offsets[leaf] + DataLeaf.headerSize + size
    }
  }

  /// The size of a chunk without fixed width, as its last offset gives it.
  private func ownSize(at start: Int, _ rowCount: Int) -> Int? {
    let base = ColumnChunk.presenceSize(rowCount) + ColumnChunk.offsetsSize(rowCount)
    let last = start + ColumnChunk.presenceSize(rowCount) + rowCount * 4
    guard start >= 0, last + 4 <= bytes.count else { return nil }
    let payload = unsafe Int(
      bytes.buffer.loadUnaligned(fromByteOffset: last, as: UInt32.self))
    let size = base + (payload + 7) / 8 * 8
    return size <= bytes.count - start ? size : nil
  }

  /// Finds the chunks of a leaf one behind the other.
  private mutating func place(_ leaf: Int, _ rest: DirectoryRemains) {
    var offset = map.offsets[leaf] < 0 ? -1 : map.offsets[leaf] + DataLeaf.headerSize
    let entries = groups.indices.map { rest.entry($0, leaf) }
    let stated = entries.reduce(0) { $0 &+ ($1?.byteCount ?? 0) }
    let areStated = leafSize(leaf) == stated && entries.allSatisfy { $0 != nil }
    for index in groups.indices {
      var type = types[leaf]
      if leaf == 0, groups[index].hasTextIDs { type = .string }
      var size =
        type.fixedWidth == nil
        ? (areStated ? nil : ownSize(at: offset, groups[index].rowCount))
        : ColumnChunk.possibleSizes(of: type, rowCount: groups[index].rowCount).lowerBound
      size = size ?? entries[index]?.byteCount
      guard offset >= 0, offset <= bytes.count, let size, size >= 0, size <= bytes.count else {
        offset = -1
        groups[index].places.append(nil)
        continue
      }
      groups[index].places.append(
        Place(offset: offset, byteCount: size, checksum: entries[index]?.checksum))
      offset += size
    }
  }
}

/// What can be read of a directory whose checksum does not hold.
private final class DirectoryRemains {
  private let bytes: [UInt8]
  private let leafCount: Int
  private var groupCount = 0
  /// As the directory says, where it can be so.
  let rowCounts: [Int]?
  /// Which rows are records, where that is still told.
  private(set) var live: [Bitmap?]?

  init(_ bytes: [UInt8], leafCount: Int) {
    self.bytes = bytes
    self.leafCount = leafCount
    let count = bytes.count < 8 ? Int.max : bytes.word32(at: 0)
    rowCounts =
      count <= (bytes.count - 8) / 8 ? (0..<count).map { bytes.word32(at: 8 + $0 * 8) } : nil
  }

  /// Takes up how many groups there are, and looks for what else is there.
  func complete(for counts: [Int]) {
    groupCount = counts.count
    let words = bytes.count - 8 - groupCount * 8 - groupCount * leafCount * 16
    guard words >= 0, words % 8 == 0 else {
      groupCount = 0
      return
    }
    let wanted = counts.indices.map { flag($0, 2) == true ? (counts[$0] + 63) / 64 : 0 }
    guard wanted.reduce(0, +) * 8 == words else { return }
    var offset = 8 + groupCount * 8
    live = counts.indices.map { index in
      guard wanted[index] > 0 else { return nil }
      let bits = (0..<wanted[index]).map { bytes.littleEndianWord(at: offset + $0 * 8) }
      offset += wanted[index] * 8
      return Bitmap(size: counts[index], words: bits)
    }
  }

  /// A flag of a group; nil where it cannot be read.
  func flag(_ group: Int, _ bit: Int) -> Bool? {
    let place = 8 + group * 8 + 4
    return place + 4 <= bytes.count ? bytes.word32(at: place) & bit != 0 : nil
  }

  /// What is said of a chunk: the entries stand at the end.
  func entry(_ group: Int, _ leaf: Int) -> TableDirectory.Leaf? {
    guard group < groupCount else { return nil }
    let place = bytes.count - ((groupCount - group) * leafCount - leaf) * 16
    guard place >= 8, let size = Int(exactly: bytes.littleEndianWord(at: place)) else {
      return nil
    }
    return TableDirectory.Leaf(byteCount: size, checksum: bytes.littleEndianWord(at: place + 8))
  }
}

extension [UInt8] {
  /// Four bytes as a number, the first lowest.
  fileprivate func word32(at offset: Int) -> Int {
    self[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
