import DocumentStore
import Foundation
import ManagedModel

/// Derived attributes of live objects, computed as a save is about to write them.
///
/// What is computed is no change that a user made: no event tells of it, and undo knows nothing of it. If the
/// save fails it is taken back.
final class ObjectDerivation: DerivationSource {
  private struct Written {
    let object: NSManagedObject
    let slot: Int
    let before: Value
    let wasCommitted: Bool
    let wasUpdated: Bool
  }

  private let graph: ObjectGraph
  private var generations: [ObjectIdentifier: Generation] = [:]
  private var written: [Written] = []

  init(_ graph: ObjectGraph) {
    self.graph = graph
  }

  /// Computes what depends on the changed objects of a context; throws where a value does not fit its type.
  func run() throws {
    guard let model = graph.coordinator?.layouts, !model.derivations.isEmpty else { return }
    let causes = graph.changed.compactMap { object -> DerivationCause<NSManagedObject>? in
      if object.isDeleted || object.state.isDisjoint(with: .unsaved) { return nil }
      if object.isInserted { return DerivationCause(node: object, slots: nil) }
      let slots = object.changedSlots().filter { !object.layout.columns[$0].isTransient }
      return slots.isEmpty ? nil : DerivationCause(node: object, slots: slots)
    }
    var run = DerivationRun(self, model)
    try run.run(causes)
    let problems = written.flatMap { $0.object.typeProblems(in: $0.slot) }
    if let error = CocoaError.combined(problems) { throw error }
  }

  /// Takes back what was computed.
  func undo() {
    for entry in written.reversed() {
      entry.object.announceChange(of: entry.slot)
      entry.object.write(entry.before, to: entry.slot)
      if !entry.wasCommitted { entry.object.extras?.committed.removeAll { $0.slot == entry.slot } }
      if !entry.wasUpdated { entry.object.state.remove(.updated) }
    }
    written = []
    // The next run is of what the stores have then.
    generations = [:]
    graph.dropUnchanged()
  }

  // MARK: The source

  func layout(of object: NSManagedObject) -> ObjectLayout { object.layout }

  func value(_ slot: Int, of object: NSManagedObject) throws -> Value {
    object.settle()
    let own = object.slotValue(slot)
    guard !object.isInserted, let store = object.shelf?.store else { return own }
    let newest = generation(of: store)
    if object.generation == newest.lowBits { return own }
    guard newest.contains(object.reference) else { return own }
    do throws(StoreError) {
      // Someone else has saved since the object was read: what is unchanged here is as it is there.
      let stored = try newest.tables[object.reference.table].value(
        of: slot, at: object.reference.row)
      guard let before = object.extras?.committedValue(of: slot) else { return stored }
      return own.rebased(from: before, onto: stored, object.layout.relationships[slot])
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  private func generation(of store: NSPersistentStore) -> Generation {
    if let known = generations[ObjectIdentifier(store)] { return known }
    let current = store.records.current
    generations[ObjectIdentifier(store)] = current
    return current
  }

  private func isSaved(_ object: NSManagedObject) -> Bool {
    object.shelf?.store.map { generation(of: $0).contains(object.reference) } ?? false
  }

  func members(_ slot: Int, of object: NSManagedObject) throws -> [NSManagedObject] {
    try value(slot, of: object).members.compactMap { reference in
      guard let member = object.shelf?.object(for: reference), !member.isDeleted else { return nil }
      return member
    }
  }

  func holders(
    of object: NSManagedObject, by relationship: RelationshipLayout, in layout: ObjectLayout
  ) throws -> [NSManagedObject] {
    guard let context = graph.context else { return [] }
    let request = NSFetchRequest<NSManagedObject>(entityName: layout.name)
    request.includesSubentities = false
    request.predicate = NSPredicate(
      format: relationship.isToMany ? "%K CONTAINS %@" : "%K == %@", relationship.name, object)
    return try context.fetch(request)
  }

  func write(_ value: Value, to slot: Int, of object: NSManagedObject) {
    // What someone else has deleted needs nothing derived.
    guard object.isInserted || isSaved(object) else { return }
    let wasCommitted = object.isInserted || object.extras?.committedValue(of: slot) != nil
    written.append(
      Written(
        object: object, slot: slot, before: object.slotValue(slot), wasCommitted: wasCommitted,
        wasUpdated: object.state.contains(.updated)))
    if !wasCommitted {
      object.ownExtras.committed.append(SlotValue(slot: slot, value: object.slotValue(slot)))
    }
    if !object.isInserted { object.state.insert(.updated) }
    if !object.state.contains(.listed) {
      object.state.insert(.listed)
      graph.changed.append(object)
    }
    object.extras?.decoded[slot] = nil
    object.announceChange(of: slot)
    object.write(value, to: slot)
  }
}

extension NSManagedObject {
  /// Whether nothing changed in the object but what was derived from others.
  final var isChangedByDerivationOnly: Bool {
    changedSlots().allSatisfy { layout.columns[$0].isDerived }
  }
}
