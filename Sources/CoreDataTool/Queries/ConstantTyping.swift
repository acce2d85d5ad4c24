import Foundation
import OpenCoreData

/// Gives the texts in a condition the types of what they are compared with.
///
/// A shell has only texts, and nobody wants to write `CAST(…)` there: a text that is compared with a date is read
/// as one, likewise with UUIDs, URIs and data, and a text that is compared with an object is the object's id.
struct ConstantTyping {
  /// The condition as it was written, for messages.
  private let source: String
  private let document: OpenDocument
  private let root: NSEntityDescription
  /// What the variables of subqueries stand for.
  private var variables: [String: ComparedThing] = [:]

  init(_ source: String, _ document: OpenDocument, _ entity: NSEntityDescription) {
    self.source = source
    self.document = document
    root = entity
  }

  /// The predicate with its constants typed.
  mutating func typed(_ predicate: NSPredicate) throws -> NSPredicate {
    switch predicate.form {
    case .value, .opaque: return predicate
    case .compound(let compound):
      var parts: [NSPredicate] = []
      for part in compound.subpredicates { parts.append(try typed(part)) }
      return NSCompoundPredicate(type: compound.compoundPredicateType, subpredicates: parts)
    case .comparison(let comparison): return try typed(comparison)
    }
  }

  private mutating func typed(_ comparison: NSComparisonPredicate) throws -> NSPredicate {
    var left = try typed(comparison.leftExpression)
    var right = try typed(comparison.rightExpression)
    switch comparison.predicateOperatorType {
    case .customSelector: return comparison
    // Of texts only.
    case .like, .matches, .beginsWith, .endsWith: break
    default:
      if let thing = thing(left) {
        right = try typed(right, like: thing)
      } else if let thing = thing(right) {
        left = try typed(left, like: thing)
      }
    }
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right,
      modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
      options: comparison.options)
  }

  /// The expression with the constants of the conditions in it typed.
  private mutating func typed(_ expression: NSExpression) throws -> NSExpression {
    switch expression.form {
    case .subquery(let collection, let variable, let predicate):
      let members = try typed(collection)
      let outer = variables[variable]
      variables[variable] = thing(members)
      defer { variables[variable] = outer }
      return NSExpression(.subquery(members, variable: variable, try typed(predicate)))
    case .conditional(let test, let yes, let no):
      return NSExpression(.conditional(try typed(test), try typed(yes), try typed(no)))
    case .keyPath(let base, let path):
      return NSExpression(.keyPath(try typed(base), path))
    case .function(let operand, let name, let arguments):
      var parts: [NSExpression] = []
      for argument in arguments { parts.append(try typed(argument)) }
      return NSExpression(
        .function(operand: try operand.map { try typed($0) }, name: name, arguments: parts))
    default: return expression
    }
  }

  /// What an expression stands for, where that is a property or an object.
  private func thing(_ expression: NSExpression) -> ComparedThing? {
    switch expression.form {
    case .evaluatedObject: .objects(root)
    case .variable(let name): variables[name]
    case .keyPath(let base, let path): thing(base)?.following(path.keys)
    case .element(let list, .first), .element(let list, .last), .element(let list, .at):
      thing(list)
    case .subquery(let collection, _, _): thing(collection)
    default: nil
    }
  }

  /// An expression whose constants are of the type of a thing.
  private func typed(
    _ expression: NSExpression, like thing: ComparedThing
  ) throws -> NSExpression {
    switch expression.form {
    case .constant(let text as String):
      return NSExpression(.constant(try typed(text, like: thing)))
    case .constant(let list as [Any]):
      return NSExpression(
        .constant(try list.map { try ($0 as? String).map { try typed($0, like: thing) } ?? $0 }))
    case .aggregate(let members):
      return NSExpression(.aggregate(try members.map { try typed($0, like: thing) }))
    default: return expression
    }
  }

  private func typed(_ text: String, like thing: ComparedThing) throws -> Any {
    switch thing {
    case .objects(let entity): try objectID(text, of: entity)
    case .attribute(let attribute): try typed(text, as: attribute)
    }
  }

  private func objectID(_ text: String, of entity: NSEntityDescription) throws -> Any {
    let name = entity.name ?? ""
    guard let id = try document.objectID(text) else {
      throw QueryFailure(
        "--where",
        "there is no object with the id '\(text)'; a text that is compared with an object is its id, "
          + "and a property is named by a path such as '\(name.lowercased()).name'",
        about: text, in: source)
    }
    guard id.entity.isKindOf(entity: entity) else {
      throw QueryFailure(
        "--where", "'\(text)' is an object of '\(id.entity.name ?? "")', which is no '\(name)'",
        about: text, in: source)
    }
    return id
  }

  private func typed(_ text: String, as attribute: NSAttributeDescription) throws -> Any {
    let value: Any?
    let form: String
    switch attribute.attributeType {
    case .dateAttributeType:
      value = Date(documentText: text) ?? Date(documentText: text + "T00:00:00Z")
      form = "a date, such as 1995-12-15 or 1995-12-15T20:30:00Z"
    case .UUIDAttributeType:
      value = UUID(uuidString: text)
      form = "a UUID"
    case .URIAttributeType:
      value = URL(string: text)
      form = "a URI"
    case .binaryDataAttributeType:
      value = Data(base64Encoded: text)
      form = "data in base64"
    default: return text
    }
    guard let value else {
      throw QueryFailure(
        "--where", "'\(attribute.name)' is compared with '\(text)', which is not \(form)",
        about: text, in: source)
    }
    return value
  }
}

/// What a path leads to: an attribute's values, or objects.
enum ComparedThing {
  case attribute(NSAttributeDescription)
  case objects(NSEntityDescription)

  /// What some keys lead to from here; nil where that is nothing with a type of its own, such as a number of
  /// members.
  func following(_ keys: [String]) -> ComparedThing? {
    var thing: ComparedThing? = self
    for key in keys { thing = thing?.following(key) }
    return thing
  }

  private func following(_ key: String) -> ComparedThing? {
    switch (key, self) {
    // The values stay what they are.
    case ("@min", _), ("@max", _), ("@distinctUnionOfObjects", _), ("@unionOfObjects", _): self
    case ("self", _), ("SELF", _): self
    case (_, .objects(let entity)):
      switch Self.property(key, of: entity) {
      case let attribute as NSAttributeDescription: .attribute(attribute)
      case let relationship as NSRelationshipDescription:
        relationship.destinationEntity.map { .objects($0) }
      default: nil
      }
    case (_, .attribute(let composite as NSCompositeAttributeDescription)):
      composite.elements.first { $0.name == key }.map { .attribute($0) }
    case (_, .attribute): nil
    }
  }

  /// A property of an entity, else of one that inherits from it.
  private static func property(
    _ key: String, of entity: NSEntityDescription
  ) -> NSPropertyDescription? {
    if let property = entity.propertiesByName[key] { return property }
    return entity.subentities.lazy.compactMap { property(key, of: $0) }.first
  }
}
