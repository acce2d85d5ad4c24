import Foundation
import Predicates
import Testing

@Suite("Functions of expressions")
struct EvaluationFunctionTests {
  @Test(
    "a function has its value",
    arguments: [
      ("7 / 2", 3), ("-7 / 2", -3), ("7.0 / 2", 3.5), ("7 / 0", nil), ("7.0 / 0", nil),
      ("modulus:by:(7, 3)", 1),
      ("modulus:by:(-7, 3)", -1), ("modulus:by:(7, 0)", nil), ("modulus:by:(7.5, 2)", 1.5),
      ("2 ** 62", 1 << 62),
      ("2 ** -1", 0.5), ("2 ** 0.5", 2.0.squareRoot()), ("0 ** 0", 1), ("(0 - 1) ** 3", -1),
      ("9223372036854775807 - 1", Int.max - 1), ("x + 1", nil), ("1 + 'a'", nil), ("sqrt(16)", 4),
      ("log(1000)", 3),
      ("ln(1)", 0), ("exp(0)", 1), ("floor(-1.5)", -2), ("ceiling(-1.5)", -1), ("trunc(-1.5)", -1),
      ("trunc(1.5)", 1),
      ("abs(-3)", 3), ("abs(-2.5)", 2.5), ("sum({1, 2, 3})", 6), ("sum(1, 2.5)", 3.5),
      ("count({1, nil})", 2),
      ("min({3, 1, nil})", 1), ("max('a', 'b')", "b"), ("average({1, 2})", 1.5),
      ("median({3, 1, 2})", 2),
      ("median({4, 1, 2, 3})", 2.5), ("median({})", nil), ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2),
      ("6 & 3", 2), ("6 | 3", 7), ("6 ^ 3", 5), ("1 << 3", 8), ("1 << 64", 0), ("1 << 200", 0),
      ("-8 >> 1", -4),
      ("8 >> 100", 0), ("8 << -1", 4), ("~5", -6), ("1.5 & 1", nil),
      ("18446744073709551615 & 255", 255),
      ("18446744073709551615 >> 60", 15), ("uppercase('é')", "É"), ("lowercase('ÀB')", "àb"),
      ("canonical('Élan')", "elan"), ("length('abc')", 3), ("length({1, 2})", 2),
      ("length(5)", nil),
      ("uppercase(5)", nil), ("noindex(5)", 5), ("TERNARY(1 == 1, 'a', 'b')", "a"),
      ("{10, 20}[1]", 20),
      ("{10, 20}[2]", nil), ("{10, 20}[FIRST]", 10), ("{10, 20}[LAST]", 20), ("{10, 20}[SIZE]", 2),
      ("$v := 3 + 4", 7), ("random(0)", nil),
    ] as [(String, (any Sendable)?)])
  func functions(_ format: String, _ expected: (any Sendable)?) throws {
    let result = try value(format, for: [String: Any]())
    #expect(ValueEquality.equal(result, expected), "\(format) is \(String(describing: result))")
  }

  @Test("whole numbers stay whole, decimals stay decimals, and nothing overflows")
  func kinds() throws {
    #expect(try value("2 + 3") is Int)
    #expect(try value("%@ + 1", Decimal(string: "0.1")) as? Decimal == Decimal(string: "1.1"))
    #expect(try value("%@ + 0.2", Decimal(string: "0.1")) as? Decimal == Decimal(string: "0.3"))
    #expect(
      try value("9223372036854775807 + 1") as? Decimal == Decimal(string: "9223372036854775808"))
    #expect(try value("9223372036854775807 * 9223372036854775807") is Decimal)
    #expect(try value("10 ** 300") as? Double == 1e300)
    #expect(
      try value("modulus:by:(%@, 2)", Decimal(string: "7.5")) as? Decimal == Decimal(string: "1.5"))
    #expect(
      try value("%@ / 2", UInt64.max) as? Decimal == Decimal(string: "9223372036854775807"))
    #expect(try value("-9223372036854775807 - 1") as? Int == Int.min)
    let least = NSExpression(forConstantValue: Int.min)
    let divided = NSExpression(
      .function(
        operand: nil, name: "divide:by:", arguments: [least, NSExpression(forConstantValue: -1)]))
    #expect(ValueEquality.equal(try divided.evaluated(with: nil), UInt64(1) << 63))
  }

  @Test("whole numbers are calculated as 128 bits calculate them", arguments: 1...4)
  func calculation(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    for _ in 0..<500 {
      let a = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<63, using: &random)
      let b = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0..<63, using: &random)
      let (one, other) = (Int128(a), Int128(b))
      #expect(ValueEquality.equal(try value("%@ + %@", a, b), one + other))
      #expect(ValueEquality.equal(try value("%@ - %@", a, b), one - other))
      #expect(ValueEquality.equal(try value("%@ * %@", a, b), one * other))
      if b != 0 {
        #expect(ValueEquality.equal(try value("%@ / %@", a, b), one / other))
        #expect(ValueEquality.equal(try value("modulus:by:(%@, %@)", a, b), one % other))
      }
    }
  }

  @Test("mode gives all values that come most often")
  func mode() throws {
    #expect(ValueEquality.equal(try value("mode({1, 2, 2, 3, 3})"), [2, 3]))
  }

  @Test("random numbers lie where they should")
  func random() throws {
    for _ in 0..<100 {
      #expect(try holds("random() BETWEEN {0, 1} AND random(6) IN {0, 1, 2, 3, 4, 5}", for: nil))
    }
  }

  @Test("the distance between two places is along the earth's surface")
  func distance() throws {
    let places = [
      "a": ["latitude": 0.0, "longitude": 0.0], "b": ["latitude": 0.0, "longitude": 90.0],
    ]
    let result = try value("distanceToLocation:fromLocation:(a, b)", for: places) as? Double
    #expect(abs(try #require(result) - 10_007_557) < 1_000)
  }

  @Test(
    "CAST makes one type of another",
    arguments: [
      ("CAST('12', 'NSNumber')", 12), ("CAST('1.5', 'NSNumber')", 1.5),
      ("CAST('x', 'NSNumber')", nil),
      ("CAST(12, 'NSString')", "12"), ("CAST(1.5, 'NSString')", "1.5"),
      ("CAST(nil, 'NSString')", nil),
      ("CAST(5, 'NSDate')", Date(timeIntervalSinceReferenceDate: 5)),
      ("CAST(CAST(5, 'NSDate'), 'NSNumber')", 5),
      ("CAST('2001-01-01T00:00:05Z', 'NSDate')", Date(timeIntervalSinceReferenceDate: 5)),
      ("CAST('0.1', 'NSDecimalNumber') + CAST('0.2', 'NSDecimalNumber')", 0.3),
      ("CAST(3.7, 'Int')", 3),
      ("CAST('https://a.b/c', 'NSURL').host", "a.b"), ("CAST('AQI=', 'NSData').length", 2),
      ("CAST('zz', 'NSUUID')", nil), ("CAST(1, 'Bool')", true),
    ] as [(String, (any Sendable)?)])
  func cast(_ format: String, _ expected: (any Sendable)?) throws {
    let result = try value(format)
    #expect(ValueEquality.equal(result, expected), "\(format) is \(String(describing: result))")
  }

  @Test("a type that CAST does not know is an error with a near one")
  func unknownType() throws {
    let error = try #require(throws: EvaluationError.self) { try value("CAST(1, 'NSNumbr')") }
    #expect(error.description == "CAST does not know the type 'NSNumbr'; did you mean 'NSNumber'?")
  }

  @Test("sets are joined with each value once")
  func sets() throws {
    let object: [String: Any] = ["a": Set([1, 2, 3]), "b": [3, 4, 4.0]]
    #expect(try holds("(a UNION b).@count == 4", for: object))
    #expect(try holds("(a INTERSECT b) == {3}", for: object))
    #expect(try holds("(b MINUS a) == {4}", for: object))
  }

  @Test("blocks get the object, values and the caller's dictionary, which assignments change")
  func blocks() throws {
    let block = NSExpression(
      .block(
        { object, values, context in "\(object ?? 0) \(values) \(context?["k"] ?? 0)" },
        [NSExpression(forConstantValue: 1)]))
    let context: NSMutableDictionary = ["k": "v"]
    #expect(block.expressionValue(with: "o", context: context) as? String == "o [1] v")
    _ = NSExpression(format: "$x := $k").expressionValue(with: nil, context: context)
    #expect(context["x"] as? String == "v")
  }

  @Test("a list that a program gets holds NSNull for nil")
  func lists() throws {
    let object = [["x": 1], [:]]
    let list = NSExpression(forKeyPath: "x").expressionValue(with: object, context: nil) as? [Any]
    #expect(list?.count == 2 && list?.first as? Int == 1 && list?.last is NSNull)
  }

  @Test("a function that fails is an error with its name; the wrong number of arguments too")
  func failures() throws {
    FunctionRegistry.register("failing:") { _, _ in throw CocoaError(.coderInvalidValue) }
    defer { FunctionRegistry.remove("failing:") }
    let error = try #require(throws: EvaluationError.self) {
      try value("FUNCTION(1, 'failing:', 2)")
    }
    #expect(error.description.contains("'failing:'"))
    let wrong = NSExpression(.function(operand: nil, name: "add:to:", arguments: []))
    #expect(throws: EvaluationError.self) { try wrong.evaluated(with: nil) }
    let unknown = NSExpression(.function(operand: nil, name: "system:", arguments: []))
    #expect(throws: EvaluationError.self) { try unknown.evaluated(with: nil) }
  }

  @Test("a comparison by a selector calls a registered function")
  func selector() throws {
    let comparison = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "a"),
      rightExpression: NSExpression(forConstantValue: 3),
      customSelector: "dividesEvenly:")
    #expect(throws: EvaluationError.self) { try comparison.matches(["a": 9]) }
    FunctionRegistry.register("dividesEvenly:") { left, right in
      guard let left = left as? Int, let right = right.first as? Int else { return nil }
      return left % right == 0
    }
    defer { FunctionRegistry.remove("dividesEvenly:") }
    #expect(try comparison.matches(["a": 9]))
    #expect(try !comparison.matches(["a": 8]))
  }
}
