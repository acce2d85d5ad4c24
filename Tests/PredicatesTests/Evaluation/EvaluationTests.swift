import Foundation
import Predicates
import Testing

/// A record as dictionaries, an object with keys, and plain values have it.
private var employee: [String: Any] {
  [
    "name": "Élan", "plain": "elan", "street": "straße", "salary": 100,
    "price": Decimal(string: "0.3") as Any,
    "big": 9_007_199_254_740_993 as Int64, "rating": 3.5, "isOpen": true,
    "hired": Date(timeIntervalSinceReferenceDate: 100),
    "nums": [1, 2, 3], "empty": [Int](),
    "tags": [["name": "x"], ["name": "y"], [:] as [String: Any]] as [[String: Any]],
    "boss": ["name": "Ann", "boss": ["name": "Zed"]] as [String: Any],
    "line": "a\r\nb", "decomposed": "e\u{301}",
  ]
}

@Suite("What formats mean")
struct EvaluationTests {
  @Test(
    "a format holds for dictionaries and for objects with keys, or does not",
    arguments: [
      // nil
      ("missing == nil", true), ("missing != 'a'", true), ("missing < 'a'", false),
      ("missing CONTAINS 'a'", false), ("missing LIKE '*'", false),
      ("missing MATCHES '.*'", false), ("NOT missing CONTAINS 'a'", true),
      ("missing IN {1, nil}", true), ("missing IN {1}", false), ("missing + 1 == nil", true),
      ("missing BETWEEN {1, 2}", false), ("boss.missing.name == nil", true),
      // Text
      ("name BEGINSWITH[cd] 'el'", true), ("name BEGINSWITH 'El'", false),
      ("name ==[c] 'ÉLAN'", true), ("name ==[d] 'elan'", false), ("name ==[cd] 'ELAN'", true),
      ("name == 'E\u{301}lan'", true), ("street ==[c] 'STRASSE'", true),
      ("decomposed CONTAINS 'e'", false), ("decomposed CONTAINS[d] 'e'", true),
      ("decomposed ==[n] 'é'", false), ("plain CONTAINS 'la'", true),
      ("plain ENDSWITH 'an'", true), ("'la' IN plain", true), ("plain CONTAINS ''", true),
      ("plain LIKE 'e*n'", true), ("plain LIKE 'e?an'", true), ("plain LIKE 'e?n'", false),
      ("'a*c' LIKE 'a\\\\*c'", true), ("'abc' LIKE 'a\\\\*c'", false),
      ("'ab' MATCHES 'a|ab'", true), ("'abc' MATCHES 'a|ab'", false),
      ("'AB' MATCHES[c] 'a.'", true), ("salary CONTAINS '1'", false), ("line CONTAINS '\\n'", true),
      ("plain.length == 4", true), ("plain < name", true), ("'2' > 1", false),
      // Numbers
      ("salary == 100.0", true), ("isOpen == 1", true), ("isOpen == YES", true),
      ("big == 9007199254740992.0", false), ("big == 9007199254740993", true),
      ("price == 0.3", true), ("price == 0.1 + 0.2", false), ("'1' == 1", false),
      ("18446744073709551615 > 9223372036854775807", true),
      ("salary BETWEEN {100, 200}", true), ("salary BETWEEN {200, 100}", false),
      ("salary IN {1, 100}", true), ("salary / 0 == nil", true), ("7 / 2 == 3", true),
      ("9223372036854775807 + 1 > 9223372036854775807", true), ("2 ** 10 == 1024", true),
      ("1 << 200 == 0", true), ("-9223372036854775807 - 1 < 0", true),
      // Collections
      ("ANY tags.name == 'x'", true), ("ANY tags.name == 'z'", false),
      ("NONE tags.name == 'z'", true), ("ALL tags.name == 'x'", false),
      ("ANY tags.name == nil", true), ("ALL empty == 1", true), ("ANY empty == 1", false),
      ("ANY missing == 1", false), ("ANY salary == 100", true), ("tags.name == 'x'", false),
      ("nums.@sum.self == 6", true), ("nums.@avg.self == 2", true), ("empty.@sum.self == 0", true),
      ("empty.@max.self == nil", true), ("nums.@max.self == 3", true), ("tags.@count == 3", true),
      ("missing.@count == nil", true), ("nums[0] == 1", true), ("nums[LAST] == 3", true),
      ("nums[SIZE] == 3", true), ("nums[9] == nil", true), ("nums CONTAINS 2", true),
      ("SUBQUERY(tags, $t, $t.name == 'x' OR $t.name == nil).@count == 2", true),
      ("SUBQUERY(nums, $n, SUBQUERY(nums, $m, $m > $n).@count == 0).@count == 1", true),
      ("ALL {41, 42, 43} BETWEEN {23, 50}", true),
      // Others
      ("boss.boss.name == 'Zed'", true), ("TERNARY(isOpen == YES, 1, 2) == 1", true),
      ("hired > CAST(99, 'NSDate')", true), ("hired < now()", true),
      ("CAST('12', 'NSNumber') == 12", true), ("CAST(salary, 'NSString') == '100'", true),
      ("FUNCTION('a/path', 'lastPathComponent') = 'path'", true),
      ("FUNCTION(2, 'pow:', 3) == 8", true), ("ANYKEY == 100", true), ("ANYKEY == 101", false),
      ("(salary & 4) != 0", true), ("uppercase(plain) == 'ELAN'", true),
      ("max(1, 5, 3) == 5", true), ("TRUEPREDICATE AND NOT FALSEPREDICATE", true),
    ])
  func table(_ format: String, _ holds: Bool) throws {
    let predicate = try NSPredicate(validating: format)
    #expect(try predicate.matches(employee) == holds)
    #expect(predicate.evaluate(with: employee as NSDictionary) == holds)
    #expect(try predicate.matches(KeyedObject(employee)) == holds)
  }

  @Test("a variable that nobody gave is an error that names it")
  func missingVariable() throws {
    let predicate = NSPredicate(format: "salary > $LEAST")
    #expect(throws: EvaluationError.self) { try predicate.matches(employee) }
    #expect(predicate.evaluate(with: employee, substitutionVariables: ["LEAST": 99]))
  }

  @Test("a function that nobody allowed is an error, one that is registered is called")
  func functions() throws {
    let predicate = NSPredicate(format: "FUNCTION(salary, 'halfOf:', 2) == 50")
    #expect(throws: EvaluationError.self) { try predicate.matches(employee) }
    FunctionRegistry.register("halfOf:") { operand, arguments in
      guard let number = operand as? Int, let by = arguments.first as? Int else { return nil }
      return number / by
    }
    defer { FunctionRegistry.remove("halfOf:") }
    #expect(try predicate.matches(employee))
  }
}

extension EvaluationTests {
  @Test("a set of decimals is a constant like any other, though Foundation cannot bridge it")
  func setOfDecimals() throws {
    let prices: Set<Decimal> = [1.5, 2]
    let predicate = NSPredicate(format: "price IN %@", prices)
    #expect(try predicate.matches(["price": Decimal(1.5)]))
    #expect(try !predicate.matches(["price": Decimal(3)]))
    #expect(predicate == NSPredicate(format: "price IN %@", argumentArray: [prices]))
    let substituted = NSPredicate(format: "price IN $PRICES")
      .withSubstitutionVariables(["PRICES": prices])
    #expect(try substituted.matches(["price": 2]))
  }
}
