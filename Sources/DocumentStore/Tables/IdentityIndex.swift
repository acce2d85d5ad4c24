import Synchronization

/// Finds records by id, in whatever generation: rows and ids are never reused, so one index serves all.
///
/// `Entity-n` is found through a table of numbers, any other id through a dictionary. A generation's rows are
/// taken in when the index is first asked about it, each row once.
package final class IdentityIndex: Sendable {
  fileprivate struct State {
    var texts: [RecordID: RecordReference] = [:]
    /// For each table, its records by the n of `Entity-n`.
    var numbers: [[Int64: RecordReference]]
    /// For each table, the n of ids `Entity-n` that records of other tables have.
    var chosenElsewhere: [Set<Int64>]
    /// For each table, how many rows have been taken in.
    var covered: [Int]
  }

  private let state: Mutex<State>
  private let schema: Schema

  /// Makes an index of nothing.
  package init(schema: Schema) {
    self.schema = schema
    let count = schema.tables.count
    state = Mutex(
      State(
        numbers: Array(repeating: [:], count: count),
        chosenElsewhere: Array(repeating: [], count: count),
        covered: Array(repeating: 0, count: count)))
  }

  /// The record with an id among all that ever were in `generation` or those before it.
  ///
  /// Throws where two records have the same id.
  package func reference(
    _ id: String, in generation: Generation
  ) throws(StoreError) -> RecordReference? {
    try state.withLock { state throws(StoreError) in
      try state.cover(generation)
      if let (table, number) = schema.numberedID(id), let found = state.numbers[table][number] {
        return found
      }
      return state.texts[.text(id)]
    }
  }

  /// The n of ids of the form `Entity-n` that someone chose for records of other entities.
  func numbersChosenElsewhere(
    likeThoseOf table: Int, in generation: Generation
  ) throws(StoreError) -> Set<Int64> {
    guard generation.hasChosenIDs else { return [] }
    return try state.withLock { state throws(StoreError) in
      try state.cover(generation)
      return state.chosenElsewhere[table]
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
          _ = state.insert(record.id, reference, generation.schema)
        }
      }
    }
  }
}

extension IdentityIndex.State {
  fileprivate mutating func cover(_ generation: Generation) throws(StoreError) {
    for (index, table) in generation.tables.enumerated() where covered[index] < table.rowCount {
      for group in table.groups where group.firstRow + group.rowCount > covered[index] {
        for row in max(0, covered[index] - group.firstRow)..<group.rowCount
        where group.isLive(row) {
          let id = try group.id(at: row, in: table.schema.name)
          let reference = RecordReference(table: index, row: group.firstRow + row)
          guard insert(id, reference, generation.schema) else {
            throw StoreError(
              .corrupt, "two records have the id '\(id.text(in: table.schema.name))'")
          }
        }
      }
      covered[index] = table.rowCount
    }
  }

  /// Takes in a record; says whether no other has its id.
  fileprivate mutating func insert(
    _ id: RecordID, _ reference: RecordReference, _ schema: Schema
  ) -> Bool {
    switch id {
    case .number(let number):
      let other = numbers[reference.table].updateValue(reference, forKey: number)
      return (other ?? reference) == reference
        && !chosenElsewhere[reference.table].contains(number)
    case .text(let text):
      let other = texts.updateValue(reference, forKey: id)
      guard let (table, number) = schema.numberedID(text) else {
        return (other ?? reference) == reference
      }
      chosenElsewhere[table].insert(number)
      return (other ?? reference) == reference && numbers[table][number] == nil
    }
  }
}
