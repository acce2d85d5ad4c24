import Foundation
import OpenCoreData

/// A column of a query's result: a key path, or the object's id.
struct Column {
  /// The path as it was asked for.
  let path: String
  /// Whether it holds numbers.
  let isNumber: Bool
  private let keys: [String]

  static let id = Column(path: "@id", isNumber: false, keys: [])

  private init(path: String, isNumber: Bool, keys: [String]) {
    self.path = path
    self.isNumber = isNumber
    self.keys = keys
  }

  /// The columns of a list, or those that an entity shows by itself.
  static func columns(_ list: String?, of entity: NSEntityDescription) throws -> [Column] {
    if let list {
      let paths = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      if let twice = paths.indices.first(where: { paths[..<$0].contains(paths[$0]) }) {
        throw ToolFailure("--columns names '\(paths[twice])' twice; leave one of them out")
      }
      return try paths.map { try Column($0, of: entity) }
    }
    let shown = entity.properties.filter { property in
      if let relationship = property as? NSRelationshipDescription { return !relationship.isToMany }
      return property is NSAttributeDescription && !property.isTransient
    }
    return try [id] + shown.map { try Column($0.name, of: entity) }
  }

  private init(_ path: String, of entity: NSEntityDescription) throws {
    if path == "@id" {
      self = .id
      return
    }
    let keys = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var place = Place.entity(entity)
    for key in keys { place = try place.following(key, in: path) }
    self.init(path: path, isNumber: place.isNumber, keys: keys)
  }

  /// What an object has in the column.
  func value(of object: NSManagedObject) -> CellValue {
    if keys.isEmpty { return CellValue(object.objectID) }
    var value: Any? = object
    for key in keys {
      switch value {
      case let object as NSManagedObject: value = object.value(forKey: key)
      case let composite as [String: Any]: value = composite[key]
      case let members as NSSet where key == Place.count: value = members.count
      case let members as NSOrderedSet where key == Place.count: value = members.count
      default: return CellValue(nil)
      }
    }
    return CellValue(value)
  }
}

/// Where a key path has come to.
private enum Place {
  case entity(NSEntityDescription)
  case attribute(NSAttributeDescription)
  case objects
  case number

  /// The key of how many objects there are.
  static let count = "@count"

  func following(_ key: String, in path: String) throws -> Place {
    switch self {
    case .entity(let entity):
      guard let property = entity.propertiesByName[key] else {
        throw ToolFailure(
          "'\(entity.name ?? "")' has no property '\(key)' for column '\(path)'"
            + didYouMean(key, among: entity.properties.map(\.name)))
      }
      if let attribute = property as? NSAttributeDescription { return .attribute(attribute) }
      guard let relationship = property as? NSRelationshipDescription,
        let destination = relationship.destinationEntity
      else { throw ToolFailure("column '\(path)' names a fetched property, which is not shown") }
      return relationship.isToMany ? .objects : .entity(destination)
    case .attribute(let attribute):
      let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
      guard let element = elements.first(where: { $0.name == key }) else {
        throw ToolFailure(
          "'\(attribute.name)' has no part '\(key)' for column '\(path)'"
            + didYouMean(key, among: elements.map(\.name)))
      }
      return .attribute(element)
    case .objects where key == Self.count: return .number
    case .objects:
      throw ToolFailure(
        "column '\(path)' goes on behind a to-many relationship; end it there to list the ids, or "
          + "with @count to count them")
    case .number: throw ToolFailure("column '\(path)' goes on behind a number")
    }
  }

  var isNumber: Bool {
    switch self {
    case .attribute(let attribute): attribute.attributeType.isNumeric
    case .number: true
    case .entity, .objects: false
    }
  }
}
