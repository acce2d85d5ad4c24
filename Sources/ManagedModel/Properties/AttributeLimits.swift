package import Foundation

/// What an attribute's values must satisfy, as far as the model editor can say it.
///
/// Only the limits that fit the attribute's type have an effect: numbers for numeric types, dates for
/// dates, lengths and the pattern for text. All bounds are inclusive.
package struct AttributeLimits: Hashable, Sendable {
  /// The least number.
  package var minimum: Decimal?
  /// The greatest number.
  package var maximum: Decimal?
  /// The earliest date.
  package var earliest: Date?
  /// The latest date.
  package var latest: Date?
  /// The least length of a text, in UTF-16 units as Core Data counts.
  package var minimumLength: Int?
  /// The greatest length of a text, in UTF-16 units as Core Data counts.
  package var maximumLength: Int?
  /// A regular expression that the whole text must match.
  package var pattern: String?

  /// Makes limits that allow everything.
  package init() {}

  /// Whether nothing is limited.
  package var isEmpty: Bool {
    self == AttributeLimits()
  }
}
