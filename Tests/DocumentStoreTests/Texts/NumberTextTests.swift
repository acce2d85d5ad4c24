import Foundation
import Testing

@testable import DocumentStore

@Suite("The text of a whole number")
struct IntegerTextTests {
  @Test("brings back every number", arguments: 1...4)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let numbers: [Int64] = [.min, .max, 0, -1, 10, -10, .min + 1]
    for number in numbers + (0..<2000).map({ _ in Int64.random(in: .min ... .max, using: &random) })
    {
      let shifted = number >> Int64.random(in: 0...60, using: &random)
      for number in [number, shifted] {
        let text = printed { IntegerText.print(number, to: &$0) }
        #expect(text == String(number))
        #expect(try text.withView { try IntegerText.parse($0) } == number)
      }
    }
  }

  @Test(
    "is checked for its form and its range",
    arguments: [
      ("", TextFault.malformed), ("-", .malformed), ("1.5", .malformed), ("twelve", .malformed),
      ("1 2", .malformed), ("0x10", .malformed), ("--1", .malformed), ("32768", .outOfRange),
      ("-32769", .outOfRange), ("99999999999999999999999", .outOfRange), ("१", .malformed),
    ])
  func refused(_ text: String, _ expected: TextFault) {
    #expect(
      fault(text) { view throws(TextFault) in try IntegerText.parse(view, in: -32768...32767) }
        == expected)
  }

  @Test(
    "may have a sign, leading zeros and white space around it",
    arguments: [("+5", 5), (" 7\n", 7), ("007", 7), ("-32768", -32768), ("-0", 0)])
  func accepted(_ text: String, _ number: Int64) throws {
    #expect(try text.withView { try IntegerText.parse($0, in: -32768...32767) } == number)
  }
}

@Suite("The text of a Boolean")
struct BooleanTextTests {
  @Test(
    "is read in three spellings",
    arguments: [
      ("true", true), ("false", false), ("1", true), ("0", false), ("YES", true), ("NO", false),
      (" true ", true),
    ])
  func accepted(_ text: String, _ flag: Bool) throws {
    #expect(try text.withView { try BooleanText.parse($0) } == flag)
  }

  @Test("is nothing else", arguments: ["", "yes", "True", "TRUE", "2", "no", "truee"])
  func refused(_ text: String) {
    #expect(fault(text, BooleanText.parse) == .malformed)
  }
}

@Suite("The text of a floating point number")
struct FloatingPointTextTests {
  /// What Swift prints, shortened by plain text operations.
  private static func plain(_ description: String) -> String {
    var text = description.replacingOccurrences(of: "e+", with: "e")
    while text.contains("e0") { text = text.replacingOccurrences(of: "e0", with: "e") }
    while text.contains("e-0") { text = text.replacingOccurrences(of: "e-0", with: "e-") }
    if text.hasSuffix(".0") { text.removeLast(2) }
    return text.replacingOccurrences(of: ".0e", with: "e")
  }

  @Test("brings back every bit of a Double", arguments: 1...4)
  func doubles(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var numbers: [Double] = [
      0, -0.0, 1, 1e16, 1e22, 1e23, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1,
    ]
    for _ in 0..<3000 {
      numbers.append(Double(bitPattern: random.next()))
      numbers.append(Double(Int.random(in: -100_000...100_000, using: &random)) / 1000)
    }
    for number in numbers where number.isFinite {
      let text = printed { DoubleText.print(number, to: &$0) }
      #expect(text == Self.plain(number.description))
      let back = try text.withView { try DoubleText.parse($0) }
      #expect(back.bitPattern == number.bitPattern)
    }
  }

  @Test("brings back every bit of a Float", arguments: 1...4)
  func floats(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var numbers: [Float] = [
      0, -0.0, 1, 1e16, 16_777_216, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 0.1,
    ]
    for _ in 0..<3000 {
      numbers.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
    }
    for number in numbers where number.isFinite {
      let text = printed { FloatText.print(number, to: &$0) }
      #expect(text == Self.plain(number.description))
      let back = try text.withView { try FloatText.parse($0) }
      #expect(back.bitPattern == number.bitPattern)
    }
  }

  @Test("is read as the standard library reads it", arguments: 1...4)
  func twin(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<3000 {
      let digits = (0...Int.random(in: 0...24, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }.joined()
      let point = Int.random(in: 0...digits.count, using: &random)
      var text = digits.prefix(point) + "." + digits.dropFirst(point)
      if Bool.random(using: &random) { text += "e\(Int.random(in: -30...30, using: &random))" }
      if Bool.random(using: &random) { text = "-" + text }
      let double = try #require(Double(String(text)))
      #expect(try String(text).withView { try DoubleText.parse($0) } == double, "\(text)")
      let float = try #require(Float(String(text)))
      if float.isFinite {
        #expect(try String(text).withView { try FloatText.parse($0) } == float, "\(text)")
      }
    }
  }

  @Test(
    "is checked for its form",
    arguments: [
      ("", TextFault.malformed), (".", .malformed), ("1.2.3", .malformed), ("1,5", .comma),
      ("1e", .malformed), ("0x1p3", .malformed), ("nan", .notFinite), ("-INF", .notFinite),
      ("Infinity", .notFinite), ("1e400", .outOfRange), ("1 000", .malformed), ("e5", .malformed),
    ])
  func refused(_ text: String, _ expected: TextFault) {
    #expect(fault(text, DoubleText.parse) == expected)
    #expect(fault(text, FloatText.parse) == expected)
  }

  @Test("is read with a sign, a bare point and white space")
  func accepted() throws {
    for (text, number) in [("+1.", 1), (" .5 ", 0.5), ("1E2", 100), ("1e-400", 0)] {
      #expect(try text.withView { try DoubleText.parse($0) } == number)
    }
  }
}

@Suite("The text of a decimal")
struct DecimalTextTests {
  @Test("brings back every digit, and is what Foundation writes", arguments: 1...4)
  func roundTrip(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<1000 {
      let digits = Int.random(in: 1...38, using: &random)
      let mantissa = (0..<digits).reduce(UInt128(0)) { value, _ in
        value * 10 + UInt128(Int.random(in: 0...9, using: &random))
      }
      let exponent = Int32.random(in: -128...89, using: &random)
      let raw = DecimalBits(
        exponent: mantissa == 0 ? 0 : exponent,
        isNegative: mantissa != 0 && Bool.random(using: &random), mantissa: mantissa)
      let decimal = raw.decimal
      guard !decimal.isNaN else { continue }
      let bits = DecimalBits(decimal)
      let text = printed { DecimalText.print(bits, to: &$0) }
      #expect(text == decimal.description)
      #expect(try text.withView { try DecimalText.parse($0) } == bits)
      #expect(Decimal(string: text).map(DecimalBits.init) == bits)
    }
  }

  @Test(
    "is read exactly",
    arguments: [
      "48000.00", "12345678901234567890123456789012345678", "0.1", "-0", "1e3", "00.50",
      "-0.00000000000000000000000000000000000001", "99999999999999999999999999999999999999e-38",
    ])
  func exact(_ text: String) throws {
    let decimal = try #require(Decimal(string: text))
    #expect(try text.withView { try DecimalText.parse($0) } == DecimalBits(decimal))
  }

  @Test(
    "is checked for its form and its digits",
    arguments: [
      ("12,50", TextFault.comma), ("1234567890123456789012345678901234567891", .tooManyDigits),
      ("nan", .notFinite), ("1e200", .outOfRange), ("1e-200", .outOfRange), ("x", .malformed),
      ("0.1234567890123456789012345678901234567891", .tooManyDigits),
    ])
  func refused(_ text: String, _ expected: TextFault) {
    #expect(fault(text, DecimalText.parse) == expected)
  }
}
