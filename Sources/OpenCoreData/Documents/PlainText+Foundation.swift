import DocumentStore
import Foundation

extension Date {
  /// The date as XML documents have it: ISO 8601 in UTC, with as many digits as bring it back.
  package var documentText: String { PlainText.date(timeIntervalSinceReferenceDate) }
}

extension Double {
  /// The number as XML documents have it: the shortest text that brings it back.
  package var documentText: String { PlainText.number(self) }
}

extension Float {
  /// The number as XML documents have it: the shortest text that brings it back.
  package var documentText: String { PlainText.number(self) }
}
