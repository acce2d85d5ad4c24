import DocumentStore

/// The parent's side of nested contexts: what it lends to a child, and what it takes from one that saves.
extension ObjectGraph {
  /// What a child calls an object now: saves may have given it a record.
  private func latest(_ reference: RecordReference) -> RecordReference {
    lasting?[reference.bits] ?? reference
  }

  /// An object for a child to make its own from, by the number that it had when it was new.
  func lend(_ number: RecordReference) -> LentObject? {
    if let object = newObject(number) ?? parentsObject(number) { return LentObject(object) }
    guard let move = successors.last(where: { $0.old == number }) else { return nil }
    return shelf(of: move.store).object(for: move.new).map(LentObject.init)
  }

  /// The objects with unsaved changes, here and in ancestors.
  func lendChanges() -> [LentObject] {
    processPendingChanges()
    let own = changed.filter { $0.hasChanges && $0.shelf?.graph === self }
    let mine = Set(own)
    let (inherited, deleted) = overlay()
    return own.map(LentObject.init) + inherited.filter { !mine.contains($0) }.map(LentObject.init)
      + deleted
  }

  /// What a child is to read as the values of an object.
  func values(forChild reference: RecordReference, in store: NSPersistentStore?) -> AncestorValues {
    let reference = latest(reference)
    let known =
      reference.isTemporary
      ? newObject(reference) ?? parentsObject(reference)
      : store.flatMap { shelf(of: $0).registered(reference) }
    guard let object = known else {
      return reference.isTemporary ? .gone : ancestors(on: reference, in: store)
    }
    if object.isDeleted { return .gone }
    if object.hasChanges || object.state.contains(.ahead) || reference.isTemporary {
      object.settle()
      return .values(
        (0..<object.layout.slotCount).map { slot in
          object.layout.columns[slot].isTransient
            ? object.layout.defaults[slot] : object.slotValue(slot)
        }, object.shelf?.store)
    }
    return ancestors(on: reference, in: store)
  }

  // MARK: A child saves

  /// Takes over what a child saves, or throws and takes nothing.
  func take(_ changes: [ChildChange]) throws {
    checkQueue()
    processPendingChanges()
    let targets = changes.map { change in
      change.isInserted ? nil : object(forChild: change.object)
    }
    for (change, target) in zip(changes, targets) where !change.isInserted {
      guard let target, !target.isDeleted, !target.isUnreachable, isTogether(target, change.object)
      else { throw CocoaError.merge([change.vanished]) }
    }
    var taken: [(object: NSManagedObject, change: ChildChange)] = []
    for (change, target) in zip(changes, targets) {
      if let object = target ?? make(change) { taken.append((object, change)) }
    }
    for (object, change) in taken where !change.isInserted { apply(change, to: object) }
    for (object, change) in taken { follow(change, object) }
    for (object, change) in taken where !change.isDeleted {
      let slots = change.slots.map(\.slot)
      keepInOneStore(object, slots)
      repairLinks(of: object, slots)
    }
    delete(forChild: taken.filter(\.change.isDeleted).map(\.object))
    processPendingChanges()
  }

  /// The object here that a child's object stands for.
  private func object(forChild object: NSManagedObject) -> NSManagedObject? {
    let reference = latest(object.reference)
    if reference.isTemporary { return newObject(reference) ?? parentsObject(reference) }
    return object.shelf?.store.flatMap { shelf(of: $0).object(for: reference) }
  }

  /// Whether a child has not put a new object into another store than the one where it is here.
  private func isTogether(_ object: NSManagedObject, _ other: NSManagedObject) -> Bool {
    guard let mine = object.shelf?.store, let others = other.shelf?.store else { return true }
    return mine === others
  }

  /// Makes the object here for one that a child has inserted.
  private func make(_ change: ChildChange) -> NSManagedObject? {
    let layout = change.object.layout
    let shelf = change.object.shelf?.store.map { self.shelf(of: $0) } ?? unassigned
    let birth = Birth(layout: layout, shelf: shelf, reference: change.object.reference)
    guard let object = makeFault(layout, layout.objectClass, birth) else { return nil }
    unsafe object.adopt(object.newSlots())
    for item in change.slots { object.write(item.value, to: item.slot) }
    object.ownExtras.objectID = change.object.objectID
    object.ownExtras.reserved = change.object.extras?.reserved
    hasReserved = hasReserved || object.extras?.reserved != nil
    object.state.insert(.inserted)
    register(new: object)
    noteChange(of: object, as: .eventInserted)
    return object
  }

  /// Puts a new object where the child has put it, and with it those that it is related to here, which the child need
  /// not have changed; what cannot be there is related to it no more.
  private func follow(_ change: ChildChange, _ object: NSManagedObject) {
    guard object.shelf === unassigned, let store = change.object.shelf?.store,
      object.enter(shelf(of: store)) != nil
    else { return }
    object.shelf = shelf(of: store)
    object.noteShelf(before: unassigned)
    keepInOneStore(object)
  }

  private func apply(_ change: ChildChange, to object: NSManagedObject) {
    object.settle()
    for item in change.slots {
      let relationship = object.layout.relationships[item.slot]
      object.catchUp(item.slot, seenAs: item.before)
      let value = item.value.rebased(
        from: item.before, onto: object.slotValue(item.slot), relationship)
      object.noteChange(of: item.slot)
      if relationship != nil { leaveOthers(object, item.slot, keeping: value) }
      object.forgetIndex(of: item.slot)
      object.write(value, to: item.slot)
      object.extras?.decoded[item.slot] = nil
    }
  }
}

/// What a child's save says of one of its objects.
struct ChildChange {
  struct Item {
    let slot: Int
    let before: Value
    let value: Value
  }

  let object: NSManagedObject
  let slots: [Item]

  init(_ object: NSManagedObject) {
    self.object = object
    object.settle()
    if object.isDeleted {
      slots = []
    } else if object.isInserted {
      slots = (0..<object.layout.slotCount).map { slot in
        Item(slot: slot, before: .null, value: object.slotValue(slot))
      }
    } else {
      slots = object.changedSlots().filter { !object.layout.columns[$0].isTransient }.map { slot in
        Item(
          slot: slot, before: object.extras?.committedValue(of: slot) ?? .null,
          value: object.slotValue(slot))
      }
    }
  }

  var isInserted: Bool { object.isInserted }
  var isDeleted: Bool { object.isDeleted }

  /// What there is to say where the parent has no such object any more.
  fileprivate var vanished: NSMergeConflict {
    NSMergeConflict(
      source: object, newVersion: 0, oldVersion: Int(object.generation), cachedSnapshot: nil,
      persistedSnapshot: nil)
  }
}

extension LentObject {
  fileprivate init(_ object: NSManagedObject) {
    reference = object.reference
    layout = object.layout
    store = object.shelf?.store
    id = object.objectID
    isDeleted = object.isDeleted
  }
}
