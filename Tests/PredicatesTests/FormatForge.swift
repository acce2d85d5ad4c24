import Foundation
import Predicates

/// Makes random predicates and expressions of every kind and with every kind of constant.
struct FormatForge {
  var random: SeededRandom

  init(_ seed: UInt64) { random = SeededRandom(seed) }

  mutating func predicate(_ depth: Int) -> NSPredicate {
    guard depth > 0 else { return NSPredicate(value: random.below(2) == 0) }
    switch random.below(8) {
    case 0: return NSCompoundPredicate(notPredicateWithSubpredicate: predicate(depth - 1))
    case 1: return NSCompoundPredicate(type: .and, subpredicates: predicates(depth - 1))
    case 2: return NSCompoundPredicate(type: .or, subpredicates: predicates(depth - 1))
    case 3 where random.below(4) == 0: return NSPredicate(value: true)
    case 4 where random.below(3) == 0:
      return NSComparisonPredicate(
        leftExpression: expression(depth - 1), rightExpression: expression(depth - 1),
        customSelector: Selector("isLike:"))
    default: return comparison(depth)
    }
  }

  private mutating func predicates(_ depth: Int) -> [NSPredicate] {
    (0..<random.below(4)).map { _ in predicate(depth) }
  }

  private mutating func comparison(_ depth: Int) -> NSPredicate {
    let types = NSComparisonPredicate.Operator.allCases.filter { $0 != .customSelector }
    let type = types[random.below(types.count)]
    let right =
      type == .between
      ? NSExpression(forAggregate: [expression(depth - 1), expression(depth - 1)])
      : expression(depth - 1)
    return NSComparisonPredicate(
      leftExpression: expression(depth - 1), rightExpression: right,
      modifier: [.direct, .any, .all][random.below(3)], type: type,
      options: random.below(2) == 0
        ? [] : NSComparisonPredicate.Options(rawValue: UInt(random.below(16))))
  }

  mutating func expression(_ depth: Int) -> NSExpression {
    guard depth > 0 else { return leaf() }
    switch random.below(16) {
    case 0:
      return NSExpression(forAggregate: (0..<random.below(4)).map { _ in expression(depth - 1) })
    case 1: return NSExpression(forUnionSet: expression(depth - 1), with: expression(depth - 1))
    case 2: return NSExpression(forMinusSet: expression(depth - 1), with: expression(depth - 1))
    case 3: return NSExpression(forIntersectSet: expression(depth - 1), with: expression(depth - 1))
    case 4:
      return NSExpression(
        forSubquery: expression(depth - 1), usingIteratorVariable: word(),
        predicate: predicate(depth - 1))
    case 5:
      return NSExpression(
        forConditional: predicate(depth - 1), trueExpression: expression(depth - 1),
        falseExpression: expression(depth - 1))
    case 6:
      return NSExpression(
        .element(
          expression(depth - 1), [.first, .last, .size][random.below(3)]))
    case 7: return NSExpression(.element(expression(depth - 1), .at(expression(depth - 1))))
    case 8: return NSExpression(.assignment(word(), expression(depth - 1)))
    case 9: return NSExpression(.keyPath(expression(depth - 1), PropertyPath(keys())))
    case 10:
      return NSExpression(
        forFunction: expression(depth - 1), selectorName: "of:with:",
        arguments: [expression(depth - 1), expression(depth - 1)])
    case 11:
      return NSExpression(forFunction: expression(depth - 1), selectorName: "title", arguments: nil)
    case 12: return leaf()
    default: return function(depth)
    }
  }

  private mutating func function(_ depth: Int) -> NSExpression {
    let function = FunctionName.allCases[random.below(FunctionName.allCases.count)]
    if function == .cast {
      return NSExpression(
        forFunction: function.rawValue,
        arguments: [
          expression(depth - 1), ["NSDate", "NSNumber", "NSString", "NSUUID"][random.below(4)],
        ])
    }
    let counts = function.argumentCount
    let count = counts.upperBound == .max ? 1 + random.below(3) : counts.lowerBound
    return NSExpression(
      forFunction: function.rawValue, arguments: (0..<count).map { _ in expression(depth - 1) })
  }

  private mutating func leaf() -> NSExpression {
    switch random.below(8) {
    case 0: .expressionForEvaluatedObject()
    case 1: NSExpression(forVariable: word())
    case 2: random.below(4) == 0 ? .expressionForAnyKey() : NSExpression(forConstantValue: nil)
    case 3, 4: NSExpression(.keyPath(.expressionForEvaluatedObject(), PropertyPath(keys())))
    default: NSExpression(forConstantValue: constant(2))
    }
  }

  private mutating func keys() -> [String] {
    (0...random.below(3)).map { _ in random.below(6) == 0 ? "@\(word())" : word() }
  }

  /// A word that may be reserved, foreign, or none at all.
  private mutating func word() -> String {
    let words = [
      "a", "b1", "_", "name", "size", "not", "Self", "IN", "union", "sum", "ternary",
      "TRUEPREDICATE",
      "with space", "1st", "naïve", "e\u{301}", "名前", "🎬", "a-b", "it's", "$x", "x:y", "\\",
      "\u{301}",
      "UTI", "UTI-EQUALS", "ﬁrst", "a\u{0}b", "@", "#x", "\u{200D}", "[0]",
    ]
    return words[random.below(words.count)]
  }

  private mutating func constant(_ depth: Int) -> Any {
    switch random.below(15) {
    case 0: return Int(truncatingIfNeeded: random.next())
    case 1: return random.below(100) - 50
    case 2: return Double(bitPattern: random.next())
    case 3: return Double(random.below(1000)) / 8 - 60
    case 4: return Decimal(random.below(1_000_000)) / 1000
    case 5: return Decimal(string: "\(random.next())\(random.next() % 1_000_000)") ?? 0
    case 6: return random.below(2) == 0
    case 7: return Date(timeIntervalSinceReferenceDate: Double(random.below(1 << 40)) / 1024)
    case 8: return Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next()))
    case 9: return UUID()
    case 10: return Data((0..<random.below(9)).map { UInt8($0 * 29) })
    case 11: return URL(string: "https://example.org/a%20b?c=\(random.below(9))#é") ?? "none"
    case 12 where depth > 0: return (0..<random.below(4)).map { _ in constant(depth - 1) }
    case 13: return random.next()
    default: return text()
    }
  }

  private mutating func text() -> String {
    let pieces = [
      "a", "B", "'", "\"", "\\", "\n", "\t", "\r", "\u{0}", "\u{7F}", "\u{301}", "é", "名", "🎬",
      "%@", "{}",
      "\u{2028}", "$", " ", "\u{1F}", "👩‍👩‍👧", "\\x41", "\u{85}", "\u{FEFF}",
    ]
    return (0..<random.below(8)).map { _ in pieces[random.below(pieces.count)] }.joined()
  }
}
