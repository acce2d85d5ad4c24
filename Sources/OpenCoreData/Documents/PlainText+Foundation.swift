import DocumentStore
import Foundation

extension Date {
  /// The date that a text in the form of documents names; nil where it names none.
  package init?(documentText text: String) {
    guard let seconds = PlainText.seconds(ofDate: text) else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }

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
