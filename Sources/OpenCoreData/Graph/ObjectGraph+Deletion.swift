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
    var waiting = [object]
    while let next = waiting.popLast() {
      guard next.shelf != nil else { continue }
      next.prepareForDeletion()
      if next.isDeleted { continue }
      let isNew = next.isInserted
      next.fireFault()
      next.state.insert(.deleted)
      noteChange(of: next, as: .eventDeleted)
      for relationship in next.layout.allRelationships {
        apply(relationship, of: next, isNew: isNew, &waiting)
      }
      if isNew { vanish(next) }
    }
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
    if let shelf = object.shelf { object.rememberShelf(before: shelf) }
    object.detach(keeping: [.listed, .touched, .unannounced, .event])
  }
}
