import Foundation

/// Calculation with the 64 bits of whole numbers; what is no whole number has no bits.
///
/// Numbers beyond `Int64` are taken as unsigned, and so is the result then.
enum Bits {
  /// What a function of two numbers gives.
  static func value(_ function: FunctionName, _ one: Number, _ other: Number) -> Number? {
    if let a = one.whole, let b = other.whole { return .integer(value(function, a, b)) }
    guard let a = one.pattern, let b = other.pattern else { return nil }
    let bits: UInt64 = value(function, a, b)
    return Int64(exactly: bits).map(Number.integer) ?? .unsigned(bits)
  }

  /// The number with each bit turned.
  static func complement(_ number: Number) -> Number? {
    if let whole = number.whole { return .integer(~whole) }
    return number.pattern.map { .integer(Int64(bitPattern: ~$0)) }
  }

  private static func value<Whole: FixedWidthInteger>(
    _ function: FunctionName, _ a: Whole, _ b: Whole
  ) -> Whole {
    switch function {
    case .bitwiseAnd: a & b
    case .bitwiseOr: a | b
    case .bitwiseExclusiveOr: a ^ b
    // Swift's shifts take any distance: beyond the width nothing is left.
    case .leftShift: a << b
    default: a >> b
    }
  }
}

extension Number {
  /// The bits of the number, if it is whole.
  var pattern: UInt64? {
    switch self {
    case .unsigned(let number): number
    case .decimal(let number) where number > Decimal(Int64.max): UInt64(number.description)
    default: whole.map { UInt64(bitPattern: $0) }
    }
  }
}
