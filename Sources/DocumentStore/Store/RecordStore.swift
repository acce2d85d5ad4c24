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

  struct State {
    var current: Generation
    /// What the program knows: the record of the history is not among it.
    var metadata: [String: PropertyList]
    var history: HistoryState
    /// What new records have been given, by table.
    var reservations: [Reservations]
    /// Whether the program wants changes to be tracked; nil, as they are.
    var tracking: Bool?
  }

  let state: Mutex<State>
  let saving = Mutex(())
  let identities: IdentityIndex
  let deleted = DeletedRecords()
  /// Where the history is, where there is one.
  let log: Mutex<any HistoryLog>
  let format: Mutex<any StoreFormat>

  /// Opens a store: reads what its format finds.
  ///
  /// `tracking` says whether its changes are to be tracked; nil, that they are where they were.
  package init(
    schema: Schema, format: any StoreFormat, tracking: Bool? = nil
  ) throws(StoreError) {
    self.schema = schema
    self.format = Mutex(format)
    log = Mutex(format.history)
    var contents = try format.load()
    warnings = contents.warnings
    identities = IdentityIndex(schema: schema)
    let history = HistoryState(contents.metadata, tracking: tracking)
    if history.recorded != nil { contents.metadata[HistoryPoint.metadataKey] = nil }
    state = Mutex(
      State(
        current: contents.generation, metadata: contents.metadata, history: history,
        reservations: contents.generation.tables.map(Reservations.init), tracking: tracking))
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
    let isShared = format.withLock { $0.sharesNumbers }
    let rows = try state.withLock { state throws(StoreError) in
      if isShared, let next = state.reservations.map(\.next).max() {
        state.reservations[table].skip(to: next)
      }
      return try state.reservations[table].take(count, avoiding: taken, entityName: name)
    }
    return rows.map { RecordReference(table: table, row: $0) }
  }

  /// Saves changes and publishes the new generation; where it throws, nothing has changed.
  ///
  /// `metadata` replaces what the store has, where it is given. `signature` is what the history says of who saves.
  @discardableResult
  package func save(
    _ changes: ChangeSet, metadata: [String: PropertyList]? = nil,
    by signature: HistorySignature = HistorySignature()
  ) throws(StoreError) -> Generation {
    try saving.withLock { _ throws(StoreError) in try write(changes, metadata, signature) }
  }

  /// Rids the file of what is out of date.
  ///
  /// These are values that were replaced and records that were deleted since it was written as a whole. Costs as much
  /// as that.
  package func compact() throws(StoreError) {
    try saving.withLock { _ throws(StoreError) in
      var (current, metadata, history) = state.withLock {
        ($0.current, $0.metadata, $0.history)
      }
      if let point = history.recorded { metadata[HistoryPoint.metadataKey] = point.record }
      try format.withLock({ $0 }).compact(
        PendingSave(
          before: current, after: current, changes: ChangeSet(schema: schema), metadata: metadata))
    }
  }

  /// Saves to another place from now on: the next save writes all records there.
  ///
  /// `format` must be for a file that does not exist yet.
  package func move(to format: any StoreFormat) throws(StoreError) {
    let log = format.history
    if let copy = historyCopy { try log.takeOver(copy) }
    self.format.withLock { $0 = format }
    self.log.withLock { $0 = log }
  }

  private func write(
    _ changes: ChangeSet, _ metadata: [String: PropertyList]?, _ signature: HistorySignature
  ) throws(StoreError) -> Generation {
    let before = current
    var (kept, history) = state.withLock { ($0.metadata, $0.history) }
    let after = changes.isEmpty ? before : try before.applying(changes)
    if let metadata {
      kept = metadata
      kept[HistoryPoint.metadataKey] = nil
    }
    let entry = try historyEntry(changes, to: before, history, kept, signature)
    let log = log.withLock { $0 }
    var save = PendingSave(
      before: before, after: after, changes: changes, metadata: kept,
      history: entry.flatMap(log.step))
    let wasRecorded = history.recorded != nil
    history.follow(entry)
    if let point = history.recorded { save.metadata[HistoryPoint.metadataKey] = point.record }
    try format.withLock({ $0 }).save(save)
    identities.add(changes, to: before)
    if let entry { log.didSave(entry.transaction) }
    let (newMetadata, newHistory) = (kept, history)
    state.withLock { state in
      state.current = after
      state.metadata = newMetadata
      state.history = newHistory
    }
    if wasRecorded, history.recorded == nil { log.remove() }
    return after
  }
}
