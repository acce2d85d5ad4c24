import Foundation

/// A value in the form in which comparisons take it.
enum Operand {
  case null
  case number(Number)
  case text(String)
  /// Seconds since 2001.
  case date(Double)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// The members of a collection; the order counts where it is ordered.
  case members([Any?], ordered: Bool)
  /// An object that is the same as everything that has its identity.
  case identity(AnyHashable)
  case other(Any)

  /// Takes a value of any type.
  init(_ value: Any?) {
    guard let value = value.flattened else {
      self = .null
      return
    }
    self = Self.simple(value) ?? Self.collection(value) ?? .other(value)
  }

  private static func simple(_ value: Any) -> Operand? {
    switch value {
    case let text as String: .text(text)
    case let number as Int: .number(.integer(Int64(number)))
    case let number as Double: .number(.double(number))
    case let date as Date: .date(date.timeIntervalSinceReferenceDate)
    case let identified as any IdentifiedValue: .identity(identified.identity)
    case let uuid as UUID: .uuid(uuid)
    case let data as Data: .data(data)
    case let url as URL: .url(url)
    case let text as Substring: .text(String(text))
    default: Number(value).map(Operand.number)
    }
  }

  private static func collection(_ value: Any) -> Operand? {
    members(of: value).map { .members($0.members, ordered: $0.isOrdered) }
  }

  /// The members of a collection, nil ones included; nil where the value is no collection.
  static func members(of value: Any) -> (members: [Any?], isOrdered: Bool)? {
    switch value {
    case let list as [Any?]: (list.map(\.flattened), true)
    case let list as NSArray: (list.map { Optional($0).flattened }, true)
    case let set as NSOrderedSet: (set.array.map { Optional($0).flattened }, true)
    case let set as NSSet: (set.allObjects.map { Optional($0).flattened }, false)
    case let set as Set<AnyHashable>: (set.map(\.base), false)
    case let dictionary as [String: Any]: (Array(dictionary.values), false)
    case let dictionary as NSDictionary: (dictionary.allValues, false)
    default: nil
    }
  }
}

extension Any? {
  /// The value without the optionals around it; nil for `NSNull` too.
  var flattened: Any? {
    var value = self
    while let wrapped = value {
      if wrapped is NSNull { return nil }
      guard let optional = wrapped as? any AnyOptional else { return wrapped }
      value = optional.wrapped
    }
    return nil
  }
}
