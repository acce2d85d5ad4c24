import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// One execution of a fetch request: all of it sees each store at the same moment.
///
/// Records without unsaved changes are found by the stores. Changed objects, and records from which a path leads
/// to one, are looked at one by one; see FetchRun+Candidates.swift. Both are brought into one order, then the
/// request's offset and limit are applied.
final class FetchRun {
  let graph: ObjectGraph
  let core: FetchRequestCore
  let plan: FetchPlan
  let sources: [StoreView]
  /// What ancestors of the context have not saved.
  let overlay: (objects: [NSManagedObject], deleted: [LentObject])
  /// Whether unsaved changes count.
  let showsChanges: Bool
  /// Whether the order matters.
  let isSorted: Bool
  /// Whether the request's offset and limit are about what is found here.
  private let windowing: Bool

  /// Prepares a fetch; without `showingChanges` unsaved changes do not count, whatever the request says, and with
  /// `readingNewest` it does not matter which generation the context reads.
  init(
    _ graph: ObjectGraph, _ core: FetchRequestCore, _ affected: [NSPersistentStore]?,
    sorting: Bool = true, showingChanges: Bool = true, windowing: Bool = true,
    readingNewest: Bool = false
  ) throws {
    graph.processPendingChanges()
    self.graph = graph
    self.core = core
    plan = try FetchPlan.of(core, graph.coordinator)
    let countsChanges = showingChanges && core.includesPendingChanges
    overlay = countsChanges ? graph.overlay() : ([], [])
    let isOverlaid = !overlay.objects.isEmpty || !overlay.deleted.isEmpty
    let showsChanges = countsChanges && (graph.hasChanges || isOverlaid)
    self.showsChanges = showsChanges
    self.windowing = windowing
    isSorted = sorting && !plan.order.isEmpty
    sources = graph.stores(affected).enumerated().compactMap { rank, store in
      let generation = readingNewest ? store.records.current : graph.generation(of: store)
      return generation.map {
        StoreView(graph.shelf(of: store), $0, showsChanges: showsChanges, rank: rank)
      }
    }
  }

  var offset: Int { max(0, core.fetchOffset) }
  var limit: Int? { core.fetchLimit > 0 ? core.fetchLimit : nil }
  /// How many of the first results can matter; nil for all.
  var reach: Int? {
    guard windowing else { return nil }
    return limit.map { limit in
      let (sum, overflows) = offset.addingReportingOverflow(limit)
      return overflows ? Int.max : sum
    }
  }

  // MARK: Results

  /// What the request asks for.
  func find() throws -> FoundRecords {
    try graph.whileEvaluating {
      let candidates = showsChanges ? changedCandidates() : []
      // Where it may be alone in this, a store applies the window.
      let isAlone = sources.count == 1 && candidates.isEmpty
      let answers = try sources.map { source in
        var query = try query(for: source)
        query.offset = isAlone && windowing ? offset : 0
        query.limit = windowing ? isAlone ? limit : reach : nil
        return try answer(of: source, query)
      }
      if isAlone, answers[0].isWindowed {
        var found = FoundRecords()
        found.append(sources[0], answers[0].references[...])
        return found
      }
      let found = try merge(answers, candidates)
      return windowing ? found.window(offset: offset, limit: limit) : found
    }
  }

  /// How many results there are.
  func count() throws -> Int {
    if showsChanges { return try find().count }
    var total = 0
    for source in sources {
      guard let part = try count(in: source) else { return try find().count }
      total += part
    }
    let rest = max(0, total - offset)
    return limit.map { min(rest, $0) } ?? rest
  }

  // MARK: Stores

  /// What the request asks of a store, all of it.
  private func query(for source: StoreView) throws -> Query {
    guard let store = source.shelf.store else { return Query(tables: []) }
    var query = try plan.query(for: store)
    if !isSorted { query.sort = [] }
    if showsChanges { query.changed = changedRecords(of: source.shelf) }
    return query
  }

  /// What a store finds by itself.
  private func answer(of source: StoreView, _ query: Query) throws -> QueryResult {
    guard let generation = source.generation else { return QueryResult() }
    return try asking(source) { () throws(QueryError) in
      try generation.results(of: query, using: source.shelf.store?.records.indexes)
    }
  }

  private func count(in source: StoreView) throws -> Int? {
    var query = try query(for: source)
    query.sort = []
    guard let generation = source.generation else { return 0 }
    return try asking(source) { () throws(QueryError) in
      try generation.count(of: query, using: source.shelf.store?.records.indexes)
    }
  }

  /// What a store says; where it cannot answer, the error that users know.
  private func asking<Answer>(
    _ source: StoreView, _ body: () throws(QueryError) -> Answer
  ) throws -> Answer {
    do throws(QueryError) {
      return try body()
    } catch {
      throw CocoaError(error, at: source.shelf.store?.url)
    }
  }
}

extension FetchRun {
  /// How the request is executed, for people.
  func explanation() throws -> [String] {
    var lines: [String] = []
    for source in sources {
      guard let store = source.shelf.store, let generation = source.generation else { continue }
      var query = try query(for: source)
      query.offset = offset
      query.limit = limit
      let part = try asking(source) { () throws(QueryError) in
        try generation.explanation(of: query, using: store.records.indexes) {
          RecordConstants(store: store).shown($0, in: generation).predicateFormat
        }
      }
      if sources.count > 1 { lines.append("\(store.place):") }
      lines += sources.count > 1 ? part.map { "  " + $0 } : part
    }
    let changed = showsChanges ? changedCandidates().count : 0
    if changed > 0 {
      lines.append("\(changed) objects with unsaved changes are looked at one by one")
    }
    if plan.hasBlocks {
      lines.append("a block is asked about each object that the rest lets through")
    }
    return lines
  }

  /// What was found, as expressions ask it.
  func views(_ found: FoundRecords) -> [RecordView] {
    found.runs.flatMap { run in
      switch run {
      case .records(let source, let references): references.compactMap { source.view($0) }
      case .object(let object):
        sources.first { $0.shelf === object.shelf }.flatMap { $0.view(object.reference) }
          .map { [$0] } ?? []
      }
    }
  }
}

extension FetchRun {
  /// The records that are not for the context what they are in the store.
  private func changedRecords(of shelf: Shelf) -> [RecordReference] {
    var references = overlay.deleted.filter { $0.store === shelf.store }.map(\.reference)
    for object in overlay.objects + graph.changed
    where object.shelf === shelf && !object.reference.isTemporary
      && (object.hasChanges || object.state.contains(.ahead))
    {
      references.append(object.reference)
    }
    return references
  }
}

extension ObjectGraph {
  /// The open stores among some; all where none are given.
  func stores(_ affected: [NSPersistentStore]?) -> [NSPersistentStore] {
    let all = coordinator?.persistentStores ?? []
    guard let affected else { return all }
    return all.filter { store in affected.contains { $0 === store } }
  }

  /// Runs something in which objects are asked for keys that were checked before: one that an object does not
  /// have is nil.
  func whileEvaluating<Result>(_ body: () throws -> Result) rethrows -> Result {
    let before = isEvaluating
    isEvaluating = true
    defer { isEvaluating = before }
    return try body()
  }
}
