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
  init(_ entity: NSEntityDescription, inherited: [NSPropertyDescription]) {
    properties = inherited + entity.ownProperties
    propertiesByName = Self.named(properties)
    attributesByName = Self.named(properties.compactMap { $0 as? NSAttributeDescription })
    relationshipsByName = Self.named(properties.compactMap { $0 as? NSRelationshipDescription })
    subentitiesByName = Dictionary(entity.ownSubentities.map { ($0.name ?? "", $0) }) { first, _ in
      first
    }
  }

  /// Properties by name; of several of one name, which only broken models have, the first counts.
  private static func named<Property: NSPropertyDescription>(
    _ properties: [Property]
  ) -> [String: Property] {
    Dictionary(properties.map { ($0.name, $0) }) { first, _ in first }
  }
}

extension NSEntityDescription {
  /// What the entity has: at once when it is frozen, O(properties) before.
  var lookup: EntityLookup {
    frozenLookup ?? EntityLookup(self, inherited: superentity?.allProperties ?? [])
  }

  /// The properties, inherited ones first.
  var allProperties: [NSPropertyDescription] {
    if let frozenLookup { return frozenLookup.properties }
    return (superentity?.allProperties ?? []) + ownProperties
  }
}

/// What the entities of a model have that is not frozen yet and does not change for a while; each is
/// arranged once.
final class EntityLookups {
  private var lookups: [ObjectIdentifier: EntityLookup] = [:]

  func of(_ entity: NSEntityDescription) -> EntityLookup {
    if let frozen = entity.frozenLookup { return frozen }
    if let lookup = lookups[ObjectIdentifier(entity)] { return lookup }
    let lookup = EntityLookup(entity, inherited: entity.superentity.map(of)?.properties ?? [])
    lookups[ObjectIdentifier(entity)] = lookup
    return lookup
  }
}
