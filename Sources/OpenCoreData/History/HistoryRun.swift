import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// One execution of a request for history.
struct HistoryRun {
  private let request: NSPersistentHistoryChangeRequest
  private let stores: [NSPersistentStore]

  init(_ request: NSPersistentHistoryChangeRequest, _ graph: ObjectGraph) throws {
    self.request = request
    let all = graph.stores(request.affectedStores)
    stores = all.filter(\.tracksHistory)
    guard !stores.isEmpty else { throw CocoaError.noHistory(all) }
  }

  func result() throws -> NSPersistentHistoryResult {
    switch request.task {
    case .delete(let position):
      if case .token(let token) = position { try check(token) }
      for store in stores { try store.deleteHistory(before: position) }
      return NSPersistentHistoryResult(.statusOnly, true)
    case .fetch(let position):
      if case .token(let token) = position { try check(token) }
      let all = Self.merge(try stores.map { try $0.history(after: position) })
      let found = try HistorySelection(request.fetchRequest).run(
        all.map { (record: $0, places: $0.places) })
      return NSPersistentHistoryResult(request.resultType, value(of: found))
    }
  }

  /// Throws where a token is of other stores.
  private func check(_ token: NSPersistentHistoryToken) throws {
    if stores.contains(where: { token.points[$0.identifier] != nil }) { return }
    throw CocoaError.foreignToken(stores)
  }

  /// Brings the histories of several stores into the order of time, each in its own order.
  private static func merge(_ histories: [[HistoryRecord]]) -> [HistoryRecord] {
    if histories.count == 1 { return histories[0] }
    var rests = histories.map { $0[...] }
    var merged: [HistoryRecord] = []
    while let next = rests.indices.filter({ !rests[$0].isEmpty }).min(by: {
      (rests[$0].first?.transaction.time ?? 0) < (rests[$1].first?.transaction.time ?? 0)
    }) {
      merged.append(rests[next].removeFirst())
    }
    return merged
  }

  // MARK: Results

  private func value(of found: HistorySelection.Found) -> Any {
    switch request.resultType {
    case .statusOnly: return true
    case .objectIDs:
      var seen: Set<NSManagedObjectID> = []
      return found.changes.map(\.changedObjectID).filter { seen.insert($0).inserted }
    case .count: return found.changes.count
    case .changesOnly: return found.changes
    case .transactionsAndChanges: return found.transactions(withChanges: true)
    case .transactionsOnly: return found.transactions(withChanges: false)
    }
  }
}

/// What a fetch request chooses from a history: transactions, or changes.
struct HistorySelection {
  /// A transaction, and the places of the changes that are meant.
  typealias Entry = (record: HistoryRecord, places: [Int])

  /// What was chosen.
  struct Found {
    fileprivate(set) var entries: [Entry]
    /// The changes in the order that was asked for, where one was.
    fileprivate var ordered: [NSPersistentHistoryChange]?

    var changes: [NSPersistentHistoryChange] {
      ordered
        ?? entries.flatMap { entry in
          entry.places.map { NSPersistentHistoryChange(entry.record, place: $0) }
        }
    }

    func transactions(withChanges: Bool) -> [NSPersistentHistoryTransaction] {
      entries.map {
        NSPersistentHistoryTransaction($0.record, places: withChanges ? $0.places : nil)
      }
    }
  }

  private let core: FetchRequestCore?
  private let isOfChanges: Bool

  init(_ request: NSFetchRequest<any NSFetchRequestResult>?) throws {
    core = request?.core
    guard let core else {
      isOfChanges = false
      return
    }
    let entities = HistoryEntities()
    switch core.entityName {
    case HistoryEntities.transactionName:
      isOfChanges = false
      try Self.check(core, entities.transaction)
    case HistoryEntities.changeName:
      isOfChanges = true
      try Self.check(core, entities.change)
    default: throw CocoaError.noHistoryEntity(core.entityName)
    }
  }

  private static func check(_ core: FetchRequestCore, _ entity: NSEntityDescription) throws {
    let errors = problems(of: core, for: entity).filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw CocoaError(.coreData, saying: errors.map(\.message).joined(separator: "\n"))
    }
  }

  /// Chooses.
  func run(_ entries: [Entry]) throws -> Found {
    guard let core else { return Found(entries: entries) }
    return isOfChanges ? try changes(entries, core) : try transactions(entries, core)
  }

  private func transactions(_ entries: [Entry], _ core: FetchRequestCore) throws -> Found {
    let all = entries.map { entry in
      (entry, NSPersistentHistoryTransaction(entry.record, places: entry.places))
    }
    return Found(entries: try select(all, core).map(\.0))
  }

  private func changes(_ entries: [Entry], _ core: FetchRequestCore) throws -> Found {
    let all = entries.enumerated().flatMap { index, entry in
      entry.places.map { place in
        ((index: index, place: place), NSPersistentHistoryChange(entry.record, place: place))
      }
    }
    let chosen = try select(all, core)
    var places: [Int: [Int]] = [:]
    for (element, _) in chosen { places[element.index, default: []].append(element.place) }
    return Found(
      entries: places.keys.sorted().map { (entries[$0].record, (places[$0] ?? []).sorted()) },
      ordered: chosen.map(\.1))
  }

  /// Those that meet the condition, in the order and the window of the request.
  private func select<Element, Object: Sendable>(
    _ all: [(Element, Object)], _ core: FetchRequestCore
  ) throws -> [(Element, Object)] {
    var found = all
    if let predicate = core.predicate {
      found = try CocoaError.converting { () throws(EvaluationError) in
        var chosen: [(Element, Object)] = []
        for pair in found where try predicate.matches(pair.1) { chosen.append(pair) }
        return chosen
      }
    }
    if let order = core.sortDescriptors, !order.isEmpty {
      found.sort { one, other in
        for descriptor in order {
          switch descriptor.compare(one.1, to: other.1) {
          case .orderedAscending: return true
          case .orderedDescending: return false
          case .orderedSame: continue
          }
        }
        return false
      }
    }
    found = Array(found.dropFirst(max(0, core.fetchOffset)))
    return core.fetchLimit > 0 ? Array(found.prefix(core.fetchLimit)) : found
  }
}

extension CocoaError {
  fileprivate static func noHistory(_ stores: [NSPersistentStore]) -> CocoaError {
    let names = stores.isEmpty ? "the context has no store, so none" : "none of its stores"
    return CocoaError(
      .persistentStoreUnsupportedRequestType,
      saying: "\(names) keeps a history; open one with NSPersistentHistoryTrackingKey set to true",
      [NSAffectedStoresErrorKey: stores])
  }

  fileprivate static func foreignToken(_ stores: [NSPersistentStore]) -> CocoaError {
    let names = stores.map(\.place).joined(separator: ", ")
    return CocoaError(
      .persistentHistoryTokenExpired,
      saying:
        """
        the token is of other stores than \(names), or of ones with other identifiers; read the objects \
        anew, then go on from the coordinator's current token
        """, [NSAffectedStoresErrorKey: stores])
  }

  fileprivate static func noHistoryEntity(_ name: String?) -> CocoaError {
    CocoaError(
      .coreData,
      saying:
        """
        '\(name ?? "")' is no part of a history; take NSPersistentHistoryTransaction.fetchRequest or \
        NSPersistentHistoryChange.fetchRequest
        """)
  }
}
