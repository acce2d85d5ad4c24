import Foundation
import Predicates
import Testing

@Suite("Variables")
struct FormatVariableTests {
  @Test("are replaced where a value is given, and stay where none is")
  func replaced() {
    let predicate = NSPredicate(format: "a == $x AND ANY b.c IN $list AND d[$x] > $y + 1")
    let replaced = predicate.withSubstitutionVariables(["x": 3, "list": ["p", "q"]])
    #expect(
      replaced.predicateFormat == "a == 3 AND ANY b.c IN {\"p\", \"q\"} AND d[3] > $y + 1")
    #expect(predicate.variables == ["x", "list", "y"])
    #expect(replaced.variables == ["y"])
  }

  @Test("of a subquery hide others of their name, in its condition only")
  func hidden() {
    let predicate = NSPredicate(format: "SUBQUERY($x.kin, $x, $x.a == $y).@count > $x.least")
    #expect(predicate.variables == ["x", "y"])
    let replaced = predicate.withSubstitutionVariables(["x": 1, "y": NSNull()])
    #expect(replaced.predicateFormat == "SUBQUERY((1).kin, $x, $x.a == nil).@count > (1).least")
  }

  @Test("that are assigned need not be given")
  func assigned() {
    #expect(NSPredicate(format: "($x := a) == 1 AND $x == $y").variables == ["y"])
  }

  @Test("may be given as expressions")
  func expressions() {
    let predicate = NSPredicate(format: "$x.b == 1")
    let replaced = predicate.withSubstitutionVariables(["x": NSExpression(forKeyPath: "a")])
    #expect(replaced.predicateFormat == "a.b == 1")
    #expect(replaced == NSPredicate(format: "a.b == 1"))
  }

  @Test("are found and replaced in every kind of expression")
  func everywhere() {
    let format = """
      TERNARY($a == 1, $b, {$c}) IN FUNCTION($d, "f:" , $e) UNION sum:($f) \
      AND NOT $g[FIRST] isEqual: $h.k[$i] AND TRUEPREDICATE OR ($z := $j) BETWEEN {$k, 1}
      """
    let predicate = NSPredicate(format: format)
    let names = Set("abcdefghijk".map(String.init))
    #expect(predicate.variables == names)
    let values = Dictionary(uniqueKeysWithValues: names.map { ($0, 0 as Any) })
    #expect(predicate.withSubstitutionVariables(values).variables.isEmpty)
    #expect(predicate.withSubstitutionVariables([:]) == predicate)
  }

  @Test("leave a predicate of a kind that it was")
  func kind() {
    let comparison = NSComparisonPredicate(
      leftExpression: NSExpression(forKeyPath: "a"),
      rightExpression: NSExpression(forVariable: "x"),
      modifier: .any, type: .like, options: [.caseInsensitive])
    let replaced = comparison.withSubstitutionVariables(["x": "y*"])
    #expect(replaced.comparisonPredicateModifier == .any)
    #expect(replaced.options == .caseInsensitive)
    #expect(replaced.rightExpression.constantValue as? String == "y*")
  }
}
