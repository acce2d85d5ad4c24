import Foundation
import Predicates
import Testing

/// An object put in an archive and read from it, as securely as can be.
private func archived<Object: NSObject & NSSecureCoding>(_ object: Object) throws -> Object {
  let data = try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Object.self, from: data))
}

@Suite("Archives of predicates")
struct ArchivingTests {
  @Test("give equal predicates and expressions of their classes", arguments: 0..<60)
  func random(_ seed: Int) throws {
    var forge = FormatForge(UInt64(seed) + 7000)
    for _ in 0..<20 {
      let predicate = forge.predicate(4)
      let again = try archived(predicate)
      #expect(again == predicate, "\(predicate)")
      #expect(again.hash == predicate.hash)
      #expect(type(of: again) == type(of: predicate))
      #expect(again.predicateFormat == predicate.predicateFormat)
      let expression = forge.expression(4)
      let other = try archived(expression)
      #expect(other == expression, "\(expression)")
      #expect(other.description == expression.description)
    }
  }

  private static var constants: [Any?] {
    [
      nil, true, 1, -5, UInt64.max, 0.1, -0.0, Double.nan, Double.infinity, Float(0.1),
      Decimal(string: "12345678901234567890.12345") as Any, "", "a\u{0}\n👩‍👩‍👧 e\u{301}",
      Date(timeIntervalSinceReferenceDate: 0.1), Data([0, 255]),
      UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F") as Any,
      URL(string: "https://example.org/a?b=c#d") as Any, [1, "a", nil] as [Any?],
      [[1], [[2.5]]] as [Any], Set(["a", "b"]), NSSet(array: [1, 2]), NSOrderedSet(array: [2, 1]),
      NSArray(array: [NSNull(), 1]), Set([1, 2, 3]),
    ]
  }

  @Test("keep every kind of constant")
  func keepConstants() throws {
    for value in Self.constants {
      let expression = NSExpression(forConstantValue: value)
      let again = try archived(expression)
      #expect(again == expression)
      #expect(again.description == expression.description)
      let isIn = NSPredicate(format: "SELF == %@", argumentArray: [value ?? NSNull()])
      #expect(try archived(isIn).evaluate(with: value) == isIn.evaluate(with: value))
    }
  }

  @Test(
    "answer as what was archived does",
    arguments: [
      "name BEGINSWITH[cdn] 'a' AND NOT (age > 3 OR ANY tags.name IN {'x', nil})",
      "SUBQUERY(tags, $t, $t.name == 'x').@count == 2", "TERNARY(a == 1, 2, 3) == b",
      "FUNCTION(a, 'pow:', 2) == 4", "a isEqual: 5", "CAST(a, 'NSString') == '2'",
      "list[FIRST] == list[LAST] AND list[SIZE] == list[1 + 0]", "$x := 3 == 3",
      "FETCH($r, $c, YES) == 1", "TRUEPREDICATE", "FALSEPREDICATE", "a UNION b == c MINUS d",
      "ANYKEY == 1", "a BETWEEN {1, b}", "a.@max.b == max({1, 2})", "#size == 3",
    ])
  func formats(_ format: String) throws {
    let predicate = try NSPredicate(validating: format)
    let again = try archived(predicate)
    #expect(again == predicate)
    #expect(type(of: again) == type(of: predicate))
    again.allowEvaluation()
    if format.hasPrefix("FETCH") {
      let left = (again as? NSComparisonPredicate)?.leftExpression
      #expect(left is NSFetchRequestExpression)
      #expect(try archived(#require(left)) is NSFetchRequestExpression)
    }
  }

  @Test("give equal sort descriptors")
  func descriptors() throws {
    for descriptor in [
      NSSortDescriptor(key: "a.b", ascending: true), NSSortDescriptor(key: nil, ascending: false),
      NSSortDescriptor(key: "a", ascending: false, selector: .localizedStandardCompare),
    ] {
      let again = try archived(descriptor)
      #expect(again == descriptor)
      again.allowEvaluation()
    }
  }

  @Test("hold many objects, which may be lists of predicates")
  func lists() throws {
    let list = [try parsed("a == 1"), try parsed("b == 2 OR c == 3"), NSPredicate(value: true)]
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: list as NSArray, requiringSecureCoding: true)
    let again = try NSKeyedUnarchiver.unarchivedObject(
      ofClasses: [NSArray.self, NSPredicate.self], from: data)
    #expect(again as? [NSPredicate] == list)
  }

  @Test("keep a class of somebody else, which adds what it wants")
  func subclasses() throws {
    let mine = MarkedPredicate(
      "m", NSExpression(forKeyPath: "a"), NSExpression(forConstantValue: 1))
    let again = try archived(mine)
    #expect(again.mark == "m")
    #expect(again == mine)
    #expect(!again.evaluate(with: ["a": 1]))
  }

  @Test("hold functions, which are called only if they are allowed")
  func functions() throws {
    let predicate = try archived(try parsed("FUNCTION(SELF, 'archivedHalf') == 2"))
    predicate.allowEvaluation()
    #expect(throws: EvaluationError.self) { try predicate.matches(4) }
    FunctionRegistry.register("archivedHalf") { operand, _ in (operand as? Int).map { $0 / 2 } }
    defer { FunctionRegistry.remove("archivedHalf") }
    #expect(try predicate.matches(4))
  }

  @Test("hold what has as many levels as a format may have")
  func depth() throws {
    var predicate = try parsed("a == 1")
    for _ in 0..<147 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(predicate.levels == 150)
    #expect(try archived(predicate) == predicate)
  }
}

/// A comparison with a mark, that holds for nothing.
///
/// Safe because it never changes.
final class MarkedPredicate: NSComparisonPredicate, @unchecked Sendable {
  let mark: String

  init(_ mark: String, _ left: NSExpression, _ right: NSExpression) {
    self.mark = mark
    super.init(leftExpression: left, rightExpression: right, type: .equalTo)
  }

  required init?(coder: NSCoder) {
    guard let mark = coder.decodeObject(of: NSString.self, forKey: "mark") else { return nil }
    self.mark = String(mark)
    super.init(coder: coder)
  }

  override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(NSString(string: mark), forKey: "mark")
  }

  override func evaluate(with object: Any?) -> Bool { false }
}
