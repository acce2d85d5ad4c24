import Foundation
import PredicateLogic
import Testing

@Suite("Evaluation at the ends of what values can be")
struct EvaluationExtremeTests {
  private static let decimals: [Decimal] = [
    0, 1, -1, 10, 7, Decimal(sign: .plus, exponent: -1, significand: 1), .nan,
    .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude, Decimal(sign: .plus, exponent: -100, significand: 7),
    Decimal(sign: .plus, exponent: 127, significand: 3),
    Decimal(sign: .minus, exponent: 127, significand: Decimal(UInt64.max)),
  ]

  @Test(
    "calculating with the smallest and largest decimals ends in some number",
    arguments: [
      "a + b", "a - b", "a * b", "a / b", "a ** b", "modulus:by:(a, b)", "sum({a, b})",
      "average({a, b})", "median({a, b})", "stddev({a, b})", "floor(a)", "ceiling(a)", "abs(a)",
      "CAST(a, 'Int')", "a & b", "a << b",
    ])
  func decimalExtremes(format: String) throws {
    var generator = SeededRandom(5)
    var pairs = Self.decimals.flatMap { a in Self.decimals.map { (a, $0) } }
    for _ in 0..<2_000 {
      let random = (0..<2).map { _ in
        Decimal(
          sign: Bool.random(using: &generator) ? .plus : .minus,
          exponent: Int.random(in: -128...127, using: &generator),
          significand: Decimal(UInt64.random(in: 0 ... .max, using: &generator)))
      }
      pairs.append((random[0], random[1]))
    }
    let expression = try NSExpression(validating: format)
    for (a, b) in pairs { _ = try expression.evaluated(with: ["a": a, "b": b]) }
  }

  @Test("a product of decimals that is too small for one is a binary number")
  func tinyProduct() throws {
    let tiny = Decimal(sign: .plus, exponent: -100, significand: 7)
    #expect(try holds("a * a > 0 AND a * a < a", for: ["a": tiny]))
    #expect(try holds("a ** 2 > 0 AND a ** 2 < a", for: ["a": tiny]))
  }

  @Test("a decimal and an object of one have a hash, and a date that is no number a description")
  func endlessAccessors() throws {
    #expect(try value("hash", for: NSDecimalNumber(string: "1.5")) is Int)
    let noDate = Date(timeIntervalSinceReferenceDate: .nan)
    #expect(try value("description", for: noDate) as? String == "nan")
  }

  @Test("dictionaries with decimals for keys are constants like others")
  func decimalKeys() throws {
    let list = [[Decimal(1): 1]]
    let predicate = NSPredicate(format: "a == %@", list)
    #expect(!predicate.predicateFormat.isEmpty)
    #expect(predicate == NSPredicate(format: "a == %@", list))
    #expect(try predicate.matches(["a": list]))
  }

  @Test("a decimal that is no number is a constant that can be printed and read")
  func decimalNaN() throws {
    let predicate = NSPredicate(format: "a == %@", Decimal.nan)
    #expect(try NSPredicate(validating: predicate.predicateFormat) == predicate)
    #expect(predicate == NSPredicate(format: "a == %@", Decimal.nan))
    #expect(try !predicate.matches(["a": Decimal.nan]))
  }

  @Test(
    "looking for a long text that nearly stands everywhere takes no longer than reading both",
    .timeLimit(.minutes(1)), arguments: ["a", "é"], ["CONTAINS", "CONTAINS[c]", "IN"])
  func longParts(letter: String, operation: String) throws {
    let text = String(repeating: letter, count: 200_000)
    let part = String(repeating: letter, count: 20_000) + "b"
    let (left, right) = operation == "IN" ? (part, text) : (text, part)
    #expect(try !holds("l \(operation) r", for: ["l": left, "r": right]))
    let (long, short) = (text + part + text, part)
    let (one, other) = operation == "IN" ? (short, long) : (long, short)
    #expect(try holds("l \(operation) r", for: ["l": one, "r": other]))
  }

  @Test("long parts are found exactly where short ones would be")
  func partsOfRandomTexts() throws {
    var generator = SeededRandom(11)
    for _ in 0..<500 {
      let text = (0..<400).map { _ in ["a", "b"].randomElement(using: &generator) ?? "a" }.joined()
      let start = Int.random(in: 0..<300, using: &generator)
      var part = Array(text)[start..<start + 80]
      if Bool.random(using: &generator) { part[start + 40] = "a" }
      let needle = String(part)
      let expected = text.range(of: needle, options: .literal) != nil
      #expect(try holds("SELF CONTAINS %@", needle, for: text) == expected)
      #expect(
        try holds("SELF CONTAINS %@", needle + "é", for: text + "é") == text.hasSuffix(needle))
    }
  }

  @Test(
    "a costly regular expression ends after about a second", .timeLimit(.minutes(1)),
    arguments: [
      "(a+)+b", String(repeating: "a?", count: 1000) + String(repeating: "a", count: 1000),
    ])
  func costlyExpression(pattern: String) throws {
    let clock = ContinuousClock()
    let text = String(repeating: "a", count: 3_000)
    let start = clock.now
    #expect(try !holds("SELF MATCHES %@", pattern, for: text))
    #expect(clock.now - start < .seconds(8))
  }

  @Test(
    "texts that are canonically equivalent are equal in every comparison, others are not",
    arguments: [
      ("\u{AC00}\u{11A8}", "\u{AC01}", true), ("\u{1100}\u{1161}\u{11A8}", "\u{AC01}", true),
      ("\u{CCA}\u{CD5}", "\u{CCB}", true), ("\u{1003C}\u{338}", "\u{226E}", false),
      ("\u{1113}\u{1161}", "\u{AE4C}", false),
    ])
  func equivalence(one: String, other: String, areEqual: Bool) throws {
    let values = ["a": one, "b": other]
    #expect(try holds("a == b", for: values) == areEqual)
    #expect(try holds("a == %@", other, for: values) == areEqual)
    #expect(try holds("a LIKE b", for: values) == areEqual)
    #expect(try holds("a IN %@", [other, "1", "2", "3", "4", "5"], for: values) == areEqual)
    #expect(try holds("a <= b AND a >= b", for: values) == areEqual)
    #expect(try holds("a MATCHES b", for: values) == areEqual)
  }
}
