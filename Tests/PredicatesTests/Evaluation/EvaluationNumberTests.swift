import Foundation
import Predicates
import Testing

/// A number written in digits: the obvious way to compare, whatever the types.
private struct Digits {
  let isNegative: Bool
  /// Without zeros at either end.
  let digits: [UInt8]
  /// The power of ten before the first digit.
  let exponent: Int

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    var body = String(parts[0])
    isNegative = body.hasPrefix("-")
    if isNegative { body.removeFirst() }
    let halves = body.split(separator: ".", omittingEmptySubsequences: false)
    let all = halves.joined().utf8.map { $0 - 48 }
    let zeros = all.prefix { $0 == 0 }.count
    digits = Array(
      all.drop { $0 == 0 }.reversed().drop { $0 == 0 }.reversed())
    exponent = halves[0].count - zeros + (parts.count > 1 ? Int(parts[1])! : 0)
  }

  func order(_ other: Digits) -> ComparisonResult {
    if digits.isEmpty || other.digits.isEmpty || isNegative != other.isNegative {
      let signs = [self, other].map { $0.digits.isEmpty ? 0 : $0.isNegative ? -1 : 1 }
      return order(signs[0], signs[1])
    }
    var order = order(exponent, other.exponent)
    if order == .orderedSame {
      order =
        digits == other.digits
        ? .orderedSame
        : digits.lexicographicallyPrecedes(other.digits) ? .orderedAscending : .orderedDescending
    }
    return isNegative ? ComparisonResult(rawValue: -order.rawValue)! : order
  }

  private func order(_ one: Int, _ other: Int) -> ComparisonResult {
    one < other ? .orderedAscending : one == other ? .orderedSame : .orderedDescending
  }
}

/// Numbers in all types, near to one another and to the ends of types.
private struct Numbers {
  var random: SeededRandom

  mutating func next() -> (value: Any, text: String) {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return whole(Int.random(in: -3...3, using: &random))
    case 1:
      return whole(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<60, using: &random))
    case 2:
      let number = random.next() | 1 << 63
      return (number, "\(number)")
    case 3: return binary(Double(Int.random(in: -40...40, using: &random)) / 10)
    case 4: return binary(Double(bitPattern: random.next()))
    case 5:
      let power = pow(2, Double(Int.random(in: 50...66, using: &random)))
      return binary(power + Double(Int.random(in: -3...3, using: &random)))
    case 6:
      let number = Decimal(Int.random(in: -40...40, using: &random)) / 10
      return (number, "\(number)")
    default:
      let number = Decimal(
        sign: Bool.random(using: &random) ? .plus : .minus,
        exponent: Int.random(in: -128...100, using: &random),
        significand: Decimal(random.next() >> 8))
      return (number, "\(number)")
    }
  }

  private mutating func whole(_ number: Int) -> (Any, String) {
    let value: Any =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Int16(exactly: number) ?? number
      case 1: NSNumber(value: number)
      case 2: Decimal(number)
      default: number
      }
    return (value, "\(number)")
  }

  private mutating func binary(_ number: Double) -> (Any, String) {
    guard number.isFinite else { return (0.5, "0.5") }
    // Whole ones of 64 bits are exact, others their shortest digits.
    let text = Int64(exactly: number).map { "\($0)" } ?? UInt64(exactly: number).map { "\($0)" }
    return (Bool.random(using: &random) ? number : NSNumber(value: number), text ?? "\(number)")
  }
}

@Suite("Numbers are compared by value")
struct EvaluationNumberTests {
  @Test("the order of two numbers is that of their digits, whatever their types", arguments: 1...20)
  func digits(_ seed: UInt64) throws {
    var numbers = Numbers(random: SeededRandom(seed))
    for _ in 0..<2_000 {
      let (one, other) = (numbers.next(), numbers.next())
      let expected = Digits(one.text).order(Digits(other.text))
      #expect(
        ValueOrder.compare(one.value, other.value, .compare) == expected,
        "\(one.text) (\(type(of: one.value))) and \(other.text) (\(type(of: other.value)))")
      #expect(ValueEquality.equal(one.value, other.value) == (expected == .orderedSame))
    }
  }

  @Test("numbers equal or differ as their values do")
  func known() throws {
    #expect(ValueEquality.equal(Decimal(string: "0.3"), 0.3))
    #expect(ValueEquality.equal(NSDecimalNumber(string: "0.3"), 0.3))
    #expect(!ValueEquality.equal(0.1 + 0.2, 0.3))
    #expect(ValueEquality.equal(true, 1 as UInt8))
    #expect(ValueEquality.equal(NSNumber(value: true), 1.0))
    #expect(!ValueEquality.equal(NSNumber(value: UInt64.max), -1))
    #expect(!ValueEquality.equal(Double.nan, Double.nan))
    #expect(!ValueEquality.equal(Decimal.nan, Decimal.nan))
    #expect(ValueEquality.equal(1 << 60, Double(1 << 60)))
    #expect(ValueEquality.equal(Decimal(1 << 60), Double(1 << 60)))
    #expect(ValueEquality.equal(Int128(5), 5))
    #expect(ValueEquality.equal(Float(0.5), 0.5))
    #expect(!ValueEquality.equal("1", 1))
    #expect(
      ValueOrder.compare(Double.infinity, Decimal.greatestFiniteMagnitude, .compare)
        == .orderedDescending)
    #expect(
      ValueOrder.compare(-1e-300, Decimal.leastNonzeroMagnitude, .compare) == .orderedAscending)
    #expect(ValueOrder.compare(1e-300, 0 as Decimal, .compare) == .orderedDescending)
    #expect(ValueOrder.compare(nil, Double.nan, .compare) == .orderedAscending)
    #expect(ValueOrder.compare(Double.nan, -Double.infinity, .compare) == .orderedAscending)
  }

  @Test(
    "NaN is in no order and equals nothing, so only != holds",
    arguments: ["<", "<=", ">", ">=", "==", "!="])
  func notANumber(_ symbol: String) throws {
    #expect(try holds("x \(symbol) 1", for: ["x": Double.nan]) == (symbol == "!="))
    #expect(try holds("x \(symbol) x", for: ["x": Double.nan]) == (symbol == "!="))
  }
}
