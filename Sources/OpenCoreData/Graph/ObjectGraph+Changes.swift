import Foundation

extension ObjectGraph {
  /// Notes that a property of an object is about to change.
  func noteUpdate(of object: NSManagedObject) {
    if object.state.isDisjoint(with: [.inserted, .deleted]) { object.state.insert(.updated) }
    noteChange(of: object, as: .eventUpdated)
  }

  /// Puts an object among the changed ones, of the event and of the save.
  func noteChange(of object: NSManagedObject, as event: ObjectState) {
    object.state.insert(event)
    if !object.state.contains(.listed) {
      object.state.insert(.listed)
      changed.append(object)
    }
    if !object.state.contains(.touched) {
      object.state.insert(.touched)
      touched.append(object)
    }
    if isAnnouncing, !object.state.contains(.unannounced) {
      object.state.insert(.unannounced)
      unannounced.append(object)
    }
  }

  /// What changed since this was asked last, while ``isAnnouncing``.
  func takeUnannounced() -> [NSManagedObject] {
    defer { unannounced = [] }
    for object in unannounced { object.state.remove(.unannounced) }
    return unannounced
  }

  /// Notes that relationships were set past the rules.
  func notePrimitiveLinks(_ object: NSManagedObject) { primitivelyLinked.append(object) }

  /// Gives the relationships of new objects that were set primitively their other sides, which a store has.
  func completePrimitiveLinks() {
    for object in primitivelyLinked where object.isInserted {
      for relationship in object.layout.allRelationships {
        for target in object.targets(relationship.slot) {
          object.shareStore(with: target, relationship)
          guard let inverse = relationship.inverse(in: target.layout),
            !target.names(object, in: inverse.slot)
          else { continue }
          if !inverse.isToMany, let owner = target.target(inverse.slot),
            let back = inverse.inverse(in: owner.layout)
          {
            owner.unlink(target, back)
          }
          target.link(object, inverse)
        }
      }
    }
  }

  var insertedObjects: [NSManagedObject] {
    changed.filter { $0.state.contains(.inserted) }
  }
  var updatedObjects: [NSManagedObject] { changed.filter(\.isUpdated) }
  var deletedObjects: [NSManagedObject] {
    changed.filter { $0.state.contains(.deleted) }
  }

  var hasChanges: Bool { changed.contains { !$0.state.isDisjoint(with: .unsaved) } }

  /// Ends the current event: tells what it changed, and begins the next.
  func processPendingChanges() {
    latestOrderedSet = nil
    deleteLateLinks()
    guard !touched.isEmpty || !news.isEmpty, let context else { return }
    checkInvariants()
    let (event, news) = (touched, self.news)
    let step = undoStep(of: event)
    let notice = ContextNotification.didChangeObjects
    let info = notice.isWanted ? ObjectSets(event: event, news).info : nil
    // The next event begins before anyone is told: who is told may change objects.
    touched = []
    self.news = ObjectSets()
    for object in event { object.leaveEvent(isAnnounced: info != nil) }
    if let step { register(step) }
    guard let info else { return }
    notice.post(context) { info }
    for object in event { object.extras?.announced = [] }
  }

  /// Ends the current event for the undo manager, too, where no block of `perform` is running.
  func endEvent() {
    processPendingChanges()
    if blockDepth == 0 { undoManager?.endEvent() }
  }

  /// Removes from the changed objects those that have nothing to save any more.
  func dropUnchanged() {
    changed.removeAll { object in
      guard object.state.isDisjoint(with: .unsaved) else { return false }
      object.state.remove(.listed)
      return true
    }
  }
}

extension NSManagedObject {
  /// The event is over in which the object was touched.
  fileprivate final func leaveEvent(isAnnounced: Bool) {
    state.subtract([.event, .touched, .fresh])
    guard let extras else { return }
    if isAnnounced { extras.announced = extras.eventStart }
    extras.eventStart = []
    extras.formerShelf = nil
  }
}
