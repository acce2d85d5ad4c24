/// What a table's groups of rows are, and what each leaf is; read as a whole when the store is opened.
///
/// Lies in one data leaf, since as many small objects it would be slow to read and long:
///
///     UInt32 groups, UInt32 leaves in a group (the ids first, then the columns' leaves)
///     for each group          UInt32 rows, UInt32 flags (1: ids are text, 2: has a bitmap)
///     for each with a bitmap  UInt64 × (rows + 63) / 64, a bit for each row that is a record
///     for each group, leaf    UInt64 bytes, UInt64 checksum of them
struct TableDirectory {
  struct Group {
    var rowCount: Int
    var hasTextIDs: Bool
    var live: Bitmap?
    var leaves: [Leaf] = []
  }

  struct Leaf {
    var byteCount: Int
    var checksum: UInt64
  }

  var groups: [Group] = []

  private static let textIDs: UInt32 = 1
  private static let bitmap: UInt32 = 2

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: groups.count))
    bytes.append(littleEndian: UInt32(truncatingIfNeeded: groups.first?.leaves.count ?? 0))
    for group in groups {
      let flags = (group.hasTextIDs ? Self.textIDs : 0) | (group.live == nil ? 0 : Self.bitmap)
      bytes.append(littleEndian: UInt32(truncatingIfNeeded: group.rowCount))
      bytes.append(littleEndian: flags)
    }
    for group in groups {
      for word in group.live?.words ?? [] { bytes.append(littleEndian: word) }
    }
    for group in groups {
      for leaf in group.leaves {
        bytes.append(littleEndian: UInt64(leaf.byteCount))
        bytes.append(littleEndian: leaf.checksum)
      }
    }
    return bytes
  }

  init() {}

  /// Takes a directory of `leafCount` leaves a group apart; nil where it does not fit together.
  init?(_ bytes: UnsafeRawBufferPointer, leafCount: Int) {
    var words = unsafe LittleEndianWords(bytes)
    guard let groupCount = words.next32(), let leaves = words.next32(),
      groupCount <= bytes.count / 8, groupCount == 0 || leaves == leafCount
    else { return nil }
    groups.reserveCapacity(groupCount)
    var flags: [UInt32] = []
    for _ in 0..<groupCount {
      guard let rowCount = words.next32(), let flag = words.next32(),
        1...RowGroup.capacity ~= rowCount, flag <= Self.textIDs | Self.bitmap
      else { return nil }
      flags.append(UInt32(flag))
      groups.append(
        Group(rowCount: rowCount, hasTextIDs: flags.last.map { $0 & Self.textIDs != 0 } ?? false))
    }
    for index in 0..<groupCount where flags[index] & Self.bitmap != 0 {
      let size = groups[index].rowCount
      guard let bits = words.next64(count: (size + 63) / 64),
        let live = Bitmap(size: size, words: bits)
      else { return nil }
      groups[index].live = live
    }
    for index in 0..<groupCount {
      for _ in 0..<leafCount {
        guard let byteCount = words.next64().flatMap({ Int(exactly: $0) }),
          let checksum = words.next64()
        else { return nil }
        groups[index].leaves.append(Leaf(byteCount: byteCount, checksum: checksum))
      }
    }
    guard words.isAtEnd else { return nil }
  }
}
