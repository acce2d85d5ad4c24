extension ClassRenderer {
  /// Whether a property is part of the snapshot.
  func isInSnapshot(_ property: PropertyAccessor) -> Bool { property.snapshotType != nil }

  /// Writes the struct that holds an object's values and may be sent to another thread.
  func writeSnapshot(to text: inout SwiftText) {
    let properties = (description.inherited + description.properties).filter(isInSnapshot)
    let protocols = ["Sendable", "Hashable", "Identifiable"].map(names.spelled)
    let objectID = names.spelled("NSManagedObjectID")
    text.line()
    text.line("/// The values of an object at one time, for use on any thread.")
    text.block(
      "nonisolated \(access)struct \(description.snapshot): \(protocols.joined(separator: ", "))"
    ) { text in
      text.line("\(access)var objectID: \(objectID)")
      for property in properties {
        guard let type = property.snapshotType else { continue }
        text.line("\(access)var \(property.quotedName): \(type.text)")
      }
      if !(description.inherited + description.properties).contains(where: { $0.name == "id" }) {
        text.line()
        text.line("\(access)var id: \(objectID) { objectID }")
      }
      text.line()
      text.block("\(access)init(_ object: \(description.quotedName))") { text in
        text.line("objectID = object.objectID")
        for property in properties { text.line(assignment(of: property)) }
      }
    }
  }

  private func assignment(of property: PropertyAccessor) -> String {
    let value = "object.managed(\(token(property)))"
    let own = "self.\(property.quotedName)"
    let object = names.spelled("NSManagedObject")
    switch property.kind {
    case .attribute, .timeInterval, .fetched:
      return "\(own) = \(value)"
    case .transformable:
      return "\(own) = object.managedAnything(\(token(property)))"
    case .toOne:
      return "\(own) = (\(value) as \(object)?)?.objectID"
    case .toMany(_, isOrdered: false):
      let set = names.spelled("Set")
      return "\(own) = \(set)((\(value) as \(set)<\(object)>).map { $0.objectID })"
    case .toMany(_, isOrdered: true):
      let set = names.spelled("NSOrderedSet")
      return "\(own) = (\(value) as \(set)).compactMap { ($0 as? \(object))?.objectID }"
    }
  }
}
