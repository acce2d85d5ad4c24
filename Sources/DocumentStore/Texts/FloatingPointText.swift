/// Numbers of binary floating point as text: the fewest digits that bring back the same number.
///
/// Reading is exact. Where mantissa and power of ten are both exact as a `Double`, one
/// multiplication or division rounds correctly; else the standard library does it.
enum DoubleText {
  static func parse(_ text: ByteView) throws(TextFault) -> Double {
    let text = text.trimmed
    let number = try ScannedNumber<UInt64>(text)
    if number.isExact, number.mantissa <= 1 << 53, abs(number.exponent) <= 22 {
      let mantissa = Double(number.mantissa)
      let power = powers[abs(number.exponent)]
      let value = number.exponent < 0 ? mantissa / power : mantissa * power
      return number.isNegative ? -value : value
    }
    guard let value = Double(text.string) else { throw .malformed }
    guard value.isFinite else { throw .outOfRange }
    return value
  }

  /// Prints a finite number.
  static func print(_ value: Double, to output: inout RawBuffer) {
    FloatingPointText.print(value.description, to: &output)
  }

  private static let powers: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}

/// Single precision, which is not read by way of double precision: that would round twice.
enum FloatText {
  static func parse(_ text: ByteView) throws(TextFault) -> Float {
    let text = text.trimmed
    let number = try ScannedNumber<UInt64>(text)
    if number.isExact, number.mantissa <= 1 << 24, abs(number.exponent) <= 10 {
      let mantissa = Float(number.mantissa)
      let power = powers[abs(number.exponent)]
      let value = number.exponent < 0 ? mantissa / power : mantissa * power
      return number.isNegative ? -value : value
    }
    guard let value = Float(text.string) else { throw .malformed }
    guard value.isFinite else { throw .outOfRange }
    return value
  }

  /// Prints a finite number.
  static func print(_ value: Float, to output: inout RawBuffer) {
    FloatingPointText.print(value.description, to: &output)
  }

  private static let powers: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
}

private enum FloatingPointText {
  /// Prints what Swift prints, without `.0` at the end and without `+` and leading zeros in the
  /// exponent.
  static func print(_ description: String, to output: inout RawBuffer) {
    description.withView { text in
      guard let mark = text.firstIndex(of: UInt8(ascii: "e")) else {
        return output.append(text[0..<mantissaEnd(text, text.count)])
      }
      output.append(text[0..<mantissaEnd(text, mark)])
      output.append(UInt8(ascii: "e"))
      var index = mark + 1
      if text[index] == UInt8(ascii: "-") { output.append(UInt8(ascii: "-")) }
      while index < text.count - 1, !(UInt8(ascii: "1")...UInt8(ascii: "9") ~= text[index]) {
        index += 1
      }
      output.append(text[index..<text.count])
    }
  }

  private static func mantissaEnd(_ text: ByteView, _ end: Int) -> Int {
    text.starts(with: ".0", at: end - 2) ? end - 2 : end
  }
}
