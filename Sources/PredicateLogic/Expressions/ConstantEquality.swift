import Foundation

/// When two constants make two expressions equal: nearly always when they compare equal, only that NaN is itself
/// here and text is what it is, scalar by scalar in its canonical form.
enum ConstantEquality {
  /// Whether two constants are the same.
  static func equal(_ first: Any?, _ second: Any?) -> Bool {
    let (first, second) = (ConstantValue.normal(first), ConstantValue.normal(second))
    guard let first, let second else { return first == nil && second == nil }
    if let number = ConstantNumber(first) { return number == ConstantNumber(second) }
    switch (first, second) {
    case (let first as String, let second as String): return first == second
    case (let first as Date, let second as Date): return same(first, second)
    case (let first as URL, let second as URL):
      return first.absoluteString == second.absoluteString
    default: break
    }
    if let equal = lists(first, second) { return equal }
    guard let first = first as? any Hashable, let second = second as? any Hashable else {
      guard let first = Optional(first).object else { return false }
      return first === Optional(second).object
    }
    return AnyHashable(first) == AnyHashable(second)
  }

  private static func same(_ first: Date, _ second: Date) -> Bool {
    equal(first.timeIntervalSinceReferenceDate, second.timeIntervalSinceReferenceDate)
  }

  private static func lists(_ first: Any, _ second: Any) -> Bool? {
    guard let first = ConstantList(first), let second = ConstantList(second) else { return nil }
    return first.members.elementsEqual(second.members) { equal($0, $1) }
  }

  /// Adds a constant to a hash; equal ones add the same.
  static func hash(_ value: Any?, into hasher: inout Hasher) {
    guard let value = ConstantValue.normal(value) else { return hasher.combine(0) }
    if let number = ConstantNumber(value) { return hasher.combine(number) }
    switch value {
    case let text as String: hasher.combine(text)
    case let date as Date: hash(date.timeIntervalSinceReferenceDate, into: &hasher)
    case let url as URL: hasher.combine(url.absoluteString)
    default:
      if let list = ConstantList(value) {
        hasher.combine(list.members.count)
        for member in list.members { hash(member, into: &hasher) }
      } else if let object = value as? any Hashable {
        hasher.combine(AnyHashable(object))
      }
    }
  }
}

/// A number of any kind, equal to others by value.
///
/// A Double equals a Decimal if that is what its shortest notation says: 0.1 is 0.1.
struct ConstantNumber: Hashable {
  private enum Kind {
    case integer(Int)
    case real(Double)
    case decimal(Decimal)
  }

  private let kind: Kind

  /// The number that a normal value is, if it is one.
  init?(_ value: Any) {
    switch value {
    case let flag as Bool: kind = .integer(flag ? 1 : 0)
    case let number as Int: kind = .integer(number)
    case let number as Double: kind = .real(number)
    case let number as UInt64: kind = .decimal(Decimal(number))
    case let number as Decimal: kind = number.isNaN ? .real(.nan) : .decimal(number)
    default: return nil
    }
  }

  static func == (first: ConstantNumber, second: ConstantNumber) -> Bool {
    switch (first.kind, second.kind) {
    case (.integer(let first), .integer(let second)): first == second
    case (.real(let first), .real(let second)): first == second || first.isNaN && second.isNaN
    case (.decimal(let first), .decimal(let second)): first == second
    case (.integer(let integer), .real(let real)), (.real(let real), .integer(let integer)):
      Double(exactly: integer) == real
    case (.integer(let integer), .decimal(let decimal)),
      (.decimal(let decimal), .integer(let integer)):
      Decimal(integer) == decimal
    case (.real(let real), .decimal(let decimal)), (.decimal(let decimal), .real(let real)):
      real.isFinite && Decimal(string: real.description) == decimal
    }
  }

  func hash(into hasher: inout Hasher) {
    // Equal numbers have one nearest Double.
    let nearest =
      switch kind {
      case .integer(let number): Double(number)
      case .real(let number): number
      case .decimal(let number): Double(number.description) ?? .nan
      }
    hasher.combine(nearest.isNaN ? 0 : nearest)
  }
}
