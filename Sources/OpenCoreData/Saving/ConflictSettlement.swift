import DocumentStore
import Foundation

/// Finds what keeps a save from being made, lets the context's merge policy settle it, and takes back what the policy
/// did where the save fails all the same.
struct ConflictSettlement {
  private let save: SaveOperation
  private var graph: ObjectGraph { save.graph }
  /// What the context was before the policy was asked.
  private var memory: ContextMemory?

  /// How often a policy may be asked; what it settles can make new conflicts.
  private static let passes = 100

  init(_ save: SaveOperation) {
    self.save = save
  }

  /// Runs the rest of a save; where it throws, the context becomes what it was.
  mutating func takingBackWhereItThrows<Result>(
    _ body: (inout ConflictSettlement) throws -> Result
  ) throws -> Result {
    do {
      return try body(&self)
    } catch {
      save.derivation.undo()
      memory?.restore()
      save.choice.undo()
      throw error
    }
  }

  /// A plan for each store, without conflicts.
  mutating func settledPlans(_ coordinator: NSPersistentStoreCoordinator) throws -> [SavePlan] {
    for pass in 0..<Self.passes {
      // What a policy changes, other values are derived from.
      try save.derivation.run()
      let plans = try plans(coordinator)
      // What other programs wrote meanwhile is to be compared with, too.
      if pass == 0, try coordinator.takeUp(plans.map(\.store), thorough: false) {
        save.derivation.undo()
        continue
      }
      let merges = try plans.flatMap { try $0.mergeConflicts() }
      if !merges.isEmpty {
        try ask(about: merges)
        continue
      }
      let constraints = try plans.flatMap { try $0.constraintConflicts() }
      if constraints.isEmpty {
        // What the policy made of the objects obeys the model's rules, too; what the checks make of them is planned.
        if memory != nil, try save.validate() {
          save.derivation.undo()
          continue
        }
        return plans
      }
      try ask(about: constraints)
    }
    throw CocoaError.neverSettled(graph.mergePolicy, passes: Self.passes)
  }

  private func plans(_ coordinator: NSPersistentStoreCoordinator) throws -> [SavePlan] {
    let plans = try save.plans()
    for plan in plans where plan.store.coordinator !== coordinator {
      throw CocoaError.closed(plan.store)
    }
    return plans
  }

  private mutating func ask(about conflicts: [Any]) throws {
    let policy = graph.mergePolicy
    save.derivation.undo()
    if memory == nil, policy.isAbleToChangeObjects { memory = ContextMemory(graph) }
    try policy.resolve(mergeConflicts: conflicts)
  }
}

extension NSMergePolicy {
  /// Whether objects may be other ones after the policy was asked; of the plain one that throws, none is.
  fileprivate var isAbleToChangeObjects: Bool {
    mergeType != .errorMergePolicyType || type(of: self) != NSMergePolicy.self
  }
}
