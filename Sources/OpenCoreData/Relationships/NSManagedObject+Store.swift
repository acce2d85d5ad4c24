import DocumentStore

/// Which store new objects are in.
///
/// Relationships do not lead from one store into another. So as soon as one of several related new objects is in a
/// store, all of them are, and what is in no store is related to nothing that is in one.
extension NSManagedObject {
  /// Puts a new object into the store of one that it is going to be related to, or that one into its own.
  final func shareStore(with other: NSManagedObject, _ relationship: RelationshipLayout) {
    guard let obstacle = joinStore(of: other) else { return }
    preconditionFailure(
      """
      '\(relationship.name)' of '\(layout.name)' cannot lead from \(label) to \(other.label), because a \
      relationship stays in one store: \(obstacle.placeText(shelf?.store ?? other.shelf?.store))
      """)
  }

  /// Does so, or returns what cannot be there and leaves both where they are.
  final func joinStore(of other: NSManagedObject) -> NSManagedObject? {
    // Where a parent's new object is a child knows when it reads it.
    if other.reference.isTemporary { other.fireFault() }
    guard let mine = shelf, let others = other.shelf, mine !== others else { return nil }
    if mine.store == nil { return enter(others) }
    if others.store == nil { return other.enter(mine) }
    return other
  }

  /// Puts the object, which is in no store yet, into one, and with it those that it is related to, directly or
  /// through others.
  ///
  /// Returns what cannot be there, in which case nothing has moved: an object in another store, or one whose entity
  /// the store has not. What is not noted undo does not take back.
  final func enter(_ destination: Shelf, isNoted: Bool = true) -> NSManagedObject? {
    guard let graph = shelf?.graph else { return nil }
    let unassigned = graph.unassigned
    var moved: [NSManagedObject] = []
    var waiting = [self]
    while let next = waiting.popLast() {
      if next.shelf === destination { continue }
      guard next.shelf === unassigned, destination.store?.table(of: next.layout) != nil else {
        for object in moved { object.shelf = unassigned }
        return next
      }
      next.shelf = destination
      moved.append(next)
      waiting += next.newMembers(graph)
    }
    if isNoted {
      for object in moved { object.noteShelf(before: unassigned) }
    }
    return nil
  }

  /// The object and the new objects that it is related to, directly or through others, as long as they are in no store.
  final func kin() -> [NSManagedObject] {
    guard let graph = shelf?.graph else { return [] }
    var kin = [self]
    var seen: Set<NSManagedObject> = [self]
    var next = 0
    while next < kin.count {
      kin += kin[next].newMembers(graph).filter {
        $0.shelf === graph.unassigned && seen.insert($0).inserted
      }
      next += 1
    }
    return kin
  }

  /// The new objects that the object's relationships lead to.
  private func newMembers(_ graph: ObjectGraph) -> [NSManagedObject] {
    let members = newMembersHere(graph)
    for member in members { member.fireFault() }
    return members
  }

  /// The same without reading those that are faults.
  final func newMembersHere(_ graph: ObjectGraph) -> [NSManagedObject] {
    layout.allRelationships.flatMap { relationship in
      memberReferences(relationship.slot).compactMap { $0.isTemporary ? graph.newObject($0) : nil }
    }
  }

  /// Notes for undo that a new object has gone into another store, or out of one.
  final func noteShelf(before former: Shelf) {
    rememberShelf(before: former)
    if let graph = shelf?.graph, graph.undoManager != nil {
      graph.noteChange(of: self, as: .eventUpdated)
    }
  }

  /// As ``noteShelf(before:)``, but that alone is nothing to be undone.
  final func rememberShelf(before former: Shelf) {
    // What came in this event goes when the event is undone.
    guard former.graph.undoManager != nil, !state.contains(.eventInserted) else { return }
    if extras?.formerShelf == nil { ownExtras.formerShelf = former }
  }

  /// Why an object cannot be in a store.
  final func placeText(_ store: NSPersistentStore?) -> String {
    if let own = shelf?.store { return "\(label) is in \(own.place)" }
    return "\(store?.place ?? "the store") has no '\(layout.name)': its configuration leaves it out"
  }
}
