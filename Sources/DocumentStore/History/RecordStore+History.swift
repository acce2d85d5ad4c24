import Foundation
import Synchronization

/// What an open store knows of its history.
struct HistoryState: Sendable {
  /// Where the history is; nil where changes are not tracked.
  var point: HistoryPoint?
  /// What the store's metadata says; it may be there although tracking has ended, until the next save.
  var recorded: HistoryPoint?

  /// What follows from the metadata of a store, and from what the program wants: true to track, false to end that, nil
  /// to go on as it is.
  init(_ metadata: [String: PropertyList], tracking: Bool?) {
    recorded = metadata[HistoryPoint.metadataKey].map(HistoryPoint.init)
    switch tracking {
    case nil: point = recorded
    case false?: point = nil
    case true?: point = recorded ?? (metadata.isEmpty ? .beginning : .fresh)
    }
  }

  /// Goes on to where a save leads.
  mutating func follow(_ entry: HistoryEntry?) {
    if let transaction = entry?.transaction {
      point = transaction.point
      recorded = transaction.point
    } else if point == nil {
      recorded = nil
    }
  }
}

extension RecordStore {
  /// The point that the store is at; nil where its changes are not tracked.
  package var historyPoint: HistoryPoint? { state.withLock { $0.history.point } }

  /// Whether the store has a history that is to end with the next save.
  package var isEndingHistory: Bool {
    state.withLock { $0.history.point == nil && $0.history.recorded != nil }
  }

  /// The transactions behind `start`; none where changes are not tracked.
  package func transactions(
    after start: HistoryStart
  ) throws(StoreError) -> [HistoryTransaction] {
    let history = state.withLock { $0.history }
    guard let point = history.point else { return [] }
    guard let recorded = history.recorded else {
      // Nothing has been saved since tracking began.
      if case .point(let start) = start, start != point {
        throw .expired(start, historyAfter: point, path: nil)
      }
      return []
    }
    return try log.withLock({ $0 }).part(after: start, upTo: recorded).transactions
  }

  /// Forgets the transactions before `end`.
  package func deleteHistory(before end: HistoryStart) throws(StoreError) {
    try saving.withLock { _ throws(StoreError) in
      let history = state.withLock { $0.history }
      guard history.point != nil, let recorded = history.recorded else { return }
      try log.withLock({ $0 }).delete(before: end, upTo: recorded)
    }
  }

  /// The history for a copy of the store; nil where there is none.
  package var historyCopy: HistoryCopy? {
    let (history, identifier) = state.withLock { ($0.history, $0.metadata.storeIdentifier) }
    guard history.point != nil, let recorded = history.recorded else { return nil }
    return HistoryCopy(log: log.withLock { $0 }, point: recorded, store: identifier)
  }

  /// The records that changes were about: the table of each, and the reference, where one is known.
  ///
  /// Nil for those of entities that the store does not have.
  package func records(
    of changes: [HistoryChange]
  ) throws(StoreError) -> [(table: Int, reference: RecordReference?)?] {
    let known = try identities.references(changes.map(\.id), in: current)
    return zip(changes, known).map { change, known in
      guard let table = schema.tableIndex(named: change.entity) else { return nil }
      if let known, known.table == table { return (table, known) }
      return (table, deleted.reference(table: table, id: RecordID(change.id, in: change.entity)))
    }
  }

  /// Prepares what a save does to the history; nil where that is nothing.
  func historyEntry(
    _ changes: ChangeSet, to before: Generation, _ history: HistoryState,
    _ metadata: [String: PropertyList], _ signature: HistorySignature
  ) throws(StoreError) -> HistoryEntry? {
    guard let point = history.point else { return nil }
    var entry = HistoryEntry(
      transaction: nil, after: point, isStart: history.recorded == nil,
      store: metadata.storeIdentifier)
    if !changes.isEmpty {
      let number = try log.withLock({ $0 }).nextNumber(after: point)
      entry.transaction = try HistoryTransaction(
        changes, to: before, signature, at: HistoryPoint(number: number, id: UUID()))
      try deleted.note(changes, in: before)
    } else if entry.isStart {
      return nil
    }
    return entry
  }
}

extension [String: PropertyList] {
  fileprivate var storeIdentifier: String? { self["NSStoreUUID"]?.text }
}
