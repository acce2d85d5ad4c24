import Foundation

/// Decimals as text: all digits, without an exponent.
///
/// Read and written exactly.
enum DecimalText {
  static func parse(_ text: ByteView) throws(TextFault) -> DecimalBits {
    let number = try ScannedNumber<UInt128>(text.trimmed)
    guard number.isExact else { throw .tooManyDigits }
    if number.mantissa == 0 { return DecimalBits(exponent: 0, isNegative: false, mantissa: 0) }
    var (mantissa, exponent) = (number.mantissa, number.exponent)
    // The zeros that the exponent cannot take up stay with the digits.
    while exponent > 127 {
      let (product, isOverflow) = mantissa.multipliedReportingOverflow(by: 10)
      if isOverflow { throw .outOfRange }
      mantissa = product
      exponent -= 1
    }
    guard exponent >= -128 else { throw .outOfRange }
    return DecimalBits(
      exponent: Int32(exponent), isNegative: number.isNegative, mantissa: mantissa)
  }

  /// Prints a decimal that is a number.
  static func print(_ value: DecimalBits, to output: inout RawBuffer) {
    if value.isNegative { output.append(UInt8(ascii: "-")) }
    if value.exponent >= 0 || value.mantissa == 0 {
      output.append(digitsOf: value.mantissa)
      if value.mantissa != 0 { output.append(zeros: Int(value.exponent)) }
      return
    }
    var digits = RawBuffer()
    digits.append(digitsOf: value.mantissa)
    digits.withView { digits in
      let whole = digits.count + Int(value.exponent)
      if whole > 0 {
        output.append(digits[0..<whole])
      } else {
        output.append(UInt8(ascii: "0"))
      }
      output.append(UInt8(ascii: "."))
      output.append(zeros: max(0, -whole))
      output.append(digits[max(0, whole)..<digits.count])
    }
  }
}

extension RawBuffer {
  fileprivate mutating func append(zeros: Int) {
    for _ in 0..<zeros { append(UInt8(ascii: "0")) }
  }
}
