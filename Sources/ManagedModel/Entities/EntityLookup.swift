/// What an entity has, inherited parts included, arranged for finding.
///
/// A frozen entity keeps one; before that each question makes one anew.
struct EntityLookup {
  let properties: [NSPropertyDescription]
  let propertiesByName: [String: NSPropertyDescription]
  let attributesByName: [String: NSAttributeDescription]
  let relationshipsByName: [String: NSRelationshipDescription]
  let subentitiesByName: [String: NSEntityDescription]

  /// Arranges an entity's properties: inherited ones first, then its own, in order of declaration.
  init(_ entity: NSEntityDescription) {
    properties = (entity.superentity?.lookup.properties ?? []) + entity.ownProperties
    let named = properties.map { ($0.name, $0) }
    propertiesByName = Dictionary(named) { first, _ in first }
    attributesByName = propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    relationshipsByName = propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    subentitiesByName = Dictionary(entity.ownSubentities.map { ($0.name ?? "", $0) }) { first, _ in
      first
    }
  }
}

extension NSEntityDescription {
  /// What the entity has: at once when it is frozen, O(properties) before.
  var lookup: EntityLookup {
    frozenLookup ?? EntityLookup(self)
  }
}
