public import Foundation

/// What becomes of an object's destinations when it is deleted.
public enum NSDeleteRule: UInt, Sendable, CaseIterable {
  /// Nothing: destinations may be left with a reference to an object that is gone.
  case noActionDeleteRule = 0
  /// The destinations' inverse is cleared.
  case nullifyDeleteRule = 1
  /// The destinations are deleted too.
  case cascadeDeleteRule = 2
  /// The object cannot be deleted while it has destinations.
  case denyDeleteRule = 3

  /// The name in a model file.
  package var modelName: String {
    switch self {
    case .noActionDeleteRule: "No Action"
    case .nullifyDeleteRule: "Nullify"
    case .cascadeDeleteRule: "Cascade"
    case .denyDeleteRule: "Deny"
    }
  }

  /// The rule with a name in a model file.
  init?(modelName: String) {
    guard let rule = Self.allCases.first(where: { $0.modelName == modelName }) else { return nil }
    self = rule
  }
}

/// A property that refers to other objects.
///
/// Safe because a model is frozen before threads share it, and frozen properties refuse every change.
public final class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  /// The entity of the objects referred to.
  ///
  /// Their model keeps it; the relationship does not.
  public weak var destinationEntity: NSEntityDescription? {
    willSet { assertMutable("destinationEntity") }
  }
  /// The relationship that leads back.
  public weak var inverseRelationship: NSRelationshipDescription? {
    willSet { assertMutable("inverseRelationship") }
  }
  /// How many objects there may be at most: 1 makes the relationship to-one, 0 is no limit.
  public var maxCount = 0 { willSet { assertMutable("maxCount") } }
  /// How many objects there must be at least, unless the relationship is optional and empty.
  public var minCount = 0 { willSet { assertMutable("minCount") } }
  /// What becomes of the destinations when the object is deleted.
  public var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { assertMutable("deleteRule") } }
  /// Whether the objects referred to have an order.
  public var isOrdered = false { willSet { assertMutable("isOrdered") } }

  /// Whether the relationship may refer to several objects.
  public var isToMany: Bool {
    maxCount != 1
  }

  /// A copy that belongs to no entity and may be changed; it still leads to the same entity.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSRelationshipDescription()
    copy.adopt(self)
    return copy
  }

  override var kind: String {
    "relationship"
  }

  override func adopt(_ other: NSPropertyDescription) {
    super.adopt(other)
    guard let other = other as? NSRelationshipDescription else { return }
    destinationEntity = other.destinationEntity
    inverseRelationship = other.inverseRelationship
    maxCount = other.maxCount
    minCount = other.minCount
    deleteRule = other.deleteRule
    isOrdered = other.isOrdered
  }

  override func addHashedFields(to fields: inout HashedFields) {
    super.addHashedFields(to: &fields)
    fields.add("relationship")
    fields.add(destinationEntity?.name)
    fields.add(inverseRelationship?.name)
    fields.add(minCount)
    fields.add(maxCount)
    fields.add(isOrdered)
    fields.add(Int(deleteRule.rawValue))
  }
}
