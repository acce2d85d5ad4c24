import DocumentStore
import ManagedModel
import Synchronization

/// What all objects of one concrete entity share: where each property's value is, and what it may be.
///
/// A property's slot is its column in every store, so objects and tables exchange whole rows.
final class ObjectLayout: Sendable {
  let entity: NSEntityDescription
  let name: String
  /// The position in ``ModelLayout/layouts``.
  let index: Int
  let columns: [ColumnSchema]
  /// The type of each slot, apart from ``columns`` because reading that costs.
  let types: [ColumnType]
  let slotCount: Int
  /// For each slot, what it adds as a relationship.
  let relationships: [RelationshipLayout?]
  /// The relationships alone.
  let allRelationships: [RelationshipLayout]
  let keys: KeyTable
  /// Where the keys of generated classes find their slots.
  let places: KeyPlaces
  /// The values of a new object.
  let defaults: [Value]
  /// The properties whose values are what requests find.
  let fetchedProperties: [String: NSFetchedPropertyDescription]
  /// For each slot, what saving has to look at.
  let checks: [SlotCheck]
  /// The conditions that code added to the model's limits, by slot.
  let conditions: [Int: [ValidationRule]]

  private struct Choice {
    var type: NSManagedObject.Type = NSManagedObject.self
    /// Whether the model's word for the class has been understood.
    var isFinal = false
    /// How many classes were known when it was last tried; a search takes long.
    var knownCount: UInt64?
  }
  private let choice = Mutex(Choice())

  init(_ table: TableSchema, entity: NSEntityDescription) {
    self.entity = entity
    name = table.name
    index = table.index
    columns = table.columns
    types = columns.map(\.type)
    slotCount = columns.count
    let relationships = columns.enumerated().map { slot, column in
      RelationshipLayout(column, slot: slot, of: entity)
    }
    self.relationships = relationships
    allRelationships = relationships.compactMap(\.self)
    keys = KeyTable(columns.map(\.name))
    places = KeyPlaces(slotCount: columns.count)
    defaults = columns.map(\.defaultValue)
    fetchedProperties = Dictionary(
      entity.properties.compactMap { $0 as? NSFetchedPropertyDescription }.map { ($0.name, $0) }
    ) { first, _ in first }
    let properties = entity.propertiesByName
    var conditions: [Int: [ValidationRule]] = [:]
    for (slot, column) in columns.enumerated() {
      let own = properties[column.name]?.ownValidation ?? []
      if !own.isEmpty { conditions[slot] = own }
    }
    self.conditions = conditions
    checks = columns.enumerated().map { slot, column in
      SlotCheck(column, hasConditions: conditions[slot] != nil)
    }
  }

  deinit {
    keys.deallocate()
    places.deallocate()
  }

  /// The class of the entity's objects: the one the model names, where it can be found.
  var objectClass: NSManagedObject.Type {
    choice.withLock { choice in
      let knownCount = ClassRegistry.count
      if choice.isFinal || choice.knownCount == knownCount { return choice.type }
      choice.knownCount = knownCount
      if let found = ClassRegistry.find(for: entity) {
        choice.type = found
        choice.isFinal = true
      }
      return choice.type
    }
  }

  /// Makes a class that the program uses for the entity the one that new objects get.
  func introduce(_ type: NSManagedObject.Type) {
    let isNew = choice.withLock { choice in
      defer { choice = Choice(type: type, isFinal: true) }
      return !choice.isFinal || choice.type != type
    }
    if isNew { ClassRegistry.noteChange() }
  }

  /// The slot of a property, or the end of the program with the nearest name.
  func slot(of key: String) -> Int {
    if let slot = keys.slot(of: key) { return slot }
    preconditionFailure(unknownKey(key))
  }

  /// The relationship of a name, or the end of the program.
  func relationship(_ key: String, toMany: Bool, ordered: Bool) -> RelationshipLayout {
    let slot = slot(of: key)
    guard let relationship = relationships[slot] else {
      preconditionFailure("'\(key)' of '\(name)' is an attribute; a relationship is needed here")
    }
    precondition(
      relationship.isToMany == toMany && relationship.isOrdered == ordered,
      "'\(key)' of '\(name)' is not \(ordered ? "an ordered" : "an unordered") to-many relationship"
    )
    return relationship
  }

  func unknownKey(_ key: String) -> String {
    let known = columns.map(\.name)
    if fetchedProperties[key] != nil {
      return "'\(key)' of '\(name)' is a fetched property, whose value only its request decides"
    }
    return "entity '\(name)' has no property '\(key)'\(NearMiss.hint(key, among: known))"
  }
}
