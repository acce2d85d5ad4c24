extension NSEntityDescription {
  /// The entities that inherit from this one directly.
  public var subentities: [NSEntityDescription] {
    get { ownSubentities }
    set {
      assertMutable("subentities")
      for entity in ownSubentities { entity.superentity = nil }
      for entity in newValue { entity.move(under: self) }
      ownSubentities = newValue
    }
  }

  /// The entities that inherit from this one directly, by name.
  public var subentitiesByName: [String: NSEntityDescription] {
    lookup.subentitiesByName
  }

  /// Whether the entity is another one or inherits from it.
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    selfAndAncestors.contains { $0 === entity }
  }

  /// Whether there can be objects of exactly this entity.
  package var isConcrete: Bool {
    !isAbstract
  }

  /// The entity, the one it inherits from, and so on to the root.
  package var selfAndAncestors: some Sequence<NSEntityDescription> {
    sequence(first: self) { $0.superentity }
  }

  /// The entity that inherits from none.
  package var rootEntity: NSEntityDescription {
    superentity?.rootEntity ?? self
  }

  /// The entity and all that inherit from it, in the order of the subentities, parents first.
  package var selfAndDescendants: [NSEntityDescription] {
    [self] + ownSubentities.flatMap(\.selfAndDescendants)
  }

  private func move(under parent: NSEntityDescription) {
    assertMutable("superentity")
    precondition(
      !parent.isKindOf(entity: self),
      "\(subject) cannot be a subentity of \(parent.subject): an entity cannot inherit from itself")
    if let superentity, superentity !== parent, !superentity.isFrozen {
      superentity.ownSubentities.removeAll { $0 === self }
    }
    superentity = parent
  }
}
