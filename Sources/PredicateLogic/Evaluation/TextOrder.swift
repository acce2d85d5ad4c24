import Foundation

/// How texts are ordered.
enum TextOrder {
  /// The order of two texts under options.
  static func compare(
    _ one: String, _ other: String, _ options: NSComparisonPredicate.Options
  ) -> ComparisonResult {
    compare(folded: options.folded(one), options.folded(other), options)
  }

  /// The order of two texts that are folded already.
  static func compare(
    folded one: String, _ other: String, _ options: NSComparisonPredicate.Options
  ) -> ComparisonResult {
    if options.contains(.localeSensitive) { return one.compare(other, locale: .current) }
    if options.contains(.normalized) { return bytes(one, other) }
    return ComposedOrder.compare(one, other)
  }

  private static func bytes(_ one: String, _ other: String) -> ComparisonResult {
    if one.utf8.lexicographicallyPrecedes(other.utf8) { return .orderedAscending }
    return one.utf8.elementsEqual(other.utf8) ? .orderedSame : .orderedDescending
  }

  /// The order of two texts as a sort descriptor compares them.
  static func compare(
    _ one: String, _ other: String, _ comparison: SortComparison
  ) -> ComparisonResult {
    switch comparison {
    case .compare, .block: compare(one, other, [] as NSComparisonPredicate.Options)
    case .caseInsensitive:
      compare(one, other, NSComparisonPredicate.Options.caseInsensitive)
    case .localized: one.localizedCompare(other)
    case .localizedCaseInsensitive: one.localizedCaseInsensitiveCompare(other)
    case .localizedStandard: one.localizedStandardCompare(other)
    }
  }
}

extension NSComparisonPredicate.Options {
  /// The text as it is compared: without what the options say makes no difference.
  func folded(_ text: String) -> String {
    if contains(.normalized) || isDisjoint(with: [.caseInsensitive, .diacriticInsensitive]) {
      return text
    }
    if text.isASCII { return contains(.caseInsensitive) ? text.lowercased() : text }
    var options: String.CompareOptions = []
    if contains(.caseInsensitive) { options.insert(.caseInsensitive) }
    if contains(.diacriticInsensitive) { options.insert(.diacriticInsensitive) }
    return text.folding(options: options, locale: contains(.localeSensitive) ? .current : nil)
  }

  /// The text as a regular expression meets it: case is left to the expression.
  func foldedForExpression(_ text: String) -> String {
    subtracting(.caseInsensitive).folded(text)
  }
}

extension String {
  /// Whether all characters are ASCII.
  var isASCII: Bool {
    var span = utf8Span
    return span.checkForASCII()
  }

  /// The characters, CR LF as the two that it is in ASCII.
  var comparedCharacters: [Character] {
    flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }
  }
}

extension Array where Element: Equatable {
  /// Whether another list stands somewhere in this one.
  func hasPart(_ part: [Element]) -> Bool {
    guard !part.isEmpty else { return true }
    let fallbacks = Fallbacks(of: part)
    var fitting = 0
    for unit in self {
      while fitting > 0, unit != part[fitting] { fitting = fallbacks[fitting - 1] }
      if unit == part[fitting] { fitting += 1 }
      if fitting == part.count { return true }
    }
    return false
  }
}
