extension NSEntityDescription {
  /// The properties: inherited ones first, then the entity's own, in order of declaration.
  ///
  /// Setting them sets the entity's own; inherited ones among them are left where they are.
  public var properties: [NSPropertyDescription] {
    get { allProperties }
    set { setOwnProperties(newValue) }
  }

  /// The properties, inherited ones included, by name.
  public var propertiesByName: [String: NSPropertyDescription] {
    lookup.propertiesByName
  }

  /// The attributes, inherited ones included, by name.
  public var attributesByName: [String: NSAttributeDescription] {
    lookup.attributesByName
  }

  /// The relationships, inherited ones included, by name.
  public var relationshipsByName: [String: NSRelationshipDescription] {
    lookup.relationshipsByName
  }

  /// The relationships that lead to an entity itself, not only to one above or below it.
  public func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }
      .filter { $0.destinationEntity === entity }
  }

  /// The entity's own uniqueness constraints, as names.
  package var uniquenessConstraintNames: [[String]] {
    uniquenessConstraints.map { $0.compactMap(propertyName(of:)) }
  }

  /// All uniqueness constraints that objects of the entity obey, inherited ones first, as names.
  package var effectiveUniquenessConstraints: [[String]] {
    (superentity?.effectiveUniquenessConstraints ?? []) + uniquenessConstraintNames
  }

  /// The name that stands for a member of a constraint or a compound index.
  func propertyName(of member: Any) -> String? {
    (member as? NSPropertyDescription)?.name ?? member as? String
  }

  private func setOwnProperties(_ properties: [NSPropertyDescription]) {
    assertMutable("properties")
    let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
    let own = properties.filter { !inherited.contains(ObjectIdentifier($0)) }
    for property in ownProperties { property.owner = nil }
    for property in own {
      precondition(
        property.owner == nil,
        "\(property.subject) cannot be added to \(subject): it has an entity; add a copy of it")
      property.owner = self
    }
    ownProperties = own
  }
}
