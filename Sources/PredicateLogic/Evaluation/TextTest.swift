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
  private let bytes: BytePart
  private let characters: [Character]
  private let pattern: LikePattern?
  private let expression: WholeExpression?
  /// Whether texts are compared as they are.
  private let isPlain: Bool

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
    bytes = BytePart(folded)
    characters = operation.findsParts ? folded.comparedCharacters : []
    pattern =
      operation == .like ? LikePattern(folded, byScalars: options.contains(.normalized)) : nil
    expression = operation == .matches ? try WholeExpression.cached(right, options) : nil
    isPlain = options.isEmpty
  }

  /// Whether the operator holds for a text on the left.
  package func holds(_ left: String) -> Bool {
    switch operation {
    case .matches: return expression?.matches(options.foldedForExpression(left)) ?? false
    case .like: return pattern?.matches(options.folded(left)) ?? false
    case .beginsWith, .endsWith, .contains, .in: return holdsForParts(left)
    case .equalTo where isPlain: return left == right
    case .notEqualTo where isPlain: return left != right
    default:
      return Self.holds(operation, TextOrder.compare(folded: options.folded(left), right, options))
    }
  }

  private func holdsForParts(_ left: String) -> Bool {
    let isNormal = options.contains(.normalized)
    if options.contains(.localeSensitive), !isNormal { return holdsForLocale(options.folded(left)) }
    if !isNormal, rightIsASCII, left.isASCII {
      return holdsForBytes(left, foldsCase: options.contains(.caseInsensitive))
    }
    let left = options.folded(left)
    if isNormal || rightIsASCII && left.isASCII { return holdsForBytes(left, foldsCase: false) }
    if operation == .contains, rightIsASCII, let known = bytes.isPartOfMixed(left.utf8.span) {
      return known
    }
    return holdsForCharacters(left)
  }

  private func holdsForBytes(_ left: String, foldsCase: Bool) -> Bool {
    let span = left.utf8.span
    return switch operation {
    case .beginsWith: bytes.isPrefix(of: span, foldsCase: foldsCase)
    case .endsWith: bytes.isSuffix(of: span, foldsCase: foldsCase)
    case .contains: bytes.isPart(of: span, foldsCase: foldsCase)
    default:
      BytePart(foldsCase ? left.lowercased() : left)
        .isPart(of: right.utf8.span, foldsCase: false)
    }
  }

  /// Parts as the current locale finds them.
  private func holdsForLocale(_ left: String) -> Bool {
    let (text, part) = operation == .in ? (right, left) : (left, right)
    guard !part.isEmpty else { return true }
    let ends: String.CompareOptions =
      switch operation {
      case .beginsWith: .anchored
      case .endsWith: [.anchored, .backwards]
      default: []
      }
    return text.range(of: part, options: ends, locale: .current) != nil
  }

  /// The plain way: both texts as lists of characters.
  private func holdsForCharacters(_ left: String) -> Bool {
    let left = left.comparedCharacters
    return switch operation {
    case .beginsWith: left.starts(with: characters)
    case .endsWith: left.reversed().starts(with: characters.reversed())
    case .contains: left.hasPart(characters)
    default: characters.hasPart(left)
    }
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

extension NSComparisonPredicate.Operator {
  /// Whether the operator asks for a part of a text.
  fileprivate var findsParts: Bool {
    switch self {
    case .beginsWith, .endsWith, .contains, .in: true
    default: false
    }
  }
}
