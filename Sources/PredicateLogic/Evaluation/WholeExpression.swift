import Foundation
import Synchronization

/// The right side of MATCHES: a ``TextPattern`` with the options of a comparison.
///
/// Text and expression are compared in composed form.
struct WholeExpression: Sendable {
  private let pattern: TextPattern

  private init(
    _ source: String, _ options: NSComparisonPredicate.Options
  ) throws(EvaluationError) {
    let folded = options.foldedForExpression(source).composed
    guard folded.utf8.count <= TextPattern.lengthLimit else {
      throw .longExpression(limit: TextPattern.lengthLimit)
    }
    guard
      let pattern = TextPattern(folded, ignoringCase: options.contains(.caseInsensitive))
    else { throw .badExpression(source) }
    self.pattern = pattern
  }

  /// Whether all of a text matches; see ``TextPattern/matches(_:)`` for what would take too long.
  func matches(_ text: String) -> Bool {
    pattern.matches(text.isASCII ? text : text.composed)
  }

  // MARK: Kept expressions

  private struct Key: Hashable {
    var source: String
    var options: UInt
  }

  private static let known = Mutex<[Key: WholeExpression]>([:])

  /// The expression of a text, compiled once; a few hundred are kept.
  static func cached(
    _ source: String, _ options: NSComparisonPredicate.Options
  ) throws(EvaluationError) -> WholeExpression {
    let key = Key(source: source, options: options.rawValue)
    if let known = known.withLock({ $0[key] }) { return known }
    let fresh = try WholeExpression(source, options)
    known.withLock { known in
      if known.count >= 256 { known.removeAll() }
      known[key] = fresh
    }
    return fresh
  }
}
