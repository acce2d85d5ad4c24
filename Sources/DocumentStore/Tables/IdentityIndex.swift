import Synchronization

/// Finds records by id, in whatever generation: rows and ids are never reused, so one index serves all.
///
/// A generation's rows are taken in when the index is first asked about it, each row once.
package final class IdentityIndex: Sendable {
  private struct State {
    var identities: Identities
    /// For each table, how many rows have been taken in.
    var covered: [Int]
  }

  private let state: Mutex<State>

  /// Makes an index of nothing.
  package init(schema: Schema) {
    state = Mutex(
      State(
        identities: Identities(schema), covered: Array(repeating: 0, count: schema.tables.count)))
  }

  /// The record with an id among all that ever were in `generation` or those before it.
  ///
  /// Throws where two records have the same id.
  package func reference(
    _ id: String, in generation: Generation
  ) throws(StoreError) -> RecordReference? {
    try state.withLock { state throws(StoreError) in
      try Self.cover(generation, &state)
      return state.identities[id]
    }
  }

  /// The records with some ids, as ``reference(_:in:)`` finds each; those whose ids are lost are not found, where
  /// they have not been taken in before.
  func references(
    _ ids: [String], in generation: Generation, _ lost: LostChunks = LostChunks()
  ) throws(StoreError) -> [RecordReference?] {
    try state.withLock { state throws(StoreError) in
      try Self.cover(generation, &state, lost)
      return ids.map { state.identities[$0] }
    }
  }

  /// How many rows of a table have been taken in.
  func coveredRows(ofTable table: Int) -> Int { state.withLock { $0.covered[table] } }

  /// The n of ids of the form `Entity-n` that someone chose for records of other entities.
  func numbersChosenElsewhere(
    likeThoseOf table: Int, in generation: Generation
  ) throws(StoreError) -> Set<Int64> {
    guard generation.hasChosenIDs else { return [] }
    return try state.withLock { state throws(StoreError) in
      try Self.cover(generation, &state)
      return state.identities.numbersChosenElsewhere(likeThoseOf: table)
    }
  }

  /// Takes in new records whose rows `generation` has already, as empty ones.
  ///
  /// Those behind its rows are taken in when the index is asked about a later generation.
  package func add(_ changes: ChangeSet, to generation: Generation) {
    state.withLock { state in
      for (table, change) in zip(generation.tables, changes.tables) {
        for record in change.inserted.prefix(while: { $0.row < table.rowCount }) {
          let reference = RecordReference(table: table.schema.index, row: record.row)
          _ = state.identities.insert(record.id, reference)
        }
      }
    }
  }

  private static func cover(
    _ generation: Generation, _ state: inout State, _ lost: LostChunks = LostChunks()
  ) throws(StoreError) {
    for (index, table) in generation.tables.enumerated()
    where state.covered[index] < table.rowCount {
      var end = table.rowCount
      for (number, group) in table.groups.enumerated()
      where group.firstRow + group.rowCount > state.covered[index] {
        if lost.hasIDs(ofGroup: number, index) {
          // They are taken in when there is a generation that has them again.
          end = min(end, max(group.firstRow, state.covered[index]))
          continue
        }
        for row in max(0, state.covered[index] - group.firstRow)..<group.rowCount
        where group.isLive(row) {
          let id = try group.id(at: row, in: table.schema.name)
          let reference = RecordReference(table: index, row: group.firstRow + row)
          // An id whose record is gone may have gone to one of another entity, in a file that others write, too.
          if let other = state.identities.insert(id, reference), generation.contains(other) {
            throw StoreError(
              .corrupt, "two records have the id '\(id.text(in: table.schema.name))'")
          }
        }
      }
      state.covered[index] = end
    }
  }
}
