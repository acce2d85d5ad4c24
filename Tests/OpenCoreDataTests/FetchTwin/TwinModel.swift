import Foundation
import OpenCoreData

/// A model with everything that paths can lead over, and what its entities have.
///
///     Thing (abstract)
///       Item: every type of attribute
///         parent <->> children, twin <-> twin, related <<->> related, labels <<->> items, owner <<-> items,
///         pages <-> item (ordered), hint -> Label without a way back
///         Special: mentor -> Person
///       Person: friends <<->> friends, home <<-> people
///     Place, Label, Page
struct TwinModel {
  let model = NSManagedObjectModel()
  /// What the entities have, by name.
  private(set) var entities: [String: Keys] = [:]

  /// The keys of an entity, inherited ones included.
  struct Keys {
    var attributes: [(name: String, type: NSAttributeType)] = []
    /// Relationships and the names of their destinations.
    var ones: [(name: String, destination: String)] = []
    var manys: [(name: String, destination: String, isOrdered: Bool)] = []
    var required: Set<String> = []
  }

  static let concrete = ["Item", "Special", "Person", "Place", "Label", "Page"]

  init(isIndexed: Bool) {
    let entities = Dictionary(
      uniqueKeysWithValues: (["Thing"] + Self.concrete).map { ($0, entity($0)) })
    Self.addAttributes(to: entities)
    Self.addRelationships(to: entities)
    entities["Thing"]?.isAbstract = true
    entities["Thing"]?.subentities = ["Item", "Person"].compactMap { entities[$0] }
    entities["Item"]?.subentities = ["Special"].compactMap { entities[$0] }
    model.entities = entities.values.sorted { ($0.name ?? "") < ($1.name ?? "") }
    if isIndexed { for entity in model.entities { Self.addIndexes(to: entity) } }
    for entity in model.entities { self.entities[entity.name ?? ""] = Self.keys(of: entity) }
  }

  private static func addAttributes(to entities: [String: NSEntityDescription]) {
    let extent = NSCompositeAttributeDescription()
    extent.name = "extent"
    extent.elements = [
      attribute("width", .doubleAttributeType), attribute("unit", .stringAttributeType),
      attribute("number", .integer16AttributeType),
    ]
    let mood = attribute("mood", .stringAttributeType)
    mood.isTransient = true
    entities["Thing"]?.properties = [
      attribute("name", .stringAttributeType), attribute("rank", .integer16AttributeType),
      attribute("code", .stringAttributeType, isOptional: false, default: "a"),
    ]
    entities["Item"]?.properties = [
      attribute("whole", .integer32AttributeType), attribute("large", .integer64AttributeType),
      attribute("must", .integer32AttributeType, isOptional: false, default: 1),
      attribute("exact", .decimalAttributeType), attribute("real", .doubleAttributeType),
      attribute("small", .floatAttributeType), attribute("flag", .booleanAttributeType),
      attribute("day", .dateAttributeType), attribute("bytes", .binaryDataAttributeType),
      attribute("uuid", .UUIDAttributeType), attribute("link", .URIAttributeType), extent, mood,
    ]
    entities["Special"]?.properties = [attribute("level", .integer16AttributeType)]
    entities["Person"]?.properties = [attribute("age", .integer32AttributeType)]
    entities["Place"]?.properties = [
      attribute("name", .stringAttributeType), attribute("since", .dateAttributeType),
    ]
    entities["Label"]?.properties = [
      attribute("name", .stringAttributeType), attribute("weight", .doubleAttributeType),
      attribute("exact", .decimalAttributeType),
    ]
    entities["Page"]?.properties = [
      attribute("text", .stringAttributeType), attribute("number", .integer64AttributeType),
    ]
  }

  private static func addRelationships(to entities: [String: NSEntityDescription]) {
    guard let item = entities["Item"], let special = entities["Special"],
      let person = entities["Person"], let place = entities["Place"],
      let label = entities["Label"], let page = entities["Page"]
    else { return }
    let parent = relationship("parent", to: item)
    let children = relationship("children", to: item, isToMany: true, inverse: parent)
    let twin = relationship("twin", to: item)
    twin.inverseRelationship = twin
    let related = relationship("related", to: item, isToMany: true)
    related.inverseRelationship = related
    let labels = relationship("labels", to: label, isToMany: true)
    let labelled = relationship("items", to: item, isToMany: true, inverse: labels)
    let owner = relationship("owner", to: person)
    let owned = relationship("items", to: item, isToMany: true, inverse: owner)
    let pages = relationship("pages", to: page, isToMany: true, rule: .cascadeDeleteRule)
    pages.isOrdered = true
    let book = relationship("item", to: item, inverse: pages)
    let friends = relationship("friends", to: person, isToMany: true)
    friends.inverseRelationship = friends
    let home = relationship("home", to: place)
    let people = relationship("people", to: person, isToMany: true, inverse: home)
    item.properties += [
      parent, children, twin, related, labels, owner, pages, relationship("hint", to: label),
    ]
    special.properties += [relationship("mentor", to: person)]
    person.properties += [owned, friends, home]
    place.properties += [people]
    label.properties += [labelled]
    page.properties += [book]
  }

  /// An index of every attribute that can have one, and some of two.
  private static func addIndexes(to entity: NSEntityDescription) {
    let inherited = entity.superentity?.propertiesByName ?? [:]
    let own = entity.properties.compactMap { $0 as? NSAttributeDescription }
      .filter { inherited[$0.name] == nil && !$0.isTransient }
      .filter { $0.attributeType != .compositeAttributeType }
    var indexes = own.map { attribute in
      NSFetchIndexDescription(
        name: "by\(attribute.name)",
        elements: [NSFetchIndexElementDescription(property: attribute, collationType: .binary)])
    }
    if let first = own.first, let last = own.last, first !== last {
      let elements = [first, last].map {
        NSFetchIndexElementDescription(property: $0, collationType: .binary)
      }
      elements.last?.isAscending = false
      indexes.append(NSFetchIndexDescription(name: "byBoth", elements: elements))
    }
    entity.indexes = indexes
  }

  private static func keys(of entity: NSEntityDescription) -> Keys {
    var keys = Keys()
    for property in entity.properties {
      if let attribute = property as? NSAttributeDescription {
        keys.attributes.append((attribute.name, attribute.attributeType))
        if !attribute.isOptional { keys.required.insert(attribute.name) }
      } else if let relationship = property as? NSRelationshipDescription {
        let destination = relationship.destinationEntity?.name ?? ""
        if relationship.isToMany {
          keys.manys.append((relationship.name, destination, relationship.isOrdered))
        } else {
          keys.ones.append((relationship.name, destination))
        }
      }
    }
    return keys
  }

  /// The entities whose objects may stand where an entity is wanted.
  static func concrete(_ entity: String) -> [String] {
    switch entity {
    case "Thing": ["Item", "Special", "Person"]
    case "Item": ["Item", "Special"]
    default: [entity]
    }
  }
}
