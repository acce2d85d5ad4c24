import Foundation
import Synchronization

/// A regular expression that a whole text must match: MATCHES.
///
/// Expressions are ICU's, as in Apple's framework. Text and expression are compared in composed form.
///
/// Safe because `NSRegularExpression` may be used from several threads at once.
struct WholeExpression: @unchecked Sendable {
  private let expression: NSRegularExpression

  private init(
    _ source: String, _ options: NSComparisonPredicate.Options
  ) throws(EvaluationError) {
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) ? [.caseInsensitive] : []
    let source = options.foldedForExpression(source).precomposedStringWithCanonicalMapping
    // Alone first, because `a)(b` would be an expression between parentheses.
    guard (try? NSRegularExpression(pattern: source, options: flags)) != nil,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: flags)
    else { throw .badExpression(source) }
    self.expression = expression
  }

  /// Whether all of a text matches.
  func matches(_ text: String) -> Bool {
    let text = text.precomposedStringWithCanonicalMapping
    let whole = NSRange(location: 0, length: text.utf16.count)
    return expression.firstMatch(in: text, range: whole)?.range == whole
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
