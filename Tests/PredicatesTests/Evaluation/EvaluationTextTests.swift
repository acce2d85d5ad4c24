import Foundation
import Predicates
import Testing

/// The plain way to answer for texts: lists of characters, folded first.
private struct PlainText {
  let options: NSComparisonPredicate.Options

  func holds(_ operation: NSComparisonPredicate.Operator, _ left: String, _ right: String) -> Bool {
    if options.contains(.normalized) {
      return holds(operation, Array(left.utf8), Array(right.utf8)) { $0 < $1 }
    }
    let (one, other) = (characters(left), characters(right))
    if operation == .like { return isLike(one[...], other[...]) }
    switch operation {
    case .lessThan: return folded(left) < folded(right)
    case .equalTo: return folded(left) == folded(right)
    default: return holds(operation, one, other) { $0 < $1 }
    }
  }

  private func holds<Unit: Equatable>(
    _ operation: NSComparisonPredicate.Operator, _ left: [Unit], _ right: [Unit],
    _ precedes: (Unit, Unit) -> Bool
  ) -> Bool {
    switch operation {
    case .equalTo: left == right
    case .lessThan: left.lexicographicallyPrecedes(right, by: precedes)
    case .beginsWith: left.count >= right.count && Array(left.prefix(right.count)) == right
    case .endsWith: left.count >= right.count && Array(left.suffix(right.count)) == right
    case .contains: contains(left, right)
    case .in: contains(right, left)
    default: false
    }
  }

  private func contains<Unit: Equatable>(_ whole: [Unit], _ part: [Unit]) -> Bool {
    (0...whole.count).contains { whole[$0...].starts(with: part) }
  }

  /// Each part of a pattern tried in each way: takes forever on long ones, but is easily right.
  private func isLike(_ text: ArraySlice<Character>, _ pattern: ArraySlice<Character>) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    switch first {
    case "*":
      return (text.startIndex...text.endIndex).contains { isLike(text[$0...], rest) }
    case "?": return !text.isEmpty && isLike(text.dropFirst(), rest)
    case "\\" where !rest.isEmpty:
      return text.first == rest.first && isLike(text.dropFirst(), rest.dropFirst())
    default: return text.first == first && isLike(text.dropFirst(), rest)
    }
  }

  private func characters(_ text: String) -> [Character] {
    folded(text).flatMap { $0 == "\r\n" ? ["\r", "\n"] : [$0] }
  }

  private func folded(_ text: String) -> String {
    var way: String.CompareOptions = []
    if options.contains(.caseInsensitive) { way.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { way.insert(.diacriticInsensitive) }
    return way.isEmpty ? text : text.folding(options: way, locale: nil)
  }
}

@Suite("Texts are compared by characters")
struct EvaluationTextTests {
  private static let units = [
    "a", "a", "b", "A", "B", "e", "é", "e\u{301}", "\u{301}", "É", "ß", "s", "S", "K", "\u{212A}",
    "k",
    ";", "\u{37E}", "\u{600}", "\r", "\n", "\r\n", "👩‍👩‍👧", "\u{200D}", "ﬁ", "İ", "ı", "σ", "ς", "x",
  ]

  @Test(
    "the prepared test answers as the plain way does",
    arguments: [0, 1, 2, 3, 4] as [UInt], 1...4 as ClosedRange<UInt64>)
  func twin(_ options: UInt, _ seed: UInt64) throws {
    let options = NSComparisonPredicate.Options(rawValue: options)
    let plain = PlainText(options: options)
    var random = SeededRandom(seed &* 31 &+ UInt64(options.rawValue))
    func text(_ most: Int, _ more: [String] = []) -> String {
      let units = Bool.random(using: &random) ? Self.units : ["a", "b", "A"]
      return (0..<Int.random(in: 0...most, using: &random))
        .compactMap { _ in (units + more).randomElement(using: &random) }.joined()
    }
    for _ in 0..<300 {
      let (left, right) = (text(8), text(2))
      for operation in [.beginsWith, .endsWith, .contains, .equalTo, .lessThan]
        as [NSComparisonPredicate.Operator]
      {
        let test = try TextTest(operation, options, right)
        #expect(
          test.holds(left) == plain.holds(operation, left, right),
          "\(left.debugDescription) \(operation) \(right.debugDescription)")
      }
      let part = try TextTest(.in, options, left)
      #expect(part.holds(right) == plain.holds(.in, right, left))
      guard !options.contains(.normalized) else { continue }
      let pattern = text(4, ["*", "*", "?", "?", "\\"])
      #expect(
        try TextTest(.like, options, pattern).holds(left) == plain.holds(.like, left, pattern),
        "\(left.debugDescription) LIKE \(pattern.debugDescription)")
    }
  }

  @Test("a pattern of many stars takes no more than pattern times text")
  func manyStars() throws {
    let test = try TextTest(.like, [], String(repeating: "a*", count: 200) + "b")
    #expect(!test.holds(String(repeating: "a", count: 5_000)))
  }

  @Test(
    "an expression that would take for ever ends soon, and the text does not match",
    arguments: ["(a+)+b", "(a|a)*b"])
  func hostileExpression(_ source: String) throws {
    let test = try TextTest(.matches, [], source)
    let time = ContinuousClock().measure {
      for _ in 0..<30 { #expect(!test.holds(String(repeating: "a", count: 60))) }
    }
    // About a second; without an end each of them takes half of one.
    #expect(time < .seconds(5))
    #expect(test.holds("aaab"))
  }

  @Test(
    "a long text may take its time",
    arguments: [
      (".*quick.*lazy.*zebra.*", false), ("(?s:.)*?zebra?", false), ("([a-z]|[, ])*", true),
    ])
  func longTexts(_ source: String, _ matches: Bool) throws {
    let sentence = "the quick brown fox jumps over a lazy dog, "
    let test = try TextTest(.matches, [], source)
    #expect(test.holds(String(repeating: sentence, count: 100)) == matches)
    #expect(
      try TextTest(.matches, [], ".*quick.*lazy.*zebra").holds(
        String(repeating: sentence, count: 100) + "zebra"))
  }

  @Test(
    "what is no regular expression is an error that shows it",
    arguments: ["(", "[a", "a)(b", "*"])
  func badExpression(_ source: String) throws {
    let error = try #require(throws: EvaluationError.self) {
      try TextTest(.matches, [.caseInsensitive], source)
    }
    #expect(error.description.contains("'\(source)'"))
    #expect(throws: EvaluationError.self) {
      try TextTest(.matches, [], String(repeating: "a", count: 20_000))
    }
  }

  @Test(
    "an expression must match the whole text",
    arguments: [
      ("a|ab", "ab", true), ("a|ab", "abc", false), ("a$", "a\n", false), (".*", "", true),
      ("", "", true), ("", "a", false), ("", "\n", false), ("a*", "", true), ("(?i)", "", true),
      ("é", "e\u{301}", true), ("\\p{Lu}+", "ÀB", true), (".", "👩‍👩‍👧", false),
    ])
  func wholeText(_ source: String, _ text: String, _ matches: Bool) throws {
    #expect(try TextTest(.matches, [], source).holds(text) == matches)
  }

  @Test("the current locale orders texts, with its own order of case")
  func locale() throws {
    #expect(try holds("'a' <[l] 'B'", for: nil))
    #expect(try !holds("'a' < 'B'", for: nil))
    #expect(try holds("'a' ==[cl] 'A'", for: nil))
  }

  @Test("the current locale finds parts of texts, and nothing in everything")
  func partsInLocale() throws {
    for (format, isTrue) in [
      ("'Straßen' BEGINSWITH[l] 'Straß'", true), ("'Straßen' ENDSWITH[l] 'ßen'", true),
      ("'Straßen' CONTAINS[l] 'aß'", true), ("'aß' IN[l] 'Straßen'", true),
      ("'Straßen' BEGINSWITH[l] 'aß'", false), ("'Straßen' ENDSWITH[l] 'aß'", false),
      ("'abab' ENDSWITH[l] 'ab'", true), ("'abab' BEGINSWITH[l] 'ba'", false),
      ("'Élan' CONTAINS[l] 'ela'", false), ("'Élan' CONTAINS[cdl] 'ELA'", true),
      ("'Élan' BEGINSWITH[cdl] 'el'", true), ("'e\\u0301lan' BEGINSWITH[l] 'él'", true),
      ("'e\\u0301lan' CONTAINS[l] 'e'", false), ("'Élan' ENDSWITH[cl] 'LAN'", true),
      ("'a' CONTAINS[l] ''", true), ("'a' BEGINSWITH[l] ''", true), ("'' ENDSWITH[l] ''", true),
      ("'' CONTAINS[l] 'a'", false), ("nil CONTAINS[l] 'a'", false), ("1 CONTAINS[l] '1'", false),
    ] {
      #expect(try holds(format, for: nil) == isTrue, "\(format)")
    }
  }

  @Test("texts of any type are texts")
  func types() throws {
    let object: [String: Any] = [
      "part": "hello".prefix(4), "letter": "h" as Character, "objc": NSString(string: "hell"),
    ]
    for format in [
      "part == 'hell'", "letter == 'h'", "objc == part", "objc BEGINSWITH letter",
      "part.length == 4",
    ] {
      #expect(try holds(format, for: object), "\(format)")
    }
  }
}
