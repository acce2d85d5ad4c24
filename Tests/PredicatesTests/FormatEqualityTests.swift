import Foundation
import Predicates
import Testing

@Suite("Predicates are equal")
struct FormatEqualityTests {
  @Test(
    "if they say the same",
    arguments: [
      ("a == 1", "a == 1.0"), ("a == 1", "a == YES"), ("SELF.a == 1", "a == 1"),
      ("a == 0.1", "a == CAST('0.1', 'NSDecimalNumber')"), ("a IN {1, 2.0}", "a IN {1.0, 2}"),
      ("NONE a.b == 1", "NOT (ANY a.b == 1)"), ("a[0] == 1", "objectFrom:withIndex:(a, 0) == 1"),
      ("a == 'é'", "a == 'e\u{301}'"), ("(a == 1)", "a == 1"), ("SOME a == 1", "ANY a == 1"),
      ("a = -1", "a == -1.0"), ("a == 18446744073709551615", "a == 0xFFFFFFFFFFFFFFFF"),
      ("a == CAST(1, 'NSDate')", "a == CAST(1.0, 'NSDate')"),
      ("a == 9007199254740992", "a == 9007199254740992.0"),
    ])
  func equal(_ first: String, _ second: String) throws {
    #expect(try parsed(first) == parsed(second))
    #expect(try parsed(first).hash == parsed(second).hash)
  }

  @Test(
    "only if they do",
    arguments: [
      ("a == 1", "a == 2"), ("a == 1", "a != 1"), ("a == 1", "b == 1"), ("a == 1", "ANY a == 1"),
      ("ANY a == 1", "ALL a == 1"), ("a == 'x'", "a ==[c] 'x'"), ("a == 'x'", "a == 'X'"),
      ("a == 1 AND b == 1", "b == 1 AND a == 1"), ("a == 1 AND b == 1", "a == 1 OR b == 1"),
      ("a == '1'", "a == 1"), ("a IN {1, 2}", "a IN {2, 1}"), ("a IN {1}", "a IN {1, 1}"),
      ("a == 9007199254740993", "a == 9007199254740992.0"), ("a + 1 == 2", "1 + a == 2"),
      ("a[FIRST] == 1", "a[LAST] == 1"), ("a == nil", "a == 0"), ("a == $x", "a == $y"),
      ("SUBQUERY(a, $x, $x == 1).@count == 1", "SUBQUERY(a, $y, $y == 1).@count == 1"),
      ("a == 1", "TRUEPREDICATE"), ("TRUEPREDICATE", "FALSEPREDICATE"), ("a == {1}", "a == 1"),
      ("a isEqual: 1", "a isLike: 1"), ("FUNCTION(a, 'b') == 1", "FUNCTION(a, 'c') == 1"),
      ("a UNION b == c", "a MINUS b == c"), ("a.b == 1", "a.b.c == 1"), ("a == ''", "a == nil"),
    ])
  func different(_ first: String, _ second: String) throws {
    #expect(try parsed(first) != parsed(second))
    #expect(try parsed(second) != parsed(first))
  }

  @Test("a compound of one is that one, of none a fixed value")
  func compounds() {
    let part = NSPredicate(format: "a == 1")
    let one = NSCompoundPredicate(orPredicateWithSubpredicates: [part])
    #expect(one == part)
    #expect(one.hash == part.hash)
    #expect(one.predicateFormat == "a == 1")
    let none = NSCompoundPredicate(andPredicateWithSubpredicates: [])
    #expect(none == NSPredicate(value: true))
    #expect(none.hash == NSPredicate(value: true).hash)
    #expect(none.predicateFormat == "TRUEPREDICATE")
    #expect(NSCompoundPredicate(orPredicateWithSubpredicates: []) == NSPredicate(value: false))
  }

  @Test("blocks only with themselves")
  func blocks() {
    let block = NSPredicate { _, _ in true }
    #expect(block == block)
    #expect(block != NSPredicate { _, _ in true })
    #expect(block.copy() as? NSPredicate == block)
  }

  @Test("as members of sets and keys of dictionaries")
  func sets() {
    let set: Set = [
      NSPredicate(format: "a == 1"), NSPredicate(format: "a == 1.0"), NSPredicate(format: "a == 2"),
    ]
    #expect(set.count == 2)
    #expect(!NSPredicate(format: "a == 1").isEqual("a == 1"))
    #expect(!NSExpression(format: "a").isEqual(nil))
  }
}
