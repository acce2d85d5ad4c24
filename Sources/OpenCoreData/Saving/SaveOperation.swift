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
  /// What computes derived attributes.
  let derivation: ObjectDerivation
  /// What chooses stores for new objects.
  private(set) lazy var choice = StoreChoice(graph)

  init(_ graph: ObjectGraph) {
    self.graph = graph
    derivation = ObjectDerivation(graph)
  }

  func run() throws {
    guard try prepare() else { return try saveMetadata() }
    if graph.parent != nil { try writeToParent() } else { try write() }
  }

  /// Does all that comes before the first store is written, and tells whether there is something to write.
  private func prepare() throws -> Bool {
    if let failure = graph.takeReadFailure() {
      throw CocoaError(failure.error, at: failure.store?.url, doing: .reading)
    }
    graph.completePrimitiveLinks()
    graph.processPendingChanges()
    guard graph.hasChanges else {
      graph.dropUnchanged()
      return false
    }
    if let context = graph.context { ContextNotification.willSave.post(context) { [:] } }
    try announce()
    try validate { graph.processPendingChanges() }
    return true
  }

  /// Does all but the writing: throws what a save would, and leaves what it would write in the objects.
  func rehearse() throws {
    guard try prepare() else { return }
    try derivation.run()
    defer { choice.undo() }
    for plan in try plans(rehearsing: true) { try plan.check() }
    graph.dropUnchanged()
  }

  /// Writes metadata that was set and has not been saved yet.
  private func saveMetadata() throws {
    // A child leaves that to its root.
    if graph.parent != nil { return }
    guard let coordinator = graph.coordinator else { return }
    for store in coordinator.persistentStores where store.hasUnsavedMetadata {
      try coordinator.whileSaving {
        _ = try coordinator.takeUp([store], thorough: false)
        try coordinator.startingOver(for: { [store] }) {
          _ = try store.save(ChangeSet(schema: store.records.schema))
        }
      }
    }
  }

  // MARK: Last changes

  /// Most times that `willSave` may change something again, or checks may make objects.
  private static let passes = 1000

  /// Calls `willSave` of all that changed, and again of what that changed.
  private func announce() throws {
    graph.isAnnouncing = true
    defer { graph.isAnnouncing = false }
    var waiting = graph.changed
    for pass in 1...Self.passes {
      // An event of its own tells what the last pass changes from what was changed before.
      if pass == Self.passes { graph.processPendingChanges() }
      if waiting.isEmpty { return graph.processPendingChanges() }
      for object in waiting {
        object.state.remove(.unannounced)
        if object.shelf != nil, !object.state.isDisjoint(with: .unsaved) { object.willSave() }
      }
      waiting = graph.unannounced
      graph.unannounced = []
    }
    for object in waiting { object.state.remove(.unannounced) }
    throw CocoaError.neverSettled(waiting, "willSave()", passes: Self.passes)
  }

  // MARK: Validation

  /// Lets every changed object check itself, once; what the checks make or take in as well.
  ///
  /// What they change of objects that have been checked obeys the model's rules at least, so that no store gets what
  /// it could not read.
  ///
  /// Tells whether there is more to be saved or deleted than before. `endPass` is what happens after each round.
  @discardableResult
  func validate(endPass: () -> Void = {}) throws -> Bool {
    graph.isAnnouncing = true
    defer {
      graph.isAnnouncing = false
      _ = graph.takeUnannounced()
    }
    var waiting = graph.changed
    var checked: Set<ObjectIdentifier> = []
    var isMore = false
    for _ in 1...Self.passes {
      try check(waiting)
      endPass()
      let late = graph.takeUnannounced()
      if late.isEmpty { return isMore }
      checked.formUnion(waiting.lazy.map(ObjectIdentifier.init))
      waiting = late.filter { !checked.contains(ObjectIdentifier($0)) }
      isMore = isMore || !waiting.isEmpty || late.contains { $0.state.contains(.deleted) }
      try collectErrors(late.filter { checked.contains(ObjectIdentifier($0)) }) {
        try $0.checkModel()
      }
    }
    throw CocoaError.neverSettled(waiting, "validation", passes: Self.passes)
  }

  private func check(_ objects: [NSManagedObject]) throws {
    try collectErrors(objects) { object in
      if object.state.contains(.deleted) {
        if !object.isInserted { try object.validateForDelete() }
      } else if object.isInserted {
        try object.validateForInsert()
      } else if object.isUpdated {
        try object.validateForUpdate()
      }
    }
  }

  /// Throws all errors of a check together.
  private func collectErrors(
    _ objects: [NSManagedObject], _ check: (NSManagedObject) throws -> Void
  ) throws {
    var problems: [any Error] = []
    for object in objects where object.shelf != nil {
      do { try check(object) } catch { problems += CocoaError.parts(of: error) }
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
    // From what is computed of the stores to the last write no other context may save.
    let (plans, saved, failure) = try coordinator.whileSaving {
      var settlement = ConflictSettlement(self)
      return try settlement.takingBackWhereItThrows { settlement in
        var plans: [SavePlan] = []
        return try coordinator.startingOver(for: { plans.map(\.store) }) {
          plans = try settlement.settledPlans(coordinator)
          for plan in plans { try plan.reservePlaces(places) }
          let (saved, failure) = save(plans)
          if saved.isEmpty, let failure {
            derivation.undo()
            throw failure
          }
          return (plans, saved, failure)
        }
      }
    }
    graph.guarded = []
    if plans.isEmpty { try saveMetadata() }
    finish(saved)
    if let failure {
      choice.undo()
      let failed = plans.filter { plan in !saved.contains { $0 === plan } }
      throw CocoaError.incomplete(failure, failed.map(\.store), saved.map(\.store))
    }
  }

  private func save(_ plans: [SavePlan]) -> ([SavePlan], (any Error)?) {
    var saved: [SavePlan] = []
    var failure: (any Error)?
    for plan in plans {
      do {
        try plan.save(self)
        saved.append(plan)
      } catch {
        failure = failure ?? error
      }
    }
    return (saved, failure)
  }

  /// A plan for each store with something to save.
  func plans(rehearsing: Bool = false) throws -> [SavePlan] {
    var plans: [SavePlan] = []
    for object in graph.changed where !object.state.isDisjoint(with: .unsaved) {
      guard let shelf = try choice.shelf(for: object), let store = shelf.store else { continue }
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
      guard rehearsing || !plan.store.isReadOnly else { throw CocoaError.readOnly(plan.store) }
    }
    return plans
  }

  // MARK: Afterwards

  /// Makes the context what the stores are now.
  private func finish(_ plans: [SavePlan]) {
    for plan in plans { plan.finish(self) }
    for object in graph.primitivelyLinked { rewriteLinks(of: object) }
    graph.primitivelyLinked = []
    graph.dropUnchanged()
    graph.advanceReadingPoint()
    graph.checkInvariants()
    // What a merge policy did is no event of the program's.
    if !graph.touched.isEmpty { graph.endEventWithoutUndo() }
    for plan in plans { plan.forEach { $0.didSave() } }
    notify {
      plans.reduce(into: ObjectSets()) { sets, plan in
        sets.inserted += plan.inserted
        sets.updated += plan.updated
        sets.deleted += plan.deleted
      }
    }
    if let context = graph.context { tellOthers(plans, context) }
    for plan in plans { RemoteChanges.tell(of: plan.store) }
  }

  /// Tells observers what was saved.
  func notify(_ sets: () -> ObjectSets) {
    guard let context = graph.context else { return }
    let stores = graph.coordinator?.persistentStores ?? []
    let moment = {
      [NSManagedObjectContextQueryGenerationKey as AnyHashable: NSQueryGenerationToken(now: stores)]
    }
    ContextNotification.didSave.post(context) { sets().info.merging(moment()) { $1 } }
    ContextNotification.didSaveIDs.post(context) { sets().idInfo.merging(moment()) { $1 } }
  }

  /// Lets other contexts know, where they want to.
  private func tellOthers(_ plans: [SavePlan], _ context: NSManagedObjectContext) {
    let others = graph.coordinator?.listeners(besides: context) ?? []
    if others.isEmpty || plans.isEmpty { return }
    let changes = SavedChanges(plans)
    for other in others { other.take(changes) }
  }

  /// Puts lasting references in the place of temporary ones.
  func rewriteLinks(of object: NSManagedObject) {
    for relationship in object.layout.allRelationships {
      guard unsafe object.slots != nil else { return }
      let value = object.slotValue(relationship.slot)
      guard value.hasTemporaryMembers else { continue }
      object.forgetIndex(of: relationship.slot)
      object.write(lasting(value), to: relationship.slot)
    }
  }

  /// A value with lasting references in place of temporary ones; those to objects that are no more fall away.
  func lasting(_ value: Value) -> Value {
    switch value {
    case .reference(let member):
      guard member.isTemporary else { return value }
      return places[member.bits].map(Value.reference) ?? .null
    case .references(let members):
      guard value.hasTemporaryMembers else { return value }
      return .references(
        members.compactMap { $0.isTemporary ? places[$0.bits] : $0 })
    default: return value
    }
  }
}

extension Value {
  /// Whether a relationship leads to an object that has no record yet.
  var hasTemporaryMembers: Bool {
    switch self {
    case .reference(let member): member.isTemporary
    case .references(let members): members.contains { $0.isTemporary }
    default: false
    }
  }
}
