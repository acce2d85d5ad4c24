import Foundation

extension Number {
  /// How two numbers are ordered, by value and exactly; nil where one is not a number.
  ///
  /// A decimal meets a binary fraction as the shortest decimal that stands for it, so that 0.3 written in a
  /// format equals the decimal 0.3.
  static func compare(_ one: Number, _ other: Number) -> ComparisonResult? {
    switch (one, other) {
    case (.integer(let a), .integer(let b)): return order(a, b)
    case (.double(let a), .double(let b)):
      return a.isNaN || b.isNaN ? nil : order(a, b)
    case (.integer(let a), .double(let b)): return compare(a, b)
    case (.double(let a), .integer(let b)): return compare(b, a)?.reversed
    case (.unsigned(let a), .unsigned(let b)): return order(a, b)
    case (.unsigned, .integer): return .orderedDescending
    case (.integer, .unsigned): return .orderedAscending
    case (.unsigned(let a), .double(let b)): return compare(a, b)
    case (.double(let a), .unsigned(let b)): return compare(b, a)?.reversed
    case (.decimal, _), (_, .decimal):
      if let huge = one.beyondDecimals { return huge }
      if let huge = other.beyondDecimals { return huge.reversed }
      guard let a = one.decimal, let b = other.decimal else { return nil }
      return order(a, b)
    }
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
    a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
  }

  private static func compare<T: FixedWidthInteger>(_ a: T, _ b: Double) -> ComparisonResult? {
    if b.isNaN { return nil }
    guard let whole = T(exactly: b.rounded(.towardZero)) else {
      return b < 0 ? .orderedDescending : .orderedAscending
    }
    let order = order(a, whole)
    guard order == .orderedSame else { return order }
    let fraction = b - b.rounded(.towardZero)
    return fraction > 0 ? .orderedAscending : fraction < 0 ? .orderedDescending : .orderedSame
  }

  /// Where a binary number stands to all decimals, if it is beyond them.
  private var beyondDecimals: ComparisonResult? {
    guard case .double(let number) = self, !number.isNaN else { return nil }
    guard number.isInfinite || abs(number) > 1e165 else { return nil }
    return number < 0 ? .orderedAscending : .orderedDescending
  }

  /// The number as a decimal; nil where it is not a number.
  var decimal: Decimal? {
    switch self {
    case .integer(let number): return Decimal(number)
    case .unsigned(let number): return Decimal(number)
    case .decimal(let number): return number.isNaN ? nil : number
    case .double(let number):
      guard number.isFinite else { return nil }
      return Decimal(string: "\(number)") ?? Decimal(number)
    }
  }

  /// The number as the nearest binary one.
  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .double(let number): number
    case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
    }
  }

  /// The number as programs get it.
  var any: Any {
    switch self {
    case .integer(let number): Int(number)
    case .unsigned(let number): number
    case .double(let number): number
    case .decimal(let number): number
    }
  }
}

extension ComparisonResult {
  /// The order of the two the other way round.
  var reversed: ComparisonResult {
    switch self {
    case .orderedAscending: .orderedDescending
    case .orderedSame: .orderedSame
    case .orderedDescending: .orderedAscending
    }
  }
}
