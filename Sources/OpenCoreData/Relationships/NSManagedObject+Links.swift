import DocumentStore
import Foundation

/// Both sides of relationships: whatever is set on one is kept on the other at once.
extension NSManagedObject {
  /// Makes two objects members of each other; what a to-one side had before is let go.
  final func connect(
    _ relationship: RelationshipLayout, _ other: NSManagedObject, at position: Int? = nil
  ) {
    if names(other, in: relationship.slot) { return noteChange(of: relationship.slot) }
    shareStore(with: other, relationship)
    let inverse = relationship.inverse(in: other.layout)
    if !relationship.isToMany { letGo(relationship, for: other) }
    if let inverse, !inverse.isToMany { other.letGo(inverse, for: self) }
    add(other, relationship, at: position)
    if state.union(other.state).contains(.deleted) { noteLateLink(to: other) }
    guard let inverse else { return }
    if isOnlyWhereItNames, other !== self {
      other.add(self, inverse)
    } else {
      other.link(self, inverse)
    }
  }

  /// Notes that a deleted object has got into a relationship again, which its delete rules must hear of.
  private func noteLateLink(to other: NSManagedObject) {
    guard let graph = shelf?.graph else { return }
    graph.linkedLate += [self, other].filter { $0.state.contains(.deleted) }
  }

  /// Whether no list has this object but those that it names itself, so that none need be looked through: of a new
  /// object no stale list can know, and nothing has been set primitively.
  private var isOnlyWhereItNames: Bool {
    state.contains(.inserted) && shelf?.graph.primitivelyLinked.isEmpty == true
  }

  /// Makes two objects strangers.
  final func disconnect(_ relationship: RelationshipLayout, _ other: NSManagedObject) {
    unlink(other, relationship)
    guard let inverse = relationship.inverse(in: other.layout) else { return }
    other.unlink(self, inverse)
    other.noteLoss(.letGo(reference), of: inverse)
  }

  /// Empties a to-one relationship, perhaps because another object is to come there.
  private func letGo(_ relationship: RelationshipLayout, for next: NSManagedObject? = nil) {
    extras?.losses[relationship.slot] = nil
    guard case .reference(let reference) = slotValue(relationship.slot) else { return }
    if relationship.hasInverse, let other = shelf?.object(for: reference), !other.isGone {
      disconnect(relationship, other)
      if let next, let inverse = relationship.inverse(in: other.layout) {
        other.noteLoss(.taken(self.reference, by: next.reference), of: inverse)
      }
    }
    // The other side may be gone, or read from another generation; this side is emptied in any case.
    guard case .reference = slotValue(relationship.slot) else { return }
    noteChange(of: relationship.slot)
    write(.null, to: relationship.slot)
  }

  /// Whether the object's record has been removed by someone else.
  private var isGone: Bool {
    fireFault()
    return !state.isDisjoint(with: [.unreachable, .missing])
  }

  // MARK: Setting

  /// Sets a relationship to a value in any form that holds objects.
  final func setRelationship(_ value: Any?, at slot: Int) {
    guard let relationship = layout.relationships[slot] else { return }
    if !relationship.isToMany, let member = value as? NSManagedObject {
      check(member, for: relationship)
      return connect(relationship, member)
    }
    setMembers(members(from: value, of: relationship), of: relationship)
  }

  /// Sets a relationship; both sides of what goes and of what comes are kept right.
  final func setMembers(_ members: [NSManagedObject], of relationship: RelationshipLayout) {
    let slot = relationship.slot
    guard relationship.isToMany else {
      if let member = members.first { return connect(relationship, member) }
      noteChange(of: slot)
      return letGo(relationship)
    }
    noteChange(of: slot)
    let wanted = Set(members.map(\.reference))
    for reference in memberReferences(slot) where !wanted.contains(reference) {
      remove(reference, from: relationship)
    }
    for member in members where !names(member, in: slot) { connect(relationship, member) }
    if relationship.isOrdered, memberReferences(slot) != members.map(\.reference) {
      reorder(slot, to: members.uniqued())
    }
  }

  /// Removes a member by its reference, which may lead nowhere any more.
  private func remove(_ reference: RecordReference, from relationship: RelationshipLayout) {
    if let member = shelf?.object(for: reference) { return disconnect(relationship, member) }
    let rest = memberReferences(relationship.slot).filter { $0 != reference }
    forgetIndex(of: relationship.slot)
    write(.references(rest), to: relationship.slot)
  }

  /// The objects in a value, checked against what the relationship takes.
  final func members(from value: Any?, of relationship: RelationshipLayout) -> [NSManagedObject] {
    guard let value else { return [] }
    guard let objects = Self.objects(in: value, toMany: relationship.isToMany) else {
      preconditionFailure(
        """
        unacceptable type of value for '\(relationship.name)' of '\(layout.name)': expected \
        \(relationship.isToMany ? "a set of" : "one") '\(relationship.destinationName)', got \
        \(type(of: value))
        """)
    }
    for object in objects { check(object, for: relationship) }
    return objects
  }

  private static func objects(in value: Any, toMany: Bool) -> [NSManagedObject]? {
    if !toMany { return (value as? NSManagedObject).map { [$0] } }
    // Classes first: what Foundation's casts make of a subclass of NSSet is an empty Set.
    if type(of: value) is AnyClass {
      if let set = value as? NSSet { return set.allObjects as? [NSManagedObject] }
      if let set = value as? NSOrderedSet {
        return (0..<set.count).map { set.object(at: $0) } as? [NSManagedObject]
      }
      return (value as? NSArray)?.map { $0 } as? [NSManagedObject]
    }
    if let set = value as? Set<NSManagedObject> { return Array(set) }
    return value as? [NSManagedObject]
  }

  /// Ends the program where an object cannot be a member: that is a mistake in the program, not in data.
  final func check(_ other: NSManagedObject, for relationship: RelationshipLayout) {
    guard relationship.accepts(other.layout) else {
      preconditionFailure(
        """
        unacceptable type of value for '\(relationship.name)' of '\(layout.name)': expected \
        '\(relationship.destinationName)', got '\(other.layout.name)'
        """)
    }
    let graph = requiredGraph(for: "set '\(relationship.name)'")
    guard other.shelf?.graph === graph else {
      preconditionFailure(
        """
        illegal attempt to establish a relationship '\(relationship.name)' between objects in different \
        contexts: \(label) and \(other.label)
        """)
    }
  }
}

extension [NSManagedObject] {
  /// The objects without those that stand further ahead already.
  fileprivate func uniqued() -> [NSManagedObject] {
    var seen = Set<RecordReference>()
    return filter { seen.insert($0.reference).inserted }
  }
}
