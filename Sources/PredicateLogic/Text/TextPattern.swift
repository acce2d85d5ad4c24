import Foundation
import Synchronization

/// A regular expression of ICU that a whole text must match, and an end to how long that may take.
///
/// Models and predicates may come from others, and an expression such as `(a+)+b` takes time that doubles with each
/// letter of a text. So the engine's work is counted in *steps* of about a tenth of a millisecond; see ``StepMeter``.
/// Comparing a short text with a sensible expression takes none.
package struct TextPattern: Sendable {
  /// What comparing a text with the expression gave.
  package enum Outcome: Sendable {
    /// The whole text matches.
    case matches
    /// It does not.
    case differs
    /// It would have taken more steps than were left.
    case tooCostly
  }

  /// How often matching was given up.
  private final class Failures: Sendable {
    let count = Atomic(0)
  }

  /// The expression as it was given.
  package let source: String
  private let expression: NSRegularExpression
  private let failures = Failures()

  /// How many bytes an expression may have: compiling takes memory that is many times its length.
  package static let lengthLimit = 10_000

  /// Compiles an expression; nil where it is none, or too long.
  package init?(_ source: String, ignoringCase: Bool = false) {
    let options: NSRegularExpression.Options = ignoringCase ? .caseInsensitive : []
    // Alone first, because `a)(b` would be an expression between parentheses. To ICU nothing is no expression; here
    // it is one that nothing matches but an empty text.
    guard source.utf8.count <= Self.lengthLimit,
      source.isEmpty || (try? NSRegularExpression(pattern: source, options: options)) != nil,
      // `$` would match before a last line end, and an alternative must not end the match early.
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(source))\\z", options: options)
    else { return nil }
    self.source = source
    self.expression = expression
  }

  /// Whether the whole text matches; one that would take too long counts as one that does not.
  ///
  /// Too long is about a tenth of a second for a short text, and a second for a very long one, for which even a
  /// sensible expression may need many steps. An expression that was given up ten times gets a hundredth of a second
  /// for each further text, so that judging many texts ends, too.
  package func matches(_ text: String) -> Bool {
    let length = text.utf16.count
    let isTiresome = failures.count.load(ordering: .relaxed) >= 10
    var steps = isTiresome ? 100 : min(1_000 + length / 4, 10_000)
    let outcome = outcome(for: text, length, &steps)
    if case .tooCostly = outcome { failures.count.add(1, ordering: .relaxed) }
    return outcome == .matches
  }

  /// Compares a text, and takes the steps that this needs from those that are left.
  package func outcome(for text: String, steps: inout Int) -> Outcome {
    outcome(for: text, text.utf16.count, &steps)
  }

  private func outcome(for text: String, _ length: Int, _ steps: inout Int) -> Outcome {
    var outcome = Outcome.differs
    var left = steps
    var meter = StepMeter()
    let whole = NSRange(location: 0, length: length)
    unsafe expression.enumerateMatches(in: text, options: .reportProgress, range: whole) {
      match, _, stop in
      if match != nil {
        outcome = .matches
      } else if left > 0 {
        left = max(0, left - meter.steps())
        return
      } else {
        outcome = .tooCostly
      }
      unsafe stop.pointee = true
    }
    steps = left
    return outcome
  }
}

/// Counts what an engine for expressions does.
///
/// Between two reports of its progress it takes about a tenth of a millisecond, but some expressions, such as a
/// thousand times `a?`, make it take a hundred times as long: they are counted by the clock, up to that, since the
/// program may have had to wait as well.
private struct StepMeter {
  private var last = ContinuousClock.now

  /// The steps since this was last asked: at least one.
  mutating func steps() -> Int {
    let now = ContinuousClock.now
    defer { last = now }
    return min(max(1, Int((now - last) / .microseconds(100))), 100)
  }
}
