import Foundation
import Predicates
import Testing

/// A condition of a program's own, which overrides one method.
///
/// Safe because it has no state.
private final class IsEven: NSPredicate, @unchecked Sendable {
  override func evaluate(with object: Any?) -> Bool {
    (object as? Int).map { $0 % 2 == 0 } ?? false
  }
}

/// The same with the other method.
///
/// Safe because it has no state.
private final class IsAbove: NSPredicate, @unchecked Sendable {
  override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    guard let number = object as? Int else { return false }
    return number > substitutionVariables?["LEAST"] as? Int ?? 0
  }
}

/// Safe because it never changes.
private final class Opposite: NSComparisonPredicate, @unchecked Sendable {
  override func evaluate(with object: Any?) -> Bool {
    !super.evaluate(with: object)
  }
}

/// Safe because it never changes.
private final class Unchanged: NSComparisonPredicate, @unchecked Sendable {}

@Suite("Trees of predicates are evaluated")
struct EvaluationTreeTests {
  @Test("a class that overrides either method is asked, alone and inside others")
  func overriding() throws {
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [IsEven(), IsAbove()])
    #expect(both.evaluate(with: 4))
    #expect(!both.evaluate(with: 3))
    #expect(!both.evaluate(with: -4))
    #expect(!both.evaluate(with: 4, substitutionVariables: ["LEAST": 5]))
    #expect(IsEven().evaluate(with: 2, substitutionVariables: nil))
    #expect(IsAbove().evaluate(with: 2))
    #expect(try IsAbove().matches(2))
  }

  @Test(
    "a comparison that overrides its evaluation is asked inside others; one that does not is compared"
  )
  func overridingComparison() throws {
    let (left, right) = (NSExpression(.evaluatedObject), NSExpression(forConstantValue: 1))
    let opposite = Opposite(leftExpression: left, rightExpression: right, type: .equalTo)
    let unchanged = Unchanged(leftExpression: left, rightExpression: right, type: .equalTo)
    #expect(!opposite.evaluate(with: 1))
    #expect(NSCompoundPredicate(notPredicateWithSubpredicate: opposite).evaluate(with: 1))
    #expect(NSCompoundPredicate(orPredicateWithSubpredicates: [unchanged]).evaluate(with: 1))
    #expect(unchanged.evaluate(with: 1, substitutionVariables: ["x": 1]))
  }

  @Test("a predicate that says nothing stops the program instead of asking itself for ever")
  func empty() async {
    await #expect(processExitsWith: .failure) { _ = NSPredicate().evaluate(with: 1) }
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate().evaluate(with: 1, substitutionVariables: [:])
    }
  }

  @Test("a missing variable stops the program that does not expect an error")
  func trap() async {
    await #expect(processExitsWith: .failure) {
      _ = NSPredicate(format: "a == $B").evaluate(with: ["a": 1])
    }
  }

  @Test("AND of nothing is true, OR of nothing false, and what cannot matter is not evaluated")
  func compounds() throws {
    #expect(NSCompoundPredicate(andPredicateWithSubpredicates: []).evaluate(with: nil))
    #expect(!NSCompoundPredicate(orPredicateWithSubpredicates: []).evaluate(with: nil))
    #expect(try holds("TRUEPREDICATE OR a == $MISSING", for: nil))
    #expect(try !holds("FALSEPREDICATE AND a == $MISSING", for: nil))
  }

  @Test("trees that are too deep are an error, as conditions and as expressions")
  func depth() throws {
    var predicate = NSPredicate(value: true)
    for _ in 0..<900 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(try predicate.matches(nil))
    for _ in 0..<200 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(throws: EvaluationError.self) { try predicate.matches(nil) }
    var expression = NSExpression(forConstantValue: 1)
    for _ in 0..<1_100 {
      expression = NSExpression(.function(operand: nil, name: "abs:", arguments: [expression]))
    }
    #expect(throws: EvaluationError.self) { try expression.evaluated(with: nil) }
  }

  @Test("a constant right side that changes is read again")
  func mutableConstants() throws {
    let list = NSMutableArray(array: [1])
    let predicate = NSPredicate(format: "SELF IN %@", list)
    #expect(!predicate.evaluate(with: 2))
    list.add(2)
    #expect(predicate.evaluate(with: 2))
  }

  @Test("one predicate may be evaluated by several threads at once")
  func threads() async {
    let predicate = NSPredicate(
      format: "a IN {1, 2, 3, 4, 5, 6} AND b LIKE[cd] 'É*' AND c MATCHES '[0-9]+'")
    await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          (0..<500).allSatisfy {
            predicate.evaluate(
              with: ["a": $0 % 12, "b": "elan", "c": "\(number)"] as [String: Any])
              == (1...6).contains($0 % 12)
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test("nested subqueries see the variables around them")
  func subqueries() throws {
    let object = [
      "d": [
        ["head": "a", "members": [["name": "a"], ["name": "b"]]] as [String: Any],
        ["head": "x", "members": [["name": "a"]]],
      ]
    ]
    #expect(
      try holds(
        "SUBQUERY(d, $d, SUBQUERY($d.members, $m, $m.name == $d.head).@count == 1).@count == 1",
        for: object))
    #expect(try holds("SUBQUERY(missing, $x, TRUEPREDICATE).@count == nil", for: object))
  }
}
