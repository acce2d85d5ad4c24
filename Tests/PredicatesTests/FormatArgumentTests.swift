import Foundation
import Predicates
import Testing

@Suite("Arguments of a format")
struct FormatArgumentTests {
  @Test("take the places of what asks for them, in order")
  func places() throws {
    let day = Date(timeIntervalSinceReferenceDate: 592_299_475.577_12)
    let predicate = try parsed(
      "%K == %@ AND %K.@count > %d AND b < %@ AND c != %f", "a.b", "it's", "tags", 3, day, 2.5)
    #expect(
      predicate.predicateFormat == """
        a.b == "it's" AND tags.@count > 3 AND b < CAST(592299475.577120, "NSDate") AND c != 2.5
        """)
  }

  @Test(
    "whole numbers of any type go with any of the letters for them",
    arguments: [
      "%d", "%D", "%i", "%u", "%U", "%ld", "%lld", "%lu", "%llu", "%x", "%X", "%o", "%O", "%hd",
      "%zd",
      "%qi", "%f", "%g", "%e", "%a", "%lf", "%@", "%c", "%C",
    ])
  func integers(_ letter: String) throws {
    let values: [Any] = [
      7, Int8(7), Int16(7), Int32(7), Int64(7), UInt8(7), UInt64(7), NSNumber(value: 7),
    ]
    for value in values {
      #expect(try parsed("a == \(letter)", value).predicateFormat == "a == 7")
    }
  }

  @Test("a Bool is a whole number too")
  func booleans() throws {
    #expect(try parsed("a == %d", true).predicateFormat == "a == 1")
    #expect(try parsed("a == %@", NSNumber(value: false)).predicateFormat == "a == 0")
    let expression = NSExpression(format: "%@", NSNumber(value: true))
    guard case .constant(let value) = expression.form else { throw ExpectedConstant() }
    #expect(value is Bool)
  }

  @Test("nil and NSNull are nil, in an optional too")
  func nothing() throws {
    let absent: Int? = nil
    let nested: Int?? = .some(nil)
    for value in [nil, NSNull(), absent as Any, nested as Any] as [Any?] {
      #expect(try parsed("a == %@", value).predicateFormat == "a == nil")
    }
    let present: Int? = 5
    #expect(try parsed("a == %@", present).predicateFormat == "a == 5")
  }

  @Test("Foundation's classes become the values that they stand for")
  func classes() throws {
    let predicate = try parsed(
      "a IN {%@, %@, %@, %@, %@}", NSString("x"), NSDecimalNumber(string: "0.1"),
      NSDate(timeIntervalSinceReferenceDate: 1), NSData(data: Data([1, 2])), NSNumber(value: 1.5))
    #expect(
      predicate.predicateFormat == """
        a IN {"x", CAST("0.1", "NSDecimalNumber"), CAST(1.000000, "NSDate"), CAST("AQI=", "NSData"), 1.5}
        """)
  }

  @Test("collections are lists, a set in the order of its texts")
  func lists() throws {
    let lists: [Any] = [
      [3, 1], NSArray(array: [3, 1]), NSOrderedSet(array: [3, 1]), [3, 1] as [Any?],
    ]
    for list in lists {
      #expect(try parsed("a IN %@", list).predicateFormat == "a IN {3, 1}")
      #expect(try parsed("a IN %@", list) == parsed("a IN {3, 1}"))
      #expect(try parsed("a IN %@", list).hash == parsed("a IN {3, 1}").hash)
    }
    #expect(try parsed("a IN %@", Set(["y", "x"])) == parsed("a IN {'x', 'y'}"))
    #expect(try parsed("a IN %@", NSSet(array: [2, 1])) == parsed("a IN {1, 2}"))
  }

  @Test("in quotes, what looks like one is text")
  func quotes() throws {
    #expect(try parsed("a == '%@'").predicateFormat == "a == \"%@\"")
    #expect(try parsed("a == \"%K 100%%\"").predicateFormat == "a == \"%K 100%%\"")
  }

  @Test(
    "a key path can be part of one",
    arguments: [
      ("%K.%K.@count == 1", ["a.b", "c"], "a.b.c.@count == 1"),
      ("SELF.%K.intValue == 1", ["a"], "a.intValue == 1"),
      ("SELF.%@.intValue == 1", ["a.b"], "a.b.intValue == 1"),
      ("$x.%K > 1", ["a"], "$x.a > 1"),
      (
        "SUBQUERY(%K, $x, $x.%K == 1).%K == 0", ["a.b", "c", "@count"],
        "SUBQUERY(a.b, $x, $x.c == 1).@count == 0"
      ),
      ("%K == 1", ["size"], "#size == 1"),
      ("%K == 1", ["first name"], "first\\x20name == 1"),
      ("%K == 1", ["self"], "SELF == 1"),
      ("%K == 1", ["SELF"], "SELF == 1"),
      ("%K[0] == 1", ["a"], "a[0] == 1"),
      ("(%K & 4) != 0", ["flags"], "flags & 4 != 0"),
      ("ANY %K.%K == 1", ["a", "b"], "ANY a.b == 1"),
    ])
  func paths(_ format: String, _ keys: [String], _ printed: String) throws {
    #expect(try NSPredicate(validating: format, arguments: keys).predicateFormat == printed)
  }

  @Test("expressions and predicates stand for themselves")
  func parts() throws {
    let expression = NSExpression(forKeyPath: "a.b")
    #expect(try parsed("%@ == 1", expression) == parsed("a.b == 1"))
    let part = try parsed("a == 1 OR b == 2")
    #expect(try parsed("%@ AND c == 3", part).predicateFormat == "(a == 1 OR b == 2) AND c == 3")
    #expect(
      try parsed("SUBQUERY(x, $y, %@).@count > 0", part).predicateFormat
        == "SUBQUERY(x, $y, a == 1 OR b == 2).@count > 0")
  }

  @Test("may come as an array")
  func array() {
    #expect(
      NSPredicate(format: "%K == %@ AND b == %d", argumentArray: ["a", "x", 3])
        == NSPredicate(format: "a == 'x' AND b == 3"))
    #expect(NSPredicate(format: "a == 1", argumentArray: nil) == NSPredicate(format: "a == 1"))
    #expect(
      NSPredicate(format: "a == %@", argumentArray: [NSNull()]) == NSPredicate(format: "a == nil"))
    #expect(
      NSExpression(format: "%K + %d", argumentArray: ["a", 1]) == NSExpression(format: "a + 1"))
  }

  @Test("an array as the only argument is one argument")
  func single() {
    let names = ["x", "y"]
    #expect(NSPredicate(format: "a IN %@", names) == NSPredicate(format: "a IN {'x', 'y'}"))
  }

  @Test("characters and text")
  func text() throws {
    #expect(try parsed("a == %c", Character("x")).predicateFormat == "a == \"x\"")
    #expect(try parsed("a == %s", "text").predicateFormat == "a == \"text\"")
    #expect(try parsed("a == %S", "text"[...]).predicateFormat == "a == \"text\"")
  }

  private struct ExpectedConstant: Error {}
}
