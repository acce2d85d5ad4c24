extension NSManagedObjectModel {
  func setEntities(_ entities: [NSEntityDescription]) {
    assertMutable("entities")
    for entity in ownEntities { entity.owner = nil }
    ownEntities = []
    for entity in entities { adopt(entity) }
    adoptSubentities()
    relink()
    for position in ownConfigurations.indices {
      ownConfigurations[position].entities.removeAll { $0.owner !== self }
    }
  }

  /// Takes in entities that inherit from those of the model but were not listed.
  func adoptSubentities() {
    var listed = Set(ownEntities.map(ObjectIdentifier.init))
    var position = 0
    while position < ownEntities.count {
      for entity in ownEntities[position].ownSubentities
      where listed.insert(ObjectIdentifier(entity)).inserted {
        adopt(entity)
      }
      position += 1
    }
  }

  /// A copy in which no part is shared with this model.
  func duplicate() -> NSManagedObjectModel {
    let copy = NSManagedObjectModel()
    copy.takeOver(self)
    return copy
  }

  private func adopt(_ entity: NSEntityDescription) {
    precondition(
      entity.owner == nil,
      "\(entity.subject) cannot be added to \(subject): it belongs to a model; add a copy of it")
    entity.owner = self
    ownEntities.append(entity)
  }

  /// Leads entities that were copied from another model to the ones of the same names in this model.
  private func relink() {
    let byName = entitiesByName
    for entity in ownEntities {
      if let parent = entity.superentity, parent.owner !== self,
        let own = parent.name.flatMap({ byName[$0] })
      {
        entity.superentity = own
        own.ownSubentities.append(entity)
      }
      relinkRelationships(of: entity, to: byName)
    }
    relinkIndexes(EntityLookups())
  }

  /// Finds the properties that elements of indexes stand for, by name.
  func relinkIndexes(_ lookups: EntityLookups) {
    for entity in ownEntities where !entity.indexes.isEmpty {
      let byName = lookups.of(entity).propertiesByName
      for element in entity.indexes.flatMap(\.elements)
      where element.expression == nil && element.property?.owner?.owner !== self {
        element.property = element.propertyName.flatMap { byName[$0] }
      }
    }
  }

  private func relinkRelationships(
    of entity: NSEntityDescription, to byName: [String: NSEntityDescription]
  ) {
    for case let relationship as NSRelationshipDescription in entity.ownProperties {
      guard let destination = relationship.destinationEntity, destination.owner !== self,
        let own = destination.name.flatMap({ byName[$0] })
      else { continue }
      relationship.destinationEntity = own
      let inverse = relationship.inverseRelationship
      guard let inverse, let inverseOwner = inverse.owner?.name.flatMap({ byName[$0] }) else {
        continue
      }
      relationship.inverseRelationship =
        inverseOwner.ownProperties.first { $0.name == inverse.name } as? NSRelationshipDescription
    }
  }
}
