/// Numbers in whose order values come: 0 for none, 1 for what is not a number.
enum SortWord {
  static let null: UInt64 = 0
  static let notANumber: UInt64 = 1

  /// The word of an integer, of a Boolean or of a reference; the least integer has that of no value.
  @inline(__always)
  static func integer(_ number: Int64) -> UInt64 { UInt64(bitPattern: number) ^ 1 << 63 }

  @inline(__always)
  static func boolean(_ flag: Bool) -> UInt64 { flag ? 2 : 1 }

  /// The word of a number or a date: equal only for equal ones, both zeros being the same.
  @inline(__always)
  static func double(_ number: Double) -> UInt64 {
    if number.isNaN { return notANumber }
    let bits = number == 0 ? 0 : number.bitPattern
    return bits >> 63 != 0 ? ~bits : bits | 1 << 63
  }

  /// The word of a decimal, from its power of ten and first 16 digits; others may have the same.
  static func decimal(_ decimal: DecimalBits) -> UInt64 {
    guard decimal.mantissa != 0 else { return decimal.isNegative ? notANumber : 1 << 63 }
    var mantissa = decimal.mantissa
    var exponent = decimal.exponent
    while mantissa >= 10_000_000_000_000_000 {
      mantissa /= 10
      exponent += 1
    }
    while mantissa < 1_000_000_000_000_000 {
      mantissa *= 10
      exponent -= 1
    }
    let power = UInt64(clamping: exponent + 200) << 54
    let magnitude = 1 << 63 | power | UInt64(truncatingIfNeeded: mantissa)
    return decimal.isNegative ? ~magnitude : magnitude
  }

  /// The word of the first or second half of a UUID.
  @inline(__always)
  static func bytes(_ eight: UInt64) -> UInt64 { UInt64(bigEndian: eight) }
}
