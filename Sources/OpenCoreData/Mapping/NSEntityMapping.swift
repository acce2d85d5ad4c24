public import Foundation
public import Predicates

/// What an entity mapping does with objects.
public enum NSEntityMappingType: UInt, Sendable {
  /// Nothing has been said.
  case undefinedEntityMappingType = 0
  /// A migration policy of the program makes the destination's objects.
  case customEntityMappingType = 1
  /// The entity is new, so nothing is migrated.
  case addEntityMappingType = 2
  /// The entity is gone, so its objects are left behind.
  case removeEntityMappingType = 3
  /// Objects stay as they are.
  case copyEntityMappingType = 4
  /// Objects are made of those of the source, property by property.
  case transformEntityMappingType = 5
}

/// How objects of an entity become objects of another version of it, or of another entity.
///
/// Safe because a mapping is made and changed by one thread before a migration reads it.
public final class NSEntityMapping: NSObject, @unchecked Sendable {
  /// The mapping's name, unique in its mapping model.
  public var name: String = ""
  /// What is done.
  public var mappingType: NSEntityMappingType = .undefinedEntityMappingType
  /// The entity in the source; nil where objects come from nowhere.
  public var sourceEntityName: String?
  /// The version hash of the source's entity.
  public var sourceEntityVersionHash: Data?
  /// The entity in the destination; nil where objects are left behind.
  public var destinationEntityName: String?
  /// The version hash of the destination's entity.
  public var destinationEntityVersionHash: Data?
  /// How attributes get their values.
  public var attributeMappings: [NSPropertyMapping]?
  /// How relationships get their objects.
  public var relationshipMappings: [NSPropertyMapping]?
  /// What finds the source's objects; nil stands for all of the entity.
  public var sourceExpression: NSExpression?
  /// The class of the policy that customizes the mapping.
  public var entityMigrationPolicyClassName: String?
  /// What the program keeps beside it.
  public var userInfo: [AnyHashable: Any]?

  /// Makes a mapping of no entity.
  public override init() { super.init() }

  /// The name and the entities.
  public override var description: String {
    "<NSEntityMapping: \(name) (\(sourceEntityName ?? "nothing") to \(destinationEntityName ?? "nothing"))>"
  }
}
