import Synchronization

/// Finds records by id, in whatever generation: rows and ids are never reused, so one index serves all.
///
/// `Entity-n` is found through a table of numbers, any other id through a dictionary. Built from a generation
/// when it is first asked, in time proportional to the number of records.
package final class IdentityIndex: Sendable {
  fileprivate struct State {
    var texts: [String: RecordReference] = [:]
    var numbers: [[Int64: RecordReference]] = []
  }

  private let state: Mutex<State?>
  private let schema: Schema

  /// Makes an index that will be filled from a generation.
  package init(schema: Schema) {
    self.schema = schema
    state = Mutex(nil)
  }

  /// The record with an id, dead or alive, among those of `generation` and those added.
  package func reference(
    _ id: String, in generation: Generation
  ) throws(StoreError) -> RecordReference? {
    try withState(generation) { state in
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

  /// Adds a record.
  package func insert(
    _ id: RecordID, _ reference: RecordReference, in generation: Generation
  ) throws(StoreError) {
    try withState(generation) { $0.insert(id, reference) }
  }

  private func withState<R: Sendable>(
    _ generation: Generation, _ body: (inout State) -> R
  ) throws(StoreError) -> R {
    let result: Result<R, StoreError> = state.withLock { state in
      do throws(StoreError) {
        var filled: State
        if let state { filled = state } else { filled = try State(generation) }
        state = nil  // so that the copy is the only one
        let result = body(&filled)
        state = filled
        return .success(result)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension IdentityIndex.State {
  fileprivate init(_ generation: Generation) throws(StoreError) {
    numbers = Array(repeating: [:], count: generation.tables.count)
    for (index, table) in generation.tables.enumerated() {
      for group in table.groups {
        for row in 0..<group.rowCount where group.isLive(row) {
          let reference = RecordReference(table: index, row: group.firstRow + row)
          switch try group.ids.value(at: row) {
          case .integer(let number): insert(.number(number), reference)
          case .string(let text): insert(RecordID(text, in: table.schema.name), reference)
          default: throw StoreError(.corrupt, "a record of '\(table.schema.name)' has no id")
          }
        }
      }
    }
  }

  fileprivate mutating func insert(_ id: RecordID, _ reference: RecordReference) {
    switch id {
    case .number(let number): numbers[reference.table][number] = reference
    case .text(let text): texts[text] = reference
    }
  }
}
