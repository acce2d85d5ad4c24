import Foundation

/// Calculation with numbers: whole numbers stay whole and decimals stay decimals as long as the result is exact.
///
/// A binary fraction that meets a decimal becomes one, by its shortest digits. Where a whole number would not fit,
/// the result is a decimal, or a `Double` beyond decimals; nothing traps. The division of two whole numbers is
/// whole, as it is for Apple's `NSExpression`. What has no result is nil.
enum Arithmetic {
  /// What a function of two numbers gives.
  static func value(_ function: FunctionName, _ one: Number, _ other: Number) -> Number? {
    if function == .divide || function == .modulus, other.double == 0 { return nil }
    if case .integer(let a) = one, case .integer(let b) = other,
      let exact = integer(function, a, b)
    {
      return .integer(exact)
    }
    let areWhole = one.isWholeType && other.isWholeType
    if areWhole || one.isDecimal || other.isDecimal, let a = one.decimal, let b = other.decimal {
      if let exact = decimal(function, a, b) {
        return .decimal(areWhole && function == .divide ? exact.truncated : exact)
      }
    }
    return binary(function, one.double, other.double)
  }

  /// The result for whole numbers, the second not zero where it divides; nil where it is not a whole number that
  /// fits.
  private static func integer(_ function: FunctionName, _ a: Int64, _ b: Int64) -> Int64? {
    let (value, overflow): (Int64, Bool)
    switch function {
    case .add: (value, overflow) = a.addingReportingOverflow(b)
    case .subtract: (value, overflow) = a.subtractingReportingOverflow(b)
    case .multiply: (value, overflow) = a.multipliedReportingOverflow(by: b)
    case .divide: (value, overflow) = a.dividedReportingOverflow(by: b)
    case .modulus: (value, overflow) = a.remainderReportingOverflow(dividingBy: b)
    case .power: (value, overflow) = power(a, b)
    default: return nil
    }
    return overflow ? nil : value
  }

  private static func power(_ base: Int64, _ exponent: Int64) -> (Int64, Bool) {
    guard exponent >= 0 else { return (0, true) }
    if base == 0 || base == 1 { return (exponent == 0 ? 1 : base, false) }
    if base == -1 { return (exponent % 2 == 0 ? 1 : -1, false) }
    var result: Int64 = 1
    for _ in 0..<min(exponent, 64) {
      let (next, overflow) = result.multipliedReportingOverflow(by: base)
      if overflow { return (0, true) }
      result = next
    }
    return (result, exponent > 64)
  }

  /// The result in decimals; nil where it is none, or beyond them.
  private static func decimal(_ function: FunctionName, _ a: Decimal, _ b: Decimal) -> Decimal? {
    let result: Decimal
    switch function {
    case .add: result = a + b
    case .subtract: result = a - b
    case .multiply where fits(a.exponent + b.exponent): result = a * b
    case .divide: result = a / b
    case .modulus: result = a - (a / b).truncated * b
    case .power:
      guard let exponent = Number.decimal(b).whole, (0...10_000).contains(exponent),
        fits(a.exponent * Int(exponent))
      else { return nil }
      result = pow(a, Int(exponent))
    default: return nil
    }
    return result.isFinite ? result : nil
  }

  /// Whether a decimal can have an exponent: Foundation ends the program where a product's would be smaller.
  private static func fits(_ exponent: Int) -> Bool { (-127...127).contains(exponent) }

  private static func binary(_ function: FunctionName, _ a: Double, _ b: Double) -> Number? {
    switch function {
    case .add: .double(a + b)
    case .subtract: .double(a - b)
    case .multiply: .double(a * b)
    case .divide: .double(a / b)
    case .modulus: .double(a.truncatingRemainder(dividingBy: b))
    case .power: .double(pow(a, b))
    default: nil
    }
  }

  // MARK: Of many numbers

  /// The numbers among values; nil and what is no number count as 0 where `zeros` says so.
  static func numbers(_ values: [Any?], zeros: Bool = false) -> [Number] {
    values.compactMap { value in
      value.flatMap { Number($0) } ?? (zeros ? .integer(0) : nil)
    }
  }

  /// The sum, 0 for nothing; nil counts as 0.
  static func sum(_ values: [Any?]) -> Any {
    total(numbers(values)).any
  }

  static func total(_ numbers: [Number]) -> Number {
    numbers.reduce(.integer(0)) { value(.add, $0, $1) ?? $0 }
  }

  /// The mean, 0 for nothing; nil counts as 0.
  static func average(_ values: [Any?]) -> Any {
    guard !values.isEmpty else { return 0 }
    return mean(numbers(values, zeros: true)).any
  }

  static func mean(_ numbers: [Number]) -> Number {
    let sum = total(numbers)
    if case .decimal(let decimal) = sum { return .decimal(decimal / Decimal(numbers.count)) }
    return .double(sum.double / Double(numbers.count))
  }
}

extension Decimal {
  /// The decimal without its fraction.
  var truncated: Decimal { rounded(self < 0 ? .up : .down) }

  /// The decimal as a whole number.
  func rounded(_ mode: NSDecimalNumber.RoundingMode) -> Decimal {
    let behavior = NSDecimalNumberHandler(
      roundingMode: mode, scale: 0, raiseOnExactness: false, raiseOnOverflow: false,
      raiseOnUnderflow: false, raiseOnDivideByZero: false)
    return NSDecimalNumber(decimal: self).rounding(accordingToBehavior: behavior).decimalValue
  }
}

extension Number {
  fileprivate var isWholeType: Bool {
    switch self {
    case .integer, .unsigned: true
    default: false
    }
  }

  fileprivate var isDecimal: Bool {
    if case .decimal = self { true } else { false }
  }

  /// The number without its fraction, within the bounds of `Int`.
  var truncated: Int {
    switch self {
    case .integer(let number): Int(number)
    case .unsigned: .max
    default:
      double.isNaN
        ? 0 : Int(exactly: double.rounded(.towardZero)) ?? (double < 0 ? .min : .max)
    }
  }

  /// The number if it is whole and fits.
  var whole: Int64? {
    switch self {
    case .integer(let number): number
    case .unsigned: nil
    case .double(let number): Int64(exactly: number)
    case .decimal(let number):
      number.isFinite && number.magnitude <= Decimal(UInt64.max) && number == number.truncated
        ? Int64(number.description) : nil
    }
  }

  /// The number in digits.
  var text: String {
    switch self {
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .double(let number):
      if let whole = Int64(exactly: number), abs(number) < 1e15 { "\(whole)" } else { "\(number)" }
    case .decimal(let number): "\(number)"
    }
  }
}
