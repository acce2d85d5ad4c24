/// A number in decimal notation taken apart: ±mantissa · 10^exponent, the mantissa without trailing
/// zeros.
struct ScannedNumber<Mantissa: FixedWidthInteger & UnsignedInteger> {
  private(set) var isNegative = false
  private(set) var mantissa: Mantissa = 0
  private(set) var exponent = 0
  /// Whether the mantissa has all digits; where it has not, it has as many as fit.
  private(set) var isExact = true

  /// Reads `[+-] digits [. digits] [e [+-] digits]`, with a digit on at least one side of the
  /// point.
  init(_ text: ByteView) throws(TextFault) {
    var index = 0
    if text.at(0) == UInt8(ascii: "-") || text.at(0) == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    let whole = scanDigits(text, &index, isFraction: false)
    var fraction = 0
    if text.at(index) == UInt8(ascii: ".") {
      index += 1
      fraction = scanDigits(text, &index, isFraction: true)
    }
    guard whole + fraction > 0 else { throw Self.fault(text) }
    exponent += zeros
    if text.at(index) | 0x20 == UInt8(ascii: "e") { try scanExponent(text, &index) }
    guard index == text.count else { throw Self.fault(text) }
    if mantissa == 0 { exponent = 0 }
  }

  /// Zeros that count only when another digit follows them.
  private var zeros = 0

  private mutating func scanDigits(_ text: ByteView, _ index: inout Int, isFraction: Bool) -> Int {
    let start = index
    while index < text.count, text[index].isDigit {
      if isFraction { exponent -= 1 }
      append(Mantissa(truncatingIfNeeded: text[index] &- 0x30))
      index += 1
    }
    return index - start
  }

  private mutating func append(_ digit: Mantissa) {
    if digit == 0 {
      if mantissa != 0 { zeros += 1 }
      return
    }
    guard isExact else { return zeros += 1 }
    var fresh = mantissa
    for _ in 0...(fresh == 0 ? 0 : zeros) {
      let (product, overflow) = fresh.multipliedReportingOverflow(by: 10)
      if overflow { return markInexact() }
      fresh = product
    }
    let (sum, overflow) = fresh.addingReportingOverflow(digit)
    if overflow { return markInexact() }
    mantissa = sum
    zeros = 0
  }

  private mutating func markInexact() {
    isExact = false
    zeros += 1
  }

  private mutating func scanExponent(_ text: ByteView, _ index: inout Int) throws(TextFault) {
    index += 1
    let isNegative = text.at(index) == UInt8(ascii: "-")
    if isNegative || text.at(index) == UInt8(ascii: "+") { index += 1 }
    guard text.at(index).isDigit else { throw .malformed }
    var value = 0
    while index < text.count, text[index].isDigit {
      // Beyond a million every number is zero or too large.
      if value < 1_000_000 { value = value * 10 + Int(text[index] &- 0x30) }
      index += 1
    }
    exponent += isNegative ? -value : value
  }

  /// Tells the usual mistakes apart.
  private static func fault(_ text: ByteView) -> TextFault {
    if text.firstIndex(of: UInt8(ascii: ",")) != nil { return .comma }
    let name = text.string.lowercased().drop { $0 == "-" || $0 == "+" }
    return ["nan", "inf", "infinity"].contains(name) ? .notFinite : .malformed
  }
}
