import DocumentStore
import Foundation
import Predicates

/// What a save does to one store.
final class SavePlan {
  let shelf: Shelf
  let store: NSPersistentStore
  private(set) var updated: [NSManagedObject] = []
  private(set) var deleted: [NSManagedObject] = []
  /// The new objects of each table, and the records that are kept for them.
  private var newRecords: [NewRecords]
  /// What relationships of new objects held before lasting references were put there.
  private var displaced: [(object: NSManagedObject, slot: Int, value: Value)] = []
  /// The generation that the changes are made against, and then the one that they made.
  private(set) var generation: Generation
  /// The generation that the changes were made against.
  private lazy var before = generation

  private struct NewRecords {
    var objects: [NSManagedObject] = []
    var places: [RecordReference] = []
  }

  init(_ shelf: Shelf, _ store: NSPersistentStore) {
    self.shelf = shelf
    self.store = store
    generation = store.records.current
    newRecords = store.records.schema.tables.map { _ in NewRecords() }
  }

  func add(_ object: NSManagedObject) {
    if object.state.contains(.deleted) {
      deleted.append(object)
    } else if object.isInserted {
      if let table = store.table(of: object.layout) { newRecords[table].objects.append(object) }
    } else {
      updated.append(object)
    }
  }

  var insertedCount: Int { newRecords.reduce(0) { $0 + $1.objects.count } }
  var inserted: [NSManagedObject] { newRecords.flatMap(\.objects) }

  func forEach(_ body: (NSManagedObject) -> Void) {
    for new in newRecords { new.objects.forEach(body) }
    updated.forEach(body)
    deleted.forEach(body)
  }

  // MARK: Before

  /// Keeps a record for each new object.
  func reservePlaces(_ places: ReferenceMap<RecordReference>) throws {
    // A save that starts over has places already.
    let hasReserved = shelf.graph.hasReserved || places.count > 0
    places.reserve(insertedCount)
    for table in newRecords.indices {
      let objects = newRecords[table].objects
      let reserved =
        hasReserved ? objects.map { $0.extras?.reserved ?? places[$0.reference.bits] } : []
      let missing = hasReserved ? reserved.count { $0 == nil } : objects.count
      do throws(StoreError) {
        let fresh = try store.records.reserve(table: table, count: missing)
        var rest = fresh[...]
        newRecords[table].places = hasReserved ? reserved.map { $0 ?? rest.removeFirst() } : fresh
      } catch {
        throw CocoaError(error, at: store.url, doing: .writing)
      }
      for (object, place) in zip(objects, newRecords[table].places) {
        places[object.reference.bits] = place
      }
    }
  }

  /// What others changed, too: among what is saved, and among the objects that the program wants to be looked at.
  func mergeConflicts() throws -> [NSMergeConflict] {
    let watched = shelf.graph.guarded.filter { $0.shelf === shelf && !$0.hasChanges }
    return try (updated + deleted + watched).compactMap { try conflict(of: $0) }
  }

  /// What must be unique and would not be.
  func constraintConflicts() throws -> [NSConstraintConflict] {
    try UniquenessCheck(self).conflicts()
  }

  /// Throws what would have to be settled.
  func check() throws {
    let merges = try mergeConflicts()
    if !merges.isEmpty { throw CocoaError.merge(merges) }
    let constraints = try constraintConflicts()
    if !constraints.isEmpty { throw CocoaError.constraints(constraints) }
  }

  /// The conflict of an object whose record is not what it was when the object was read.
  private func conflict(of object: NSManagedObject) throws -> NSMergeConflict? {
    let newest = UInt32(truncatingIfNeeded: generation.number)
    if object.generation == newest, !object.state.contains(.unreachable) { return nil }
    let isDeleted = object.state.contains(.deleted)
    // What was only derived here from other objects is no one's edit.
    if object.isUpdated, object.isChangedByDerivationOnly { return nil }
    guard generation.contains(object.reference) else {
      // What both deleted is deleted; what a policy wants back comes back.
      if isDeleted || object.state.contains(.remade) { return nil }
      return NSMergeConflict(of: object, newVersion: 0, now: nil)
    }
    let now = try values(of: object.reference)
    let differs = now.enumerated().contains { slot, value in
      !object.layout.columns[slot].isTransient && !object.layout.columns[slot].isDerived
        // What came to a set of a deleted object would lead nowhere.
        && (isDeleted || !object.layout.commutes(slot))
        && !(object.extras?.committedValue(of: slot) ?? object.slotValue(slot)).holdsSame(as: value)
    }
    return differs
      ? NSMergeConflict(of: object, newVersion: Int(generation.number), now: now) : nil
  }

  private func values(of reference: RecordReference) throws -> [Value] {
    do throws(StoreError) {
      return try generation.tables[reference.table].values(of: reference.row)
    } catch {
      throw CocoaError(error, at: store.url, doing: .reading)
    }
  }

  // MARK: The changes

  private func changes(_ save: SaveOperation) throws -> ChangeSet {
    // A save by another context may have come between the plan and now.
    generation = store.records.current
    var changes = ChangeSet(schema: store.records.schema)
    for (table, new) in newRecords.enumerated() where !new.objects.isEmpty {
      do throws(StoreError) {
        let ids = try store.records.ids(of: new.places)
        changes.tables[table].inserted.reserveCapacity(ids.count)
        for (index, object) in new.objects.enumerated() {
          putLastingLinks(into: object, save)
          unsafe changes.tables[table].inserted.append(
            InsertedRecord(
              row: new.places[index].row, id: ids[index], lending: object.lentValues))
        }
      } catch {
        throw CocoaError(error, at: store.url, doing: .writing)
      }
      // In the order of the rows already, unless some were reserved earlier than others.
      if zip(new.places, new.places.dropFirst()).contains(where: { $0.row > $1.row }) {
        changes.tables[table].inserted.sort { $0.row < $1.row }
      }
    }
    for object in updated {
      if object.state.contains(.remade), !generation.contains(object.reference) {
        try revive(object, in: &changes, save)
      } else if let record = try update(of: object, save) {
        changes.tables[object.reference.table].updated.append(record)
      }
    }
    // What somebody else deleted, too, is no more to be deleted.
    for object in deleted where generation.contains(object.reference) {
      changes.tables[object.reference.table].deleted.append(object.reference.row)
    }
    return changes
  }

  /// Makes the record of an object again that somebody else has deleted.
  private func revive(
    _ object: NSManagedObject, in changes: inout ChangeSet, _ save: SaveOperation
  ) throws {
    let values = object.layout.types.indices.map { save.lasting(object.slotValue($0)) }
    do throws(StoreError) {
      let record = InsertedRecord(
        row: object.reference.row, id: try store.records.id(of: object.reference), values: values)
      changes.tables[object.reference.table].inserted.append(record)
      changes.tables[object.reference.table].inserted.sort { $0.row < $1.row }
    } catch {
      throw CocoaError(error, at: store.url, doing: .writing)
    }
  }

  private func update(of object: NSManagedObject, _ save: SaveOperation) throws -> UpdatedRecord? {
    let slots = object.changedSlots().filter { !object.layout.columns[$0].isTransient }
    if slots.isEmpty { return nil }
    // What could not be read is put on top of what is there by now, as what is old is.
    let isCurrent =
      object.generation == UInt32(truncatingIfNeeded: generation.number)
      && !object.state.contains(.unreachable)
    let now = isCurrent ? [] : try values(of: object.reference)
    let values = slots.map { slot in
      let value = save.lasting(object.slotValue(slot))
      guard !isCurrent, let before = object.extras?.committedValue(of: slot) else { return value }
      return value.rebased(from: before, onto: now[slot], object.layout.relationships[slot])
    }
    return UpdatedRecord(row: object.reference.row, columns: slots, values: values)
  }

  // MARK: Afterwards

  /// Writes the changes, or throws and leaves store and objects as they were.
  func save(_ save: SaveOperation) throws {
    do {
      let changes = try changes(save)
      before = generation
      generation = try store.save(changes, by: shelf.graph.context)
    } catch {
      for old in displaced { old.object.write(old.value, to: old.slot) }
      displaced = []
      throw error
    }
    displaced = []
  }

  /// Puts lasting references in the place of temporary ones, because the slots themselves are lent to the store.
  private func putLastingLinks(into object: NSManagedObject, _ save: SaveOperation) {
    for relationship in object.layout.allRelationships {
      guard unsafe object.slots?[relationship.slot].hasTemporaryMembers == true else { continue }
      let old = object.slotValue(relationship.slot)
      displaced.append((object, relationship.slot, old))
      object.forgetIndex(of: relationship.slot)
      object.write(save.lasting(old), to: relationship.slot)
    }
  }

  /// Makes the objects what the store is now.
  func finish(_ save: SaveOperation) {
    shelf.reserve(insertedCount)
    let forgetsAll = save.graph.forgetAllNew(insertedCount)
    for new in newRecords {
      for (object, place) in zip(new.objects, new.places) {
        if !forgetsAll { save.graph.forgetNew(object.reference) }
        save.graph.noteMove(from: object.reference, to: place, in: store)
        object.reference = place
        if let extras = object.extras {
          extras.reserved = nil
          extras.formerShelf = nil
          let former = extras.objectID
          extras.objectID = nil
          former?.noteSuccessor(
            NSManagedObjectID(layout: object.layout, store: store, reference: place))
        }
        shelf.register(object)
        settle(object)
      }
    }
    let wasCurrent = UInt32(truncatingIfNeeded: before.number)
    for object in updated {
      save.rewriteLinks(of: object)
      let old = object.generation
      let isBehind = old != wasCurrent && object.isChangedByDerivationOnly
      if old != wasCurrent { catchUp(object) }
      settle(object)
      // What was only derived here does not make the rest as new as the store.
      if isBehind { object.generation = old }
    }
    for object in deleted {
      shelf.forget(object.reference)
      _ = object.objectID
      object.detach(keeping: [.listed, .touched, .unannounced])
    }
    save.graph.noteRegistration()
  }

  /// Makes an object one that was just read.
  private func settle(_ object: NSManagedObject) {
    object.generation = UInt32(truncatingIfNeeded: generation.number)
    object.state.subtract(.unsaved.union([.remade, .missing]))
    guard let extras = object.extras else { return }
    extras.committed = []
    extras.eventStart = []
    if !extras.losses.isEmpty { extras.losses = [:] }
  }

  /// Takes up what others did meanwhile to sets that this object has, too.
  private func catchUp(_ object: NSManagedObject) {
    let table = generation.tables[object.reference.table]
    for relationship in object.layout.allRelationships
    where object.layout.commutes(relationship.slot) {
      do throws(StoreError) {
        let value = try table.value(of: relationship.slot, at: object.reference.row)
        object.announceChange(of: relationship.slot)
        object.write(value, to: relationship.slot)
        object.forgetIndex(of: relationship.slot)
      } catch {
        // What was just written can be read; if not, the next reading says so.
        continue
      }
    }
  }
}

extension NSManagedObject {
  /// The values where they lie; they must not change as long as a store has them.
  final var lentValues: UnsafeBufferPointer<Value> {
    if unsafe slots == nil { fillSlots() }
    return unsafe UnsafeBufferPointer(start: slots, count: layout.slotCount)
  }

  /// Values of a record in the form that programs get, by name.
  final func snapshot(_ values: [Value]) -> [String: Any] {
    var snapshot: [String: Any] = [:]
    for (slot, value) in values.enumerated() where !layout.columns[slot].isTransient {
      let name = layout.columns[slot].name
      guard let relationship = layout.relationships[slot] else {
        snapshot[name] = value.program(as: layout.columns[slot], layout.types[slot]) ?? NSNull()
        continue
      }
      let objects = value.members.compactMap { shelf?.object(for: $0) }
      if !relationship.isToMany {
        snapshot[name] = objects.first ?? NSNull()
      } else if relationship.isOrdered {
        snapshot[name] = NSOrderedSet(array: objects)
      } else {
        snapshot[name] = Set(objects)
      }
    }
    return snapshot
  }
}
