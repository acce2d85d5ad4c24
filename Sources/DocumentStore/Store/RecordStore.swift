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

  /// The sorted indexes of its records, built when queries can use them.
  package let indexes = FetchIndexes()

  private struct State {
    var current: Generation
    var metadata: [String: PropertyList]
    /// What new records have been given, by table.
    var reservations: [Reservations]
  }

  private let state: Mutex<State>
  private let saving = Mutex(())
  private let identities: IdentityIndex
  private let format: Mutex<any StoreFormat>

  /// Opens a store: reads what its format finds.
  package init(schema: Schema, format: any StoreFormat) throws(StoreError) {
    self.schema = schema
    self.format = Mutex(format)
    let contents = try format.load()
    warnings = contents.warnings
    identities = IdentityIndex(schema: schema)
    state = Mutex(
      State(
        current: contents.generation, metadata: contents.metadata,
        reservations: contents.generation.tables.map(Reservations.init)))
  }

  /// The newest generation.
  package var current: Generation { state.withLock { $0.current } }

  /// The store's metadata: what the file says of itself and what the user keeps there.
  package var metadata: [String: PropertyList] { state.withLock { $0.metadata } }

  /// The record with an id, saved or reserved; nil where there is none.
  ///
  /// It may have been deleted since.
  package func reference(forID id: String) throws(StoreError) -> RecordReference? {
    if let saved = try identities.reference(id, in: current) { return saved }
    guard let (table, number) = schema.numberedID(id) else { return nil }
    let row = state.withLock { $0.reservations[table].row(ofNumber: number) }
    return row.map { RecordReference(table: table, row: $0) }
  }

  /// The id of a record, saved or reserved.
  package func id(of reference: RecordReference) throws(StoreError) -> RecordID {
    let (current, reserved) = state.withLock {
      ($0.current, $0.reservations[reference.table].number(ofRow: reference.row))
    }
    if let reserved, !current.contains(reference) { return .number(reserved) }
    let table = current.tables[reference.table]
    guard reference.row < table.rowCount else {
      throw StoreError(.missing, "there is no record \(reference.row) of '\(table.schema.name)'")
    }
    return RecordID(try table.id(of: reference.row), in: table.schema.name)
  }

  /// The ids of records, saved or reserved.
  package func ids(of references: [RecordReference]) throws(StoreError) -> [RecordID] {
    let (current, numbers) = state.withLock { state in
      let numbers = references.map { state.reservations[$0.table].number(ofRow: $0.row) }
      return (state.current, numbers)
    }
    var ids: [RecordID] = []
    ids.reserveCapacity(references.count)
    for (reference, number) in zip(references, numbers) {
      if let number, !current.contains(reference) {
        ids.append(.number(number))
      } else {
        ids.append(try id(of: reference))
      }
    }
    return ids
  }

  /// Gives new records their rows and ids; they become visible when they are saved.
  ///
  /// The ids are `Entity-n`, those left out that someone chose for a record of another entity.
  package func reserve(table: Int, count: Int) throws(StoreError) -> [RecordReference] {
    let name = schema.tables[table].name
    let taken = try identities.numbersChosenElsewhere(likeThoseOf: table, in: current)
    let rows = try state.withLock { state throws(StoreError) in
      try state.reservations[table].take(count, avoiding: taken, entityName: name)
    }
    return rows.map { RecordReference(table: table, row: $0) }
  }

  /// Saves changes and publishes the new generation; where it throws, nothing has changed.
  ///
  /// `metadata` replaces what the store has, where it is given.
  @discardableResult
  package func save(
    _ changes: ChangeSet, metadata: [String: PropertyList]? = nil
  ) throws(StoreError) -> Generation {
    try saving.withLock { _ throws(StoreError) in try write(changes, metadata) }
  }

  /// Saves to another place from now on: the next save writes all records there.
  ///
  /// `format` must be for a file that does not exist yet.
  package func move(to format: any StoreFormat) {
    self.format.withLock { $0 = format }
  }

  private func write(
    _ changes: ChangeSet, _ metadata: [String: PropertyList]?
  ) throws(StoreError) -> Generation {
    let (before, known) = state.withLock { ($0.current, $0.metadata) }
    let after = changes.isEmpty ? before : try before.applying(changes)
    let metadata = metadata ?? known
    try format.withLock({ $0 }).save(
      PendingSave(before: before, after: after, changes: changes, metadata: metadata))
    identities.add(changes, to: before)
    state.withLock { state in
      state.current = after
      state.metadata = metadata
    }
    return after
  }
}
