import DocumentStore
import ManagedModel

/// Finds objects that share values which their model wants to be unique, among those that a save writes and
/// between them and what the store has.
struct UniquenessCheck {
  private let plan: SavePlan

  init(_ plan: SavePlan) {
    self.plan = plan
  }

  /// The conflicts, in the order of the model and then of the objects.
  func conflicts() throws -> [NSConstraintConflict] {
    let candidates = plan.inserted + plan.updated
    guard let model = plan.store.coordinator?.managedObjectModel else { return [] }
    var conflicts: [NSConstraintConflict] = []
    for entity in model.entities {
      for constraint in entity.uniquenessConstraintNames where !constraint.isEmpty {
        conflicts += try self.conflicts(constraint, of: entity, candidates)
      }
    }
    return conflicts
  }

  private func conflicts(
    _ constraint: [String], of entity: NSEntityDescription, _ candidates: [NSManagedObject]
  ) throws -> [NSConstraintConflict] {
    var pending: [[Value]: [NSManagedObject]] = [:]
    var keys: [[Value]] = []
    for object in candidates where object.entity.isKindOf(entity: entity) {
      let slots = constraint.map { object.layout.slot(of: $0) }
      guard isNewInStore(object) || slots.contains(where: { isChanged($0, of: object) }) else {
        continue
      }
      let key = slots.map { object.slotValue($0) }
      // Nil is no value that two objects could share.
      if key.contains(.null) { continue }
      if pending[key] == nil { keys.append(key) }
      pending[key, default: []].append(object)
    }
    if pending.isEmpty { return [] }
    let stored = try stored(constraint, of: entity, Set(keys))
    return keys.compactMap { key in
      guard let objects = pending[key], objects.count > 1 || stored[key] != nil else { return nil }
      return conflict(constraint, objects, stored[key])
    }
  }

  /// Whether the store has no record of an object that is to be saved: all its values are new there.
  private func isNewInStore(_ object: NSManagedObject) -> Bool {
    object.isInserted
      || object.state.contains(.remade) && !plan.generation.contains(object.reference)
  }

  private func isChanged(_ slot: Int, of object: NSManagedObject) -> Bool {
    object.extras?.committedValue(of: slot).map { $0 != object.slotValue(slot) } ?? false
  }

  /// The records that have one of some combinations of values and keep them in this save.
  private func stored(
    _ constraint: [String], of entity: NSEntityDescription, _ keys: Set<[Value]>
  ) throws -> [[Value]: RecordReference] {
    var found: [[Value]: RecordReference] = [:]
    for member in entity.selfAndDescendants {
      guard let layout = plan.store.layouts.layout(of: member),
        let table = plan.store.table(of: layout)
      else { continue }
      do throws(StoreError) {
        let columns = constraint.map { layout.slot(of: $0) }
        for (row, key) in try plan.generation.tables[table].rows(having: keys, in: columns) {
          let reference = RecordReference(table: table, row: row)
          if keeps(reference, columns) { found[key] = reference }
        }
      } catch {
        throw CocoaError(error, at: plan.store.url, doing: .reading)
      }
    }
    return found
  }

  /// Whether a record is neither deleted by this save nor given other values.
  private func keeps(_ reference: RecordReference, _ columns: [Int]) -> Bool {
    guard let object = plan.shelf.registered(reference), object.hasChanges else { return true }
    return !object.isDeleted && !columns.contains { isChanged($0, of: object) }
  }

  private func conflict(
    _ constraint: [String], _ objects: [NSManagedObject], _ record: RecordReference?
  ) -> NSConstraintConflict {
    let stored = record.flatMap { plan.shelf.object(for: $0) }
    return NSConstraintConflict(
      constraint: constraint, database: stored,
      databaseSnapshot: stored?.committedValues(forKeys: constraint), conflictingObjects: objects,
      conflictingSnapshots: objects.map { $0.dictionaryWithValues(forKeys: constraint) })
  }
}
