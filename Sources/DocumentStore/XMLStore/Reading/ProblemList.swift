import ManagedModel

/// What takes a finding out of a document, for a repair.
enum Remedy {
  /// To leave out the element, or the text, that begins at the place.
  case leaveOut
  /// To give the element another name.
  case rename(String)
  /// To leave out an attribute of the element that begins there.
  case leaveOutAttribute(String)
  /// To leave out the text directly inside the element that begins there.
  case leaveOutText
  /// To begin the element with an empty value of a column.
  case addEmpty(ColumnSchema)
  /// To add an id to the list that begins at another place.
  case addMember(String, list: Int)
}

/// What is wrong with a document, collected while it is read, with places as byte offsets.
struct ProblemList {
  private struct Problem {
    var offset: Int
    var severity: Diagnostic.Severity
    var message: String
    var fix: String?
    var remedy: Remedy
  }

  private var problems: [Problem] = []
  private var errorCount = 0

  /// Most findings that are kept.
  let limit: Int

  var hasErrors: Bool { errorCount > 0 }
  var isFull: Bool { problems.count >= limit }

  /// No findings yet.
  init(limit: Int = 1000) { self.limit = limit }

  mutating func add(
    _ message: String, at offset: Int, _ severity: Diagnostic.Severity = .error,
    fix: String? = nil, remedy: Remedy = .leaveOut
  ) {
    if severity == .error { errorCount += 1 }
    guard !isFull else { return }
    problems.append(
      Problem(offset: offset, severity: severity, message: message, fix: fix, remedy: remedy))
  }

  /// The errors, in the order in which they were found, and what takes each out of the document.
  var errors: [(offset: Int, message: String, remedy: Remedy)] {
    problems.lazy.filter { $0.severity == .error }.map { ($0.offset, $0.message, $0.remedy) }
  }

  /// The findings in a file that has no lines, in the order in which they were added.
  func diagnostics(path: String) -> [Diagnostic] {
    problems.map { Diagnostic($0.severity, $0.message, at: .init(file: path), fix: $0.fix) }
  }

  /// The findings in the order of their places.
  func diagnostics(path: String, text: ByteView) -> [Diagnostic] {
    let sorted = problems.enumerated().sorted {
      ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset)
    }
    var places = SourcePlaces(text)
    var diagnostics = sorted.map { _, problem in
      let place = places.place(of: problem.offset)
      return Diagnostic(
        problem.severity, problem.message,
        at: .init(file: path, line: place.line, column: place.column), fix: problem.fix)
    }
    if isFull {
      diagnostics.append(
        Diagnostic(
          .note, "more than \(limit) findings; the rest is left out", at: .init(file: path)))
    }
    return diagnostics
  }
}

/// Lines and columns of byte offsets, fast where they are asked for in ascending order.
struct SourcePlaces {
  private let text: ByteView
  private var offset: Int
  private var line = 1
  private var lineStart: Int
  private let start: Int

  init(_ text: ByteView) {
    self.text = text
    // A byte order mark is no column.
    start = text.starts(with: "\u{FEFF}") ? 3 : 0
    offset = start
    lineStart = start
  }

  mutating func place(of target: Int) -> (line: Int, column: Int) {
    if target < offset { (offset, line, lineStart) = (start, 1, start) }
    let end = min(target, text.count)
    while let lineEnd = text[0..<end].firstIndex(of: 0x0A, from: offset) {
      offset = lineEnd + 1
      line += 1
      lineStart = offset
    }
    offset = max(offset, end)
    return (line, max(0, end - lineStart) + 1)
  }
}
