import DocumentStore

extension ObjectGraph {
  /// Reads an object's values because a property was asked for.
  ///
  /// A getter cannot throw: where the record is gone or unreadable the object gets no values, and the next save
  /// reports what could not be read. That the record is gone is no failure where the context wants to treat the
  /// object as deleted.
  func fire(_ object: NSManagedObject) {
    checkQueue()
    do throws(StoreError) {
      try read(object, lazily: true)
    } catch {
      unsafe object.adopt(object.newSlots())
      noteUnreadable(object, error)
    }
  }

  /// Remembers that an object whose values were asked for has none because they cannot be read.
  func noteUnreadable(_ object: NSManagedObject, _ error: StoreError) {
    object.state.insert(.unreachable)
    if error.reason == .missing, handlesMissing(object) {
      object.state.insert(.missing)
      report(object, in: \.invalidated)
    } else if readFailure == nil {
      readFailure = (error, object.shelf?.store)
    }
  }

  /// The first value that was asked for and could not be read, which is told once.
  func takeReadFailure() -> (error: StoreError, store: NSPersistentStore?)? {
    defer { readFailure = nil }
    return readFailure
  }

  private func handlesMissing(_ object: NSManagedObject) -> Bool {
    guard let context else { return true }
    return context.shouldHandleInaccessibleFault(
      object, for: object.objectID, triggeredByProperty: nil)
  }

  /// Reads an object's values from the generation that the context reads, or throws and leaves it as it is.
  ///
  /// Where that is lazy each value may be left to be read when it is asked for, and to fail then.
  func read(_ object: NSManagedObject, lazily isLazy: Bool = false) throws(StoreError) {
    if parent != nil, try readFromAncestors(object) { return }
    guard !object.reference.isTemporary, let shelf = object.shelf, shelf.store != nil else {
      return
    }
    if !object.isFault { object.announceChanges() }
    guard try shelf.read(object, lazily: isLazy) else { throw gone(object) }
    object.state.subtract([.unreachable, .missing])
    object.awakeFromFetch()
  }

  /// Reads what has not been read of an object, so that no value of it can fail any more, or throws.
  func readWholly(_ object: NSManagedObject) throws(StoreError) {
    if object.state.contains(.unreachable), object.hasChanges {
      guard try object.newestValues() != nil else { throw gone(object) }
      // Reading it alone would drop what was changed meanwhile.
      return refresh(object, mergeChanges: true)
    }
    if object.isFault || object.state.contains(.unreachable) { return try read(object) }
    try unsafe object.rows?.takeUnretainedValue().readAll()
  }

  /// Copies an object's values from an ancestor that has changed them; false where the store has them.
  private func readFromAncestors(_ object: NSManagedObject) throws(StoreError) -> Bool {
    catchUpWithParent()
    switch ancestors(on: object.reference, in: object.shelf?.store) {
    case .nothing: return false
    case .gone: throw gone(object)
    case .values(let values, let store):
      let fresh = unsafe object.newSlots()
      for (slot, value) in values.enumerated() { unsafe fresh[slot] = value }
      unsafe object.adopt(fresh)
      if object.reference.isTemporary { place(object, as: store) }
      object.state.remove(.unreachable)
      object.awakeFromFetch()
      return true
    }
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
  ///
  /// What keeps changes takes in the objects that the changed relationships lead to, so that both sides stay right.
  func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
    checkQueue()
    guard object.shelf?.graph === self, !object.isInserted, !object.state.contains(.deleted) else {
      return
    }
    object.extras?.fetched = [:]
    if undoManager != nil { hasUnknownChanges = true }
    report(object, in: \.refreshed)
    if mergeChanges {
      if object.hasChanges { processPendingChanges() }
      let isQuiet = touched.isEmpty
      merge([object])
      // Changes that are made again are no event of the program's.
      if isQuiet, !touched.isEmpty { endEventWithoutUndo() }
    } else {
      takeBackLinks(of: object)
      object.state.subtract([.updated, .missing])
      turnIntoFault(object)
    }
  }

  /// Takes what the store has of objects, and keeps what was changed here.
  func merge(_ objects: [NSManagedObject]) {
    rebase(objects, dropping: [])
  }

  /// Puts changed objects on top of what the store has, and lets others be read again; changes of some are dropped.
  func rebase(_ objects: [NSManagedObject], dropping gone: [NSManagedObject]) {
    var decisions: [NSManagedObject: Rebase.Decision] = [:]
    do throws(StoreError) {
      for object in objects {
        if !object.hasChanges {
          reread(object)
        } else if try object.isBehind() {
          decisions[object] = .mine
        }
      }
      for object in gone where object.hasChanges { decisions[object] = .dropped }
      if decisions.isEmpty { return }
      var rebase = Rebase(self, decisions, revives: false)
      try rebase.run()
    } catch {
      readFailure = readFailure ?? (error, (objects + gone).first?.shelf?.store)
    }
  }

  /// Lets an object without changes be read again, when it is next asked; what no store keeps it keeps.
  func reread(_ object: NSManagedObject) {
    let transients = object.transientValues()
    if transients.isEmpty { return turnIntoFault(object) }
    let decoded = object.extras?.decoded.filter { transients[$0.key] != nil } ?? [:]
    object.extras?.decoded = [:]
    do throws(StoreError) { try read(object) } catch { return turnIntoFault(object) }
    for (slot, value) in transients { object.write(value, to: slot) }
    if !decoded.isEmpty { object.ownExtras.decoded = decoded }
  }

  /// Undoes an object's unsaved changes of relationships, so that the other sides do not keep them.
  private func takeBackLinks(of object: NSManagedObject) {
    for old in object.extras?.committed ?? [] {
      guard let relationship = object.layout.relationships[old.slot] else { continue }
      let members = old.value.members.compactMap { object.shelf?.object(for: $0) }
      object.setMembers(members.filter { !$0.isDeleted }, of: relationship)
    }
  }

  // MARK: Rolling back

  /// Takes back everything since the last save.
  func rollback() {
    checkQueue()
    forgetUndo()
    for object in changed { reportRollback(of: object) }
    for object in changed { restore(object) }
    for object in changed {
      object.state.subtract([.listed, .touched, .unannounced])
      object.state.subtract(.event)
    }
    let restored = changed.filter { $0.shelf != nil }
    changed = []
    touched = []
    unannounced = []
    primitivelyLinked = []
    linkedLate = []
    latestOrderedSet = nil
    readFailure = nil
    for object in restored { object.awake(fromSnapshotEvents: .rollback) }
    forgetPlaces()
    processPendingChanges()
  }

  /// Tells observers what they would otherwise believe for ever: only what they have been told is taken back.
  private func reportRollback(of object: NSManagedObject) {
    guard object.shelf != nil else {
      // New, told of in an earlier event, and deleted in this one.
      if object.state.contains(.eventDeleted), !object.state.contains(.eventInserted) {
        report(object, in: \.deleted)
      }
      return
    }
    if object.isInserted {
      if !object.state.contains(.eventInserted) { report(object, in: \.deleted) }
    } else if object.state.contains(.deleted), !object.state.contains(.eventDeleted) {
      report(object, in: \.inserted)
    } else {
      report(object, in: \.refreshed)
    }
  }

  private func restore(_ object: NSManagedObject) {
    if object.isInserted {
      forgetNew(object.reference)
      noteDeparture(of: object.reference)
      object.detach(keeping: [])
      return
    }
    object.extras?.memberIndices = [:]
    for old in object.extras?.committed ?? [] { object.write(old.value, to: old.slot) }
    object.state.subtract(.unsaved)
    if object.state.contains(.remade) {
      object.state.remove(.remade)
      object.markMissing()
    }
    object.forgetEdits()
    if hasDeparted(object) { object.markMissing() }
  }
}

extension NSManagedObject {
  /// Forgets what was changed and what was decoded.
  final func forgetEdits() {
    announceChanges()
    guard let extras else { return }
    extras.committed = []
    extras.eventStart = []
    extras.losses = [:]
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
