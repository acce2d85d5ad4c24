import Predicates

/// Findings about what stands where in a model file, whatever it means.
extension Diagnostic {
  static func wrongRoot(_ name: String) -> Diagnostic {
    Diagnostic(
      .error, "the outermost element is '\(name)'; that of a data model is 'model'", fix: "model")
  }

  static func rootInNamespace(_ namespace: String) -> Diagnostic {
    Diagnostic(
      .error,
      "'model' is in the namespace '\(namespace)'; a data model has none, so remove 'xmlns'")
  }

  static func unknownElement(
    _ name: String, in parent: String, known: [String]
  ) -> Diagnostic {
    unknown(name, among: known, "element '\(name)' means nothing in '\(parent)'")
  }

  static func misplacedElement(
    _ name: String, in parent: String, belongs: [String]
  ) -> Diagnostic {
    let place =
      belongs.isEmpty ? "it is the outermost one" : "it belongs in \(quotedList(belongs, "or"))"
    return Diagnostic(.error, "element '\(name)' cannot stand in '\(parent)'; \(place)")
  }

  static func unknownAttribute(
    _ name: String, of element: String, known: [String]
  ) -> Diagnostic {
    unknown(name, among: known, "attribute '\(name)' of '\(element)' means nothing")
  }

  static func missingAttribute(
    _ name: String, of element: String, called label: String?, in parent: String?
  ) -> Diagnostic {
    let subject = label.map { "\(element) '\($0)'" } ?? "'\(element)'"
    let place = parent.map { " in \($0)" } ?? ""
    return Diagnostic(.error, "\(subject)\(place) lacks its attribute '\(name)'")
  }

  static func strayText(in element: String, at place: Location) -> Diagnostic {
    Diagnostic(
      .error,
      """
      text in '\(element)': a model says everything in attributes; remove the text, or make it a \
      comment
      """, at: place)
  }

  static func repeatedElement(_ name: String, in parent: String, first: Location) -> Diagnostic {
    Diagnostic(
      .error,
      "'\(name)' stands twice in \(parent), first in line \(first.line ?? 0); make one of the two")
  }

  static func repeatedKey(_ key: String, in parent: String, first: Location) -> Diagnostic {
    Diagnostic(
      .warning,
      "'\(key)' stands twice in \(parent), first in line \(first.line ?? 0); the first one counts")
  }

  static func oddFlag(_ name: String, of subject: String, text: String, meant: String) -> Diagnostic
  {
    Diagnostic(
      .warning, "'\(name)' of \(subject) is '\(text)'; Xcode writes '\(meant)'", fix: meant)
  }

  static func badFlag(_ name: String, of subject: String, text: String) -> Diagnostic {
    Diagnostic(.error, "'\(name)' of \(subject) is '\(text)', neither 'YES' nor 'NO'")
  }

  static func badCount(_ name: String, of subject: String, text: String) -> Diagnostic {
    Diagnostic(
      .error, "'\(name)' of \(subject) is '\(text)'; a whole number from 0 is expected")
  }

  /// A warning about something that a later version may know.
  private static func unknown(
    _ name: String, among known: [String], _ sentence: String
  ) -> Diagnostic {
    let near = suggestion(for: name, among: known)
    let hint = near.map { " and is only kept; did you mean '\($0)'?" }
    return Diagnostic(.warning, sentence + (hint ?? " to this version; it is kept"), fix: near)
  }

  /// A finding about a name that is none of some known ones; the nearest is its question and its fix.
  static func misnamed(
    _ name: String, among known: some Sequence<String>, severity: Severity = .error,
    at place: Location = Location(), _ sentence: String
  ) -> Diagnostic {
    let near = suggestion(for: name, among: known)
    let question = near.map { "; did you mean '\($0)'?" } ?? ""
    return Diagnostic(severity, sentence + question, at: place, fix: near)
  }
}
