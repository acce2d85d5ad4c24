public import Foundation

/// What is wrong with a format, where, and what to do.
///
/// The description has the place in a line below the format:
///
///     cannot parse the format at column 6: 'CONTAIN' is no operator; did you mean 'CONTAINS'?
///       name CONTAIN 'x'
///            ^~~~~~~
///
/// Not in Apple's framework, which raises an exception.
public struct PredicateFormatError: Error, LocalizedError, CustomStringConvertible, Sendable {
  /// The format as it was given.
  public let format: String
  private let failure: FormatFailure

  /// Makes an error of a failure to read a format.
  init(_ failure: FormatFailure, _ format: String) {
    self.format = format
    self.failure = failure
  }

  /// Where it is: 1 is the first character of the format.
  public var column: Int {
    format.distance(from: format.startIndex, to: range.lowerBound) + 1
  }

  /// What is wrong and what to do, in one sentence.
  public var message: String {
    FormatExcerpt.visible(failure.reason.message(String(format[range])))
  }

  /// What the format could have gone on with, where that is known.
  public var expected: [String] {
    failure.reason.expected
  }

  /// The message, the format, and a line that points to the place.
  public var description: String {
    "cannot parse the format at column \(column): \(message)\n"
      + FormatExcerpt(format, range).lines
  }

  /// The description.
  public var errorDescription: String? { description }

  /// The place as whole characters.
  private var range: Range<String.Index> {
    let bytes = format.utf8
    let start = bytes.index(bytes.startIndex, offsetBy: min(failure.start, bytes.count))
    let end = bytes.index(bytes.startIndex, offsetBy: min(failure.end, bytes.count))
    let first = character(at: start)
    return first.lowerBound..<(end > first.lowerBound ? max(end, first.upperBound) : end)
  }

  private func character(at index: String.Index) -> Range<String.Index> {
    guard index < format.endIndex else { return format.endIndex..<format.endIndex }
    return format.rangeOfComposedCharacterSequence(at: index)
  }
}
