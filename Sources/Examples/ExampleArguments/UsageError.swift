import Foundation

/// A mistake in the command line.
package struct UsageError: LocalizedError {
  /// What is wrong, and what was expected.
  package let errorDescription: String?

  /// Makes an error with a text.
  package init(_ text: String) { errorDescription = text }
}
