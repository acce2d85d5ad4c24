import Foundation
import ManagedModel
import Predicates
import Testing

/// A predicate, and what is said of it.
struct Condition: Sendable, CustomTestStringConvertible {
  let format: String
  let findings: [String]

  init(_ format: String, _ findings: String...) {
    self.format = format
    self.findings = findings
  }

  var testDescription: String { format }
}

/// Every finding about a predicate has its words.
@Suite("Predicates against the model")
struct PredicateProblemTests {
  private static let keysOfValues = [
    "title": [
      "length", "count", "isEmpty", "uppercaseString", "uppercased", "localizedUppercaseString",
      "lowercaseString", "lowercased", "localizedLowercaseString", "capitalizedString",
      "capitalized", "localizedCapitalizedString", "intValue", "integerValue", "longLongValue",
      "doubleValue", "floatValue", "boolValue", "description", "stringValue", "lastPathComponent",
      "pathExtension", "pathComponents", "stringByDeletingLastPathComponent",
      "deletingLastPathComponent", "stringByDeletingPathExtension", "deletingPathExtension",
    ],
    "year": [
      "intValue", "integerValue", "longLongValue", "longValue", "shortValue", "charValue",
      "unsignedIntegerValue", "unsignedIntValue", "unsignedLongLongValue", "doubleValue",
      "floatValue", "boolValue", "decimalValue", "decimalNumberValue", "stringValue",
      "description",
    ],
    "released": [
      "timeIntervalSinceReferenceDate", "timeIntervalSince1970", "timeIntervalSinceNow",
      "description",
    ],
    "code": ["UUIDString", "uuidString", "description"],
    "poster": ["length", "count"],
    "page": [
      "absoluteString", "relativeString", "description", "path", "host", "port", "scheme", "user",
      "query", "fragment", "pathComponents", "lastPathComponent", "pathExtension", "isFileURL",
      "fileURL",
    ],
  ]

  @Test("the keys that evaluation has for a type are those that the check knows")
  func keysOfValues() throws {
    let movie: [String: Any] = [
      "title": "Heat", "year": 1995, "released": Date(), "code": UUID(),
      "poster": Data([1]),
      "page": try #require(URL(string: "http://me@a.org:80/b.c?d#e")),
    ]
    for (property, keys) in Self.keysOfValues {
      for key in keys {
        let format = "\(property).\(key) != nil"
        #expect(try NSPredicate(validating: format).matches(movie), "\(format)")
        #expect(try Cinema.findings(format) == [], "\(format)")
      }
      #expect(try Cinema.findings("\(property).nonsense != nil").count == 1)
    }
  }

  @Test(
    "what can be evaluated and is meant is passed",
    arguments: [
      "title == 'Heat'", "title ==[cd] $TITLE", "title != nil AND year > 1990", "TRUEPREDICATE",
      "rating BETWEEN {1, 5}", "year IN {1990, 1991}", "'ea' IN title", "title IN {'a', nil}",
      "SELF == $MOVIE", "SELF IN {$A, $B}", "director == $D", "director == nil",
      "director.name BEGINSWITH[c] 'm'", "ANY tags.name == 'war'", "ALL tags.name LIKE 'w*'",
      "NONE tags.name == 'x'", "tags.@count > 2", "director.movies.@avg.rating > 3",
      "director.movies.@max.released < now()", "tags.name CONTAINS 'war'", "tags CONTAINS $TAG",
      "$TAG IN tags", "SUBQUERY(tags, $t, $t.name == 'war' AND $t.movies.@count > 1).@count > 0",
      "SUBQUERY(director.movies, $m, $m.year < SELF.year).@count == 0",
      "place.city == 'Rome' AND place.seats > 5", "extra.anything.else == 5", "extra == 'x'",
      "seen == YES", "seen == 1", "seen == TRUE", "uppercase(title) == 'HEAT'",
      "title.length > 3", "length(title) > 3", "year + 1 == 2000", "rating * 2 > votes",
      "(votes & 4) != 0", "CAST(released, 'NSNumber') + 60 > 0",
      "released > CAST(0, 'NSDate')", "code == $CODE", "page == $PAGE", "year == rating",
      "price == 9007199254740993", "TERNARY(seen == YES, rating, 0) > 1", "votes == 'x'.length",
      "title MATCHES '[A-Z].*'", "FUNCTION(title, 'shout:', 3) == 5", "ANY tags == $TAG",
      "ANY director.movies.tags.name == 'war'", "tags.@distinctUnionOfObjects.name CONTAINS 'war'",
      "max({1, 2}) > year", "sum(director.movies.rating) > 3", "count(tags) > 1", "year == $Y + 1",
      "code == '3F2504E0-4F89-41D3-9A0C-0305E82C3301'", "page == 'http://x'",
      "ALL {1, 2} BETWEEN {0, 9}", "noindex:(title) == 'x'", "1 == 1", "true == true",
      "director.movies.rating.@sum > 2", "year > $MINIMUM",
    ])
  func passed(_ format: String) throws {
    #expect(try Cinema.findings(format) == [])
  }

  static let keys: [Condition] = [
    Condition(
      "titel == 'Heat'",
      "error: entity 'Movie' has no property 'titel'; did you mean 'title'?"),
    Condition(
      "director.nme == 'x'",
      "error: entity 'Director' has no property 'nme'; did you mean 'name'?"),
    Condition(
      "quite == 1 AND ANY tags.quite == 1",
      """
      error: entity 'Movie' has no property 'quite'; it has 'code', 'director', 'extra', 'label', \
      'page', 'place', 'poster', 'price', 'rating', 'released', 'seen', 'similar', 'tags', 'title', \
      'votes' and 'year'
      """, "error: entity 'Tag' has no property 'quite'; it has 'movies' and 'name'"),
    Condition(
      "director.objectID == $ID",
      "error: entity 'Director' has no property 'objectID'; compare SELF with the id"),
    Condition(
      "place.citty == 'Rome'",
      "error: composite attribute 'place' has no property 'citty'; did you mean 'city'?"),
    Condition(
      "SUBQUERY(tags, $t, $t.nam == 'x').@count > 0",
      "error: entity 'Tag' has no property 'nam'; did you mean 'name'?"),
    Condition(
      "seasons > 3",
      """
      warning: entity 'Movie' has no property 'seasons', only 'Series', which inherits from it, has; \
      for objects of other entities the value is nil; fetch 'Series' if only those are meant
      """),
    Condition(
      "title.name == 'x'",
      "error: 'title' of 'Movie' is a text, which has no property 'name'"),
    Condition(
      "label == 'x'",
      """
      note: attribute 'label' of 'Movie' is not in the store (a transient value is known to objects \
      only): objects are made and asked one by one
      """),
    Condition(
      "similar.@count > 0",
      """
      note: fetched property 'similar' of 'Movie' is not in the store (what it finds is known to \
      objects only): objects are made and asked one by one
      """),
    Condition(
      "tags.@sun.name == 3",
      "error: '@sun' is no operator for collections; did you mean '@sum'?"),
    Condition(
      "tags.@median.name == 3",
      """
      error: '@median' is no operator for collections; the operators are '@count', '@sum', '@avg', \
      '@min', '@max', '@unionOfObjects', '@distinctUnionOfObjects', '@unionOfArrays', \
      '@distinctUnionOfArrays', '@unionOfSets' and '@distinctUnionOfSets'
      """),
    Condition(
      "director.@count > 0",
      """
      error: '@count' needs several values, and 'director' of 'Movie' is one (an object of \
      'Director'); remove it
      """),
    Condition(
      "tags.@sum.name > 0", "error: '@sum' needs numbers, and 'name' of 'Tag' is a text"),
    Condition(
      "director.movies.@max.poster > 0",
      "error: '@max' needs values with an order, and 'poster' of 'Movie' is binary data: binary data has no order"
    ),
    Condition(
      "SUBQUERY(title, $t, $t == 'x').@count > 0",
      """
      error: SUBQUERY looks through a collection, and 'title' of 'Movie' is one value (a text); begin \
      with a to-many relationship
      """),
    Condition(
      "uppercase(year) == 'X'",
      "error: function 'uppercase:' takes a text, and 'year' of 'Movie' is a number"),
    Condition(
      "sqrt(title) > 2", "error: function 'sqrt:' takes a number, and 'title' of 'Movie' is a text"),
    Condition(
      "sum({1, 'x'}) > 2", "error: function 'sum:' takes numbers, and a text is given"),
    Condition(
      "rating * title > 2",
      "error: function 'multiply:by:' takes a number, and 'title' of 'Movie' is a text"),
  ]

  static let collections: [Condition] = [
    Condition(
      "tags.name == 'war'",
      """
      warning: 'tags.name' of 'Movie' leads through 'tags' to several values, and the collection as \
      such is compared, which is hardly meant; write 'ANY tags.name == …' or 'ALL tags.name == …', or \
      compare 'tags.name.@count'
      """),
    Condition(
      "director.movies.rating > 3",
      """
      warning: 'director.movies.rating' of 'Movie' leads through 'movies' to several values, and the \
      collection as such is compared, which is hardly meant; write 'ANY director.movies.rating > …' \
      or 'ALL director.movies.rating > …', or compare 'director.movies.rating.@count'
      """),
    Condition(
      "tags.name IN {'a', 'b'}",
      """
      warning: 'tags.name' of 'Movie' leads through 'tags' to several values, and the collection as \
      such is compared, which is hardly meant; write 'ANY tags.name IN …' or 'ALL tags.name IN …', or \
      compare 'tags.name.@count'
      """),
    Condition(
      "'war' == tags.name",
      """
      warning: 'tags.name' of 'Movie' leads through 'tags' to several values, and the collection as \
      such is compared, which is hardly meant; write it on the left with ANY or ALL before it, or use IN
      """),
    Condition(
      "ANY title == 'x'",
      """
      warning: ANY is for collections, and 'title' of 'Movie' is one value (a text); it means nothing \
      here: remove it
      """),
    Condition(
      "ALL director.name == 'x'",
      """
      warning: ALL is for collections, and 'director.name' of 'Movie' is one value (a text); it means \
      nothing here: remove it
      """),
  ]

  @Test("keys, operators, functions", arguments: keys) func key(_ condition: Condition) throws {
    #expect(try Cinema.findings(condition.format) == condition.findings)
  }

  @Test("several values", arguments: collections) func collection(_ condition: Condition) throws {
    #expect(try Cinema.findings(condition.format) == condition.findings)
  }

  @Test("types", arguments: types) func type(_ condition: Condition) throws {
    #expect(try Cinema.findings(condition.format) == condition.findings)
  }

  @Test("a function that neither the language nor a program has is not there")
  func unknownFunction() throws {
    let model = try Cinema.model()
    let entity = try #require(model.entitiesByName["Movie"])
    let function = NSExpression(.function(operand: nil, name: "uppercas:", arguments: []))
    let predicate = NSComparisonPredicate(
      leftExpression: function, rightExpression: NSExpression(.constant("x")), type: .equalTo)
    #expect(
      problems(of: predicate, for: entity).map(\.description) == [
        "error: there is no function 'uppercas:'; did you mean 'uppercase:'?"
      ])
  }

  @Test("BETWEEN has a list of two bounds")
  func bounds() throws {
    let model = try Cinema.model()
    let entity = try #require(model.entitiesByName["Movie"])
    func findings(_ bounds: NSExpression) -> [String] {
      let predicate = NSComparisonPredicate(
        leftExpression: NSExpression(
          .keyPath(NSExpression(.evaluatedObject), PropertyPath("year"))),
        rightExpression: bounds, type: .between)
      return problems(of: predicate, for: entity).map(\.description)
    }
    #expect(findings(NSExpression(.constant([1, 2]))) == [])
    #expect(
      findings(NSExpression(.constant(5))) == [
        "error: BETWEEN needs a list of two bounds such as {1, 5}, and a number is given"
      ])
    #expect(
      findings(NSExpression(.constant([1, 2, 3]))) == [
        "error: BETWEEN needs two bounds such as {1, 5}, and its list has 3"
      ])
  }

  @Test("constants of every type are known for what they are")
  func constants() throws {
    let values: [(String, Any)] = [
      ("title", "x"), ("year", 5), ("year", NSNumber(value: 5)), ("rating", Float(1.5)),
      ("price", Decimal(3)), ("seen", true), ("seen", NSNumber(value: false)),
      ("released", Date()), ("poster", Data([1])), ("code", UUID()),
      ("page", URL(fileURLWithPath: "/x")), ("title", NSNull()),
    ]
    for (key, value) in values {
      #expect(try Cinema.findings("%K == %@", [key, value]) == [], "\(key) == \(value)")
      #expect(try Cinema.findings("%K IN %@", [key, [value]]) == [], "\(key) IN \(value)")
    }
    for (key, value) in values.dropLast() where key != "extra" {
      let wrong: Any = key == "released" ? "x" : Date()
      #expect(try Cinema.findings("%K == %@", [key, wrong]).count == 1, "\(key) against \(wrong)")
      #expect(try Cinema.findings("%K IN %@", [key, [value, wrong]]).count == 1, "\(key)")
    }
  }

  @Test("blocks, classes of others and deep predicates are passed over")
  func opaque() throws {
    let model = try Cinema.model()
    let entity = try #require(model.entitiesByName["Movie"])
    #expect(problems(of: NSPredicate { _, _ in true }, for: entity).isEmpty)
    var deep = NSPredicate(value: true)
    for _ in 0..<2000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
    #expect(problems(of: deep, for: entity).isEmpty)
  }
}
