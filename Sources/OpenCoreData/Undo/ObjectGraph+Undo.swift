import DocumentStore
import Foundation

extension ObjectGraph {
  /// Lets the undo manager know how to take an event back.
  func register(_ step: UndoStep) {
    guard let manager = undoManager, let context else { return }
    let isAlone = manager.groupingLevel == 0 && !manager.groupsByEvent
    if isAlone { manager.beginUndoGrouping() }
    manager.registerUndo(withTarget: context) { $0.graph.apply(step) }
    if isAlone { manager.endUndoGrouping() }
  }

  /// The step that takes an event back; nil where nobody wants it.
  func undoStep(of event: [NSManagedObject]) -> UndoStep? {
    guard let manager = undoManager else { return nil }
    if manager.isUndoRegistrationEnabled { return UndoStep(event) }
    hasUnknownChanges = true
    return nil
  }

  /// Nothing is left to be undone.
  func forgetUndo() {
    hasUnknownChanges = false
    for shelf in storeShelves { shelf.forgetMoves() }
    if let context { undoManager?.removeAllActions(withTarget: context) }
  }

  // MARK: Taking back

  /// Takes an event back; this is an event, too, whose own step puts it in force again.
  func apply(_ step: UndoStep) {
    processPendingChanges()
    for entry in step.entries {
      switch entry.existence {
      case .kept: break
      case .appeared: retract(entry.object)
      case .vanished: revive(entry)
      }
    }
    let present = step.entries.filter { $0.object.shelf != nil }
    let hasMoved = putBack(present)
    for entry in present { restore(entry) }
    if hasMoved || storeShelves.count > 1 {
      for entry in present { keepInOneStore(entry.object) }
    }
    let needRepair = step.entries.filter {
      hasUnknownChanges || $0.existence == .vanished && $0.object.isInserted
    }
    for entry in needRepair { repairLinks(of: entry.object) }
    for entry in step.entries where entry.object.shelf?.graph === self {
      entry.object.forgetEqualEdits()
      entry.object.awake(fromSnapshotEvents: entry.existence.flag)
    }
    processPendingChanges()
  }

  /// Takes an object out that came in the event.
  private func retract(_ object: NSManagedObject) {
    guard object.shelf?.graph === self, !object.isDeleted else { return }
    markDeleted(object)
  }

  /// Deletes an object alone: what the rules of its relationships ask for is done by others.
  func markDeleted(_ object: NSManagedObject) {
    object.fireFault()
    noteChange(of: object, as: .eventDeleted)
    if object.isInserted {
      vanish(object)
    } else {
      object.state.insert(.deleted)
    }
  }

  /// Puts an object back that went in the event.
  private func revive(_ entry: UndoStep.Entry) {
    let object = entry.object
    if object.shelf?.graph === self {
      guard object.isDeleted else { return }
      object.state.remove(.deleted)
      if object.extras?.committed.isEmpty == false { object.state.insert(.updated) }
    } else {
      guard object.shelf == nil, let shelf = entry.shelf, shelf.graph === self else { return }
      if !object.reference.isTemporary { renew(object, in: shelf) }
      object.shelf = shelf
      object.state.insert(.inserted)
      register(new: object)
      noteDeparture(of: object.reference)
    }
    object.state.insert(.revived)
    noteChange(of: object, as: .eventInserted)
  }

  /// Makes an object a new one whose record has been removed.
  private func renew(_ object: NSManagedObject, in shelf: Shelf) {
    object.fillSlots()
    let former = object.reference
    object.reference = .temporary()
    object.extras?.objectID = nil
    shelf.noteMove(from: former, to: object.reference)
  }

  private func restore(_ entry: UndoStep.Entry) {
    let object = entry.object
    if entry.existence == .vanished, object.isInserted {
      for relationship in object.layout.allRelationships {
        let value = object.slotValue(relationship.slot)
        object.write(current(value, in: entry), to: relationship.slot)
      }
    }
    for old in entry.values {
      if let edits = old.edits, !hasUnknownChanges {
        takeBack(edits, in: entry, old.slot)
        continue
      }
      let value = current(object.former(old), in: entry)
      if hasUnknownChanges { leaveOthers(object, old.slot, keeping: value) }
      object.noteChange(of: old.slot)
      object.forgetIndex(of: old.slot)
      object.write(value, to: old.slot)
      object.extras?.decoded[old.slot] = old.kept
    }
  }

  /// Takes back what an event did to a long list.
  private func takeBack(_ edits: ListEdits, in entry: UndoStep.Entry, _ slot: Int) {
    let object = entry.object
    guard let relationship = object.layout.relationships[slot] else { return }
    switch edits {
    case .added(let members):
      let members = current(.references(members), in: entry).members
      for member in members.reversed() where object.names(member, in: slot) {
        object.remove(member, relationship)
      }
    case .removed(let members):
      let members = current(.references(members), in: entry).members
      for member in members.reversed() where !object.names(member, in: slot) {
        object.append(member, slot)
      }
    }
  }

  // MARK: Links

  /// Takes an object out of the other side of a relationship, where it is not going to name that side any more.
  func leaveOthers(_ object: NSManagedObject, _ slot: Int, keeping value: Value) {
    guard let relationship = object.layout.relationships[slot] else { return }
    let kept = Set(value.members)
    for other in object.targets(slot) where !kept.contains(other.reference) {
      if let inverse = relationship.inverse(in: other.layout) { other.unlink(object, inverse) }
    }
  }

  /// Makes the other sides of an object's relationships agree with what it says, where either side was changed here.
  ///
  /// Steps agree with each other as long as every change is one of them. This is for what happened beside them. Where
  /// neither side was changed they were read at different moments, and what was read last is right.
  func repairLinks(of object: NSManagedObject, _ slots: [Int]? = nil) {
    guard object.shelf?.graph === self, !object.isDeleted else { return }
    for relationship in object.layout.allRelationships
    where slots?.contains(relationship.slot) ?? true {
      let known = object.savedMembers(relationship.slot)
      for member in object.memberReferences(relationship.slot) {
        if known.contains(member) {
          repairKnownLink(of: object, member, relationship)
        } else {
          repairLink(of: object, member, relationship)
        }
      }
    }
  }

  /// Makes the other side of a link agree that was made here.
  private func repairLink(
    of object: NSManagedObject, _ member: RecordReference, _ relationship: RelationshipLayout
  ) {
    guard let other = object.shelf?.object(for: member), !other.isUnreachable else {
      return object.drop(member, from: relationship)
    }
    guard !other.isDeleted, let inverse = relationship.inverse(in: other.layout),
      !other.names(object, in: inverse.slot)
    else { return }
    if !inverse.isToMany, let owner = other.target(inverse.slot),
      let back = inverse.inverse(in: owner.layout)
    {
      owner.unlink(other, back)
    }
    other.link(object, inverse)
  }

  /// Makes the other side of a link agree that is as it was saved, where that side was changed here.
  private func repairKnownLink(
    of object: NSManagedObject, _ member: RecordReference, _ relationship: RelationshipLayout
  ) {
    guard let other = object.shelf?.registered(member), !other.isFault else { return }
    if other.isUnreachable { return object.drop(member, from: relationship) }
    guard other.hasChanges, let inverse = relationship.inverse(in: other.layout),
      !other.names(object, in: inverse.slot),
      other.extras?.committedValue(of: inverse.slot)?.members.contains(object.reference) == true
    else { return }
    repairLink(of: object, member, relationship)
  }
}

extension NSManagedObject {
  /// The members of a relationship that were there when the object was read or saved; none of a new object.
  fileprivate final func savedMembers(_ slot: Int) -> Set<RecordReference> {
    if isInserted { return [] }
    return Set(extras?.committedValue(of: slot)?.members ?? memberReferences(slot))
  }

  /// Forgets edits that left a slot as it was saved; without others the object is unchanged.
  fileprivate final func forgetEqualEdits() {
    guard state.contains(.updated), let extras else { return }
    extras.committed.removeAll { isAsSaved($0) }
    if extras.committed.isEmpty { state.remove(.updated) }
  }

  /// Whether a slot holds what was saved; the members of a relationship without an order get theirs back.
  private func isAsSaved(_ saved: SlotValue) -> Bool {
    guard let relationship = layout.relationships[saved.slot], relationship.isToMany else {
      return slotValue(saved.slot).holdsSame(as: saved.value)
    }
    let before = saved.value.members
    // Closing the holes of long lists after every step would cost more than all else.
    if memberCount(saved.slot) != before.count { return false }
    let now = memberReferences(saved.slot)
    if now == before { return true }
    guard !relationship.isOrdered, Set(now) == Set(before) else { return false }
    forgetIndex(of: saved.slot)
    write(saved.value, to: saved.slot)
    return true
  }

  /// Whether there is nothing that the object could stand for any more.
  final var isUnreachable: Bool {
    if isInserted { return false }
    fireFault()
    return !state.isDisjoint(with: [.unreachable, .missing])
  }

  /// Takes a reference that leads nowhere out of a relationship.
  final func drop(_ reference: RecordReference, from relationship: RelationshipLayout) {
    let slot = relationship.slot
    noteChange(of: slot)
    let rest = memberReferences(slot).filter { $0 != reference }
    forgetIndex(of: slot)
    write(relationship.isToMany ? .references(rest) : .null, to: slot)
  }
}

extension UndoStep.Existence {
  /// What undoing it is called.
  fileprivate var flag: NSSnapshotEventType {
    switch self {
    case .kept: .undoUpdate
    case .appeared: .undoInsertion
    case .vanished: .undoDeletion
    }
  }
}
