import Predicates
import Testing

@Suite("NSPredicate(…) gives an object of the class that fits")
struct ClusterTests {
  @Test("a predicate with a value has that value for every object", arguments: [true, false])
  func value(_ value: Bool) {
    let predicate = NSPredicate(value: value)
    #expect(predicate.evaluate(with: nil) == value && predicate.evaluate(with: "x") == value)
    #expect(predicate.predicateFormat == (value ? "TRUEPREDICATE" : "FALSEPREDICATE"))
  }

  @Test("a format gives a comparison or a compound, which can be taken apart")
  func formats() throws {
    let comparison = try #require(NSPredicate(format: "a == 1") as? NSComparisonPredicate)
    #expect(comparison.predicateOperatorType == .equalTo)
    let compound = try #require(NSPredicate(format: "a == 1 AND b == 2") as? NSCompoundPredicate)
    #expect(compound.subpredicates.first == comparison)
  }

  @Test("a predicate of a block is asked with the object and the variables, and not looked into")
  func block() {
    let predicate = NSPredicate { value, variables in
      value as? Int == 1 && variables?["x"] as? Int == 2
    }
    #expect(predicate.evaluate(with: 1, substitutionVariables: ["x": 2]))
    #expect(!predicate.evaluate(with: 1) && !predicate.evaluate(with: 2))
    let isOpaque = if case .opaque = predicate.form { true } else { false }
    #expect(isOpaque)
  }
}
