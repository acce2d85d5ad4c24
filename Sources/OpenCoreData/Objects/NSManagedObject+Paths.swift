import Foundation
import ManagedModel
import Predicates

/// Paths of keys, as key-value coding reads them: over relationships, into composites, through collections with
/// operators such as `@sum`.
extension NSManagedObject {
  /// The value at the end of a path of keys: `director.name`, `movies.@count`, `movies.@avg.rating`.
  ///
  /// A to-many relationship on the way gives the values of all its members, those that have one; without an order
  /// they are a set. Decimals are a list, each as often as it occurs.
  public func value(forKeyPath keyPath: String) -> Any? {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    return value(at: keys[...])
  }

  private func value(at keys: ArraySlice<String>) -> Any? {
    guard let key = keys.first else { return self }
    return Self.value(at: keys.dropFirst(), of: value(forKey: key))
  }

  private static func value(at keys: ArraySlice<String>, of value: Any?) -> Any? {
    guard let value, let key = keys.first else { return value }
    switch value {
    case let object as NSManagedObject: return object.value(at: keys)
    case let list as NSOrderedSet where !key.hasPrefix("@"):
      return collection(members(of: list).compactMap { $0.value(at: keys) }, NSOrderedSet.init)
    case let set as Set<NSManagedObject> where !key.hasPrefix("@"):
      return collection(set.compactMap { $0.value(at: keys) }, NSSet.init)
    default:
      return NSExpression(forKeyPath: keys.joined(separator: "."))
        .expressionValue(with: value, context: nil)
    }
  }

  /// The values as a set; as a list where decimals are among them, which Foundation on Linux cannot hash.
  private static func collection<Collection>(
    _ values: [Any], _ make: ([Any]) -> Collection
  ) -> Any {
    values.contains { $0 is NSDecimalNumber } ? values : make(values)
  }

  private static func members(of list: NSOrderedSet) -> [NSManagedObject] {
    list.compactMap { $0 as? NSManagedObject }
  }

  /// Sets the property at the end of a path of keys.
  ///
  /// The path leads over to-one relationships, where nothing happens if one of them is empty, over to-many ones to all
  /// members, or to an element of a composite.
  public func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let keys = keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    set(value, at: keys[...])
  }

  private func set(_ value: Any?, at keys: ArraySlice<String>) {
    guard let key = keys.first else { return }
    let rest = keys.dropFirst()
    if rest.isEmpty { return setValue(value, forKey: key) }
    let known = self.value(forKey: key)
    if entity.attributesByName[key] is NSCompositeAttributeDescription {
      return setValue(Self.composite(known, with: value, at: rest), forKey: key)
    }
    switch known {
    case nil: return
    case let object as NSManagedObject: object.set(value, at: rest)
    case let list as NSOrderedSet:
      for member in Self.members(of: list) { member.set(value, at: rest) }
    case let set as Set<NSManagedObject>: for member in set { member.set(value, at: rest) }
    case let other?:
      preconditionFailure(
        """
        '\(key)' of '\(layout.name)' is a \(type(of: other)), in which '\(rest.joined(separator: "."))' cannot be \
        set; set '\(key)' as a whole
        """)
    }
  }

  /// A composite with a value at a path in it; at the end of the path, the value itself.
  private static func composite(
    _ known: Any?, with value: Any?, at keys: ArraySlice<String>
  ) -> Any? {
    guard let key = keys.first else { return value }
    var elements = known as? [String: Any] ?? [:]
    // Not by leaving it out, which would stand for the element's default.
    elements[key] = composite(elements[key], with: value, at: keys.dropFirst()) ?? NSNull()
    return elements
  }
}
