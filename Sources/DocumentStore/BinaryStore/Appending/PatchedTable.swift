/// Puts the rows of a table together from the groups that were written with the whole file and the patches since.
///
/// No value is read for that: where patches tell of a group's rows, its chunks are made of those of the file and
/// of the patches when they are first needed.
struct PatchedTable {
  private let schema: TableSchema
  private let patches: [TablePatch]
  private var plans: [GroupPlan] = []

  /// The groups of a table with `rowCount` rows, patched by `patches`, the oldest first.
  static func groups(
    _ base: [RowGroup], _ patches: [TablePatch], rowCount: Int, _ schema: TableSchema
  ) -> [RowGroup] {
    if patches.isEmpty { return base }
    var table = PatchedTable(schema: schema, patches: patches)
    table.plan(base, rowCount)
    for source in patches.indices { table.take(source) }
    return table.plans.map { $0.group(schema, patches) }
  }

  private init(schema: TableSchema, patches: [TablePatch]) {
    self.schema = schema
    self.patches = patches
  }

  /// Divides the rows into groups: those of the file, the last of them filled up, and new ones.
  private mutating func plan(_ base: [RowGroup], _ rowCount: Int) {
    for group in base { plans.append(GroupPlan(group, schema.leafTypes.count)) }
    var end = base.last.map { $0.firstRow + $0.rowCount } ?? 0
    if end < rowCount, let last = plans.last, last.hasRoom {
      let more = min(rowCount - end, RowGroup.capacity - last.rowCount)
      plans[plans.count - 1].extend(by: more)
      end += more
    }
    while end < rowCount {
      let count = min(RowGroup.capacity, rowCount - end)
      plans.append(GroupPlan(rows: end..<end + count, schema.leafTypes.count))
      end += count
    }
  }

  /// Notes what a patch says, in the group that it says it of.
  private mutating func take(_ source: Int) {
    let patch = patches[source]
    var group = 0
    var places: [(group: Int, row: Int)] = []
    places.reserveCapacity(patch.rows.count)
    var insertedCount = 0
    for (row, fate) in zip(patch.rows, patch.fates) {
      while row >= plans[group].rows.upperBound { group += 1 }
      let rowInGroup = row - plans[group].rows.lowerBound
      places.append((group, rowInGroup))
      switch fate {
      case .changed: break
      case .inserted:
        plans[group].insert(rowInGroup, source, index: insertedCount)
        insertedCount += 1
      case .removed: plans[group].remove(rowInGroup)
      }
    }
    for (leaf, values) in patch.leaves.enumerated() {
      guard let values else { continue }
      for (index, position) in values.positions.enumerated() {
        let (group, row) = places[position]
        plans[group].set(PatchedCell(row: row, source: source, index: index), leaf: leaf)
      }
    }
  }
}

/// A row of a group whose value does not come from the group in the file.
struct PatchedCell: Sendable {
  /// The row, counted from the group's first.
  var row: Int
  /// Which patch has the value; ``none`` where there is no value any more.
  var source: Int
  /// Where among the patch's values.
  var index: Int

  static let none = -1
}

/// What becomes of a group: the rows it has, and the values that patches give them.
private struct GroupPlan {
  private let base: RowGroup?
  private(set) var rows: Range<Int>
  /// Which rows are records; nil as long as that is as in the file.
  private var live: Bitmap?
  private var ids: [PatchedCell] = []
  private var leaves: [[PatchedCell]]

  var rowCount: Int { rows.count }

  init(_ base: RowGroup, _ leafCount: Int) {
    self.base = base
    rows = base.firstRow..<base.firstRow + base.rowCount
    live = base.live
    leaves = Array(repeating: [], count: leafCount)
  }

  init(rows: Range<Int>, _ leafCount: Int) {
    base = nil
    self.rows = rows
    live = Bitmap(size: rows.count, repeating: false)
    leaves = Array(repeating: [], count: leafCount)
  }

  /// Whether new rows may still go into the group, as into one that is being built.
  var hasRoom: Bool {
    guard let base, rowCount < RowGroup.capacity else { return false }
    return base.leaves.allSatisfy { $0.byteCount < RowGroup.payloadCapacity }
  }

  /// Adds rows that are no records yet.
  mutating func extend(by count: Int) {
    var bits = Bitmap(size: rowCount + count, repeating: false)
    for row in 0..<rowCount where base?.isLive(row) ?? false { bits[row] = true }
    rows = rows.lowerBound..<rows.upperBound + count
    live = bits
  }

  mutating func insert(_ row: Int, _ source: Int, index: Int) {
    live?[row] = true
    ids.append(PatchedCell(row: row, source: source, index: index))
  }

  /// What is deleted has no values, so that it is gone when the file is written anew.
  mutating func remove(_ row: Int) {
    var bits = live ?? Bitmap(size: rowCount, repeating: true)
    bits[row] = false
    live = bits
    for leaf in leaves.indices {
      leaves[leaf].append(PatchedCell(row: row, source: PatchedCell.none, index: 0))
    }
  }

  mutating func set(_ cell: PatchedCell, leaf: Int) { leaves[leaf].append(cell) }

  func group(_ schema: TableSchema, _ patches: [TablePatch]) -> RowGroup {
    if let base, base.rowCount == rowCount, live == base.live, leaves.allSatisfy(\.isEmpty) {
      return base
    }
    let isAllLive = live?.count == rowCount
    let bits = isAllLive ? nil : live
    let idType: ColumnType =
      (base?.ids.type ?? .int64) == .int64
        && ids.allSatisfy { patches[$0.source].ids.type == .int64 } ? .int64 : .string
    let idSource = PatchedIDs(
      base: base?.ids, rowCount: rowCount, type: idType, cells: ids.newest,
      sources: patches.map(\.ids), entityName: schema.name)
    let chunks = leaves.enumerated().map { leaf, cells in
      let source = PatchedChunk(
        base: base?.leaves[leaf], type: schema.leafTypes[leaf], rowCount: rowCount,
        cells: cells.newest, sources: patches.map { $0.leaves[leaf]?.chunk })
      return source.isNeeded ? source.chunk : base?.leaves[leaf] ?? source.chunk
    }
    return RowGroup(
      firstRow: rows.lowerBound, rowCount: rowCount,
      ids: idSource.isNeeded ? idSource.chunk : base?.ids ?? idSource.chunk, live: bits,
      leaves: chunks)
  }
}

extension [PatchedCell] {
  /// The last of those of each row, by ascending rows.
  fileprivate var newest: [PatchedCell] {
    if zip(self, dropFirst()).allSatisfy({ $0.row < $1.row }) { return self }
    // Sorting keeps the order of those of a row.
    let sorted = self.sorted { $0.row < $1.row }
    return sorted.indices.lazy
      .filter { $0 + 1 == sorted.count || sorted[$0 + 1].row != sorted[$0].row }
      .map { sorted[$0] }
  }
}
