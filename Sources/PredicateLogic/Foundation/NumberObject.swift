package import Foundation

/// Numbers as programs get them in an `Any`: `NSNumber`, as from Apple's frameworks.
///
/// An `NSNumber` casts to every type of number that holds its value, `as? Int` of an Integer 16 for one; a Swift
/// number in an `Any` casts to its own type alone. All that hands out values as `Any` gets its numbers here;
/// inside, values are Swift's, which cost no object.
package enum NumberObject {
  // Making one takes ten times as long as finding one.
  private static let yes = NSNumber(value: true)
  private static let no = NSNumber(value: false)
  private static let small = (0..<256).map { NSNumber(value: Int64($0)) }

  /// A truth value.
  package static func of(_ flag: Bool) -> NSNumber { flag ? yes : no }
  /// A whole number.
  package static func of(_ number: Int64) -> NSNumber {
    (0..<256).contains(number) ? small[Int(number)] : NSNumber(value: number)
  }
  /// A fraction.
  package static func of(_ number: Double) -> NSNumber { NSNumber(value: number) }
  /// A fraction of few digits, which casts to `Float` as it was.
  package static func of(_ number: Float) -> NSNumber { NSNumber(value: number) }
  /// A decimal number.
  ///
  /// It must not be hashed: Foundation on Linux calls itself without end.
  package static func of(_ number: Decimal) -> NSNumber { NSDecimalNumber(decimal: number) }

  /// A value of any type, with numbers as objects, those in lists and dictionaries included.
  package static func boxed(_ value: Any) -> Any {
    // The type is compared before anything is cast, because a cast that fails takes long.
    let type = type(of: value)
    if type == String.self || type is AnyClass { return value }
    if let number = number(value, type) { return number }
    switch value {
    case let entries as [String: Any] where type == [String: Any].self:
      return entries.mapValues(boxed)
    case let list as [Any] where type == [Any].self: return list.map(boxed)
    case let list as [Any?] where type == [Any?].self: return list.map { $0.map(boxed) }
    default: return value
    }
  }

  /// A value of any type, with a number as an object; nil for none.
  package static func boxed(_ value: Any?) -> Any? { value.map { boxed($0) } }

  private static func number(_ value: Any, _ type: Any.Type) -> NSNumber? {
    if type == Bool.self { return (value as? Bool).map(of) }
    switch value {
    case let number as Double where type == Double.self: return of(number)
    case let number as Float where type == Float.self: return of(number)
    case let number as Decimal where type == Decimal.self: return of(number)
    case let number as any BinaryInteger:
      return Int64(exactly: number).map(of) ?? UInt64(exactly: number).map { NSNumber(value: $0) }
    default: return nil
    }
  }

  /// A number object as a Swift number: `Bool`, `Int64`, `UInt64` beyond it, `Float`, `Double` or `Decimal`.
  ///
  /// A cast would take the number 1 for `true`.
  package static func unboxed(_ number: NSNumber) -> Any {
    if let decimal = number as? NSDecimalNumber { return decimal.decimalValue }
    // A Boolean is the only number that is kept as a "c".
    switch unsafe UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"): return number.boolValue
    case UInt8(ascii: "d"): return number.doubleValue
    case UInt8(ascii: "f"): return number.floatValue
    default: return Int64(exactly: number).map { $0 as Any } ?? number.uint64Value
    }
  }

  /// A value of any type, with a number object as a Swift number.
  package static func unboxed(_ value: Any) -> Any {
    guard type(of: value) is AnyClass, let number = value as? NSNumber else { return value }
    return unboxed(number)
  }
}
