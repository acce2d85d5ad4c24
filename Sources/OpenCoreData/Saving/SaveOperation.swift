import DocumentStore
import Foundation

/// One save of a context, step by step.
///
/// Nothing changes, neither file nor context, before the first store has been written: what is computed on the
/// way stands in plans, one for each store.
final class SaveOperation {
  let graph: ObjectGraph
  /// Where the new objects go, by their numbers.
  let places = ReferenceMap<RecordReference>()

  init(_ graph: ObjectGraph) {
    self.graph = graph
  }

  func run() throws {
    if let failure = graph.readFailure {
      throw CocoaError(failure.error, at: failure.store?.url, doing: .reading)
    }
    graph.completePrimitiveLinks()
    graph.processPendingChanges()
    graph.dropUnchanged()
    guard graph.hasChanges else { return try saveMetadata() }
    graph.post(NSManagedObjectContext.willSaveObjectsNotification, [:])
    try announce()
    graph.dropUnchanged()
    try validate()
    try write()
  }

  /// Writes metadata that was set and has not been saved yet.
  private func saveMetadata() throws {
    for store in graph.coordinator?.persistentStores ?? [] where store.hasUnsavedMetadata {
      try store.save(ChangeSet(schema: store.records.schema))
    }
  }

  // MARK: Last changes

  /// Most times that `willSave` may change something again.
  private static let passes = 1000

  /// Calls `willSave` of all that changed, and again of what that changed.
  private func announce() throws {
    for object in graph.changed where !object.state.isDisjoint(with: .unsaved) {
      if object.state.insert(.unannounced).inserted { graph.unannounced.append(object) }
    }
    for _ in 0..<Self.passes {
      let waiting = graph.unannounced
      graph.unannounced = []
      if waiting.isEmpty { return graph.processPendingChanges() }
      for object in waiting {
        object.state.remove(.unannounced)
        if object.shelf != nil, !object.state.isDisjoint(with: .unsaved) { object.willSave() }
      }
    }
    throw CocoaError.neverSettled(graph.unannounced, passes: Self.passes)
  }

  // MARK: Validation

  private func validate() throws {
    var problems: [any Error] = []
    for object in graph.changed {
      do {
        if object.isDeleted {
          if !object.isInserted { try object.validateForDelete() }
        } else if object.isInserted {
          try object.validateForInsert()
        } else if object.isUpdated {
          try object.validateForUpdate()
        }
      } catch {
        problems += CocoaError.parts(of: error)
      }
    }
    if let error = CocoaError.combined(problems) { throw error }
  }

  // MARK: Writing

  private func write() throws {
    guard let coordinator = graph.coordinator, !coordinator.persistentStores.isEmpty else {
      throw CocoaError(
        .persistentStoreSave,
        saying: "the context's coordinator has no store to save to; add one first")
    }
    try graph.chooseStores()
    // From the comparison with the stores to the last write no other context may save.
    try coordinator.whileSaving {
      let plans = try self.plans()
      for plan in plans { try plan.check(self) }
      let changes = try plans.map { try $0.changes(self) }
      try save(plans, changes)
    }
  }

  private func save(_ plans: [SavePlan], _ changes: [ChangeSet]) throws {
    var saved: [SavePlan] = []
    var failure: (any Error)?
    for (plan, change) in zip(plans, changes) {
      do {
        try plan.store.save(change)
        saved.append(plan)
      } catch {
        failure = failure ?? error
      }
    }
    if saved.isEmpty, let failure { throw failure }
    finish(saved)
    if let failure {
      let failed = plans.filter { plan in !saved.contains { $0 === plan } }
      throw CocoaError.incomplete(failure, failed.map(\.store), saved.map(\.store))
    }
  }

  /// A plan for each store with something to save.
  private func plans() throws -> [SavePlan] {
    var plans: [SavePlan] = []
    for object in graph.changed where !object.state.isDisjoint(with: .unsaved) {
      guard let shelf = object.shelf, let store = shelf.store else { continue }
      object.settle()
      if let plan = plans.last, plan.shelf === shelf {
        plan.add(object)
      } else if let plan = plans.first(where: { $0.shelf === shelf }) {
        plan.add(object)
      } else {
        let plan = SavePlan(shelf, store)
        plan.add(object)
        plans.append(plan)
      }
    }
    for plan in plans {
      guard !plan.store.isReadOnly else { throw CocoaError.readOnly(plan.store) }
      try plan.reservePlaces(places)
    }
    return plans
  }

  // MARK: Afterwards

  /// Makes the context what the stores are now.
  private func finish(_ plans: [SavePlan]) {
    var sets: [String: [NSManagedObject]] = [:]
    for plan in plans {
      plan.finish(self)
      sets[NSInsertedObjectsKey, default: []] += plan.inserted
      sets[NSUpdatedObjectsKey, default: []] += plan.updated
      sets[NSDeletedObjectsKey, default: []] += plan.deleted
    }
    for object in graph.primitivelyLinked { rewriteLinks(of: object) }
    graph.primitivelyLinked = []
    graph.dropUnchanged()
    graph.checkInvariants()
    for objects in sets.values { for object in objects { object.didSave() } }
    sets = sets.filter { !$0.value.isEmpty }
    graph.post(NSManagedObjectContext.didSaveObjectsNotification, sets)
    graph.postIDs(sets)
  }

  /// Puts lasting references in the place of temporary ones.
  func rewriteLinks(of object: NSManagedObject) {
    for relationship in object.layout.allRelationships {
      guard unsafe object.slots != nil else { return }
      let value = object.slotValue(relationship.slot)
      guard value.members.contains(where: \.isTemporary) else { continue }
      object.write(lasting(value), to: relationship.slot)
      object.forgetIndex(of: relationship.slot)
    }
  }

  /// A value with lasting references in place of temporary ones; those to objects that are no more fall away.
  func lasting(_ value: Value) -> Value {
    switch value {
    case .reference(let member):
      guard member.isTemporary else { return value }
      return places[member.bits].map(Value.reference) ?? .null
    case .references(let members):
      guard members.contains(where: \.isTemporary) else { return value }
      return .references(
        members.compactMap { $0.isTemporary ? places[$0.bits] : $0 })
    default: return value
    }
  }
}

extension ObjectGraph {
  /// Gives every new object without a store the one it goes to: that of an object it is related to, else the
  /// first that can have it.
  func chooseStores() throws {
    let stores = coordinator?.persistentStores ?? []
    var able: [ObjectIdentifier: [NSPersistentStore]] = [:]
    for object in changed where object.isInserted && object.shelf === unassigned {
      let layout = object.layout
      let candidates =
        able[ObjectIdentifier(layout)] ?? stores.filter { $0.table(of: layout) != nil }
      able[ObjectIdentifier(layout)] = candidates
      let related = candidates.count > 1 ? relatedStore(of: object) : nil
      guard let chosen = related ?? candidates.first(where: { !$0.isReadOnly }) ?? candidates.first
      else { throw CocoaError.noStore(for: object, stores) }
      object.shelf = shelf(of: chosen)
    }
  }

  private func relatedStore(of object: NSManagedObject) -> NSPersistentStore? {
    for relationship in object.layout.allRelationships {
      for target in object.targets(relationship.slot) {
        if let store = target.shelf?.store { return store }
      }
    }
    return nil
  }

  /// Posts which ids a save inserted, changed and deleted.
  func postIDs(_ sets: [String: [NSManagedObject]]) {
    guard let context else { return }
    var ids: [AnyHashable: Any] = [:]
    for (key, objects) in sets { ids["\(key)_objectIDs"] = Set(objects.map(\.objectID)) }
    NotificationCenter.default.post(
      name: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, userInfo: ids)
  }

  /// Keeps records for new objects, so that they have lasting ids.
  func reserveRecords(for objects: [NSManagedObject]) throws {
    try chooseStores()
    for object in objects where object.extras?.reserved == nil {
      guard let store = object.shelf?.store, let table = store.table(of: object.layout) else {
        continue
      }
      do throws(StoreError) {
        object.ownExtras.reserved = try store.records.reserve(table: table, count: 1).first
      } catch {
        throw CocoaError(error, at: store.url, doing: .writing)
      }
      object.ownExtras.objectID = nil
    }
  }
}
