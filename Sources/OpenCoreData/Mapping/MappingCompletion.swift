import Foundation
import ManagedModel
import Predicates

/// Completes mappings with what follows from the two models: version hashes, and expressions that the editor leaves
/// to be generated.
struct MappingCompletion {
  let source: NSManagedObjectModel
  let destination: NSManagedObjectModel

  /// Whether all that mappings name is in the models, and no entity that both have is left out.
  func fits(_ mappings: [NSEntityMapping]) -> Bool {
    let (sources, destinations) = (source.entitiesByName, destination.entitiesByName)
    for mapping in mappings {
      if let name = mapping.sourceEntityName, sources[name] == nil { return false }
      guard let name = mapping.destinationEntityName else { continue }
      guard let entity = destinations[name] else { return false }
      let properties = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
      guard properties.allSatisfy({ entity.propertiesByName[$0.name ?? ""] != nil }) else {
        return false
      }
    }
    let mapped = Set(mappings.compactMap(\.destinationEntityName))
    return destinations.values.allSatisfy { entity in
      entity.isAbstract || mapped.contains(entity.name ?? "") || sources[entity.name ?? ""] == nil
    }
  }

  /// Fills in what is missing.
  func complete(_ mappings: [NSEntityMapping]) {
    for mapping in mappings {
      let source = mapping.sourceEntityName.flatMap { self.source.entitiesByName[$0] }
      let destination = mapping.destinationEntityName.flatMap {
        self.destination.entitiesByName[$0]
      }
      mapping.sourceEntityVersionHash = source?.versionHash
      mapping.destinationEntityVersionHash = destination?.versionHash
      guard let source else { continue }
      for property in mapping.attributeMappings ?? [] where property.valueExpression == nil {
        guard let name = property.name, source.attributesByName[name] != nil else { continue }
        property.valueExpression = Self.value(of: name)
      }
      for property in mapping.relationshipMappings ?? [] where property.valueExpression == nil {
        guard let name = property.name,
          let destination = source.relationshipsByName[name]?.destinationEntity?.name,
          let other = mappings.first(where: { $0.sourceEntityName == destination })
        else { continue }
        property.valueExpression = Self.objects(of: name, mappedBy: other.name)
      }
    }
  }

  /// The value of the source: `$source.name`.
  private static func value(of name: String) -> NSExpression {
    NSExpression(
      forFunction: NSExpression(forVariable: "source"), selectorName: "valueForKey:",
      arguments: [NSExpression(forConstantValue: name)])
  }

  /// The objects that the source's related objects became.
  private static func objects(of name: String, mappedBy mapping: String) -> NSExpression {
    NSExpression(
      forFunction: NSExpression(forVariable: "manager"),
      selectorName: "destinationInstancesForEntityMappingNamed:sourceInstances:",
      arguments: [NSExpression(forConstantValue: mapping), value(of: name)])
  }
}
