import Foundation

/// A regular expression that a whole text must match, and an end to how long that may take.
///
/// Models are not trusted, and an expression such as `(a+)+b` takes time that doubles with each letter.
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

  private let expression: NSRegularExpression

  /// How long an expression may be: compiling takes memory that is many times its length.
  package static let lengthLimit = 10_000

  /// Compiles an expression; nil where it is none, or too long.
  package init?(_ source: String) {
    // Alone, because `a)(b` would be one between parentheses.
    guard source.utf8.count <= Self.lengthLimit,
      source.isEmpty || (try? NSRegularExpression(pattern: source)) != nil,
      // `$` would match before a last line end, and an alternative must not end the match early.
      let expression = try? NSRegularExpression(pattern: "\\A(?:\(source))\\z")
    else { return nil }
    self.expression = expression
  }

  /// Compares a text, and takes the steps that this needs from those that are left.
  ///
  /// A step is what the engine does between two reports of its progress, or a tenth of a millisecond where
  /// that takes longer; most texts take none.
  package func outcome(for text: String, steps: inout Int) -> Outcome {
    var outcome = Outcome.differs
    var left = steps
    var meter = StepMeter()
    let whole = NSRange(location: 0, length: text.utf16.count)
    unsafe expression.enumerateMatches(in: text, options: .reportProgress, range: whole) {
      match, _, stop in
      if match != nil {
        outcome = .matches
      } else if left > 0 {
        left = max(0, left - meter.steps())
      } else {
        outcome = .tooCostly
        unsafe stop.pointee = true
      }
    }
    steps = left
    return outcome
  }
}

/// Counts what an engine for expressions does.
///
/// Between two reports of its progress it takes about a tenth of a millisecond, but some expressions, such as a
/// thousand times `a?`, make it take a hundred times as long: they are counted by the clock.
struct StepMeter {
  private var last = ContinuousClock.now

  /// The steps since this was last asked: at least one.
  mutating func steps() -> Int {
    let now = ContinuousClock.now
    defer { last = now }
    return max(1, Int((now - last) / .microseconds(100)))
  }
}
