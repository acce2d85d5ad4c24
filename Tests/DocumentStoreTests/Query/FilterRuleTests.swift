import Foundation
import Predicates
import Testing

@testable import DocumentStore

/// One item with values, one without, and how they are joined.
private enum Sample {
  /// Item 1 has values; item 2 has none, but item 1 as its parent; item 3 has two tags, one of them without a
  /// name, and a parent that is no record any more.
  static func generation() throws -> Generation {
    let schema = QuerySchema.schema
    let items = TableBuilder(schema.tables[0])
    func append(_ number: Int64, _ values: [String: Value]) {
      items.append(.number(number), schema.tables[0].columns.map { values[$0.name] ?? .null })
    }
    append(
      1,
      [
        "aint16": .integer(3), "adouble": .double(2.5), "astring": .string("Élan"),
        "adecimal": .decimal(Decimal(string: "0.3") ?? 0), "aboolean": .boolean(true),
        "place": .composite([.string("Brno"), .composite([.integer(7)])]),
      ])
    append(2, ["parent": .reference(RecordReference(table: 0, row: 0))])
    append(
      3,
      [
        "parent": .reference(RecordReference(table: 0, row: 3)),
        "tags": .references([RecordReference(table: 2, row: 0), RecordReference(table: 2, row: 1)]),
      ])
    items.skip(to: 4)
    let tags = TableBuilder(schema.tables[2])
    tags.append(.number(1), [.string("x"), .double(1), .null, .null])
    tags.append(.number(2), [.null, .double(5), .null, .null])
    return Generation(
      number: 1, schema: schema,
      tables: [
        try items.finish(), try TableBuilder(schema.tables[1]).finish(), try tags.finish(),
      ])
  }
}

@Suite("What filters let through") struct FilterRuleTests {
  static let rules: [(format: String, items: [Int])] = [
    ("astring == nil", [2, 3]), ("astring != 'a'", [1, 2, 3]), ("astring < 'zzz'", []),
    ("astring > 'a'", [1]), ("NOT (astring > 'a')", [2, 3]), ("astring LIKE '*'", [1]),
    ("NOT astring MATCHES '.*'", [2, 3]), ("astring IN {'a', nil}", [2, 3]),
    ("astring ==[cd] 'elan'", [1]), ("astring BEGINSWITH[cd] 'EL'", [1]),
    ("astring BEGINSWITH 'El'", []), ("astring == 5", []), ("astring != 5", [1, 2, 3]),
    ("aint16 == 3.0", [1]), ("aint16 > 2.5", [1]), ("aint16 == 2.5", []),
    ("aint16 != 2.5", [1, 2, 3]), ("aint16 BETWEEN {5, 2}", []), ("aint16 BETWEEN {3, 3}", [1]),
    ("3 < aint16", []), ("3 <= aint16", [1]), ("aint16 IN {1, 3}", [1]), ("aint16 < '9'", []),
    ("aint16 == aint32", [2, 3]), ("aint16 > adouble", [1]), ("NOT aint16 > adouble", [2, 3]),
    ("adecimal == 0.3", [1]), ("adecimal < 0.3000000001", [1]), ("aboolean == 1", [1]),
    ("aboolean != YES", [2, 3]), ("place.city == 'Brno'", [1]),
    ("place.inner.deep == nil", [2, 3]),
    ("place == nil", [2, 3]), ("parent == nil", [1]), ("parent.astring == 'Élan'", [2]),
    ("parent.astring == nil", [1, 3]), ("parent.parent.astring == nil", [1, 2, 3]),
    ("parent.place.city BEGINSWITH 'B'", [2]), ("parent.tags.@count == 0", [2, 3]),
    ("parent.tags.@count == nil", [1]), ("tags.@count > 1", [3]), ("tags.@count == 0", [1, 2]),
    ("ANY tags.name == 'x'", [3]), ("ANY tags.name == nil", [3]),
    ("NONE tags.name == 'x'", [1, 2]),
    ("ALL tags.name == 'x'", [1, 2]), ("ALL tags.weight > 0", [1, 2, 3]),
    ("ANY parent.tags.name == nil", []), ("ALL parent.tags.name == 'x'", [1, 2, 3]),
    ("ANY astring == nil", []), ("ALL astring == nil", [2, 3]), ("ANY aint16 == 3", [1]),
    ("SUBQUERY(tags, $t, $t.weight > 0 AND $t.name == nil).@count == 1", [3]),
    ("SUBQUERY(tags, $t, $t.weight > 9).@count == 0", [1, 2, 3]),
    ("SUBQUERY(tags, $t, $t.weight > aint16).@count > 0", []), ("tags.@max.weight == 5", [3]),
    ("tags.@sum.weight == 0", [1, 2]), ("length(astring) == 4", [1]),
    ("TERNARY(aint16 == nil, 1, 2) == 2", [1]), ("1 + 1 == 2", [1, 2, 3]), ("1 > 2", []),
    ("parent.now == nil AND FALSEPREDICATE", []), ("aint16 > 1 + 1", [1]),
    ("adate == nil OR adate < now()", [1, 2, 3]), ("astring CONTAINS ''", [1]),
  ]

  @Test("follows the rules of predicates", arguments: rules)
  func rule(format: String, items: [Int]) throws {
    let generation = try Sample.generation()
    let predicate = NSPredicate(format: format)
    var query = Query(tables: [0])
    query.predicate = predicate
    #expect(try generation.results(of: query).references.map { $0.row + 1 } == items)
    let reader = RecordReader(generation)
    let plainly = try generation.referencesInIDOrder(tables: [0]).filter {
      try predicate.matches(StoredRecordView($0, reader))
    }
    #expect(plainly.map { $0.row + 1 } == items)
  }

  @Test("records are compared by identity")
  func identity() throws {
    let generation = try Sample.generation()
    let first = RecordReference(table: 0, row: 0)
    let gone = RecordReference(table: 0, row: 3)
    let tag = RecordReference(table: 2, row: 1)
    let rules: [(NSPredicate, [Int])] = [
      (NSPredicate(format: "SELF == %@", first), [1]),
      (NSPredicate(format: "SELF != %@", first), [2, 3]),
      (NSPredicate(format: "SELF IN %@", [first, tag]), [1]),
      (NSPredicate(format: "SELF == nil"), []),
      (NSPredicate(format: "objectID == %@", first), [1]),
      (NSPredicate(format: "parent == %@", first), [2]),
      (NSPredicate(format: "parent != %@", first), [1, 3]),
      (NSPredicate(format: "parent IN %@", [first, gone]), [2, 3]),
      (NSPredicate(format: "parent.objectID == %@", gone), [3]),
      (NSPredicate(format: "tags CONTAINS %@", tag), [3]),
      (NSPredicate(format: "%@ IN tags", tag), [3]),
      (NSPredicate(format: "ANY tags == %@", tag), [3]),
      (NSPredicate(format: "ALL tags == %@", tag), [1, 2]),
      (NSPredicate(format: "NONE tags IN %@", [tag, first]), [1, 2]),
      (NSPredicate(format: "parent == 'x'"), []),
      (NSPredicate(format: "parent != 'x'"), [1, 2, 3]),
    ]
    for (predicate, items) in rules {
      var query = Query(tables: [0])
      query.predicate = predicate
      let found = try generation.results(of: query).references.map { $0.row + 1 }
      #expect(found == items, "\(predicate)")
    }
  }

  @Test("a predicate that cannot be evaluated throws")
  func failures() throws {
    let generation = try Sample.generation()
    var deep = NSPredicate(format: "aint16 == 1")
    for _ in 0..<5000 { deep = NSCompoundPredicate(notPredicateWithSubpredicate: deep) }
    let missing = NSPredicate(format: "aint16 == $MISSING")
    for predicate in [NSPredicate(format: "astring MATCHES '['"), missing, deep] {
      var query = Query(tables: [0])
      query.predicate = predicate
      #expect(throws: QueryError.self) { try generation.results(of: query) }
    }
  }

  @Test("a class that evaluates as it likes is left to objects")
  func derivedClasses() throws {
    /// Safe because it has no state.
    final class Always: NSComparisonPredicate, @unchecked Sendable {
      override func evaluate(with object: Any?) -> Bool { true }
    }
    let predicate = Always(
      leftExpression: NSExpression(forKeyPath: "aint16"),
      rightExpression: NSExpression(forConstantValue: -1), type: .equalTo)
    var query = Query(tables: [0])
    query.predicate = predicate
    #expect(try Sample.generation().results(of: query).residual != nil)
  }
}
