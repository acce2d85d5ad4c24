import Foundation
import Predicates

/// What an expression stands for: the kind of its value, whether there are several, and where it comes from.
struct Meaning {
  /// The kind of the value, or of the members of the collection.
  var kind: ValueKind
  /// Whether the value is a collection.
  var isCollection = false
  /// The members of a list that is written out.
  var members: [Meaning]?
  /// The constant, where it is one.
  var constant: Any?
  /// The property that a path ends at.
  var property: NSPropertyDescription?
  /// The path, as it is written.
  var path: String?
  /// The name of the entity that the path begins at.
  var owner: String?
  /// The first key of the path that leads to several objects.
  var toMany: String?

  /// Of which nothing is known.
  static var unknown: Meaning { Meaning(kind: .unknown) }

  /// A single value of a kind.
  init(kind: ValueKind, isCollection: Bool = false) {
    self.kind = kind
    self.isCollection = isCollection
  }

  /// A constant; a collection with its members.
  init(constant: Any?) {
    if let list = Self.list(constant) {
      self.init(list: list.map { Meaning(constant: $0) })
    } else {
      self.init(kind: ValueKind(constant: constant))
      self.constant = constant
    }
  }

  /// A list that is written out.
  init(list: [Meaning]) {
    self.init(kind: Self.commonKind(of: list), isCollection: true)
    members = list
  }

  /// What messages call it: a path by its name, anything else by its kind.
  var subject: String {
    guard let path else { return isCollection ? "a list" : kind.noun }
    return "'\(path)'" + (owner.map { " of '\($0)'" } ?? "")
  }

  /// Whether it is always nil.
  var isNull: Bool {
    kind == .null && !isCollection
  }

  /// Whether it is the value of an expression of which nothing is known.
  var isUnknown: Bool {
    kind == .unknown && !isCollection
  }

  /// One of the members, or the value itself.
  var element: Meaning {
    var single = self
    single.isCollection = false
    single.members = nil
    return single
  }

  /// The kind that all members of a list have.
  private static func commonKind(of list: [Meaning]) -> ValueKind {
    let kinds = list.lazy.filter { !$0.isNull }.map { $0.isCollection ? .unknown : $0.kind }
    guard let first = kinds.first else { return .unknown }
    return kinds.allSatisfy { $0 == first } ? first : .unknown
  }

  /// The members of a constant that is a collection; enough of them to judge it.
  private static func list(_ constant: Any?) -> [Any]? {
    let limit = 100
    switch constant {
    case is any StringProtocol, is Data: return nil
    case let dictionary as NSDictionary: return Array(dictionary.allValues.prefix(limit))
    case let set as NSSet: return Array(set.allObjects.prefix(limit))
    case let set as NSOrderedSet: return Array(set.array.prefix(limit))
    case let values as [Any]: return Array(values.prefix(limit))
    case let values as Set<AnyHashable>: return values.prefix(limit).map(\.base)
    case let values as any Collection: return values.prefix(limit).map { $0 as Any }
    default: return nil
    }
  }
}
