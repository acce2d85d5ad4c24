import Foundation

extension Number {
  /// How two numbers are ordered, by value and exactly; nil where one is not a number.
  ///
  /// A decimal meets a binary fraction as the shortest decimal that stands for it, so that 0.3 written in a
  /// format equals the decimal 0.3. Binary numbers up to 64 bits without a fraction are what they are. Together
  /// this is one order for all numbers: the shortest decimal lies nearer to its number than to any other.
  static func compare(_ one: Number, _ other: Number) -> ComparisonResult? {
    switch (one, other) {
    case (.integer(let a), .integer(let b)): order(a, b)
    case (.double(let a), .double(let b)): a.isNaN || b.isNaN ? nil : order(a, b)
    case (.integer(let a), .double(let b)): compare(a, b)
    case (.double(let a), .integer(let b)): compare(b, a)?.reversed
    case (.unsigned(let a), .unsigned(let b)): order(a, b)
    case (.unsigned, .integer): .orderedDescending
    case (.integer, .unsigned): .orderedAscending
    case (.unsigned(let a), .double(let b)): compare(a, b)
    case (.double(let a), .unsigned(let b)): compare(b, a)?.reversed
    case (.decimal(let a), .decimal(let b)): compare(a, b)
    case (.decimal(let a), .integer(let b)): compare(a, Decimal(b))
    case (.integer(let a), .decimal(let b)): compare(Decimal(a), b)
    case (.decimal(let a), .unsigned(let b)): compare(a, Decimal(b))
    case (.unsigned(let a), .decimal(let b)): compare(Decimal(a), b)
    case (.double(let a), .decimal(let b)): compare(a, b)
    case (.decimal(let a), .double(let b)): compare(b, a)?.reversed
    }
  }

  private static func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
    a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
  }

  private static func compare<T: FixedWidthInteger>(_ a: T, _ b: Double) -> ComparisonResult? {
    if b.isNaN { return nil }
    let towardZero = b.rounded(.towardZero)
    guard let whole = T(exactly: towardZero) else {
      return b < 0 ? .orderedDescending : .orderedAscending
    }
    let order = order(a, whole)
    guard order == .orderedSame, b != towardZero else { return order }
    return b > towardZero ? .orderedAscending : .orderedDescending
  }

  private static func compare(_ a: Decimal, _ b: Decimal) -> ComparisonResult? {
    a.isNaN || b.isNaN ? nil : order(a, b)
  }

  private static func compare(_ a: Double, _ b: Decimal) -> ComparisonResult? {
    if a.isNaN || b.isNaN { return nil }
    // Decimals end at about 3e165, and before 0 at 1e-128.
    if a.isInfinite || abs(a) > 1e170 { return a < 0 ? .orderedAscending : .orderedDescending }
    if let exact = Number(exactly: a) { return compare(exact, .decimal(b)) }
    if abs(a) < 1e-90 { return compare(tiny: a, b) }
    guard let decimal = shortest(a) else { return a < 0 ? .orderedAscending : .orderedDescending }
    return order(decimal, b)
  }

  private static func compare(tiny a: Double, _ b: Decimal) -> ComparisonResult? {
    if b == 0 { return order(a, 0) }
    // The digits of such a number may not fit before the end; 1e80 times as much does.
    guard abs(a) > 1e-129, b.magnitude < Decimal(sign: .plus, exponent: -80, significand: 1) else {
      return b < 0 ? .orderedDescending : .orderedAscending
    }
    return shortest(a, times: 80).map { order($0, shifted(b)) }
  }

  private static func shifted(_ number: Decimal) -> Decimal {
    Decimal(sign: .plus, exponent: 80, significand: number)
  }

  /// The shortest decimal that stands for a binary number, times a power of ten; nil beyond decimals.
  private static func shortest(_ number: Double, times power: Int = 0) -> Decimal? {
    let parts = "\(number)".split(separator: "e", maxSplits: 1)
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + power
    let digits = String(parts[0])
    let places = digits.firstIndex(of: ".").map { digits.utf8[$0...].count - 1 } ?? 0
    guard exponent <= 165, exponent - places >= -128, let significand = Decimal(string: digits)
    else { return nil }
    let scaled = Decimal(sign: .plus, exponent: exponent, significand: significand)
    return scaled.isFinite ? scaled : nil
  }

  /// The number as a decimal; nil where it is not a number, or beyond decimals.
  var decimal: Decimal? {
    switch self {
    case .integer(let number): return Decimal(number)
    case .unsigned(let number): return Decimal(number)
    case .decimal(let number): return number.isNaN ? nil : number
    case .double(let number):
      guard number.isFinite else { return nil }
      return Number(exactly: number)?.decimal ?? Number.shortest(number)
    }
  }

  /// The number as the nearest binary one.
  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .double(let number): number
    // Foundation's `doubleValue` is off by a last digit at times.
    case .decimal(let number): Double(number.description) ?? .nan
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
