/// Decides whether a save can be appended to the file, and puts together what it appends.
///
/// A table's changes become a patch. Patches that are not much larger than what comes after them are merged
/// with it, so that a row is written again a few times only, and a reader meets few patches.
struct StoreAppender {
  /// The containers' layout with the new patches, whose places are not known yet.
  private(set) var layout: StoreLayout
  /// The rows that the file has with what is appended.
  private(set) var rows: FileRows
  private let save: PendingSave
  private let number: UInt64
  /// The tables that get a new last patch.
  private var changed: [Int] = []

  /// A patch takes in an earlier one that has fewer than this many times its rows.
  private static let growth = 4
  /// Most patches of a table.
  private static let patchLimit = 8
  /// Bytes of one leaf's values from which on a patch is not merged any more.
  private static let leafLimit = RowGroup.payloadCapacity
  /// Files up to this size may be full of what is no longer needed.
  private static let smallFile = 1 << 17
  /// Bytes of patches up to which one `fsync` serves for all: they are verified when the file is opened.
  private static let smallAppend = 1 << 20

  /// Plans to append a save to a file of `size` bytes; nil where the file had better be written as a whole.
  init?(
    _ save: PendingSave, to layout: StoreLayout, _ rows: FileRows, size: Int, number: UInt64,
    leafLimit: Int = Self.leafLimit
  ) throws(StoreError) {
    self.layout = layout
    self.rows = rows
    self.rows.add(save)
    self.layout.description = try layout.description.with(save.metadata)
    self.save = save
    self.number = number
    let dead = DeadRows(save.after)
    for (index, change) in save.changes.tables.enumerated() where !change.isEmpty {
      let patch = TablePatch(change, of: save.after.schema.tables[index], dead, self.rows)
      guard patch.largestLeaf <= leafLimit, patch.byteCount <= layout.wholeSize / 2 else {
        return nil
      }
      try add(patch, to: index, leafLimit)
      // Patches that are too large to be merged must not become many.
      guard self.layout.tables[index].patches.count <= Self.patchLimit else { return nil }
      changed.append(index)
    }
    let wanted = size + newBytes
    guard wanted <= Self.smallFile || wanted / 2 <= neededBytes else { return nil }
  }

  /// Bytes of new patches, which are in memory.
  var newBytes: Int { changed.reduce(0) { $0 + newPatch(of: $1).byteCount } }
  /// Whether what was appended is too much to be kept in memory.
  var isLarge: Bool { newBytes > Self.smallAppend }

  private func newPatch(of table: Int) -> TablePatch {
    layout.tables[table].patches[layout.tables[table].patches.count - 1].patch
  }

  private mutating func add(
    _ patch: TablePatch, to table: Int, _ leafLimit: Int
  ) throws(StoreError) {
    var patch = patch
    var earlier = layout.tables[table].patches
    let schema = save.after.schema.tables[table]
    while let last = earlier.last?.patch,
      earlier.count >= Self.patchLimit || last.rows.count < Self.growth * patch.rows.count,
      last.largestLeaf + patch.largestLeaf <= leafLimit
    {
      patch = try last.merged(with: patch, schema)
      earlier.removeLast()
    }
    earlier.append(PlacedPatch(offset: 0, patch: patch))
    layout.tables[table].patches = earlier
  }

  /// Bytes that a file written as a whole would have, roughly.
  private var neededBytes: Int {
    zip(layout.tables, save.after.tables).reduce(0) { sum, table in
      let (placed, contents) = table
      let inserted = placed.patches.reduce(0) { sum, placed in
        let patch = placed.patch
        return sum + patch.byteCount * patch.insertedCount / max(1, patch.rows.count)
      }
      // Of the records that were written with the whole file, as many would be again: what stands beside them there
      // is no reason to write it.
      let alive = min(contents.liveCount, placed.recordCount)
      return sum + inserted
        + Int(Double(placed.byteCount) * Double(alive) / Double(max(1, placed.recordCount)))
    }
  }

  /// Appends to a file that ends where `writer` is.
  mutating func write(to file: inout FileWriter) throws(StoreError) -> StoreEnding {
    let end = file.position
    var leaves: [(table: Int, bytes: [UInt8])] = []
    for table in changed { leaves.append((table, try newPatch(of: table).encoded())) }
    var writer = PropertyListWriter(at: end)
    if leaves.reduce(0, { $0 + $1.bytes.count }) <= Self.smallAppend {
      for (table, bytes) in leaves { place(table, at: writer.place(bytes)) }
    } else {
      for (table, bytes) in leaves {
        try file.append(zeros: DataLeaf.gap(at: file.position))
        place(table, at: file.position)
        try file.append(DataLeaf.header(byteCount: bytes.count))
        try file.append(bytes)
      }
      // Only what comes behind is verified when the file is opened.
      try file.synchronize()
      writer = PropertyListWriter(at: file.position)
    }
    let containers = StoreContainers(
      generation: save.after, rows: rows, layout: layout, number: number)
    let ending = try containers.write(to: &writer, previousEnd: end)
    try file.append(writer.bytes)
    return ending
  }

  private mutating func place(_ table: Int, at offset: Int) {
    layout.tables[table].patches[layout.tables[table].patches.count - 1].offset = offset
  }
}
