public import Foundation

/// Why a predicate or an expression has no value: a variable that nobody gave, a function that nobody knows.
///
/// Not in Apple's framework, which raises an exception.
public struct EvaluationError: Error, LocalizedError, CustomStringConvertible, Hashable {
  /// What is wrong and what to do.
  public let description: String

  /// Makes an error of its text.
  package init(_ description: String) {
    self.description = description
  }

  /// The description, for those who show errors.
  public var errorDescription: String? { description }
}
