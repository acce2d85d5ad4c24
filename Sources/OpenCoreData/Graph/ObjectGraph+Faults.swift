import DocumentStore

extension ObjectGraph {
  /// Reads an object's values because a property was asked for.
  ///
  /// A getter cannot throw: where the record is gone or unreadable the object gets no values, and the next save
  /// reports what could not be read.
  func fire(_ object: NSManagedObject) {
    checkQueue()
    do throws(StoreError) {
      try read(object)
    } catch {
      object.state.insert(.unreachable)
      unsafe object.adopt(object.newSlots())
      if error.reason != .missing, readFailure == nil {
        readFailure = (error, object.shelf?.store)
      }
    }
  }

  /// Reads an object's values from the newest generation, or throws and leaves it as it is.
  func read(_ object: NSManagedObject) throws(StoreError) {
    guard !object.reference.isTemporary, let shelf = object.shelf, shelf.store != nil else {
      return
    }
    guard try shelf.read(object) else { throw gone(object) }
    object.state.remove(.unreachable)
    object.awakeFromFetch()
  }

  private func gone(_ object: NSManagedObject) -> StoreError {
    let id = object.objectID.uriRepresentation().absoluteString
    return StoreError(.missing, "the '\(object.layout.name)' \(id) is not in the store any more")
  }

  /// Makes a clean object a fault again.
  func turnIntoFault(_ object: NSManagedObject) {
    guard !object.isFault else { return }
    object.willTurnIntoFault()
    object.releaseSlots()
    object.forgetEdits()
    object.didTurnIntoFault()
  }

  // MARK: Refreshing

  /// Forgets an object's values, or takes the newest and keeps what was changed here.
  func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
    checkQueue()
    guard object.shelf?.graph === self, !object.isInserted, !object.isDeleted else { return }
    object.extras?.fetched = [:]
    if undoManager != nil { hasUnknownChanges = true }
    if mergeChanges {
      merge(object)
    } else {
      takeBackLinks(of: object)
      object.state.remove(.updated)
      turnIntoFault(object)
    }
  }

  /// Undoes an object's unsaved changes of relationships, so that the other sides do not keep them.
  private func takeBackLinks(of object: NSManagedObject) {
    for old in object.extras?.committed ?? [] {
      guard let relationship = object.layout.relationships[old.slot] else { continue }
      let members = old.value.members.compactMap { object.shelf?.object(for: $0) }
      object.setMembers(members.filter { !$0.isDeleted }, of: relationship)
    }
  }

  private func merge(_ object: NSManagedObject) {
    guard object.hasChanges else { return turnIntoFault(object) }
    object.settle()
    let edits = (object.extras?.committed ?? []).map { old in
      (old.slot, before: old.value, after: object.slotValue(old.slot))
    }
    do throws(StoreError) { try read(object) } catch { return }
    object.extras?.committed = []
    object.extras?.memberIndices = [:]
    for (slot, before, after) in edits {
      let newest = object.slotValue(slot)
      object.extras?.committed.append(SlotValue(slot: slot, value: newest))
      object.write(
        after.rebased(from: before, onto: newest, object.layout.relationships[slot]), to: slot)
    }
  }

  // MARK: Rolling back

  /// Takes back everything since the last save.
  func rollback() {
    checkQueue()
    forgetUndo()
    for object in changed { restore(object) }
    for object in changed {
      object.state.subtract([.listed, .touched, .unannounced])
      object.state.subtract(.event)
    }
    changed = []
    touched = []
    unannounced = []
    primitivelyLinked = []
    latestOrderedSet = nil
    readFailure = nil
    checkInvariants()
  }

  private func restore(_ object: NSManagedObject) {
    if object.isInserted {
      forgetNew(object.reference)
      object.detach(keeping: [])
      return
    }
    object.extras?.memberIndices = [:]
    for old in object.extras?.committed ?? [] { object.write(old.value, to: old.slot) }
    object.state.subtract(.unsaved)
    object.forgetEdits()
  }
}

extension NSManagedObject {
  /// Forgets what was changed and what was decoded.
  final func forgetEdits() {
    guard let extras else { return }
    extras.committed = []
    extras.eventStart = []
    extras.decoded = [:]
    extras.fetched = [:]
    extras.memberIndices = [:]
  }
}

extension Value {
  /// An edited value on top of a newer one than it was made from: of a set, what was added and removed; of
  /// anything else, the edit.
  func rebased(from before: Value, onto newest: Value, _ relationship: RelationshipLayout?) -> Value
  {
    guard let relationship, relationship.isToMany, !relationship.isOrdered else { return self }
    if before.holdsSame(as: newest) { return self }
    let old = Set(before.members)
    let mine = Set(members)
    var result = newest.members.filter { mine.contains($0) || !old.contains($0) }
    let present = Set(result)
    result += members.filter { !old.contains($0) && !present.contains($0) }
    return .references(result)
  }
}
