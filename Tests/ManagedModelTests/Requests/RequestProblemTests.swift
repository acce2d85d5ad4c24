import Foundation
import ManagedModel
import Predicates
import Testing

typealias AnyRequest = NSFetchRequest<any NSFetchRequestResult>

/// Orders, columns, groups, limits.
@Suite("Requests against the model")
struct RequestProblemTests {
  private func findings(_ change: (AnyRequest) -> Void) throws -> [String] {
    let model = try Cinema.model()
    let entity = try #require(model.entitiesByName["Movie"])
    let request = AnyRequest(entityName: "Movie")
    change(request)
    return problems(of: request.core, for: entity).map(\.description)
  }

  private func rows(_ change: (AnyRequest) -> Void) throws -> [String] {
    try findings { request in
      request.resultType = .dictionaryResultType
      change(request)
    }
  }

  private func column(
    _ name: String, _ format: String, _ type: NSAttributeType = .undefinedAttributeType
  ) throws -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = try NSExpression(validating: format)
    column.expressionResultType = type
    return column
  }

  private static func sort(
    _ key: String, _ comparison: SortComparison = .compare
  ) -> NSSortDescriptor {
    NSSortDescriptor(path: key, ascending: true, comparison: comparison)
  }

  static let orders: [(NSSortDescriptor, [String])] = [
    (sort("title"), []),
    (sort("director.name"), []),
    (sort("tags.@count"), []),
    (sort("place.city"), []),
    (sort("seen"), []),
    (sort("title", .localizedStandard), []),
    (
      sort("titel"),
      ["error: entity 'Movie' has no property 'titel'; did you mean 'title'?"]
    ),
    (
      sort("tags.name"),
      [
        """
        error: 'tags.name' of 'Movie' cannot be sorted by: it leads through 'tags' to several values; \
        sort by 'tags.name.@count', or by a path through to-one relationships
        """
      ]
    ),
    (
      sort("director"),
      [
        """
        error: 'director' of 'Movie' cannot be sorted by: objects have no order; sort by an attribute, \
        such as 'director.name'
        """
      ]
    ),
    (
      sort("place"),
      ["error: 'place' of 'Movie' cannot be sorted by: composites have no order"]
    ),
    (
      sort("poster"),
      ["error: 'poster' of 'Movie' cannot be sorted by: binary data has no order"]
    ),
    (
      sort("year", .caseInsensitive),
      [
        """
        error: 'year' of 'Movie' is a number, and 'caseInsensitiveCompare:' compares texts; sort \
        without a selector
        """
      ]
    ),
    (
      sort("label"),
      [
        """
        note: attribute 'label' of 'Movie' is not in the store (a transient value is known to objects \
        only): objects are made and asked one by one
        """
      ]
    ),
  ]

  @Test("an order needs keys that are there, single and ordered", arguments: orders.indices)
  func order(_ index: Int) throws {
    let (descriptor, expected) = Self.orders[index]
    #expect(try findings { $0.sortDescriptors = [descriptor] } == expected)
    let model = try Cinema.model()
    let entity = try #require(model.entitiesByName["Movie"])
    #expect(problems(of: [descriptor], for: entity).map(\.description) == expected)
  }

  @Test("a variable must have a value before a request runs")
  func variables() throws {
    let expected = """
      error: the predicate has no value for '$A' and '$B'; give them one by \
      withSubstitutionVariables(_:) or, in a request of the model, \
      fetchRequestFromTemplate(withName:substitutionVariables:)
      """
    #expect(
      try findings { $0.predicate = NSPredicate(format: "title == $A OR title IN $B") }
        == [expected])
    #expect(
      try findings {
        $0.predicate = NSPredicate(format: "SUBQUERY(tags, $t, $t.name == 'x').@count > 0")
      } == [])
  }

  @Test("limits are not below zero")
  func limits() throws {
    #expect(
      try findings {
        $0.fetchLimit = -1
        $0.fetchOffset = -2
        $0.fetchBatchSize = -3
      } == [
        "error: 'fetchLimit' is -1; a number from 0 is expected",
        "error: 'fetchOffset' is -2; a number from 0 is expected",
        "error: 'fetchBatchSize' is -3; a number from 0 is expected",
      ])
  }

  @Test("only what relationships lead to can be prefetched")
  func prefetching() throws {
    #expect(
      try findings {
        $0.relationshipKeyPathsForPrefetching = ["tags", "director.movies", "title", "tag"]
      } == [
        """
        error: 'title' of 'Movie' cannot be prefetched: it is no relationship, only what relationships \
        lead to is
        """, "error: entity 'Movie' has no property 'tag'; did you mean 'tags'?",
      ])
  }

  @Test("columns are single values with names of their own")
  func columns() throws {
    let nameless = try column("", "year + 1")
    let empty = NSExpressionDescription()
    empty.name = "empty"
    let good = try column("next", "year + 1", .integer64AttributeType)
    #expect(
      try rows {
        $0.propertiesToFetch = ["title", "director.name", "director", "tags.@count", good]
      }
        == [])
    #expect(
      try rows { $0.propertiesToFetch = ["tags", "tags.name", "titel", "title", "title", 5] } == [
        """
        error: 'tags' of 'Movie' in 'propertiesToFetch' leads through 'tags' to several values; a \
        column has one: take 'tags.@count', or fetch objects
        """,
        """
        error: 'tags.name' of 'Movie' in 'propertiesToFetch' leads through 'tags' to several values; a \
        column has one: take 'tags.name.@count', or fetch objects
        """, "error: entity 'Movie' has no property 'titel'; did you mean 'title'?",
        """
        error: 'propertiesToFetch' has something of type Int; names, property descriptions and \
        expression descriptions are expected
        """, "error: two columns are called 'title'; give one of them another name",
      ])
    #expect(
      try rows { $0.propertiesToFetch = [nameless, empty] } == [
        """
        error: an expression in 'propertiesToFetch' has no name, which would be its key in the \
        dictionaries
        """, "error: expression 'empty' has nothing to compute; set its 'expression'",
      ])
  }

  @Test("every column of a group is grouped by, or computed over the group")
  func groups() throws {
    let count = try column("count", "count:(title)", .integer64AttributeType)
    let sum = try column("sum", "sum:(rating)", .doubleAttributeType)
    #expect(try rows { $0.propertiesToFetch = [sum, count] } == [])
    #expect(
      try rows {
        $0.propertiesToFetch = ["year", count]
        $0.propertiesToGroupBy = ["year"]
        $0.havingPredicate = NSPredicate(format: "count > 1 AND year < 2000 AND sum:(rating) > 3")
      } == [])
    #expect(
      try rows {
        $0.propertiesToFetch = ["year", "title", count]
        $0.propertiesToGroupBy = ["year"]
        $0.havingPredicate = NSPredicate(format: "cuont > 1 OR count == 'x'")
      } == [
        """
        error: column 'title' is not in 'propertiesToGroupBy': the objects of a group may differ in \
        it; group by it, or leave it out
        """, "error: entity 'Movie' has no property 'cuont'; did you mean 'count'?",
        """
        error: 'count' is a number and is compared with a text; they are never equal; write the number \
        without quotes
        """,
      ])
    #expect(
      try rows { $0.propertiesToFetch = ["year", count] } == [
        """
        error: column 'year' stands beside columns that are computed over all objects, which may \
        differ in it; group by it, or leave it out
        """
      ])
    let names = try column("names", "sum:(title)")
    #expect(
      try rows { $0.propertiesToFetch = [names] } == [
        "error: function 'sum:' takes numbers, and 'title' of 'Movie' is a text"
      ])
  }

  @Test("groups, conditions on them and distinct results are for dictionaries")
  func dictionaries() throws {
    #expect(
      try findings {
        $0.propertiesToGroupBy = ["year"]
        $0.returnsDistinctResults = true
      } == [
        "error: 'propertiesToGroupBy' is for dictionaries; set 'resultType' to .dictionaryResultType",
        """
        error: 'propertiesToGroupBy' is set and 'propertiesToFetch' is not; say which columns are wanted
        """,
        """
        warning: 'returnsDistinctResults' is for dictionaries and means nothing here: objects are \
        distinct anyway
        """,
      ])
    #expect(
      try rows { $0.havingPredicate = NSPredicate(format: "year > 2000") } == [
        """
        error: 'havingPredicate' is about groups, and there are none; set 'propertiesToGroupBy', or \
        use 'predicate'
        """
      ])
  }
}
