import Foundation

/// The values that constants have: each kind of value as one Swift type, whatever type it came as.
///
/// nil, Bool, Int, UInt64 beyond Int, Double, Decimal, String, Date, Data, UUID, URL, and whatever else there is as it
/// is. Everything behind ``NSExpression`` may rely on it: an ``ExpressionForm/constant(_:)`` in an expression is
/// normal.
package enum ConstantValue {
  /// The value as the one type for its kind.
  package static func normal(_ value: Any?) -> Any? {
    guard let value else { return nil }
    let type = type(of: value)
    if type == String.self || type == Int.self || type == Bool.self || type == Double.self {
      return value
    }
    if value is any AnyOptional { return normal((value as? any AnyOptional)?.wrapped) }
    if type is AnyClass { return normal(object: value) }
    switch value {
    case let number as any BinaryInteger: return normal(integer: number)
    case let number as Float: return Double(number)
    case let number as CGFloat: return Double(number)
    case let text as Substring: return String(text)
    case let character as Character: return String(character)
    case let set as any DecimalSet: return set.asListOfDecimals ?? value
    default: return value
    }
  }

  private static func normal(integer: any BinaryInteger) -> Any {
    if let small = Int(exactly: integer) { return small }
    if let large = UInt64(exactly: integer) { return large }
    return Decimal(string: "\(integer)") ?? Double(integer)
  }

  private static func normal(object: Any) -> Any? {
    switch object {
    case is NSNull: return nil
    case let number as NSDecimalNumber: return number.decimalValue
    case let number as NSNumber: return normal(number)
    case let text as NSString: return String(text)
    case let date as NSDate:
      return Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate)
    case let data as NSData: return Data(referencing: data)
    case let id as NSUUID: return UUID(uuidString: id.uuidString) ?? object
    case let url as NSURL: return url.absoluteURL ?? object
    default: return object
    }
  }

  private static func normal(_ number: NSNumber) -> Any {
    // A boolean is the only number that is kept as a "c".
    switch unsafe number.objCType.pointee {
    case CChar(bitPattern: UInt8(ascii: "c")): number.boolValue
    case CChar(bitPattern: UInt8(ascii: "d")), CChar(bitPattern: UInt8(ascii: "f")):
      number.doubleValue
    default: Int(exactly: number) ?? number.uint64Value
    }
  }

  /// The members of a value that is a collection, those of a dictionary being its values; nil for all others.
  package static func members(of value: Any?) -> [Any?]? {
    value.flatMap { Members.of($0)?.values }
  }

  /// What kind of value it is, for messages that keep the value itself to themselves.
  package static func kind(of value: Any?) -> String {
    guard let value = normal(value) else { return "nil" }
    return "\(type(of: value))"
  }
}

/// A set of Swift's that may hold decimals.
///
/// Foundation on Linux cannot hash decimals as objects: it calls itself without end, as soon as somebody asks a set
/// that holds one whether it is of some class. So such sets become lists.
private protocol DecimalSet {
  /// The members in the order of their texts, where a decimal is among them.
  var asListOfDecimals: [Any]? { get }
}

extension Set: DecimalSet {
  fileprivate var asListOfDecimals: [Any]? {
    guard Element.self == Decimal.self || Element.self == AnyHashable.self else { return nil }
    let members = map { ($0 as AnyHashable).base }
    guard members.contains(where: { $0 is Decimal }) else { return nil }
    return ConstantList.sorted(members)
  }
}

/// Tells an optional in an `Any` from other values.
protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  var wrapped: Any? {
    map { $0 }
  }
}
