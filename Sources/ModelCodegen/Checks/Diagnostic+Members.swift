import ManagedModel
import Predicates

/// What in a class does not agree with its entity.
extension Diagnostic {
  static func unknownProperty(
    _ key: String, of member: ManagedMember, entity: EntityMembers, at place: Location
  ) -> Diagnostic {
    let isFunction = if case .function = member.kind { true } else { false }
    let known = entity.properties.filter { !isFunction || $0.value.isToMany }.keys
    let kind = isFunction ? "relationship" : "property"
    let near = suggestion(for: key, among: known.sorted())
    let remedy =
      near.map { "did you mean '\($0)'?" }
      ?? "add it to the model, or remove the mark and write a body"
    return Diagnostic(
      .warning,
      "'\(member.name)' is marked '@NSManaged', but entity '\(entity.name)' has no \(kind) '\(key)'; \(remedy)",
      at: place)
  }

  static func unfitFunction(
    _ name: String, key: String, _ property: EntityMembers.Property, needsOrder: Bool,
    entity: String, at place: Location
  ) -> Diagnostic {
    let remedy =
      needsOrder && property.isToMany
      ? "make the relationship ordered in the model, or use the functions that add and remove"
      : "such functions are for relationships to many"
    return Diagnostic(
      .warning,
      "'\(name)' is marked '@NSManaged', but '\(key)' of entity '\(entity)' is \(property.noun); \(remedy)",
      at: place)
  }

  static func unfitType(
    _ type: String, name: String, key: String, _ property: EntityMembers.Property, entity: String,
    at place: Location
  ) -> Diagnostic {
    Diagnostic(
      .warning,
      "'\(name)' is declared with the type '\(type)', but '\(key)' of entity '\(entity)' is "
        + "\(property.noun); use \(property.usualTypes)",
      at: place)
  }
}
