import DocumentStore
import Foundation
import Predicates
import Testing

@Suite("The rules of an attribute")
struct ValueRulesTests {
  private static func column(
    _ type: ColumnType, _ set: (inout ValueRules) -> Void
  ) -> ColumnSchema {
    var column = ColumnSchema(name: "x", type: type)
    set(&column.rules)
    return column
  }

  @Test(
    "bound numbers and dates on both ends, the ends included",
    arguments: [
      (ColumnType.int32, Value.integer(2), Value.integer(5), Value.integer(1), Value.integer(6)),
      (.double, .double(2), .double(5), .double(1.99), .double(5.01)),
      (.float, .float(2), .float(5), .float(1.5), .float(5.5)),
      (.decimal, .decimal(2), .decimal(5), .decimal(1), .decimal(6)),
      (.date, .date(2), .date(5), .date(1), .date(6)),
    ])
  func bounds(_ type: ColumnType, _ low: Value, _ high: Value, _ below: Value, _ above: Value) {
    let column = Self.column(type) {
      $0.minimum = low
      $0.maximum = high
    }
    #expect(column.violations(of: low).isEmpty)
    #expect(column.violations(of: high).isEmpty)
    #expect(column.violations(of: below) == [.belowMinimum])
    #expect(column.violations(of: above) == [.aboveMaximum])
    #expect(column.violations(of: .null).isEmpty)
  }

  @Test("count the UTF-16 units of a string, as NSString does")
  func lengths() {
    let column = Self.column(.string) {
      $0.minimumLength = 2
      $0.maximumLength = 3
    }
    #expect(column.violations(of: .string("a")) == [.tooShort])
    #expect(column.violations(of: .string("🎬")).isEmpty)
    #expect(column.violations(of: .string("🎬🎬")) == [.tooLong])
    #expect(column.violations(of: .string("")) == [.tooShort])
  }

  @Test(
    "match the whole string",
    arguments: [
      ("a|ab", "ab", true), ("a|ab", "abc", false), ("a+", "aa\n", false), ("", "", true),
    ])
  func patterns(_ source: String, _ text: String, _ matches: Bool) throws {
    let pattern = try #require(TextPattern(source))
    let column = Self.column(.string) { $0.pattern = pattern }
    #expect(column.violations(of: .string(text)).isEmpty == matches)
  }

  @Test(
    "judge a text soon, however an expression would go back and forth",
    arguments: ["(a|a)*b", "(a+)+b", "a*a*a*a*a*a*a*a*b", "((a*)*)*b"])
  func costlyPattern(_ source: String) throws {
    let pattern = try #require(TextPattern(source))
    let column = Self.column(.string) { $0.pattern = pattern }
    let text = Value.string(String(repeating: "a", count: 60))
    let time = ContinuousClock().measure {
      for _ in 0..<30 { #expect(column.violations(of: text) == [.patternMismatch]) }
    }
    // About a second; without an end each of them takes half of one.
    #expect(time < .seconds(5))
  }

  @Test(
    "refuse what is not finite",
    arguments: [
      (ColumnType.double, Value.double(.nan)), (.double, .double(.infinity)),
      (.float, .float(-.infinity)), (.date, .date(.nan)), (.decimal, .decimal(.nan)),
    ])
  func notFinite(_ type: ColumnType, _ value: Value) {
    #expect(ColumnSchema(name: "x", type: type).violations(of: value) == [.notFinite])
  }

  @Test("are told in words that name the limit and not the value")
  func sentences() {
    let column = Self.column(.int16) { $0.minimum = .integer(1) }
    #expect(column.sentence(for: .belowMinimum) == "is below the minimum 1")
    #expect(
      column.sentence(for: .outOfRange)
        == "does not fit Integer 16; it holds -32768 to 32767, whole numbers only")
  }
}
