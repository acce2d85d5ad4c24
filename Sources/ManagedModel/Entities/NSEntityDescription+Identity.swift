import Predicates

/// What tells entities apart in predicates: their names, which are unique in a model.
package struct EntityIdentity: Hashable {
  private let name: String?

  /// The identity of the entity of a name.
  package init(_ name: String?) {
    self.name = name
  }
}

extension NSEntityDescription: IdentifiedValue {
  package var identity: AnyHashable { EntityIdentity(name) }
}
