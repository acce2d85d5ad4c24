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
  ///
  /// The common types are told by comparing types, which takes nanoseconds; a cast that Foundation may bridge
  /// takes hundreds.
  init(_ value: Any?) {
    guard let value else {
      self = .null
      return
    }
    let type = type(of: value)
    if type == String.self, let text = value as? String {
      self = .text(text)
    } else if let number = Number(common: value, type) {
      self = .number(number)
    } else if type == Date.self, let date = value as? Date {
      self = .date(date.timeIntervalSinceReferenceDate)
    } else if type == UUID.self, let uuid = value as? UUID {
      self = .uuid(uuid)
    } else if type is AnyClass {
      self = Operand(object: value)
    } else {
      self = Operand(rare: value, type)
    }
  }

  private init(object value: Any) {
    switch value as AnyObject {
    case is NSNull: self = .null
    case let number as NSNumber: self = .number(Number(number))
    case let text as NSString: self = .text(String(text))
    case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
    case let identified as any IdentifiedValue: self = .identity(identified.identity)
    case let uuid as NSUUID: self = UUID(uuidString: uuid.uuidString).map(Operand.uuid) ?? .null
    case let data as NSData: self = .data(Data(referencing: data))
    case let url as NSURL: self = url.absoluteURL.map(Operand.url) ?? .other(value)
    default:
      self = Members.of(value).map { .members($0.values, ordered: $0.isOrdered) } ?? .other(value)
    }
  }

  private init(rare value: Any, _ type: Any.Type) {
    if type == Data.self, let data = value as? Data {
      self = .data(data)
    } else if type == URL.self, let url = value as? URL {
      self = .url(url)
    } else if type == AnyHashable.self, let hashable = value as? AnyHashable {
      self.init(hashable.base)
    } else if let optional = value as? any AnyOptional {
      self.init(optional.wrapped)
    } else if let members = Members.of(value) {
      self = .members(members.values, ordered: members.isOrdered)
    } else if let identified = value as? any IdentifiedValue {
      self = .identity(identified.identity)
    } else if let number = Number(rare: value) {
      self = .number(number)
    } else if let text = value as? any StringProtocol {
      self = .text(String(text))
    } else if let character = value as? Character {
      self = .text(String(character))
    } else if let raw = value as? any RawRepresentable {
      self.init(raw.rawValue as Any)
    } else {
      self = .other(value)
    }
  }
}

extension Any? {
  /// The value without the optionals around it; nil for `NSNull` too.
  var flattened: Any? {
    guard let value = self else { return nil }
    let type = type(of: value)
    if type == String.self || type == Int.self || type == Bool.self || type == Double.self
      || type == Date.self || type == [String: Any].self
    {
      return value
    }
    if type is AnyClass { return type == NSNull.self ? nil : value }
    if type == AnyHashable.self { return (value as? AnyHashable).map(\.base).flattened }
    if let optional = value as? any AnyOptional { return optional.wrapped.flattened }
    return value
  }

  /// The value if it is an object.
  ///
  /// A cast of a Swift collection to a class would bridge it, which is slow, and Foundation's bridge of a set of
  /// decimals never ends: `NSDecimalNumber.hash` calls itself.
  var object: AnyObject? {
    guard let value = self, type(of: value) is AnyClass else { return nil }
    return value as AnyObject
  }
}
