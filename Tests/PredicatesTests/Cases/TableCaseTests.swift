import Foundation
import Predicates
import Testing

/// The rows of the tables in docs/Predicates.md, on values that are nothing but Swift structures, and on
/// dictionaries with the same values.
@Suite("The tables of docs/Predicates.md hold for plain structures") struct TableCaseTests {
  private enum Genre: String { case action, drama }
  private struct Part {
    var name: String?
    var weight: Int?
    var list: [Int] = []

    var dictionary: [String: Any] {
      var values: [String: Any] = ["list": list]
      values["name"] = name
      values["weight"] = weight
      return values
    }
  }
  private struct Thing {
    var x: Int?
    var text = "abbc"
    var composed = "caf\u{E9}"
    var decomposed = "cafe\u{301}"
    var street = "straße"
    var lines = "a\r\n"
    var half = 0.5
    var single: Float = 0.1
    var price = Decimal(string: "0.3") ?? 0
    var large = 9_007_199_254_740_993
    var most = Int.max
    var flag = true
    var nan = Double.nan
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var id = UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301") ?? UUID()
    var url = URL(fileURLWithPath: "/a/b.txt")
    var genre = Genre.action
    var parts = [
      Part(name: "one", weight: 1, list: [1, 2]), Part(name: nil, weight: nil, list: [3]),
      Part(name: "two", weight: 4),
    ]
    var nothing: [Part] = []
    var numbers = [3, 1, 2, 2]
    var set: Set<Int> = [1, 2]

    var dictionary: [String: Any] {
      [
        "text": text, "composed": composed, "decomposed": decomposed, "street": street,
        "lines": lines, "half": half, "single": single, "price": price, "large": large,
        "most": most, "flag": flag, "nan": nan, "date": date, "id": id, "url": url, "genre": genre,
        "parts": parts.map(\.dictionary), "nothing": [] as [Any], "numbers": numbers, "set": set,
      ]
    }
  }

  private func check(_ formats: [String], _ expected: Bool, _ location: SourceLocation) {
    for format in formats {
      let predicate = NSPredicate(format: format)
      #expect(
        predicate.evaluate(with: Thing()) == expected, "a structure: \(format)",
        sourceLocation: location)
      #expect(
        predicate.evaluate(with: Thing().dictionary) == expected, "a dictionary: \(format)",
        sourceLocation: location)
      let found = [Thing(), Thing()].filtered(using: predicate)
      #expect(found.count == (expected ? 2 : 0), "filtered: \(format)", sourceLocation: location)
    }
  }

  private func hold(_ formats: String..., location: SourceLocation = #_sourceLocation) {
    check(formats, true, location)
  }

  private func fail(_ formats: String..., location: SourceLocation = #_sourceLocation) {
    check(formats, false, location)
  }

  @Test("nil") func nothing() {
    hold(
      "x == nil", "x != 'a'", "NOT (x CONTAINS 'a')", "x IN {1, nil}", "x + 1 == nil",
      "x.key == nil", "x.@count == nil", "NONE x == 1", "ALL x == 1")
    fail(
      "x == 'a'", "x != nil", "x < 1", "x BETWEEN {0, 9}", "x CONTAINS 'a'", "x BEGINSWITH 'a'",
      "x ENDSWITH 'a'", "x LIKE '*'", "x MATCHES '.*'", "x IN {1, 2}", "ANY x == 1")
  }

  @Test("texts") func texts() {
    hold(
      "composed == decomposed", "'Z' < 'a' AND text > 'Z'", "street ==[c] 'STRASSE'",
      "composed ==[cd] 'CAFE'", "composed !=[n] decomposed", "decomposed BEGINSWITH[n] 'cafe'",
      "decomposed LIKE[n] 'cafe*'", "decomposed LIKE[n] 'cafe?'", "composed LIKE[n] 'caf?'",
      "decomposed LIKE 'caf?'", "text LIKE 'a*c'", "text MATCHES 'a|ab+c'", "lines ENDSWITH '\\n'",
      "'b' IN text", "text CONTAINS 'b'", "composed ==[l] composed")
    fail(
      "street == 'STRASSE'", "composed ==[n] decomposed", "decomposed CONTAINS 'e'",
      "decomposed LIKE 'cafe*'", "decomposed LIKE[n] 'caf?'", "composed LIKE[n] 'cafe*'",
      "text LIKE 'b'", "text MATCHES 'b'", "'d' IN text")
  }

  @Test("numbers, dates and other values") func values() {
    hold(
      "flag == 1", "half == 0.5", "large != 9007199254740992.0", "price == 0.3", "single != 0.1",
      "numbers[0] / 2 == 1", "7 / 2 == 3", "7.0 / 2 == 3.5", "price + 0.2 == 0.5",
      "most + 1 > most", "1 << 64 == 0", "half / 0 == nil", "nan != nan", "text != 1",
      "date == CAST(1, 'NSDate')", "date < CAST(2.5, 'NSDate')",
      "id == '3F2504E0-4F89-41D3-9A0C-0305E82C3301'", "url == 'file:///a/b.txt'",
      "genre == 'action'", "genre IN {'drama', 'action'}")
    fail(
      "'1' == 1", "nan == nan", "nan < 1", "nan >= 1", "large CONTAINS '9'", "date == 1",
      "date < 'x'", "text < 1", "genre == 'drama'")
  }

  @Test("collections and paths") func collections() {
    hold(
      "ANY parts.name == 'one'", "ANY parts.name == nil", "NONE parts.name == 'three'",
      "ALL nothing.name == 'x'", "NONE nothing.name == 'x'", "parts.list.@count == 3",
      "parts.@sum.weight == 5", "parts.weight.@sum == 5", "nothing.@sum.weight == 0",
      "nothing.@avg.weight == 0", "parts.@max.weight == 4", "parts.@min.weight == 1",
      "nothing.@max.weight == nil", "nothing.@count == 0", "numbers[1] BETWEEN {1, 1}",
      "2 IN numbers", "numbers CONTAINS 3", "numbers == {3, 1, 2, 2}", "set == {2, 1}",
      "SUBQUERY(parts, $p, $p.weight > 0).@count == 2", "numbers[9] == nil",
      "numbers[SIZE] == 4", "numbers[FIRST] == 3", "numbers[LAST] == 2", "ANY half == 0.5")
    fail(
      "ANY nothing.name == 'x'", "ALL parts.name != nil", "half BETWEEN {1, 0}", "4 IN numbers",
      "numbers == {1, 2, 2, 3}", "NONE parts.name == nil")
  }

  @Test("functions") func functions() {
    hold(
      "sum(numbers) == 8", "count(numbers) == 4", "max(numbers) == 3", "average(numbers) == 2",
      "median(numbers) == 2", "mode(numbers) == {2}", "stddev({2, 4}) == 1", "abs(-half) == half",
      "uppercase(text) == 'ABBC'", "length(decomposed) == 5", "canonical(street) == 'strasse'",
      "modulus:by:(7, 4) == 3", "CAST('12', 'NSNumber') == 12",
      "TERNARY(flag == 1, text, 0) == 'abbc'", "sqrt(x) == nil")
  }
}
