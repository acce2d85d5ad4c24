import Foundation

/// The members of a collection.
struct Members {
  /// The members, nil ones included.
  let values: [Any?]
  /// Whether their order counts.
  let isOrdered: Bool

  /// The members of a value; nil where it is no collection.
  ///
  /// Those of a dictionary are its values.
  static func of(_ value: Any) -> Members? {
    let type = type(of: value)
    if type == String.self || type == Int.self || type == Double.self { return nil }
    if type is AnyClass { return of(object: value as AnyObject) }
    return (value as? any MemberList)?.members
  }

  private static func of(object: AnyObject) -> Members? {
    switch object {
    case let list as NSArray: Members(list.map { $0 }, isOrdered: true)
    case let set as NSOrderedSet: Members(set.map { $0 }, isOrdered: true)
    case let set as NSSet: Members(set.map { $0 }, isOrdered: false)
    case let dictionary as NSDictionary: Members(dictionary.allValues, isOrdered: false)
    default: (object as? any MemberList)?.members
    }
  }

  fileprivate init(_ values: some Sequence, isOrdered: Bool) {
    self.values = values.map { Optional($0 as Any).flattened }
    self.isOrdered = isOrdered
  }
}

/// A collection of Swift's, whatever it holds.
protocol MemberList {
  var members: Members { get }
}

/// A dictionary of Swift's, whatever it holds.
protocol KeyedMembers: MemberList {
  /// The value of a key; nil where there is none.
  func value(of key: String) -> Any?
  /// The keys that are texts.
  var names: [String] { get }
}

extension Array: MemberList {
  var members: Members { Members(self, isOrdered: true) }
}

extension ArraySlice: MemberList {
  var members: Members { Members(self, isOrdered: true) }
}

extension ContiguousArray: MemberList {
  var members: Members { Members(self, isOrdered: true) }
}

extension Set: MemberList {
  var members: Members { Members(self, isOrdered: false) }
}

extension Dictionary: KeyedMembers {
  var members: Members { Members(values, isOrdered: false) }

  var names: [String] { keys.compactMap { Optional($0 as Any).flattened as? String } }

  func value(of key: String) -> Any? {
    guard let key = key as? Key ?? AnyHashable(key) as? Key else { return nil }
    return self[key]
  }
}
