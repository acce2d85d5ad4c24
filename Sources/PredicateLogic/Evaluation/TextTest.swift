import Foundation

/// One operator on texts, with its right side prepared.
///
/// Texts are lists of characters (grapheme clusters; CR LF is two), equal if they are canonically equivalent,
/// ordered by the scalars of their composed form. Where both sides are ASCII that is the order of bytes.
package struct TextTest: Sendable {
  private let operation: NSComparisonPredicate.Operator
  private let options: NSComparisonPredicate.Options
  private let right: String
  private let rightIsASCII: Bool
  private let rightCharacters: [Character]
  private let pattern: LikePattern?
  private let expression: WholeExpression?

  /// Prepares `x operation right`.
  ///
  /// Throws where the right side of MATCHES is no regular expression.
  package init(
    _ operation: NSComparisonPredicate.Operator, _ options: NSComparisonPredicate.Options,
    _ right: String
  ) throws(EvaluationError) {
    self.operation = operation
    self.options = options
    let folded = options.folded(right)
    self.right = folded
    rightIsASCII = folded.isASCII
    rightCharacters = folded.comparedCharacters
    pattern = operation == .like ? LikePattern(folded) : nil
    expression = operation == .matches ? try WholeExpression.cached(right, options) : nil
  }

  /// Whether the operator holds for a text on the left.
  package func holds(_ left: String) -> Bool {
    switch operation {
    case .matches: return expression?.matches(options.foldedForExpression(left)) ?? false
    case .like: return pattern?.matches(options.folded(left)) ?? false
    case .beginsWith, .endsWith, .contains, .in: break
    default: return Self.holds(operation, order(left))
    }
    let left = options.folded(left)
    if options.contains(.normalized) || rightIsASCII && left.isASCII { return holdsForBytes(left) }
    let characters = left.comparedCharacters
    return switch operation {
    case .beginsWith: characters.starts(with: rightCharacters)
    case .endsWith: characters.reversed().starts(with: rightCharacters.reversed())
    case .contains: characters.hasPart(rightCharacters)
    default: rightCharacters.hasPart(characters)
    }
  }

  private func holdsForBytes(_ left: String) -> Bool {
    let bytes = Array(left.utf8)
    let wanted = Array(right.utf8)
    return switch operation {
    case .beginsWith: bytes.starts(with: wanted)
    case .endsWith: bytes.reversed().starts(with: wanted.reversed())
    case .contains: bytes.hasPart(wanted)
    default: wanted.hasPart(bytes)
    }
  }

  private func order(_ left: String) -> ComparisonResult {
    TextOrder.compare(folded: options.folded(left), right, options)
  }

  /// Whether an operator holds for two values in an order.
  static func holds(
    _ operation: NSComparisonPredicate.Operator, _ order: ComparisonResult
  ) -> Bool {
    switch operation {
    case .lessThan: order == .orderedAscending
    case .lessThanOrEqualTo: order != .orderedDescending
    case .greaterThan: order == .orderedDescending
    case .greaterThanOrEqualTo: order != .orderedAscending
    case .equalTo: order == .orderedSame
    case .notEqualTo: order != .orderedSame
    default: false
    }
  }
}
