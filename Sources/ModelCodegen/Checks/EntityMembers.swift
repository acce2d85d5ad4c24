package import ManagedModel

/// What an entity has, as far as the members of its class are held against it.
package struct EntityMembers: Sendable {
  enum Property: Sendable {
    case attribute(NSAttributeType)
    case toOne(destination: String?)
    case toMany(destination: String?, isOrdered: Bool)
    case fetched
  }

  let name: String
  /// The class as the model names it: `Movie`, `.Movie` or `App.Movie`.
  let className: String
  /// The module that the model belongs to.
  let module: String
  /// Its properties, the inherited ones included.
  let properties: [String: Property]
  /// The names of what entities below it have.
  let namesBelow: Set<String>
  /// The entity, those above it and those below it.
  let lineage: Set<String>

  /// The entities of a model that name a class.
  package static func all(of model: NSManagedObjectModel, module: String) -> [EntityMembers] {
    model.entities.compactMap { entity in
      guard let name = entity.managedObjectClassName, name != "NSManagedObject" else { return nil }
      return EntityMembers(entity, className: name, module: module)
    }
  }

  private init(_ entity: NSEntityDescription, className: String, module: String) {
    name = entity.name ?? ""
    self.className = className
    self.module = module
    properties = Dictionary(
      entity.properties.map { ($0.name, Property($0)) }, uniquingKeysWith: { first, _ in first })
    var below: [NSEntityDescription] = []
    var waiting = entity.subentities
    while let next = waiting.popLast() {
      below.append(next)
      waiting += next.subentities
    }
    namesBelow = Set(below.flatMap { $0.properties.map(\.name) })
    lineage = Set(
      (below + Array(entity.selfAndAncestors)).compactMap(\.name))
  }

  /// Whether it names a class of a target.
  func names(_ type: NominalType) -> Bool {
    type.declaringModule == module
      && [type.path, ".\(type.path)", "\(module).\(type.path)"].contains(className)
  }
}

extension EntityMembers.Property {
  init(_ property: NSPropertyDescription) {
    switch property {
    case let attribute as NSAttributeDescription: self = .attribute(attribute.attributeType)
    case let relationship as NSRelationshipDescription:
      let destination = relationship.destinationEntity?.name
      self =
        relationship.isToMany
        ? .toMany(destination: destination, isOrdered: relationship.isOrdered)
        : .toOne(destination: destination)
    default: self = .fetched
    }
  }

  var isToMany: Bool {
    if case .toMany = self { true } else { false }
  }

  /// What it is, in words.
  var noun: String {
    switch self {
    case .attribute(let type): "an attribute of the type \(type.modelName ?? "Undefined")"
    case .toOne(let destination): "a relationship to one '\(destination ?? "")'"
    case .toMany(let destination, true): "an ordered relationship to many '\(destination ?? "")'"
    case .toMany(let destination, false): "a relationship to many '\(destination ?? "")'"
    case .fetched: "a fetched property"
    }
  }

  /// The types that it is usually declared with, in words.
  var usualTypes: String {
    switch self {
    case .attribute(let type): type.usualTypes
    case .toOne: "an optional of the class of that entity"
    case .toMany(_, true): "'NSOrderedSet?'"
    case .toMany(_, false): "'NSSet?' or a 'Set' of the class of that entity"
    case .fetched: "an array of the class of the entity that it finds"
    }
  }
}

extension NSAttributeType {
  fileprivate var usualTypes: String {
    switch self {
    case .integer16AttributeType: "'Int16' or 'NSNumber?'"
    case .integer32AttributeType: "'Int32' or 'NSNumber?'"
    case .integer64AttributeType: "'Int64' or 'NSNumber?'"
    case .decimalAttributeType: "'NSDecimalNumber?'"
    case .doubleAttributeType: "'Double' or 'NSNumber?'"
    case .floatAttributeType: "'Float' or 'NSNumber?'"
    case .stringAttributeType: "'String?'"
    case .booleanAttributeType: "'Bool' or 'NSNumber?'"
    case .dateAttributeType: "'Date?'"
    case .binaryDataAttributeType: "'Data?'"
    case .UUIDAttributeType: "'UUID?'"
    case .URIAttributeType: "'URL?'"
    case .compositeAttributeType: "'[String: Any]?'"
    case .transformableAttributeType, .objectIDAttributeType, .undefinedAttributeType: "'NSObject?'"
    }
  }
}
