import Foundation
import OpenCoreData

/// A change of one property, with its values read, that can be made in any object of the entity.
enum PropertyEdit {
  /// An attribute, or an element of a composite, gets a value or loses it.
  case value(path: [String], Any?)
  /// A relationship leads to other objects.
  case members(key: String, Assignment.Kind, [NSManagedObject])

  /// Holds an assignment against the entity whose objects are changed, and reads its value.
  init(_ assignment: Assignment, of entity: NSEntityDescription, in document: OpenDocument) throws {
    let key = assignment.keys[0]
    guard let property = entity.propertiesByName[key] else {
      throw ToolFailure(
        "\(assignment.subject): '\(entity.name ?? "")' has no property '\(key)'"
          + didYouMean(key, among: entity.properties.map(\.name)))
    }
    if property.isTransient {
      throw ToolFailure("\(assignment.subject): '\(key)' is transient, so no store keeps it")
    }
    switch property {
    case let relationship as NSRelationshipDescription:
      let members = MemberList(assignment, of: relationship, in: document)
      self = .members(key: key, assignment.kind, try members.objects())
    case is NSDerivedAttributeDescription:
      throw ToolFailure(
        "\(assignment.subject): '\(key)' is derived; each save computes it from other properties")
    case let attribute as NSAttributeDescription:
      self = .value(path: assignment.keys, try Self.value(assignment, of: attribute))
    default:
      throw ToolFailure("\(assignment.subject): '\(key)' is what its own request finds")
    }
  }

  /// Makes the change in an object.
  func apply(to object: NSManagedObject) {
    switch self {
    case .value(let path, let value):
      object.setValue(value, forKeyPath: path.joined(separator: "."))
    case .members(let key, let kind, let members):
      let relationship = object.entity.relationshipsByName[key]
      if relationship?.isToMany != true {
        object.setValue(members.first, forKey: key)
      } else if kind == .set || kind == .unset {
        object.setValue(NSOrderedSet(array: members), forKey: key)
      } else if relationship?.isOrdered == true {
        let list = object.mutableOrderedSetValue(forKey: key)
        for member in members { kind == .add ? list.add(member) : list.remove(member) }
      } else {
        let set = object.mutableSetValue(forKey: key)
        for member in members { kind == .add ? set.add(member) : set.remove(member) }
      }
    }
  }
}

extension PropertyEdit {
  /// The value of an assignment to an attribute or to an element of a composite.
  private static func value(
    _ assignment: Assignment, of attribute: NSAttributeDescription
  ) throws -> Any? {
    guard assignment.kind == .set || assignment.kind == .unset else {
      throw ToolFailure(
        "\(assignment.subject): '\(attribute.name)' is an attribute; only to-many relationships have "
          + "members that come and go; write --set \(assignment.path)=value")
    }
    let part = try element(assignment.keys.dropFirst(), of: attribute, assignment)
    guard let text = assignment.text else { return nil }
    if part.takesFiles, text.hasPrefix("@") {
      let path = String(text.dropFirst())
      return try part.value(
        ofFile: contents(of: path, assignment), named: "\(assignment.subject): '\(path)'")
    }
    let shown = text.shortened(to: 100)
    return try part.value(ofText: text, named: "\(assignment.subject): '\(shown)'")
  }

  /// The element that the rest of a path leads to, in an attribute that must then be a composite.
  private static func element(
    _ path: ArraySlice<String>, of attribute: NSAttributeDescription, _ assignment: Assignment
  ) throws -> NSAttributeDescription {
    guard let key = path.first else { return attribute }
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      throw ToolFailure(
        "\(assignment.subject): '\(attribute.name)' is no composite, so it has no element '\(key)'")
    }
    guard let element = composite.elements.first(where: { $0.name == key }) else {
      let names = composite.elements.map(\.name)
      let hint = didYouMean(key, among: names)
      throw ToolFailure(
        "\(assignment.subject): '\(composite.name)' has no element '\(key)'"
          + (hint.isEmpty ? "; there are \(quotedList(names, "and"))" : hint))
    }
    return try self.element(path.dropFirst(), of: element, assignment)
  }

  private static func contents(of path: String, _ assignment: Assignment) throws -> Data {
    do {
      return try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw ToolFailure(
        "\(assignment.subject): '\(path)' cannot be read: \(systemReason(of: error))")
    }
  }
}
