import Foundation
import Predicates

extension LeafCompiler {
  /// The filter for a comparison of texts.
  func textFilter() throws(QueryError) -> any Filter {
    guard let operation = question.operation else { return valueFilter }
    guard let text = question.constant as? String else {
      if operation == .in, let texts = plainMembers {
        return filter(TextSetTest(texts), cost: 40)
      }
      return Self.isUnlikeTexts(question.constant) ? try fixedFilter(sample: "") : valueFilter
    }
    let test: TextTest
    do throws(EvaluationError) {
      test = try TextTest(operation, question.options, text)
    } catch {
      throw .evaluation(error)
    }
    return try byteFilter(operation, text, test) ?? filter(StringTest(text: test), cost: 500)
  }

  /// The texts among the members of a list; nil where that is no list, or options or other members make it more.
  private var plainMembers: [String]? {
    guard question.options.isEmpty,
      let members = question.members,
      members.allSatisfy({ $0 is String || Self.isUnlikeTexts($0) })
    else { return nil }
    return members.compactMap { $0 as? String }
  }

  /// Whether a constant is of a kind that no text equals or is ordered with.
  private static func isUnlikeTexts(_ constant: Any?) -> Bool {
    guard let constant, !(constant is NSNull) else { return true }
    return constant is Date || constant is Data || constant is any IdentifiedValue
      || !(constant is any StringProtocol) && Question.isNumber(constant)
  }

  /// A filter that compares bytes where they decide; nil for operators that look at more.
  private func byteFilter(
    _ operation: NSComparisonPredicate.Operator, _ text: String, _ test: TextTest
  ) throws(QueryError) -> (any Filter)? {
    if operation == .like { return patternFilter(text, test) }
    guard let needle = TextNeedle(text, question.options) else { return nil }
    switch operation {
    case .equalTo: return filter(.whole(SameBytes()), needle, test, cost: 10)
    case .notEqualTo: return filter(.whole(SameBytes()), needle, test, isInverted: true, cost: 10)
    case .beginsWith, .endsWith, .contains: return partFilter(operation, needle, test)
    default:
      guard question.options.isEmpty, let outcomes = OrderOutcomes(operation) else { return nil }
      return filter(.order(ByteOrder(outcomes: outcomes)), needle, test, cost: 15)
    }
  }

  private func partFilter(
    _ operation: NSComparisonPredicate.Operator, _ needle: TextNeedle, _ test: TextTest
  ) -> any Filter {
    // Nothing is part of everything.
    if needle.bytes.isEmpty { return filter(AnyValueTest(holds: true), cost: 1) }
    return switch operation {
    case .beginsWith: filter(.leading(LeadingBytes()), needle, test, cost: 8)
    case .endsWith: filter(.trailing(TrailingBytes()), needle, test, cost: 8)
    default: filter(.inner(InnerBytes(search: TextSearch(needle))), needle, test, cost: 20)
    }
  }

  private func filter(
    _ comparison: TextFilterTest.Comparison, _ needle: TextNeedle, _ test: TextTest,
    isInverted: Bool = false, cost: Int
  ) -> any Filter {
    filter(
      TextFilterTest(comparison: comparison, needle: needle, text: test, isInverted: isInverted),
      cost: cost)
  }

  /// A filter for a pattern that asks for a beginning, an end, a part or a whole; nil for all others.
  private func patternFilter(_ pattern: String, _ test: TextTest) -> (any Filter)? {
    var core = Substring(pattern)
    let isOpenBefore = core.first == "*"
    let isOpenBehind = core.count > 1 && core.last == "*"
    if isOpenBefore { core = core.dropFirst() }
    if isOpenBehind { core = core.dropLast() }
    guard !core.contains(where: { "*?\\".contains($0) }),
      let needle = TextNeedle(String(core), question.options), needle.scope != .all
    else { return nil }
    return switch (isOpenBefore, isOpenBehind) {
    case (false, false): filter(.whole(SameBytes()), needle, test, cost: 10)
    case (false, true): partFilter(.beginsWith, needle, test)
    case (true, false): partFilter(.endsWith, needle, test)
    case (true, true): partFilter(.contains, needle, test)
    }
  }
}
