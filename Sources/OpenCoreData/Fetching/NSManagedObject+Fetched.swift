import Foundation
import ManagedModel
import Predicates

extension NSManagedObject {
  /// The objects that a fetched property finds, or why it finds none.
  ///
  /// They are looked for when they are first asked for, and kept until the object is refreshed or turned into a
  /// fault. `value(forKey:)` gives the same, and nothing where looking fails. Not in Apple's framework.
  public func objects(forFetchedProperty key: String) throws -> [Any] {
    guard let property = layout.fetchedProperties[key] else {
      let hint = NearMiss.hint(key, among: layout.fetchedProperties.keys.sorted())
      throw CocoaError(
        .coreData, saying: "entity '\(layout.name)' has no fetched property '\(key)'\(hint)")
    }
    if let known = extras?.fetched[key] { return known }
    guard let graph = shelf?.graph, let request = property.fetchRequest else { return [] }
    graph.checkQueue("a fetched property of one of its objects")
    let found = try graph.execute(request.bound(to: self, property))
    ownExtras.fetched[key] = found
    return found
  }
}

extension NSFetchRequest<any NSFetchRequestResult> {
  /// The request of a fetched property with the object whose property it is in place of its variables.
  fileprivate func bound(
    to source: NSManagedObject, _ property: NSFetchedPropertyDescription
  ) -> NSFetchRequest<any NSFetchRequestResult> {
    let copy = duplicate()
    if let predicate = copy.predicate {
      copy.predicate = predicate.withSubstitutionVariables([
        "FETCH_SOURCE": source, "FETCHED_PROPERTY": property,
      ])
    }
    return copy
  }
}
