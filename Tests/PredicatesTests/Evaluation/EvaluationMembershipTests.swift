import Foundation
import Predicates
import Testing

@Suite("Members of collections and equal values")
struct EvaluationMembershipTests {
  private static let id = UUID()

  private static var values: [Any?] {
    [
      nil, NSNull(), 0, 1, 1.0, true, 2 as Int16, 2.5, Decimal(string: "2.5"), Decimal(2),
      NSNumber(value: 2.5), 0.1, Decimal(string: "0.1"), 1e30, Decimal(string: "1e30"),
      Decimal(string: "0.1000000000000000000001"), UInt64.max, Decimal(UInt64.max),
      Double(UInt64.max), Decimal.nan, Data([2]), URL(string: "HTTP://A"),
      Double.nan, "a", "A", "é", "e\u{301}", "É", NSString(string: "a"), id, id.uuidString,
      NSUUID(),
      Date(timeIntervalSinceReferenceDate: 1),
      Data([1]), [1, 2], [2, 1], Set([1, 2]), NSSet(array: [2, 1]), URL(string: "http://a"),
      "http://a",
    ]
  }

  @Test(
    "IN a long constant list answers as comparing with each member does",
    arguments: [0, 1, 2, 3, 4, 8] as [UInt])
  func index(_ options: UInt) throws {
    var random = SeededRandom(UInt64(options))
    let options = NSComparisonPredicate.Options(rawValue: options)
    for _ in 0..<200 {
      let members = (0..<Int.random(in: 5...9, using: &random)).map { _ in
        Self.values.randomElement(using: &random)!
      }
      let constant = NSExpression(.aggregate(members.map { NSExpression(.constant($0)) }))
      let long = NSComparisonPredicate(
        leftExpression: NSExpression(forKeyPath: "x"), rightExpression: constant, type: .in,
        options: options)
      for value in Self.values {
        let object = ["x": value]
        let any = try members.contains {
          try NSComparisonPredicate(
            leftExpression: NSExpression(.constant($0)),
            rightExpression: NSExpression(forKeyPath: "x"),
            type: .equalTo, options: options
          ).matches(object)
        }
        #expect(try long.matches(object) == any, "\(String(describing: value)) in \(members)")
      }
    }
  }

  @Test("many values of any kind are told apart without comparing each with each")
  func manyDistinct() throws {
    let count = 20_000
    let values: [[Any]] = [
      (0..<count).map { Decimal($0) / 8 }, (0..<count).map { Data("\($0)".utf8) },
      (0..<count).compactMap { URL(string: "http://a/\($0)") },
    ]
    let time = try ContinuousClock().measure {
      for values in values {
        let distinct = try value("values.@distinctUnionOfObjects.self", for: ["values": values])
        #expect((distinct as? [Any?])?.count == count)
      }
    }
    // A second in an unoptimised build; each with each would take minutes.
    #expect(time < .seconds(30))
  }

  @Test("equality is the same in both directions")
  func symmetry() {
    for one in Self.values {
      for other in Self.values {
        #expect(ValueEquality.equal(one, other) == ValueEquality.equal(other, one))
      }
    }
  }

  @Test(
    "collections are equal by their members",
    arguments: [
      ("{1, 2} == {1, 2.0}", true), ("{1, 2} == {2, 1}", false), ("s == {2, 1}", true),
      ("s == {1, 2, 2}", false),
      ("s == o", true), ("{} == {}", true), ("d CONTAINS 5", true), ("5 IN d", true),
      ("'k' IN d", false),
      ("s CONTAINS nil", false), ("{1, nil} CONTAINS nil", true), ("3 BETWEEN {1, 5}", true),
      ("3 BETWEEN {5, 1}", false),
      ("'b' BETWEEN {'a', 'c'}", true), ("t BETWEEN {t, t}", true),
      ("3 BETWEEN {'a', 5}", false),
      ("NOT (1 IN s)", false), ("'b' IN 'abc'", true), ("1 IN '123'", false),
      ("{1} IN {{1}, {2}}", true),
      ("'A' IN[c] {'a', 'b'}", true), ("{'a'} CONTAINS[c] 'A'", true),
    ])
  func collections(_ format: String, _ expected: Bool) throws {
    let object: [String: Any] = [
      "s": Set([1, 2]), "o": NSOrderedSet(array: [2, 1]), "d": ["k": 5], "t": Date(),
    ]
    #expect(try holds(format, for: object) == expected)
  }

  private struct Version: Comparable {
    var number: Int
    static func < (one: Version, other: Version) -> Bool { one.number < other.number }
  }

  @Test("types of the program's own are equal and ordered as they say")
  func ownTypes() throws {
    let object = ["a": Version(number: 1), "b": Version(number: 2)]
    #expect(try holds("a < b AND a != b AND a == a AND NOT a > b", for: object))
    #expect(try holds("a < %@", Version(number: 3), for: object))
  }

  @Test(
    "unlike kinds are unequal and in no order",
    arguments: ["<", "<=", ">", ">=", "==", "CONTAINS", "LIKE", "MATCHES"])
  func unlikeKinds(_ symbol: String) throws {
    let object: [String: Any] = [
      "d": Date(timeIntervalSinceReferenceDate: 1), "n": 1, "u": UUID(), "b": Data([1]),
    ]
    for (left, right) in [("d", "1"), ("d", "n"), ("u", "n"), ("b", "'x'"), ("n", "'1'")] {
      #expect(try !holds("\(left) \(symbol) \(right)", for: object), "\(left) \(symbol) \(right)")
    }
  }
}
