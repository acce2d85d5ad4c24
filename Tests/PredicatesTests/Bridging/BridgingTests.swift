import Foundation
import Predicates
import Testing

@testable import PredicateLogic

@Suite("Predicates of Swift become ours")
struct BridgingTests {
  @Test("they become the format that says the same", arguments: BridgingCase.all)
  func format(_ sample: BridgingCase) throws {
    let converted = try NSPredicate(converting: sample.predicate)
    #expect(converted.isEqual(NSPredicate(format: sample.format)), "\(converted.predicateFormat)")
  }

  @Test("they find what Swift finds", arguments: BridgingCase.all)
  func evaluation(_ sample: BridgingCase) throws {
    let converted = try #require(NSPredicate(sample.predicate))
    for film in Film.samples {
      #expect(
        converted.evaluate(with: film) == (try sample.predicate.evaluate(film)),
        "\(film.title): \(converted.predicateFormat)")
    }
  }

  @Test("what has no counterpart is nil, or an error that names it", arguments: refused)
  func refusal(_ sample: Refusal) throws {
    #expect(NSPredicate(sample.predicate) == nil)
    let error = #expect(throws: PredicateConversionError.self) {
      try NSPredicate(converting: sample.predicate)
    }
    #expect(error?.node == sample.node)
    #expect(error?.description.contains("'\(sample.node)'") == true)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var node: String
    var predicate: Predicate<Film>

    var testDescription: String { node }
  }

  static let refused = [
    Refusal(
      node: "CollectionContainsCollection", predicate: #Predicate { $0.scores.contains([4, 4]) }),
    Refusal(node: "SequenceStartsWith", predicate: #Predicate { $0.scores.starts(with: [4, 4]) }),
    Refusal(
      node: "SequenceAllSatisfy", predicate: #Predicate { $0.title.allSatisfy { $0 == $0 } }),
    Refusal(node: "CollectionRangeSubscript", predicate: #Predicate { $0.scores[0..<1].isEmpty }),
    Refusal(
      node: "StringCaseInsensitiveCompare",
      predicate: #Predicate {
        $0.title.caseInsensitiveCompare("a") == $0.title.caseInsensitiveCompare("b")
      }),
  ]

  @Test("a cast is taken where it always succeeds")
  func casts() throws {
    let predicate = Predicate<Film> { film in
      PredicateExpressions.build_Equal(
        lhs: PredicateExpressions.ForceCast<_, String?>(
          PredicateExpressions.build_KeyPath(root: film, keyPath: \.title)),
        rhs: PredicateExpressions.build_Arg("Heat" as String?))
    }
    #expect(NSPredicate(predicate) == NSPredicate(format: "title == 'Heat'"))
    let error = #expect(throws: PredicateConversionError.self) {
      try NSPredicate(converting: #Predicate<Box> { $0.content is String })
    }
    #expect(error?.node == "TypeCheck")
  }

  @Test("an expression that is evaluated inside is taken as if it stood there")
  func nestedExpression() throws {
    let weight = #Expression<Film, Int> { $0.year + $0.scores.count }
    let film = PredicateExpressions.Variable<Film>()
    let bridge = Bridge()
    bridge.bind(film, to: NSExpression.expressionForEvaluatedObject())
    // The macro does not take it on Linux yet.
    let evaluated = PredicateExpressions.build_evaluate(PredicateExpressions.Value(weight), film)
    #expect(try bridge.value(of: evaluated) == NSExpression(format: "year + scores.@count"))
  }

  @Test("a subclass takes only what becomes one")
  func subclass() {
    let compound = NSCompoundPredicate(#Predicate<Film> { $0.year > 1 && $0.isSeen })
    #expect(compound?.subpredicates.count == 2)
    #expect(NSCompoundPredicate(#Predicate<Film> { $0.year > 1 }) == nil)
  }
}

struct Box: Sendable {
  var content: any Sendable
}
