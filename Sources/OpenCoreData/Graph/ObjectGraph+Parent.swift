import DocumentStore

/// The child's side of nested contexts: where its values come from.
///
/// A child calls objects what its parent calls them, temporary numbers included. What the parent has not changed is
/// read from the store, as if the child had no parent; what it has changed is copied from the parent's object. When
/// an ancestor's save has given new objects records, the child takes the new references up the next time it asks
/// the parent for anything.
extension ObjectGraph {
  /// Whether a graph is this one or an ancestor of it.
  func descends(from other: ObjectGraph) -> Bool {
    self === other || parent?.graph.descends(from: other) == true
  }

  /// Makes the context the child of another.
  func adopt(by parent: NSManagedObjectContext?) {
    self.parent = parent
    coordinator = parent?.graph.coordinator
    (takenUp, departuresTakenUp) = (0, 0)
    parent?.graph.confinement.wait {
      parent?.graph.hasChildren = true
      takenUp = parent?.graph.successors.count ?? 0
      departuresTakenUp = parent?.graph.departures.count ?? 0
    }
  }

  /// Asks the parent for something, on its queue, and takes up what has become of its new objects.
  private func asking<Answer>(_ body: (ObjectGraph) throws -> Answer) rethrows -> Answer? {
    guard let graph = parent?.graph else { return nil }
    let (moves, departures, answer) = try graph.confinement.wait {
      graph.catchUpWithParent()
      return (
        graph.successors[takenUp...], graph.departures(since: departuresTakenUp), try body(graph)
      )
    }
    take(departures)
    take(moves)
    return answer
  }

  // MARK: Objects

  /// The parent's new object with a number, as this context's own; nil where there is none.
  func parentsObject(_ reference: RecordReference) -> NSManagedObject? {
    asking { $0.lend(reference) }?.flatMap(materialize)
  }

  /// This context's object for one of the parent's.
  private func materialize(_ lent: LentObject) -> NSManagedObject? {
    let shelf = lent.store.map { self.shelf(of: $0) } ?? unassigned
    if let known = shelf.registered(lent.reference) { return known }
    guard lent.reference.isTemporary else { return shelf.object(for: lent.reference) }
    let birth = Birth(layout: lent.layout, shelf: shelf, reference: lent.reference)
    let type = lent.layout.objectClass
    guard let object = makeFault(lent.layout, type, birth) else { return nil }
    object.ownExtras.objectID = lent.id
    register(new: object)
    return object
  }

  /// What ancestors have to say of an object's values; references alone tell records of one store apart.
  func ancestors(on reference: RecordReference, in store: NSPersistentStore?) -> AncestorValues {
    asking { $0.values(forChild: reference, in: store) } ?? .nothing
  }

  // MARK: Places

  /// Puts a copy of a parent's new object where that is; where that is in no store, to those that changes here have put
  /// into one.
  func place(_ object: NSManagedObject, as store: NSPersistentStore?) {
    if let store {
      object.shelf = shelf(of: store)
      return
    }
    object.shelf = unassigned
    if !hasSeveralStores { return }
    let changed = object.newMembersHere(self).first { $0.hasChanges && $0.shelf?.store != nil }
    if let changed { object.shelf = changed.shelf }
  }

  /// Lets copies of a parent's new objects be read again that a change here, taken back now, may have put into a store.
  func forgetPlaces() {
    if parent == nil || !hasSeveralStores { return }
    for object in newObjects.values
    where !object.isInserted && !object.hasChanges && !object.isDeleted {
      turnIntoFault(object)
    }
  }

  private var hasSeveralStores: Bool { (coordinator?.persistentStores.count ?? 0) > 1 }

  // MARK: Fetching

  /// What ancestors have changed and not saved, as this context sees it; and the records that they have deleted.
  ///
  /// Costs a look at each of those objects.
  func overlay() -> (objects: [NSManagedObject], deleted: [LentObject]) {
    guard let lent = asking({ $0.lendChanges() }) else { return ([], []) }
    for object in ahead { object.state.remove(.ahead) }
    ahead = []
    var deleted: [LentObject] = []
    for item in lent {
      if item.isDeleted {
        deleted.append(item)
      } else if let object = materialize(item) {
        object.fireFault()
        object.state.insert(.ahead)
        ahead.append(object)
      }
    }
    return (ahead, deleted)
  }

  // MARK: New references

  /// Takes up what ancestors' saves have made of new objects: their records.
  func catchUpWithParent() { asking { _ in } }

  private func take(_ moves: ArraySlice<Successor>) {
    if moves.isEmpty { return }
    takenUp += moves.count
    let map = ReferenceMap<RecordReference>()
    for move in moves {
      map[move.old.bits] = move.new
      noteMove(from: move.old, to: move.new, in: move.store)
      guard let object = newObjects[move.old.bits] else { continue }
      forgetNew(move.old)
      object.reference = move.new
      object.extras?.reserved = nil
      object.extras?.formerShelf = nil
      object.extras?.objectID = nil
      object.shelf = shelf(of: move.store)
      object.shelf?.register(object)
    }
    // Any slot may name what no object here stands for.
    for object in allObjects { object.rewriteReferences(map) }
  }
}

/// A reference that has become another, by a save.
struct Successor {
  let old: RecordReference
  let new: RecordReference
  let store: NSPersistentStore
}

/// What a parent lends its child of an object.
struct LentObject {
  let reference: RecordReference
  let layout: ObjectLayout
  let store: NSPersistentStore?
  let id: NSManagedObjectID
  var isDeleted = false
}

/// What ancestors have to say of an object's values.
enum AncestorValues {
  /// It is as the store has it.
  case nothing
  /// It is deleted, or there is no such object.
  case gone
  /// It has these values, not saved yet, and a place in this store, if it has one.
  case values([Value], NSPersistentStore?)
}

extension NSManagedObject {
  /// Puts new references in the place of old ones, wherever the object has kept them.
  fileprivate final func rewriteReferences(_ map: ReferenceMap<RecordReference>) {
    guard unsafe slots != nil else { return }
    settle()
    for relationship in layout.allRelationships {
      let value = slotValue(relationship.slot)
      guard value.hasTemporaryMembers else { continue }
      forgetIndex(of: relationship.slot)
      write(value.moved(by: map), to: relationship.slot)
    }
    guard let extras else { return }
    for index in extras.committed.indices {
      extras.committed[index].value = extras.committed[index].value.moved(by: map)
    }
    for index in extras.eventStart.indices {
      extras.eventStart[index].value = extras.eventStart[index].value.moved(by: map)
      extras.eventStart[index].edits = extras.eventStart[index].edits?.moved(by: map)
    }
  }
}

extension Value {
  /// A slot's value with new references in the place of old ones.
  func moved(by map: ReferenceMap<RecordReference>) -> Value {
    switch self {
    case .reference(let member): return .reference(map.last(after: member))
    case .references(let members): return .references(members.map(map.last))
    default: return self
    }
  }
}

extension ReferenceMap<RecordReference> {
  /// What a reference has become, at the end of all moves.
  func last(after reference: RecordReference) -> RecordReference {
    var reference = reference
    while let next = self[reference.bits] { reference = next }
    return reference
  }
}
