/// What is found while a model is read, in the order of finding.
///
/// A file of nothing but mistakes yields a thousand findings and a note on how many more there are.
final class Findings {
  /// The numbers of the elements that have an error.
  private(set) var faultyElements: Set<Int> = []
  /// Whether one of the findings is an error.
  private(set) var hasErrors = false
  /// Whether one of the errors keeps the model from being used.
  private(set) var isSpoiled = false

  private var diagnostics: [Diagnostic] = []
  private var omitted = 0
  private static let limit = 1000

  /// Adds a finding about an element, or about the model as a whole.
  func report(
    _ diagnostic: @autoclosure () -> Diagnostic, at place: @autoclosure () -> SourceElement? = nil
  ) {
    guard diagnostics.count < Self.limit || !isSpoiled else {
      omitted += 1
      return
    }
    var finding = diagnostic()
    if let element = place() {
      finding.location = element.location
      if finding.severity == .error { faultyElements.insert(element.number) }
    }
    add(finding)
  }

  /// Notes that an element has an error that was reported with a place of its own.
  func markFaulty(_ element: SourceElement) {
    faultyElements.insert(element.number)
  }

  /// Adds a finding that knows its place.
  ///
  /// - Parameters:
  ///   - finding: The finding.
  ///   - spoils: Whether it keeps the model from being used, if it is an error.
  func add(_ finding: Diagnostic, spoils: Bool = true) {
    let isError = finding.severity == .error
    let isFirst = isError && (spoils ? !isSpoiled : !hasErrors)
    if isError { hasErrors = true }
    if isError, spoils { isSpoiled = true }
    guard diagnostics.count < Self.limit || isFirst else {
      omitted += 1
      return
    }
    diagnostics.append(finding)
  }

  /// The findings in the order of the file, those of one place in the order of finding.
  var sorted: [Diagnostic] {
    let places = diagnostics.enumerated().sorted { first, second in
      let (a, b) = (first.element.location, second.element.location)
      return (a.line ?? 0, a.column ?? 0, first.offset) < (
        b.line ?? 0, b.column ?? 0, second.offset
      )
    }
    let findings = places.map(\.element)
    return omitted == 0 ? findings : findings + [.omitted(omitted)]
  }
}
