/// Something that is wrong with a fetch request, or probably not meant, found before it runs.
///
/// An error keeps the request from running. A warning is about a condition that can be evaluated and will
/// surprise. A note tells what the request costs.
package struct RequestProblem: Hashable, Sendable, CustomStringConvertible {
  /// How grave it is.
  package let severity: Diagnostic.Severity
  /// What is wrong, names in quotes, then what was expected, then how to mend it.
  package let message: String
  /// The part of the format that is meant, where it can be named: a key, an operator.
  package let part: String?
  /// A text that, put in place of ``part``, mends it.
  package let fix: String?

  /// Makes a problem of its sentence.
  package init(
    _ severity: Diagnostic.Severity, _ message: String, part: String? = nil, fix: String? = nil
  ) {
    self.severity = severity
    self.message = message.shortened(to: 1000)
    self.part = part
    self.fix = fix
  }

  /// `error: message`.
  package var description: String {
    "\(severity.rawValue): \(message.printable)"
  }
}
