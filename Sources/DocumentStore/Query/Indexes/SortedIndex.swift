/// The records of a table sorted by some of its columns, as the chunks of one generation had them.
///
/// An entry is a row and the words of its first value (see ``IndexWords``), so that most steps of a search
/// look at numbers that lie side by side; where words do not decide, the values are read from the chunks. The index
/// stays right for as long as a table has the same chunks: a part of it, the rows of one chunk, is stale in a
/// generation whose table has another chunk there.
///
/// Safe because the bytes of the chunks have been read, never change, and the chunks are held here.
@safe final class SortedIndex: Sendable {
  /// The rows of one group: their chunks, one for each of the index's columns.
  struct Part: Sendable {
    let firstRow: Int
    let rowCount: Int
    let chunks: [ColumnChunk]
  }

  /// The leaves that it is sorted by, most significant first.
  let leaves: [Int]
  /// Their types.
  let types: [ColumnType]
  /// The groups it was made of, ascending.
  let parts: [Part]
  /// The rows in order.
  let rows: [UInt32]
  /// For each entry the first word of its first value, ascending.
  let words: [UInt64]
  /// For each entry the second word of its first value; nothing where one word tells.
  let secondWords: [UInt64]
  /// For each entry the third word of its first value; nothing where two words tell.
  let thirdWords: [UInt64]
  /// The entries whose words may be lower than those of the values; nil where there are none.
  let openEntries: Bitmap?

  init(
    leaves: [Int], types: [ColumnType], parts: [Part], rows: [UInt32],
    words: [IndexWords],
    openEntries: Bitmap?
  ) {
    self.leaves = leaves
    self.types = types
    self.parts = parts
    self.rows = rows
    self.words = words.map(\.first)
    secondWords = words.contains { $0.second != 0 } ? words.map(\.second) : []
    thirdWords = words.contains { $0.third != 0 } ? words.map(\.third) : []
    self.openEntries = openEntries
  }

  /// The words of an entry.
  func words(of entry: Int) -> IndexWords {
    if openEntries?[entry] == true { return IndexWords(isOpen: true) }
    return IndexWords(
      first: words[entry], second: secondWords.isEmpty ? 0 : secondWords[entry],
      third: thirdWords.isEmpty ? 0 : thirdWords[entry])
  }

  /// How many records there are.
  var count: Int { rows.count }

  /// The index of the part that has a row, by bisection.
  func partIndex(ofRow row: Int) -> Int {
    var low = row / RowGroup.capacity
    if low < parts.count, parts[low].firstRow <= row,
      row - parts[low].firstRow < parts[low].rowCount
    {
      return low
    }
    var high = parts.count - 1
    low = min(low, high)
    while low < high {
      let middle = (low + high + 1) / 2
      if parts[middle].firstRow <= row { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The value of a row in one of the index's columns.
  func value(of row: UInt32, element: Int) -> StoredValue? {
    let part = parts[partIndex(ofRow: Int(row))]
    return unsafe part.value(of: Int(row), element: element)
  }
}

extension SortedIndex.Part {
  /// The value of a row of the table in one of the index's columns.
  func value(of row: Int, element: Int) -> StoredValue? {
    let chunk = chunks[element]
    // The bytes were read when the index was made.
    guard let bytes = try? unsafe chunk.bytes() else { return nil }
    let index = row - firstRow
    guard unsafe ColumnChunk.isPresent(index, in: bytes) else { return nil }
    return unsafe StoredValue(type: chunk.type, row: index, rowCount: chunk.rowCount, bytes: bytes)
  }

  /// Whether a group of a table still has what the part was made of.
  ///
  /// A record that is deleted or revived has other values afterwards, so the chunks tell that, too.
  func isCurrent(_ group: RowGroup, _ leaves: [Int]) -> Bool {
    guard group.firstRow == firstRow, group.rowCount == rowCount else { return false }
    return zip(chunks, leaves).allSatisfy { $0 === group.leaves[$1] }
  }
}
