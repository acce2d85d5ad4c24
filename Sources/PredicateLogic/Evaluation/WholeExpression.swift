import Foundation
import Synchronization

/// A regular expression that a whole text must match: MATCHES.
///
/// Expressions are ICU's, as in Apple's framework. Text and expression are compared in composed form. An expression
/// such as `(a+)+b` takes time that doubles with each letter of a text, so matching ends after about a second,
/// and the text counts as one that does not match. An expression that did so ten times gets a hundredth of that
/// for each further text, so that a fetch over many objects ends, too.
///
/// Safe because `NSRegularExpression` may be used from several threads at once.
struct WholeExpression: @unchecked Sendable {
  private let expression: NSRegularExpression
  private let failures = Failures()

  /// How often matching was given up.
  private final class Failures: Sendable {
    let count = Atomic(0)
  }

  private init(
    _ source: String, _ options: NSComparisonPredicate.Options
  ) throws(EvaluationError) {
    guard source.utf8.count <= TextPattern.lengthLimit else {
      throw .longExpression(limit: TextPattern.lengthLimit)
    }
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) ? [.caseInsensitive] : []
    let folded = options.foldedForExpression(source).composed
    // Alone first, because `a)(b` would be an expression between parentheses.
    // To ICU nothing is no expression; here it is one that nothing matches but an empty text.
    guard folded.isEmpty || (try? NSRegularExpression(pattern: folded, options: flags)) != nil,
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(folded))\\z", options: flags)
    else { throw .badExpression(source) }
    self.expression = expression
  }

  /// Whether all of a text matches.
  func matches(_ text: String) -> Bool {
    let text = text.isASCII ? text : text.composed
    let whole = NSRange(location: 0, length: text.utf16.count)
    var isMatch = false
    var steps = failures.count.load(ordering: .relaxed) < 10 ? 10_000 : 100
    var meter = StepMeter()
    unsafe expression.enumerateMatches(in: text, options: .reportProgress, range: whole) {
      match, _, stop in
      if match != nil { isMatch = true } else { steps -= meter.steps() }
      if isMatch || steps < 0 { unsafe stop.pointee = true }
    }
    if steps < 0 { failures.count.add(1, ordering: .relaxed) }
    return isMatch
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
