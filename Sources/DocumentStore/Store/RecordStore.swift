package import ManagedModel
import Synchronization

/// An open store: the newest generation of its records, their ids, and the file they come from.
///
/// Reading takes a generation and needs no lock from then on. Saves happen one at a time.
package final class RecordStore: Sendable {
  /// What the tables are.
  package let schema: Schema
  /// What was doubtful when the file was read.
  package let warnings: [Diagnostic]

  private struct State {
    var current: Generation
    var metadata: [String: PropertyList]
    /// For each table, the next row and the next n of `Entity-n`.
    var nextRows: [Int]
    var nextNumbers: [Int64]
    /// The ids of records that are reserved and not saved yet.
    var reserved: [RecordReference: RecordID] = [:]
  }

  private let state: Mutex<State>
  private let saving = Mutex(())
  private let identities: IdentityIndex
  private let format: any StoreFormat

  /// Opens a store: reads what its format finds.
  package init(schema: Schema, format: any StoreFormat) throws(StoreError) {
    self.schema = schema
    self.format = format
    let contents = try format.load()
    warnings = contents.warnings
    identities = IdentityIndex(schema: schema)
    state = Mutex(
      State(
        current: contents.generation, metadata: contents.metadata,
        nextRows: contents.generation.tables.map(\.rowCount),
        nextNumbers: contents.generation.tables.map { $0.highestNumber + 1 }))
  }

  /// The newest generation.
  package var current: Generation { state.withLock { $0.current } }

  /// The store's metadata: what the file says of itself and what the user keeps there.
  package var metadata: [String: PropertyList] { state.withLock { $0.metadata } }

  /// The record with an id, saved or reserved; nil where there is none.
  ///
  /// It may have been deleted since.
  package func reference(forID id: String) throws(StoreError) -> RecordReference? {
    let (current, reserved) = state.withLock { ($0.current, $0.reserved) }
    if let saved = try identities.reference(id, in: current) { return saved }
    return reserved.first { reference, reservedID in
      reservedID.text(in: schema.tables[reference.table].name) == id
    }?.key
  }

  /// The id of a record, saved or reserved.
  package func id(of reference: RecordReference) throws(StoreError) -> RecordID {
    let (reserved, current) = state.withLock { ($0.reserved[reference], $0.current) }
    if let reserved { return reserved }
    let table = current.tables[reference.table]
    guard reference.row < table.rowCount else {
      throw StoreError(.missing, "there is no record \(reference.row) of '\(table.schema.name)'")
    }
    return RecordID(try table.id(of: reference.row), in: table.schema.name)
  }

  /// Gives new records their rows and ids; they become visible when they are saved.
  package func reserve(table: Int, count: Int) throws(StoreError) -> [RecordReference] {
    let current = current
    let (firstRow, firstNumber) = state.withLock { state in
      defer {
        state.nextRows[table] += count
        state.nextNumbers[table] += Int64(count)
      }
      return (state.nextRows[table], state.nextNumbers[table])
    }
    let references = (0..<count).map { RecordReference(table: table, row: firstRow + $0) }
    var ids = (0..<count).map { RecordID.number(firstNumber + Int64($0)) }
    if current.hasChosenIDs {
      for index in ids.indices { ids[index] = try unusedID(ids[index], table, current) }
    }
    state.withLock { state in
      for (reference, id) in zip(references, ids) { state.reserved[reference] = id }
    }
    return references
  }

  /// Saves changes and publishes the new generation; where it throws, nothing has changed.
  ///
  /// `metadata` replaces what the store has, where it is given.
  @discardableResult
  package func save(
    _ changes: ChangeSet, metadata: [String: PropertyList]? = nil
  ) throws(StoreError) -> Generation {
    let result: Result<Generation, StoreError> = saving.withLock { _ in
      do throws(StoreError) {
        return .success(try write(changes, metadata))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private func write(
    _ changes: ChangeSet, _ metadata: [String: PropertyList]?
  ) throws(StoreError) -> Generation {
    let (before, known) = state.withLock { ($0.current, $0.metadata) }
    let after = changes.isEmpty ? before : try before.applying(changes)
    let metadata = metadata ?? known
    try format.save(
      PendingSave(before: before, after: after, changes: changes, metadata: metadata))
    identities.add(changes)
    state.withLock { state in
      state.current = after
      state.metadata = metadata
      for (index, table) in changes.tables.enumerated() {
        for record in table.inserted {
          state.reserved[RecordReference(table: index, row: record.row)] = nil
        }
      }
    }
    return after
  }

  /// `Entity-n`, or the first such id behind it that no one chose for a record of another entity.
  private func unusedID(
    _ proposed: RecordID, _ table: Int, _ generation: Generation
  ) throws(StoreError) -> RecordID {
    var id = proposed
    while try identities.reference(id.text(in: schema.tables[table].name), in: generation) != nil {
      let number = state.withLock { state in
        defer { state.nextNumbers[table] += 1 }
        return state.nextNumbers[table]
      }
      id = .number(number)
    }
    return id
  }
}
