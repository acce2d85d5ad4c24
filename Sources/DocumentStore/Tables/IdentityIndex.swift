import Synchronization

/// Finds records by id, in whatever generation: rows and ids are never reused, so one index serves all.
///
/// `Entity-n` is found through a table of numbers, any other id through a dictionary. A generation's rows are
/// taken in when the index is first asked about it, each row once.
package final class IdentityIndex: Sendable {
  fileprivate struct State {
    var texts: [String: RecordReference] = [:]
    var numbers: [[Int64: RecordReference]]
    /// For each table, how many rows have been taken in.
    var covered: [Int]
  }

  private let state: Mutex<State>
  private let schema: Schema

  /// Makes an index of nothing.
  package init(schema: Schema) {
    self.schema = schema
    state = Mutex(
      State(
        numbers: Array(repeating: [:], count: schema.tables.count),
        covered: Array(repeating: 0, count: schema.tables.count)))
  }

  /// The record with an id among all that ever were in `generation` or those before it.
  package func reference(
    _ id: String, in generation: Generation
  ) throws(StoreError) -> RecordReference? {
    try withState(covering: generation) { state in
      for table in schema.tables where id.utf8.starts(with: table.name.utf8) {
        if case .number(let number) = RecordID(id, in: table.name),
          let found = state.numbers[table.index][number]
        {
          return found
        }
      }
      return state.texts[id]
    }
  }

  /// Takes in new records whose rows lie among those that were taken in as empty ones.
  package func add(_ changes: ChangeSet) {
    state.withLock { state in
      for (table, change) in changes.tables.enumerated() {
        for record in change.inserted where record.row < state.covered[table] {
          state.insert(record.id, RecordReference(table: table, row: record.row))
        }
      }
    }
  }

  private func withState<R: Sendable>(
    covering generation: Generation, _ body: (inout State) -> R
  ) throws(StoreError) -> R {
    let result: Result<R, StoreError> = state.withLock { state in
      do throws(StoreError) {
        try state.cover(generation)
        return .success(body(&state))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension IdentityIndex.State {
  fileprivate mutating func cover(_ generation: Generation) throws(StoreError) {
    for (index, table) in generation.tables.enumerated() where covered[index] < table.rowCount {
      for group in table.groups where group.firstRow + group.rowCount > covered[index] {
        for row in max(0, covered[index] - group.firstRow)..<group.rowCount
        where group.isLive(row) {
          let reference = RecordReference(table: index, row: group.firstRow + row)
          insert(try group.id(at: row, in: table.schema.name), reference)
        }
      }
      covered[index] = table.rowCount
    }
  }

  fileprivate mutating func insert(_ id: RecordID, _ reference: RecordReference) {
    switch id {
    case .number(let number): numbers[reference.table][number] = reference
    case .text(let text): texts[text] = reference
    }
  }
}
