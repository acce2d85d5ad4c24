/// Consecutive rows of a table: their ids, which of them are records, and a chunk for each leaf.
package final class RowGroup: Sendable {
  /// The number of the first row.
  package let firstRow: Int
  /// How many rows there are, deleted ones included.
  package let rowCount: Int
  /// The ids: an `.int64` chunk of the n in `Entity-n` where all have that form, else a `.string` chunk.
  package let ids: ColumnChunk
  /// Which rows are records, where some are not (deleted, or never saved).
  package let live: Bitmap?
  /// The chunks, one for each of ``TableSchema/leafTypes``.
  package let leaves: [ColumnChunk]

  /// Makes a group; every chunk must have `rowCount` rows.
  package init(
    firstRow: Int, rowCount: Int, ids: ColumnChunk, live: Bitmap?, leaves: [ColumnChunk]
  ) {
    self.firstRow = firstRow
    self.rowCount = rowCount
    self.ids = ids
    self.live = live
    self.leaves = leaves
  }

  /// Most rows of a group.
  package static let capacity = 4096
  /// Bytes of one leaf's contents from which a group takes no more rows.
  package static let payloadCapacity = 1 << 26

  /// How many rows are records.
  package var liveCount: Int { live?.count ?? rowCount }

  /// Whether a row of the group is a record.
  func isLive(_ rowInGroup: Int) -> Bool { live?[rowInGroup] ?? true }
}

/// A fixed number of bits.
package struct Bitmap: Sendable, Hashable {
  /// The bits, 64 a word, the first lowest.
  package private(set) var words: [UInt64]
  /// How many bits there are.
  package let size: Int

  /// Makes `size` bits, all alike.
  package init(size: Int, repeating bit: Bool) {
    self.size = size
    words = Array(repeating: bit ? ~0 : 0, count: (size + 63) / 64)
    if bit, size & 63 != 0 { words[words.count - 1] = (1 << UInt64(size & 63)) - 1 }
  }

  /// Makes bits of words, or nil where there are too few words or bits beyond `size` are set.
  package init?(size: Int, words: [UInt64]) {
    guard words.count == (size + 63) / 64 else { return nil }
    if size & 63 != 0, let last = words.last, last >> UInt64(size & 63) != 0 { return nil }
    self.size = size
    self.words = words
  }

  /// One bit.
  package subscript(index: Int) -> Bool {
    get { words[index >> 6] >> UInt64(index & 63) & 1 != 0 }
    set {
      let mask: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[index >> 6] |= mask } else { words[index >> 6] &= ~mask }
    }
  }

  /// How many bits are set.
  package var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
