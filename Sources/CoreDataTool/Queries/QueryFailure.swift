import OpenCoreData

/// Why a condition or an order cannot be used, with a view of the place where that is known.
struct QueryFailure: Error {
  /// The sentence, for one line.
  var message: String
  /// The text of the condition and a line that points to the place.
  var excerpt: String?
}

extension QueryFailure {
  /// A condition that cannot be parsed.
  init(_ option: String, _ error: PredicateFormatError) {
    message = "\(option), column \(error.column): \(error.message)"
    let lines = error.description.split(separator: "\n", omittingEmptySubsequences: false)
    excerpt = lines.dropFirst().joined(separator: "\n")
  }

  /// What is wrong with a condition or an order for the entity that it is about.
  init(_ option: String, _ problem: RequestProblem, in text: String) {
    message = "\(option): \(problem.message)"
    excerpt = problem.part.flatMap { Self.excerpt(of: $0, in: text) }
  }

  /// What is wrong with a text that stands in quotes in a condition.
  init(_ option: String, _ sentence: String, about quoted: String, in text: String) {
    message = "\(option): \(sentence)"
    let places = ["'", "\""].flatMap { text.ranges(of: $0 + quoted + $0) }
    if places.count == 1 { excerpt = FormatExcerpt(text, places[0]).lines }
  }

  /// The text and a pointer to the one place where a word stands in it.
  private static func excerpt(of word: String, in text: String) -> String? {
    let places = text.ranges(of: word).filter { isWhole($0, in: text) }
    guard places.count == 1, let place = places.first else { return nil }
    return FormatExcerpt(text, place).lines
  }

  private static func isWhole(_ range: Range<String.Index>, in text: String) -> Bool {
    let before = text[..<range.lowerBound].last
    let after = text[range.upperBound...].first
    return ![before, after].contains { $0?.isLetter == true || $0?.isNumber == true || $0 == "_" }
  }
}

extension Terminal {
  /// Says what is wrong with a condition or an order, and where.
  static func print(_ failure: QueryFailure) {
    print(failure: failure.message)
    if let excerpt = failure.excerpt { printError(excerpt) }
  }
}
