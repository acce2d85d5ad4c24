import Foundation
import Predicates
import Testing

@testable import PredicateLogic

@Suite("Trees that are too deep to be walked through") struct DeepTreeTests {
  private static let depth = 100_000
  private static var object: [String: Any] { ["number": 1, "list": [1], "a": [1, 2]] }

  /// Predicates and expressions that are nested in each way that there is.
  static func predicates(_ depth: Int = depth) -> [NSPredicate] {
    func nested<Tree>(_ tree: Tree, _ around: (Tree) -> Tree) -> Tree {
      (0..<depth).reduce(tree) { tree, _ in around(tree) }
    }
    let (yes, no) = (NSPredicate(value: true), NSPredicate(value: false))
    return [
      nested(yes) { NSCompoundPredicate(notPredicateWithSubpredicate: $0) },
      nested(yes) { NSCompoundPredicate(andPredicateWithSubpredicates: [$0]) },
      nested(yes) { NSCompoundPredicate(orPredicateWithSubpredicates: [no, $0]) },
      nested(yes) { test in
        let members = NSExpression(
          forSubquery: NSExpression(forKeyPath: "list"), usingIteratorVariable: "x", predicate: test
        )
        return NSComparisonPredicate(
          leftExpression: members, rightExpression: NSExpression(forConstantValue: 1),
          type: .equalTo)
      },
    ]
      + expressions(depth).map { expression in
        NSComparisonPredicate(
          leftExpression: expression, rightExpression: NSExpression(forConstantValue: 1),
          type: .equalTo)
      }
  }

  static func expressions(_ depth: Int = depth) -> [NSExpression] {
    let wraps: [(NSExpression) -> NSExpression] = [
      { NSExpression(forFunction: "abs:", arguments: [$0]) },
      { NSExpression(forFunction: "add:to:", arguments: [NSExpression(forConstantValue: 1), $0]) },
      { NSExpression(forFunction: $0, selectorName: "length", arguments: []) },
      { NSExpression(forAggregate: [$0]) },
      { NSExpression(forUnionSet: $0, with: NSExpression(forKeyPath: "a")) },
      {
        NSExpression(
          forConditional: NSPredicate(value: true), trueExpression: $0,
          falseExpression: NSExpression(forKeyPath: "a"))
      },
      { NSExpression(.element($0, .first)) },
      { NSExpression(.element(NSExpression(forKeyPath: "a"), .at($0))) },
      { NSExpression(.assignment("x", $0)) },
      { NSExpression(block: { _, _, _ in 1 }, arguments: [$0]) },
    ]
    return wraps.map { wrap in
      (0..<depth).reduce(NSExpression(forKeyPath: "number")) { tree, _ in wrap(tree) }
    }
  }

  @Test("are an error as conditions, have a short text, equal only themselves, and go")
  func predicates() throws {
    for (one, other) in zip(Self.predicates(), Self.predicates()) {
      #expect(throws: EvaluationError.self) { try one.matches(Self.object) }
      #expect(one == one && one != other && one.hash == other.hash)
      #expect(one.predicateFormat.utf8.count < 100 && "\(one)".contains("LEVELS"))
      #expect(one.withSubstitutionVariables(["x": 1]) === one)
      #expect(one.variables.isEmpty)
      #expect(Set([one, other]).count == 2)
      let comparison = NSCompoundPredicate(notPredicateWithSubpredicate: one)
      #expect(comparison != one && comparison.copy() as? NSPredicate === comparison)
    }
  }

  @Test("are an error as expressions, have a short text, equal only themselves, and go")
  func expressions() throws {
    for (one, other) in zip(Self.expressions(), Self.expressions()) {
      #expect(throws: EvaluationError.self) { try one.evaluated(with: Self.object) }
      #expect(one == one && one != other && one.hash == other.hash)
      #expect(one.description.utf8.count < 100)
      #expect(one.replacing(["x": 1]) === one)
      #expect(one.variables.isEmpty)
    }
  }

  @Test("stop a program that does not expect an error with a sentence, and no overflow")
  func stopping() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = DeepTreeTests.predicates()[0].evaluate(with: nil)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("nested more than 1000 levels deep"))
  }

  @Test("parts that somebody holds stay whole when what is around them goes")
  func shared() {
    let core = NSPredicate(format: "a == 1 AND b == 2")
    var kept: [NSPredicate] = []
    var tree: NSPredicate = core
    for level in 0..<5_000 {
      tree = NSCompoundPredicate(notPredicateWithSubpredicate: tree)
      if level % 1_000 == 500 { kept.append(tree) }
    }
    tree = core
    for (index, part) in kept.enumerated() {
      var depth = 0
      var walked = part
      while let compound = walked as? NSCompoundPredicate,
        compound.compoundPredicateType == .not
      {
        walked = compound.subpredicates[0]
        depth += 1
      }
      #expect(depth == index * 1_000 + 501 && walked === core)
    }
  }

  @Test("a part that stands in many places goes with the last of them")
  func repeated() {
    var tree = NSPredicate(format: "a == 1")
    weak let core: NSPredicate? = tree
    for _ in 0..<Self.depth {
      tree = NSCompoundPredicate(orPredicateWithSubpredicates: [tree, tree])
    }
    #expect(core != nil)
    tree = NSPredicate(value: true)
    #expect(core == nil)
  }

  @Test("trees of just a thousand levels are walked by everything")
  func limit() throws {
    for (one, other) in zip(Self.predicates(450), Self.predicates(450)) {
      #expect(!one.isTooDeep && one.predicateFormat == other.predicateFormat)
      #expect(one.hash == other.hash)
    }
    var (one, other) = (NSPredicate(format: "a == $x"), NSPredicate(format: "a == $x"))
    for _ in 0..<990 {
      one = NSCompoundPredicate(notPredicateWithSubpredicate: one)
      other = NSCompoundPredicate(notPredicateWithSubpredicate: other)
    }
    #expect(one == other && one.hash == other.hash && one.predicateFormat == other.predicateFormat)
    #expect(one.variables == ["x"])
    #expect(try one.withSubstitutionVariables(["x": 1]).matches(["a": 1]))
  }
}
