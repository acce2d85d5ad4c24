import ManagedModel

extension ObjectGraph {
  /// Deletes an object and, by the rules of its relationships, what depends on it.
  ///
  /// Works through a list instead of calling itself, so that a chain of any length is deleted.
  func delete(_ object: NSManagedObject) {
    checkQueue()
    precondition(
      object.shelf?.graph === self || object.shelf == nil,
      "cannot delete an object of another context: \(object.label)")
    delete(all: [object])
  }

  private func delete(all objects: [NSManagedObject]) {
    var waiting = objects
    while let next = waiting.popLast() {
      // Two objects may each delete the other when they are told.
      if next.shelf == nil || preparing.contains(where: { $0 === next }) { continue }
      preparing.append(next)
      next.prepareForDeletion()
      preparing.removeLast()
      if next.shelf != nil, !next.isDeleted { delete(next, &waiting) }
    }
  }

  /// Deletes an object, and puts what goes with it on a list.
  private func delete(_ object: NSManagedObject, _ waiting: inout [NSManagedObject]) {
    let isNew = object.isInserted
    object.fireFault()
    object.state.insert(.deleted)
    noteChange(of: object, as: .eventDeleted)
    followRules(of: object, isNew: isNew, &waiting)
    if isNew { vanish(object) }
  }

  private func followRules(
    of object: NSManagedObject, isNew: Bool, _ waiting: inout [NSManagedObject]
  ) {
    for relationship in object.layout.allRelationships {
      apply(relationship, of: object, isNew: isNew, &waiting)
    }
  }

  /// Deletes what a child has deleted, which may not have known all that leads there.
  func delete(forChild objects: [NSManagedObject]) {
    var waiting: [NSManagedObject] = []
    for object in objects where object.shelf != nil && !object.isDeleted {
      delete(object, &waiting)
    }
    delete(all: waiting)
  }

  /// Follows the delete rules of objects that others were related to after they had been deleted.
  func deleteLateLinks() {
    if linkedLate.isEmpty { return }
    let objects = linkedLate
    linkedLate = []
    var waiting: [NSManagedObject] = []
    for object in objects where object.shelf != nil && object.state.contains(.deleted) {
      followRules(of: object, isNew: false, &waiting)
    }
    delete(all: waiting)
  }

  private func apply(
    _ relationship: RelationshipLayout, of object: NSManagedObject, isNew: Bool,
    _ waiting: inout [NSManagedObject]
  ) {
    let targets = object.targets(relationship.slot)
    if relationship.deleteRule == .cascadeDeleteRule {
      // In order, though the list is worked through from its end.
      for target in targets.reversed() where !target.isDeleted { waiting.append(target) }
    }
    switch relationship.deleteRule {
    case .nullifyDeleteRule, .cascadeDeleteRule: break
    // Nothing must be left to lead to an object that never had a record.
    case .denyDeleteRule, .noActionDeleteRule: if !isNew { return }
    }
    for target in targets where target !== object {
      guard let inverse = relationship.inverse(in: target.layout) else { continue }
      target.unlink(object, inverse)
      target.noteLoss(.deleted(object.reference), of: inverse)
    }
  }

  /// Forgets a new object that was deleted before it had a record.
  func vanish(_ object: NSManagedObject) {
    forgetNew(object.reference)
    noteDeparture(of: object.reference)
    if let shelf = object.shelf { object.rememberShelf(before: shelf) }
    object.detach(keeping: [.listed, .touched, .unannounced, .event])
  }
}
