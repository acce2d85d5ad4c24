/// Which values of a table are not certain, and which are lost, row by row.
struct TableMarks: Sendable {
  struct Marks: Sendable {
    var uncertain: Bitmap
    var lost: Bitmap

    init(rowCount: Int) {
      uncertain = Bitmap(size: rowCount, repeating: false)
      lost = uncertain
    }
  }

  let rowCount: Int
  /// By leaf; nil where all is certain.
  private(set) var leaves: [Marks?]
  private(set) var ids: Marks?

  init(rowCount: Int, leafCount: Int) {
    self.rowCount = rowCount
    leaves = Array(repeating: nil, count: leafCount)
  }

  var areClean: Bool { ids == nil && leaves.allSatisfy { $0 == nil } }

  /// Notes what is known of the ids of some rows.
  mutating func markIDs(_ rows: [Int], of chunk: SalvagedChunk) {
    Self.mark(&ids, rows, chunk, rowCount)
  }

  /// Notes what is known of the values of some rows.
  mutating func mark(_ leaf: Int, _ rows: [Int], of chunk: SalvagedChunk, isCertain: Bool = true) {
    if !isCertain, chunk.isCertain {
      var marks = leaves[leaf] ?? Marks(rowCount: rowCount)
      for row in rows { marks.uncertain[row] = true }
      leaves[leaf] = marks
    } else {
      Self.mark(&leaves[leaf], rows, chunk, rowCount)
    }
  }

  private static func mark(
    _ known: inout Marks?, _ rows: [Int], _ chunk: SalvagedChunk, _ rowCount: Int
  ) {
    if known == nil, chunk.isCertain { return }
    var marks = known ?? Marks(rowCount: rowCount)
    for row in rows {
      marks.uncertain[row] = !chunk.isCertain
      marks.lost[row] = false
    }
    for index in chunk.lost {
      marks.uncertain[rows[index]] = false
      marks.lost[rows[index]] = true
    }
    known = marks
  }

  /// Forgets what was known of a row that is no record any more.
  mutating func clear(_ row: Int) {
    for leaf in leaves.indices {
      leaves[leaf]?.uncertain[row] = false
      leaves[leaf]?.lost[row] = false
    }
  }

  func isLost(_ leaf: Int, _ row: Int) -> Bool { leaves[leaf]?.lost[row] ?? false }

  func isUncertain(_ leaf: Int, _ row: Int) -> Bool { leaves[leaf]?.uncertain[row] ?? false }
}

/// A table as far as it could be read.
struct SalvagedTable {
  var table: Table
  var marks: TableMarks
  /// Whether there may have been more records.
  var lacksRecords = false
}

/// A patch's head, and where it lies.
struct SalvagedHead {
  let offset: Int
  let head: PatchHead
  /// Whether its checksum holds.
  let isCertain: Bool

  /// Where the data begin that the head's places are counted from.
  var start: Int { offset + DataLeaf.headerSize }

  /// Reads the head of a patch whose leaf begins at `offset`; nil where it does not fit together.
  init?(_ bytes: FileBytes, at offset: Int, _ limits: RowLimits, leafCount: Int) {
    let start = offset + DataLeaf.headerSize
    guard offset >= 8, start & 7 == 0, start + PatchHead.prefixSize <= bytes.count else {
      return nil
    }
    let prefix = unsafe Array(bytes[start..<start + PatchHead.prefixSize])
    let room = bytes.count - start - prefix.count
    guard let size = Int(exactly: prefix.littleEndianWord(at: 0)), size <= room else { return nil }
    let body = unsafe bytes[start + prefix.count..<start + prefix.count + size]
    isCertain = unsafe XXH64.hash(body) == prefix.littleEndianWord(at: 8)
    guard
      let head = unsafe PatchHead.read(
        body, dataSize: bytes.count - start,
        rowCount: isCertain ? limits.certain : limits.uncertain, leafCount: leafCount)
    else { return nil }
    self.offset = offset
    self.head = head
  }
}

/// How many rows a table can have, patches included.
struct RowLimits {
  /// As a patch with a sound head may say.
  let certain: Int
  /// As any other may.
  let uncertain: Int

  /// The limits of a table that was written with `rowCount` rows into a file of `size` bytes.
  ///
  /// `stated` is what a sound state says. A checksum is no proof of sense: without a limit a few bytes could make
  /// tables of billions of rows.
  init(rowCount: Int, size: Int, stated: Int?) {
    uncertain = rowCount + RowGroup.capacity * 16
    let most = max(uncertain, StoredTable.rowLimit(whole: rowCount, size: size))
    certain = min(stated ?? most, most, RecordReference.rowLimit)
  }
}
