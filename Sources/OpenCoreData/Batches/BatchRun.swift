import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// One execution of a batch request: puts the changes of each store together, then writes them.
///
/// Nothing is written where anything is wrong in any of the stores. A writing that fails leaves the stores
/// written before it changed, and says so.
struct BatchRun {
  private let graph: ObjectGraph
  private let coordinator: NSPersistentStoreCoordinator

  init(_ graph: ObjectGraph) throws {
    guard let coordinator = graph.coordinator else {
      throw CocoaError(
        .coreData, saying: "the context has no coordinator with stores; add one before a batch")
    }
    self.graph = graph
    self.coordinator = coordinator
  }

  /// Executes a request; nil where it is none of the batch requests.
  func result(of request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult? {
    let stores = coordinator.persistentStores
    let before = stores.map(\.records.current)
    // Those that were written, also where another could not be.
    defer {
      for (store, generation) in zip(stores, before) where store.records.current !== generation {
        RemoteChanges.tell(of: store)
      }
    }
    return try execute(request)
  }

  private func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult? {
    try coordinator.whileSaving {
      let stores = coordinator.persistentStores.filter { !$0.isReadOnly }
      _ = try coordinator.takeUp(stores, thorough: false)
      return try coordinator.startingOver(for: { stores }) { try executeOnce(request) }
    }
  }

  private func executeOnce(
    _ request: NSPersistentStoreRequest
  ) throws -> NSPersistentStoreResult? {
    switch request {
    case let insertion as NSBatchInsertRequest:
      NSBatchInsertResult(insertion.resultType, try run(insertion))
    case let update as NSBatchUpdateRequest:
      NSBatchUpdateResult(update.resultType, try run(update))
    case let deletion as NSBatchDeleteRequest:
      NSBatchDeleteResult(deletion.resultType, try run(deletion))
    default: nil
    }
  }

  // MARK: The three requests

  private func run(_ request: NSBatchInsertRequest) throws -> [NSManagedObjectID] {
    let insertion = try BatchInsertion(request, coordinator)
    let edits = RecordEdits(insertion.store)
    let records = try insertion.run(edits)
    try write([edits])
    return records.map { id(of: $0, edits.store) }
  }

  private func run(_ request: NSBatchUpdateRequest) throws -> [NSManagedObjectID] {
    let core = FetchRequestCore()
    core.entity = request.entity
    core.entityName = request.entityName
    core.predicate = request.predicate
    core.includesSubentities = request.includesSubentities
    let fetch = try FetchRun(
      graph, core, request.affectedStores, sorting: false, showingChanges: false,
      readingNewest: true)
    let update = try BatchUpdate(request.propertiesToUpdate ?? [:], fetch.plan.entity)
    let found = fetch.views(try fetch.find())
    var all: [RecordEdits] = []
    for source in fetch.sources {
      guard let store = source.shelf.store else { continue }
      let edits = RecordEdits(store)
      for record in found where record.source === source { try update.run(record, edits) }
      try source.rethrow()
      all.append(edits)
    }
    try write(all)
    return found.compactMap(\.objectID)
  }

  private func run(_ request: NSBatchDeleteRequest) throws -> [NSManagedObjectID] {
    var wanted: [(store: NSPersistentStore, records: [RecordReference])] = []
    if let ids = request.objectIDs {
      for id in ids.map(\.newest) {
        guard let store = id.store, store.coordinator === coordinator else {
          throw CocoaError(
            .coreData,
            saying:
              "cannot delete \(id): it is temporary, or of a store that the coordinator does not have"
          )
        }
        if let known = wanted.firstIndex(where: { $0.store === store }) {
          wanted[known].records.append(id.reference)
        } else {
          wanted.append((store, [id.reference]))
        }
      }
    } else {
      wanted = try records(of: request)
    }
    var all: [RecordEdits] = []
    for (store, records) in wanted {
      let edits = RecordEdits(store)
      try edits.delete(records)
      all.append(edits)
    }
    let ids = all.flatMap { edits in edits.deleted.sorted().map { id(of: $0, edits.store) } }
    try write(all)
    return ids
  }

  private func records(
    of request: NSBatchDeleteRequest
  ) throws -> [(store: NSPersistentStore, records: [RecordReference])] {
    let stores = request.affectedStores ?? request.fetchRequest.affectedStores
    let fetch = try FetchRun(
      graph, request.fetchRequest.core, stores, showingChanges: false, readingNewest: true)
    let found = fetch.views(try fetch.find())
    return fetch.sources.compactMap { source in
      source.shelf.store.map { store in
        (store, found.filter { $0.source === source }.map(\.reference))
      }
    }
  }

  // MARK: Writing

  private func write(_ all: [RecordEdits]) throws {
    var changes: [(store: NSPersistentStore, changes: ChangeSet)] = []
    for edits in all {
      try edits.settle()
      try RecordDerivation.run(edits)
      try edits.check()
      let set = try edits.changes()
      if set.isEmpty { continue }
      guard !edits.store.isReadOnly else { throw CocoaError.readOnly(edits.store) }
      changes.append((edits.store, set))
    }
    for (position, change) in changes.enumerated() {
      do {
        try change.store.save(change.changes, by: graph.context)
      } catch {
        if position == 0 { throw error }
        throw CocoaError.incomplete(
          error, changes[position...].map(\.store), changes[..<position].map(\.store))
      }
    }
  }

  private func id(of record: RecordReference, _ store: NSPersistentStore) -> NSManagedObjectID {
    guard let layout = store.layout(ofTable: record.table) else {
      preconditionFailure("a record has a table of its store")
    }
    return NSManagedObjectID(layout: layout, store: store, reference: record)
  }
}
