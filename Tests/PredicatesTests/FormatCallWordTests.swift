import Foundation
import Predicates
import Testing

@Suite("Words that call something before a parenthesis")
struct FormatCallWordTests {
  @Test(
    "are keys elsewhere",
    arguments: ["cast", "subquery", "fetch", "function", "ternary", "CAST", "Fetch"])
  func keys(_ word: String) throws {
    for format in ["\(word) == 'x'", "'x' == \(word)", "ANY \(word) == 'x'", "\(word) IN {'x'}"] {
      let predicate = try parsed(format)
      #expect(predicate.evaluate(with: [word: "x"]), "\(format)")
      #expect(!predicate.evaluate(with: [word: "y"]), "\(format)")
      #expect(try parsed(predicate.predicateFormat) == predicate)
    }
    #expect(try parsed("\(word).name == 'x'").evaluate(with: [word: ["name": "x"]]))
    #expect(try parsed("\(word)[0] == 'x'").evaluate(with: [word: ["x"]]))
  }

  @Test("call before one, with blanks between too")
  func calls() throws {
    #expect(try parsed("CAST ('1', 'NSNumber') == 1").evaluate(with: nil))
    #expect(try parsed("cast(cast, 'NSNumber') == 1").evaluate(with: ["cast": "1"]))
  }

  @Test("FETCH is read and printed, with YES and NO or with 1 and 0")
  func fetch() throws {
    let made = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forVariable: "r"), context: NSExpression(forKeyPath: "c"),
      countOnly: true)
    for flag in ["YES", "true", "1"] {
      let found = try parsed("FETCH($r, c, \(flag)) == 1")
      let left = (found as? NSComparisonPredicate)?.leftExpression as? NSFetchRequestExpression
      #expect(left == made)
      #expect(left?.hash == made.hash)
      #expect(left?.isCountOnlyRequest == true)
      #expect(left?.requestExpression.variable == "r")
      #expect(left?.contextExpression.keyPath == "c")
      #expect(left?.expressionType == NSFetchRequestExpressionType)
      #expect(try parsed(found.predicateFormat) == found)
      #expect(found.variables == ["r"])
      let bound = found.withSubstitutionVariables(["r": 5])
      #expect(bound.predicateFormat == "FETCH(5, c, 1) == 1")
      #expect(
        (bound as? NSComparisonPredicate)?.leftExpression is NSFetchRequestExpression)
    }
    #expect(try parsed("FETCH($r, c, NO) == 1") != parsed("FETCH($r, c, YES) == 1"))
    #expect(NSFetchRequestExpressionType.rawValue == 50)
  }

  @Test("FETCH of what is no request, or in what is no context, is an error")
  func fetchErrors() throws {
    final class Shop: RequestContext {
      func value(ofFetch request: Any, countOnly: Bool) throws(EvaluationError) -> Any? {
        guard let request = request as? String else { throw .noRequest("Int") }
        return countOnly ? request.count : [request]
      }
    }
    let shop = Shop()
    #expect(try parsed("FETCH('abc', %@, YES) == 3", shop).matches(nil))
    #expect(try parsed("FETCH('abc', %@, NO) == {'abc'}", shop).matches(nil))
    #expect(try parsed("ANY FETCH(name, %@, NO) == 'x'", shop).matches(["name": "x"]))
    for (format, kind) in [
      ("FETCH('abc', 1, YES) == 3", "context is Int"),
      ("FETCH('a', nil, NO) == 3", "context is nil"),
      ("FETCH(1, %@, NO) == 3", "request is Int"), ("FETCH(nil, %@, NO) == 3", "request is nil"),
    ] {
      let predicate = try NSPredicate(
        validating: format, arguments: format.contains("%@") ? [shop] : [])
      let error = try #require(throws: EvaluationError.self) { try predicate.matches(nil) }
      #expect(
        error.description
          == "FETCH takes a fetch request and a managed object context, and its \(kind)")
    }
  }
}

@Suite("Predicates and expressions within a format")
struct FormatSpliceTests {
  @Test("count with all their levels")
  func depth() throws {
    var predicate = try parsed("a == 1")
    #expect(predicate.levels == 3)
    for level in 4...150 {
      predicate = try parsed("NOT %@", predicate)
      #expect(predicate.levels == level)
    }
    let message = "parts are nested more than 150 deep; join fewer of them"
    #expect(try failure("NOT %@", [predicate]).message == message)
    #expect(try failure("b == 1 OR %@", [predicate]).message == message)
    #expect(try parsed("%@", predicate) == predicate)
    var expression = NSExpression(forKeyPath: "a")
    for _ in 0..<148 {
      expression = NSExpression(forFunction: "abs:", arguments: [expression])
    }
    #expect(expression.levels == 150)
    #expect(try failure("%@ == 1", [expression]).message == message)
  }

  @Test("that share parts are read at once")
  func sharing() throws {
    var predicate = try parsed("a == 1")
    for _ in 0..<60 { predicate = try parsed("NOT (%@ AND %@)", predicate, predicate) }
    #expect(predicate.levels == 123)
  }

  @Test("have the levels of the format that prints them", arguments: 0..<40)
  func levels(_ seed: Int) throws {
    var forge = FormatForge(UInt64(seed))
    for _ in 0..<20 {
      let predicate = forge.predicate(4)
      guard let again = try? parsed(predicate.predicateFormat) else { continue }
      #expect(try parsed("%@", again) == again)
    }
  }
}
