import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// A fetch request that was checked against the model, and what it comes to in each store.
///
/// Kept with the request as long as that does not change.
final class FetchPlan {
  private weak var coordinator: NSPersistentStoreCoordinator?
  let entity: NSEntityDescription
  /// The entities whose objects are wanted.
  let family: EntityFamily
  /// The condition, its variables bound; nil for all objects.
  let predicate: NSPredicate?
  let descriptors: [NSSortDescriptor]
  let order: FetchOrder
  /// What is doubtful about the request.
  let warnings: [String]
  /// What changed objects are held against before the predicate is.
  let quickTests: [QuickTest]
  /// Whether the predicate has blocks, which get objects and nothing else.
  let hasBlocks: Bool
  /// Whether the predicate names objects, so that what it means to a store can change.
  let namesObjects: Bool
  private var known: [StoreQuery] = []

  private struct StoreQuery {
    weak var store: NSPersistentStore?
    let query: Query
  }

  /// The plan of a request, made anew where the request or the coordinator is another than the last time.
  static func of(_ core: FetchRequestCore, _ coordinator: NSPersistentStoreCoordinator?) throws
    -> FetchPlan
  {
    if let known = core.companion as? FetchPlan, known.coordinator === coordinator { return known }
    guard let coordinator, let layouts = coordinator.layouts else {
      throw CocoaError(
        .coreData, saying: "the context has no coordinator with stores; add one before fetching")
    }
    let plan = try FetchPlan(core, coordinator, layouts)
    // Requests of a model in use belong to all threads.
    if !core.isFrozen { core.companion = plan }
    return plan
  }

  private init(
    _ core: FetchRequestCore, _ coordinator: NSPersistentStoreCoordinator, _ layouts: ModelLayout
  ) throws {
    try core.checkNesting()
    self.coordinator = coordinator
    entity = try core.entity(in: coordinator.managedObjectModel)
    family = layouts.family(of: entity, includingSubentities: core.includesSubentities)
    predicate = core.predicate
    descriptors = core.sortDescriptors ?? []
    order = FetchOrder(descriptors)
    quickTests = predicate.map(QuickTest.tests) ?? []
    if core.isPlain(for: family, quickTests) {
      (warnings, hasBlocks, namesObjects) = ([], false, false)
      return
    }
    warnings = try core.check(for: entity)
    hasBlocks = predicate?.hasBlocks ?? false
    namesObjects = predicate.map(RecordConstants.occur) ?? false
  }

  /// What the request asks of a store.
  func query(for store: NSPersistentStore) throws -> Query {
    if let known = known.first(where: { $0.store === store }) { return known.query }
    var query = Query(tables: family.layouts.compactMap { store.table(of: $0) })
    query.sort = descriptors
    guard namesObjects, let predicate else {
      query.predicate = predicate
      known.removeAll { $0.store == nil }
      known.append(StoreQuery(store: store, query: query))
      return query
    }
    query.predicate = try CocoaError.converting { () throws(EvaluationError) in
      try RecordConstants(store: store).translate(predicate)
    }
    return query
  }
}

extension FetchRequestCore {
  /// The entity that is asked for, in the model of a coordinator.
  func entity(in model: NSManagedObjectModel) throws -> NSEntityDescription {
    let byName = model.entitiesByName
    guard let name = entity?.name ?? entityName else {
      throw CocoaError(.coreData, saying: "a fetch request must have an entity")
    }
    guard let entity = byName[name] else {
      let hint = NearMiss.hint(name, among: byName.keys.sorted())
      throw CocoaError(.coreData, saying: "the model has no entity '\(name)'\(hint)")
    }
    return entity
  }

  /// Throws where a condition or an expression of the request is nested too deep to be walked through.
  fileprivate func checkNesting() throws {
    try CocoaError.converting { () throws(EvaluationError) in
      try predicate?.checkNesting()
      try havingPredicate?.checkNesting()
      for property in (propertiesToFetch ?? []) + (propertiesToGroupBy ?? []) {
        try (property as? NSExpressionDescription)?.expression?.checkNesting()
      }
    }
  }

  /// Whether the request asks for no more than the objects that have certain values, so that there is nothing to
  /// check: programs that import make such a request for each line.
  fileprivate func isPlain(for family: EntityFamily, _ tests: [QuickTest]) -> Bool {
    guard let predicate, sortDescriptors?.isEmpty ?? true,
      fetchLimit >= 0, fetchOffset >= 0, fetchBatchSize >= 0,
      propertiesToFetch == nil, propertiesToGroupBy == nil, havingPredicate == nil,
      relationshipKeyPathsForPrefetching == nil
    else { return false }
    return tests.count == QuickTest.conditionCount(of: predicate)
      && tests.allSatisfy { $0.fits(family.layouts) }
  }

  /// Throws what is wrong with the request; returns what is doubtful.
  fileprivate func check(for entity: NSEntityDescription) throws -> [String] {
    let problems = problems(of: self, for: entity)
    let errors = problems.filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw CocoaError(.coreData, saying: errors.map(\.message).joined(separator: "\n"))
    }
    return problems.filter { $0.severity == .warning }.map(\.message)
  }
}

extension CocoaError {
  /// A predicate that has no value.
  init(_ error: EvaluationError) {
    self.init(.coreData, saying: error.description, [NSUnderlyingErrorKey: error])
  }

  /// Runs something that asks predicates or expressions, whose errors become those that callers know.
  static func converting<Result>(
    _ body: () throws(EvaluationError) -> Result
  ) throws -> Result {
    do throws(EvaluationError) {
      return try body()
    } catch {
      throw CocoaError(error)
    }
  }

  /// What kept a store from answering.
  init(_ error: QueryError, at url: URL?) {
    switch error {
    case .store(let error): self.init(error, at: url, doing: .reading)
    case .evaluation(let error): self.init(error)
    }
  }
}
