extension ModelBuilder {
  /// Makes a relationship of an element, without its destination and inverse.
  func readRelationship(
    _ element: SourceElement, owner: NSEntityDescription
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    readCommon(relationship, from: element, owner: owner)
    relationship.isOrdered = flag("ordered", of: element)
    if let rule = element["deletionRule"] {
      if let known = NSDeleteRule(modelName: rule) {
        relationship.deleteRule = known
      } else {
        findings.report(.unknownDeletionRule(rule, of: relationship.subject), at: element)
      }
    }
    readCounts(of: relationship, from: element)
    return relationship
  }

  private func readCounts(
    of relationship: NSRelationshipDescription, from element: SourceElement
  ) {
    let subject = relationship.subject
    _ = count("minCount", of: element, subject: subject)
    let stated = count("maxCount", of: element, subject: subject)
    let counts = RelationshipCounts(
      toMany: element["toMany"], minimum: element["minCount"], maximum: element["maxCount"],
      isOptional: relationship.isOptional)
    relationship.maxCount = counts.maximum
    relationship.minCount = counts.minimum
    if let stated, (stated == 1) == flag("toMany", of: element) {
      findings.report(.countsAgainstToMany(subject, maximum: stated), at: element)
    }
  }

  /// Finds the destinations and inverses of an entity's relationships.
  func linkRelationships(of entity: NSEntityDescription) {
    for case let relationship as NSRelationshipDescription in entity.ownProperties {
      guard let element = relationship.source, let name = element["destinationEntity"] else {
        continue
      }
      guard let destination = entities[name] else {
        findings.report(
          .unknownDestination(name, of: relationship.subject, known: entityNames), at: element)
        continue
      }
      relationship.destinationEntity = destination
      linkInverse(of: relationship, element)
    }
  }

  private func linkInverse(of relationship: NSRelationshipDescription, _ element: SourceElement) {
    guard let entity = inverseEntity(of: relationship, element),
      let name = ModelText.nonempty(element["inverseName"])
    else { return }
    let lookup = lookups.of(entity)
    switch lookup.relationshipsByName[name] ?? lookup.propertiesByName[name] {
    case let inverse as NSRelationshipDescription:
      relationship.inverseRelationship = inverse
    case let property?:
      findings.report(
        .inverseIsNoRelationship(
          name, kind: property.kind, of: relationship.subject, entity: entity.name ?? ""),
        at: element)
    case nil:
      findings.report(
        .unknownInverse(
          name, of: relationship.subject, entity: entity.name ?? "",
          known: lookup.properties.lazy.filter { $0 is NSRelationshipDescription }.map(\.name)),
        at: element)
    }
  }

  /// The entity that has the inverse: the destination, or one that it inherits from or to.
  private func inverseEntity(
    of relationship: NSRelationshipDescription, _ element: SourceElement
  ) -> NSEntityDescription? {
    guard let destination = relationship.destinationEntity else { return nil }
    let name = ModelText.nonempty(element["inverseName"])
    guard let entityName = ModelText.nonempty(element["inverseEntity"]) else { return destination }
    guard let name else {
      findings.report(.inverseWithoutName(relationship.subject), at: element)
      return nil
    }
    guard let entity = entities[entityName] else {
      findings.report(
        .unknownInverseEntity(entityName, of: relationship.subject, known: entityNames),
        at: element)
      return nil
    }
    guard destination.isKindOf(entity: entity) || entity.isKindOf(entity: destination) else {
      findings.report(
        .inverseOfOtherEntity(
          name, entity: entityName, of: relationship.subject,
          destination: destination.name ?? ""),
        at: element)
      return nil
    }
    return entity
  }
}
