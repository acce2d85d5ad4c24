/// Which chunks of a generation cannot be read any more, because somebody wrote over the file that has them.
///
/// They were never read, so nobody has seen what was in them.
struct LostChunks {
  /// For each table, its groups that have lost any, by index: whether the ids are lost, and then each leaf.
  private var groups: [[Int: [Bool]]] = []

  /// Nothing is lost.
  init() {}

  /// Tries to read all chunks that are not in memory.
  init(of generation: Generation) {
    for table in generation.tables {
      var lost: [Int: [Bool]] = [:]
      for (index, group) in table.groups.enumerated() {
        let flags = ([group.ids] + group.leaves).map { chunk in
          (try? unsafe chunk.withBytes { bytes throws(StoreError) in bytes.count }) == nil
        }
        if flags.contains(true) { lost[index] = flags }
      }
      groups.append(lost)
    }
  }

  var isEmpty: Bool { groups.allSatisfy(\.isEmpty) }

  /// Whether a table has lost any.
  func hasAny(ofTable table: Int) -> Bool { !groups.isEmpty && !groups[table].isEmpty }

  /// Whether the ids of a group are lost.
  func hasIDs(ofGroup group: Int, _ table: Int) -> Bool {
    hasAny(ofTable: table) && groups[table][group]?[0] == true
  }

  /// Whether values of a column are lost in a group.
  func hasValues(of column: ColumnSchema, inGroup group: Int, _ table: Int) -> Bool {
    guard hasAny(ofTable: table), let flags = groups[table][group] else { return false }
    return column.leaves.contains { flags[$0 + 1] }
  }
}
