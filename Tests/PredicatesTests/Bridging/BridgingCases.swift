import Foundation
import Predicates

extension BridgingCase {
  static let limit = 3.5
  static let word = "heat"
  static let nothing: String? = nil
  static let wanted = ["Heat", "Ran"]
  static let years = 1990...1999
  static let label = Label(name: "Heat", weight: 1)

  /// Comparisons and logic.
  static let logic: [BridgingCase] = [
    BridgingCase("title == 'Heat'", #Predicate { $0.title == "Heat" }),
    BridgingCase("title != 'Heat'", #Predicate { $0.title != "Heat" }),
    BridgingCase(
      "rating > 3.5 AND year <= 1995 AND NOT isSeen == TRUE",
      #Predicate { $0.rating > 3.5 && $0.year <= 1995 && !$0.isSeen }),
    BridgingCase(
      "isSeen == TRUE OR year < 1990", #Predicate { $0.isSeen == true || $0.year < 1990 }),
    BridgingCase("NOT isSeen == TRUE", #Predicate { $0.isSeen == false }),
    BridgingCase("isLent == TRUE", #Predicate { $0.isLent == true }),
    BridgingCase("isLent == FALSE", #Predicate { $0.isLent == false }),
    BridgingCase("isLent == NULL", #Predicate { $0.isLent == nil }),
    BridgingCase(
      "title == '' OR title == TERNARY(subtitle != NULL, subtitle, '')",
      #Predicate { $0.title.isEmpty || $0.title == ($0.subtitle ?? "") }),
    BridgingCase(
      "(isSeen == TRUE AND year > 1999) OR (NOT isSeen == TRUE AND year < 1970)",
      #Predicate { $0.isSeen ? $0.year > 1999 : $0.year < 1970 }),
    BridgingCase(
      "(title == '' AND isLent == TRUE) "
        + "OR (NOT title == '' AND (isLent == FALSE OR isLent == NULL))",
      #Predicate { $0.title.isEmpty == ($0.isLent ?? false) }),
    BridgingCase("TRUEPREDICATE", #Predicate { _ in true }),
    BridgingCase("year < 2000", #Predicate { $0.year < 2000 && true }),
  ]

  /// Optionals, which must mean what they mean in Swift.
  static let optionals: [BridgingCase] = [
    BridgingCase("subtitle == NULL", #Predicate { $0.subtitle == nil }),
    BridgingCase("subtitle != NULL", #Predicate { $0.subtitle != nil }),
    BridgingCase("director.name == 'heat'", #Predicate { $0.director?.name == "heat" }),
    BridgingCase("director.name != 'heat'", #Predicate { $0.director?.name != "heat" }),
    BridgingCase("director.nickname == NULL", #Predicate { $0.director?.nickname == nil }),
    BridgingCase(
      "subtitle != NULL AND subtitle CONTAINS 'e'",
      #Predicate { $0.subtitle?.contains("e") ?? false }),
    BridgingCase(
      "(subtitle != NULL AND subtitle CONTAINS 'e') OR subtitle == NULL",
      #Predicate { $0.subtitle?.contains("e") ?? true }),
    BridgingCase(
      "subtitle != NULL AND NOT subtitle CONTAINS 'e'",
      #Predicate { $0.subtitle?.contains("e") == false }),
    BridgingCase(
      "(subtitle != NULL AND subtitle == '') OR subtitle == NULL",
      #Predicate { ($0.subtitle ?? "") == "" }),
    BridgingCase(
      "subtitle != NULL AND subtitle == 'heat'", #Predicate { ($0.subtitle ?? "") == "heat" }),
    BridgingCase("copies != NULL AND copies > 1", #Predicate { ($0.copies ?? 0) > 1 }),
    BridgingCase(
      "subtitle != NULL AND subtitle == title",
      #Predicate { film in
        if let subtitle = film.subtitle { subtitle == film.title } else { false }
      }),
    BridgingCase(
      "subtitle != NULL AND subtitle == 'heat'",
      #Predicate { $0.subtitle != nil && $0.subtitle! == "heat" }),
    BridgingCase("copies + 1 == 8", #Predicate { $0.copies.flatMap { $0 + 1 } == 8 }),
    BridgingCase(
      "director != NULL AND director.awards.@count == 0",
      #Predicate { $0.director?.awards.isEmpty ?? false }),
    BridgingCase(
      "director != NULL AND ANY director.awards.weight > 2",
      #Predicate { $0.director?.awards.contains { $0.weight > 2 } == true }),
  ]

  /// Numbers.
  static let numbers: [BridgingCase] = [
    BridgingCase("year + 5 == 2000", #Predicate { $0.year + 5 == 2000 }),
    BridgingCase("year * 2 - 1 > 3920", #Predicate { $0.year * 2 - 1 > 3920 }),
    BridgingCase("rating / 2.0 >= 1.75", #Predicate { $0.rating / 2.0 >= 1.75 }),
    BridgingCase("trunc(year / 2) == -1", #Predicate { $0.year / 2 == -1 }),
    BridgingCase("modulus:by:(year, 2) == -1", #Predicate { $0.year % 2 == -1 }),
    BridgingCase("0 - year == 3", #Predicate { -$0.year == 3 }),
    BridgingCase("year BETWEEN {1990, 1999}", #Predicate { (1990...1999).contains($0.year) }),
    BridgingCase(
      "year >= 1962 AND year < 1995", #Predicate { (1962..<1995).contains($0.year) }),
    BridgingCase(
      "year BETWEEN {-5, scores.@count}",
      #Predicate { (-5...$0.scores.count).contains($0.year) }),
  ]

  /// Texts.
  static let texts: [BridgingCase] = [
    BridgingCase("title CONTAINS 'ea'", #Predicate { $0.title.contains("ea") }),
    BridgingCase("title != NULL", #Predicate { $0.title.contains("") }),
    BridgingCase("title BEGINSWITH 'He'", #Predicate { $0.title.starts(with: "He") }),
    BridgingCase(
      "title CONTAINS[cdl] 'cleo'", #Predicate { $0.title.localizedStandardContains("cleo") }),
    BridgingCase(
      "title MATCHES '(?s:.*)(?:e.t)(?s:.*)'", #Predicate { $0.title.contains(#/e.t/#) }),
    BridgingCase("length:(title) == 4", #Predicate { $0.title.count == 4 }),
    BridgingCase("title < 'HEAT'", #Predicate { $0.title < "HEAT" }),
  ]

  /// Collections.
  static let collections: [BridgingCase] = [
    BridgingCase("ANY tags.name == 'la'", #Predicate { $0.tags.contains { $0.name == "la" } }),
    BridgingCase("ANY tags.note == NULL", #Predicate { $0.tags.contains { $0.note == nil } }),
    BridgingCase("ALL tags.weight > 0", #Predicate { $0.tags.allSatisfy { $0.weight > 0 } }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, $_local_1.weight > 1 AND $_local_1.name CONTAINS 'a').@count > 0",
      #Predicate { $0.tags.contains { $0.weight > 1 && $0.name.contains("a") } }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, NOT ($_local_1.weight > 1 OR $_local_1.name == 'la')).@count == 0",
      #Predicate { $0.tags.allSatisfy { $0.weight > 1 || $0.name == "la" } }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, ANY $_local_1.parts.name == 'la').@count > 0",
      #Predicate { $0.tags.contains { $0.parts.contains { $0.name == "la" } } }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, $_local_1.name == title).@count > 0",
      #Predicate { film in film.tags.contains { $0.name == film.title } }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, director != NULL AND SUBQUERY(director.awards, $_local_2, "
        + "$_local_2.weight == $_local_1.weight).@count > 0).@count > 0",
      #Predicate { film in
        film.tags.contains { tag in
          film.director.flatMap { $0.awards.contains { $0.weight == tag.weight } } ?? false
        }
      }),
    BridgingCase("tags.@count == 0", #Predicate { $0.tags.isEmpty }),
    BridgingCase("tags.@count > 1", #Predicate { $0.tags.count > 1 }),
    BridgingCase(
      "SUBQUERY(tags, $_local_1, $_local_1.weight > 1).@count == 1",
      #Predicate { $0.tags.filter { $0.weight > 1 }.count == 1 }),
    BridgingCase("tags[FIRST].name == 'la'", #Predicate { $0.tags.first?.name == "la" }),
    BridgingCase("tags[LAST].name == 'la'", #Predicate { $0.tags.last?.name == "la" }),
    BridgingCase(
      "scores.@count > 0 AND scores[0] == 5",
      #Predicate { $0.scores.count > 0 && $0.scores[0] == 5 }
    ),
    BridgingCase("genres CONTAINS 'Action'", #Predicate { $0.genres.contains("Action") }),
    BridgingCase("max:(scores) == 9", #Predicate { $0.scores.max() == 9 }),
    BridgingCase("min:(scores) == NULL", #Predicate { $0.scores.min() == nil }),
    BridgingCase("notes['shelf'] == 'top'", #Predicate { $0.notes["shelf"] == "top" }),
    BridgingCase(
      "(notes['b'] != NULL AND notes['b'] == 'none') OR notes['b'] == NULL",
      #Predicate { $0.notes["b", default: "none"] == "none" }),
    BridgingCase("ANY genres == 'heat'", #Predicate { $0.genres.contains { $0 == "heat" } }),
  ]

  /// Values that closures capture.
  static var captured: [BridgingCase] {
    let limit = limit
    let word = word
    let nothing = nothing
    let wanted = wanted
    let years = years
    let label = label
    let same = ComparisonResult.orderedSame
    let before = ComparisonResult.orderedAscending
    let since = 1990...
    let until = ...1990
    return [
      BridgingCase("rating >= 3.5", #Predicate { $0.rating >= limit }),
      BridgingCase("title CONTAINS 'heat'", #Predicate { $0.title.contains(word) }),
      BridgingCase("subtitle == NULL", #Predicate { $0.subtitle == nothing }),
      BridgingCase("title IN {'Heat', 'Ran'}", #Predicate { wanted.contains($0.title) }),
      BridgingCase("year BETWEEN {1990, 1999}", #Predicate { years.contains($0.year) }),
      BridgingCase("title == 'Heat'", #Predicate { $0.title == label.name }),
      BridgingCase("subtitle == NULL", #Predicate { $0.subtitle == label.note }),
      BridgingCase(
        "title ==[c] 'heat'", #Predicate { $0.title.caseInsensitiveCompare("heat") == same }),
      BridgingCase(
        "title !=[c] 'heat'", #Predicate { $0.title.caseInsensitiveCompare("heat") != same }),
      BridgingCase("title <[l] 'D'", #Predicate { $0.title.localizedCompare("D") == before }),
      BridgingCase("year >= 1990", #Predicate { since.contains($0.year) }),
      BridgingCase("year <= 1990", #Predicate { until.contains($0.year) }),
      BridgingCase("year == 2", #Predicate { $0.year == wanted.count }),
    ]
  }

  static var all: [BridgingCase] {
    logic + optionals + numbers + texts + collections + captured
  }
}
