/// Whole numbers as text: decimal digits.
enum IntegerText {
  /// Reads a number that must lie in `range`; white space around it is allowed.
  static func parse(
    _ text: ByteView, in range: ClosedRange<Int64> = .min ... .max
  ) throws(TextFault) -> Int64 {
    var index = 0
    var end = text.count
    while index < end, text[index].isXMLSpace { index += 1 }
    while end > index, text[end - 1].isXMLSpace { end -= 1 }
    let first = text.at(index)
    let isNegative = first == UInt8(ascii: "-")
    if isNegative || first == UInt8(ascii: "+") { index += 1 }
    guard index < end else { throw .malformed }
    let magnitude = try digits(text, index, end)
    let limit = isNegative ? range.lowerBound.magnitude : range.upperBound.magnitude
    guard magnitude <= limit else { throw .outOfRange }
    return Int64(truncatingIfNeeded: isNegative ? 0 &- magnitude : magnitude)
  }

  private static func digits(
    _ text: ByteView, _ start: Int, _ end: Int
  ) throws(TextFault) -> UInt64 {
    var magnitude: UInt64 = 0
    var overflow = false
    for index in start..<end {
      let digit = text[index] &- 0x30
      guard digit < 10 else { throw .malformed }
      let (product, high) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      overflow = overflow || high || carry
      magnitude = sum
    }
    if overflow { throw .outOfRange }
    return magnitude
  }

  static func print(_ value: Int64, to output: inout RawBuffer) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    output.append(digitsOf: value.magnitude)
  }
}

/// `true` and `false`; `1 0 YES NO` are read.
enum BooleanText {
  static func parse(_ text: ByteView) throws(TextFault) -> Bool {
    let word = text.trimmed
    switch word.count {
    case 1 where word[0] == UInt8(ascii: "1"): return true
    case 1 where word[0] == UInt8(ascii: "0"): return false
    case 2 where word.equals("NO"): return false
    case 3 where word.equals("YES"): return true
    case 4 where word.equals("true"): return true
    case 5 where word.equals("false"): return false
    default: throw .malformed
    }
  }

  static func print(_ value: Bool, to output: inout RawBuffer) {
    output.append(value ? "true" : "false")
  }
}

extension RawBuffer {
  /// Appends a number's decimal digits, with zeros before them up to `width`.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>(
    digitsOf number: Number, width: Int = 1
  ) {
    var digits = InlineArray<40, UInt8>(repeating: 0x30)
    var rest = number
    var start = 40
    while rest != 0 || 40 - start < width {
      let (quotient, remainder) = rest.quotientAndRemainder(dividingBy: 10)
      start -= 1
      digits[start] = 0x30 | UInt8(truncatingIfNeeded: remainder)
      rest = quotient
    }
    reserve(40 - start)
    for index in start..<40 { append(digits[index]) }
  }
}
