import DocumentStore
import ManagedModel

/// What an object must know of one of its relationships, for keeping both sides right.
final class RelationshipLayout: Sendable {
  let name: String
  let slot: Int
  let isToMany: Bool
  let isOrdered: Bool
  let deleteRule: NSDeleteRule
  let destinationName: String
  /// For each layout of the model, whether its objects may be members.
  private let destinations: [Bool]
  /// For each layout of the model, the slot of the inverse, or -1.
  private let inverses: [Int]

  init?(_ column: ColumnSchema, slot: Int, of entity: NSEntityDescription) {
    guard let schema = column.relationship else { return nil }
    name = column.name
    self.slot = slot
    isToMany = column.type == .toMany
    isOrdered = schema.isOrdered
    deleteRule = entity.relationshipsByName[column.name]?.deleteRule ?? .nullifyDeleteRule
    destinationName = schema.destinationName
    destinations = schema.destinationTables
    inverses = schema.inverseColumns
  }

  var hasInverse: Bool { !inverses.isEmpty }

  /// Whether objects of a layout may be members.
  func accepts(_ layout: ObjectLayout) -> Bool { destinations[layout.index] }

  /// The inverse in objects of a layout.
  func inverse(in layout: ObjectLayout) -> RelationshipLayout? {
    if inverses.isEmpty { return nil }
    let slot = inverses[layout.index]
    return slot < 0 ? nil : layout.relationships[slot]
  }
}
