extension TablePatch {
  /// The patch that has the effect of this one and then of a later one.
  func merged(with later: TablePatch, _ table: TableSchema) throws(StoreError) -> TablePatch {
    let union = RowUnion(self, later)
    var leaves: [Leaf?] = []
    for (index, type) in table.leafTypes.enumerated() {
      leaves.append(try union.merged(self.leaves[index], later.leaves[index], type))
    }
    return TablePatch(
      rows: union.rows, fates: union.fates,
      ids: try union.ids(ids, later.ids, table), leaves: leaves)
  }
}

/// The rows of two patches, and where each of them stands among all.
private struct RowUnion {
  private(set) var rows: [Int] = []
  private(set) var fates: [TablePatch.Fate] = []
  /// For each row of the earlier patch, its position; -1 where nothing of its values is left.
  private var earlierPositions: [Int] = []
  /// For each row of the later patch, its position.
  private var laterPositions: [Int] = []
  /// For each inserted row of the union, whose id it has, and which of its ids.
  private var idSources: [(isLater: Bool, index: Int)] = []

  init(_ earlier: TablePatch, _ later: TablePatch) {
    rows.reserveCapacity(earlier.rows.count + later.rows.count)
    fates.reserveCapacity(earlier.rows.count + later.rows.count)
    var (old, new, oldID, newID) = (0, 0, 0, 0)
    while old < earlier.rows.count || new < later.rows.count {
      let oldRow = old < earlier.rows.count ? earlier.rows[old] : Int.max
      let newRow = new < later.rows.count ? later.rows[new] : Int.max
      let before = oldRow <= newRow ? earlier.fates[old] : nil
      let after = newRow <= oldRow ? later.fates[new] : nil
      let fate = Self.fate(before, after)
      if fate == .inserted {
        idSources.append(after == .inserted ? (true, newID) : (false, oldID))
      }
      if let before {
        earlierPositions.append(after == nil || after == .changed ? rows.count : -1)
        if before == .inserted { oldID += 1 }
        old += 1
      }
      if let after {
        laterPositions.append(rows.count)
        if after == .inserted { newID += 1 }
        new += 1
      }
      rows.append(min(oldRow, newRow))
      fates.append(fate)
    }
  }

  private static func fate(
    _ before: TablePatch.Fate?, _ after: TablePatch.Fate?
  ) -> TablePatch.Fate {
    guard let after else { return before ?? .changed }
    return after == .changed && before == .inserted ? .inserted : after
  }

  func merged(
    _ earlier: TablePatch.Leaf?, _ later: TablePatch.Leaf?, _ type: ColumnType
  ) throws(StoreError) -> TablePatch.Leaf? {
    let old = earlier?.positions.map { earlierPositions[$0] } ?? []
    let new = later?.positions.map { laterPositions[$0] } ?? []
    var builder = ColumnRows(type)
    var positions: [Int] = []
    var (nextOld, nextNew) = (0, 0)
    while nextOld < old.count || nextNew < new.count {
      let oldPosition = nextOld < old.count ? old[nextOld] : Int.max
      let newPosition = nextNew < new.count ? new[nextNew] : Int.max
      if newPosition <= oldPosition, let later {
        try builder.append(rows: nextNew..<nextNew + 1, of: later.chunk)
        positions.append(newPosition)
        nextNew += 1
        if oldPosition == newPosition { nextOld += 1 }
      } else if let earlier {
        if oldPosition >= 0 {
          try builder.append(rows: nextOld..<nextOld + 1, of: earlier.chunk)
          positions.append(oldPosition)
        }
        nextOld += 1
      }
    }
    return positions.isEmpty ? nil : TablePatch.Leaf(positions: positions, chunk: builder.seal())
  }

  func ids(
    _ earlier: ColumnChunk, _ later: ColumnChunk, _ table: TableSchema
  ) throws(StoreError) -> ColumnChunk {
    var ids: [RecordID] = []
    ids.reserveCapacity(idSources.count)
    for (isLater, index) in idSources {
      ids.append(try (isLater ? later : earlier).recordID(at: index, in: table.name))
    }
    return .ids(ids, of: table.name)
  }
}
