import ManagedModel

/// What is wrong with a document, collected while it is read, with places as byte offsets.
struct ProblemList {
  private struct Problem {
    var offset: Int
    var severity: Diagnostic.Severity
    var message: String
    var fix: String?
  }

  private var problems: [Problem] = []
  private var errorCount = 0

  /// Most findings that are kept.
  static let limit = 1000

  var hasErrors: Bool { errorCount > 0 }
  var isFull: Bool { problems.count >= Self.limit }

  mutating func add(
    _ message: String, at offset: Int, _ severity: Diagnostic.Severity = .error, fix: String? = nil
  ) {
    if severity == .error { errorCount += 1 }
    guard !isFull else { return }
    problems.append(Problem(offset: offset, severity: severity, message: message, fix: fix))
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
          .note, "more than \(Self.limit) findings; the rest is left out", at: .init(file: path)))
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
