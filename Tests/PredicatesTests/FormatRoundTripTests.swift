import Foundation
import Predicates
import Testing

@Suite("What a predicate prints")
struct FormatRoundTripTests {
  @Test("reads as an equal predicate with the same hash", arguments: 0..<40)
  func predicates(_ seed: Int) throws {
    var forge = FormatForge(UInt64(seed))
    for _ in 0..<60 {
      let predicate = forge.predicate(1 + forge.random.below(4))
      let again = try parsed(predicate.predicateFormat)
      guard again == predicate, again.hash == predicate.hash else {
        Issue.record("\(predicate) reads as \(again)")
        return
      }
      #expect(again.predicateFormat == predicate.predicateFormat)
    }
  }

  @Test("reads as an equal expression with the same hash", arguments: 0..<40)
  func expressions(_ seed: Int) throws {
    var forge = FormatForge(UInt64(seed) + 1000)
    for _ in 0..<60 {
      let expression = forge.expression(1 + forge.random.below(4))
      let again = try NSExpression(validating: expression.description)
      guard again == expression, again.hash == expression.hash else {
        Issue.record("\(expression) reads as \(again)")
        return
      }
    }
  }

  @Test("keeps the kind of every constant")
  func constants() throws {
    let constants: [any Hashable & Sendable] = [
      1, 1.0, -0.0, 0.1, Double.leastNonzeroMagnitude, Double.greatestFiniteMagnitude,
      Double.infinity, -Double.infinity,
      Double.pi, Int.min, Int.max, Decimal(string: "0.1") ?? 0, Decimal(7),
      Decimal(string: "-12.50") ?? 0,
      "text", Date(timeIntervalSinceReferenceDate: 0.1 + 0.2), Date.distantPast, Date.distantFuture,
      Date(timeIntervalSinceReferenceDate: 592_299_475.577_12), UUID(), Data([0, 255]), Data(),
    ]
    for constant in constants {
      let printed = NSExpression(forConstantValue: constant).description
      guard case .constant(let value?) = try NSExpression(validating: printed).form else {
        Issue.record("\(printed) is no constant")
        continue
      }
      #expect(value as? AnyHashable == AnyHashable(constant))
      #expect(type(of: value) == type(of: constant as Any), "\(printed)")
    }
  }

  @Test("is read again where a number is none, or a date has no end")
  func strangeNumbers() throws {
    for value in [Double.nan, -Double.nan] {
      let expression = NSExpression(forConstantValue: value)
      #expect(expression.description == "CAST(\"nan\", \"NSNumber\")")
      #expect(try NSExpression(validating: expression.description) == expression)
    }
    let never = NSExpression(forConstantValue: Date(timeIntervalSinceReferenceDate: .infinity))
    #expect(try NSExpression(validating: never.description) == never)
  }

  @Test("shows blocks and objects without a text as what they are")
  func unreadable() {
    let block = NSPredicate { _, _ in true }
    #expect(block.predicateFormat == "BLOCKPREDICATE")
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [block, NSPredicate(value: true)])
    #expect(both.predicateFormat == "BLOCKPREDICATE AND TRUEPREDICATE")
    let expression = NSExpression(
      block: { _, _, _ in 1 }, arguments: [NSExpression(forKeyPath: "a")])
    #expect(expression.description == "BLOCK(a)")
    struct Thing: CustomStringConvertible { let description = "<a thing>" }
    #expect(NSExpression(forConstantValue: Thing()).description == "<a thing>")
  }

  @Test("may be written by a class of somebody else")
  func ownClass() {
    #expect(NSCompoundPredicate(notPredicateWithSubpredicate: Even()).predicateFormat == "NOT even")
  }

  // Safe because it has no state.
  private final class Even: NSPredicate, @unchecked Sendable {
    override var predicateFormat: String { "even" }
  }
}
