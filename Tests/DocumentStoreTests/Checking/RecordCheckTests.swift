import Foundation
import Testing

@testable import DocumentStore

/// A model of two entities, records for it written by hand, and what a check finds.
private struct Desk {
  var people: [(id: RecordID, values: [String: Value])] = []
  var teams: [(id: RecordID, values: [String: Value])] = []

  static let schema: Schema = {
    var name = ColumnSchema(name: "name", type: .string)
    name.isOptional = false
    name.rules.maximumLength = 5
    var age = ColumnSchema(name: "age", type: .int16)
    age.rules.minimum = .integer(0)
    age.rules.maximum = .integer(150)
    var total = ColumnSchema(name: "total", type: .int32)
    total.isOptional = false
    total.isDerived = true
    var passing = ColumnSchema(name: "passing", type: .string)
    passing.isOptional = false
    passing.isTransient = true
    let people = [
      name, age, total, passing, address, relationship("team", .toOne, to: 1, inverse: 1),
      relationship("friends", .toMany, to: 0, inverse: nil, counts: 2...3),
    ]
    var code = ColumnSchema(name: "code", type: .string)
    code.isOptional = false
    var members = relationship("members", .toMany, to: 0, inverse: 5)
    members.isOptional = false
    return Schema(
      modelName: nil,
      tables: [
        TableSchema(
          name: "Person", index: 0, columns: people, uniquenessConstraints: [[1], [0, 1]]),
        TableSchema(name: "Team", index: 1, columns: [code, members]),
      ])
  }()

  /// A street, and a place in it that has a number.
  private static var address: ColumnSchema {
    var number = ColumnSchema(name: "number", type: .int16)
    number.isOptional = false
    number.rules.minimum = .integer(1)
    var place = ColumnSchema(name: "place", type: .composite)
    place.elements = [number]
    var address = ColumnSchema(name: "address", type: .composite)
    address.elements = [ColumnSchema(name: "street", type: .string), place]
    return address
  }

  private static func relationship(
    _ name: String, _ type: ColumnType, to table: Int, inverse: Int?,
    counts: ClosedRange<Int> = 0...0
  ) -> ColumnSchema {
    var column = ColumnSchema(name: name, type: type)
    var relationship = RelationshipSchema()
    relationship.destinationName = table == 0 ? "Person" : "Team"
    relationship.destinationTables = [table == 0, table == 1]
    if let inverse { relationship.inverseColumns = table == 0 ? [inverse, -1] : [-1, inverse] }
    relationship.minimumCount = counts.lowerBound
    relationship.maximumCount = counts.upperBound
    column.relationship = relationship
    return column
  }

  func generation() throws -> Generation {
    let tables = try zip(Self.schema.tables, [people, teams]).map { table, records in
      let builder = TableBuilder(table)
      for (id, values) in records {
        builder.append(id, table.columns.map { values[$0.name] ?? .null })
      }
      return try builder.finish()
    }
    return Generation(number: 1, schema: Self.schema, tables: tables)
  }

  func findings(limit: Int = 1000) throws -> [RecordFinding] {
    try RecordCheck.findings(in: try generation(), limit: limit)
  }

  /// One person with some values, who has a name and nothing else at fault.
  static func person(_ values: [String: Value]) -> Desk {
    Desk(people: [(.number(1), ["name": .string("Ann")].merging(values) { $1 })])
  }
}

@Suite("A check of all records")
struct RecordCheckTests {
  static func person(_ row: Int) -> RecordReference { RecordReference(table: 0, row: row) }
  static func team(_ row: Int) -> RecordReference { RecordReference(table: 1, row: row) }

  @Test("finds nothing in records that keep the rules, nor in none")
  func good() throws {
    #expect(try Desk().findings().isEmpty)
    let desk = Desk(
      people: [
        (.number(1), ["name": .string("Ann"), "team": .reference(Self.team(0))]),
        (.text("bob"), ["name": .string("Bob"), "friends": .references([])]),
        (.number(7), ["name": .string("Ann"), "age": .integer(30)]),
      ], teams: [(.number(1), ["code": .string(""), "members": .references([Self.person(0)])])])
    #expect(try desk.findings() == [])
  }

  @Test(
    "finds values that break a rule",
    arguments: [
      (
        ["name": .null], "name",
        "'name' of Person 'Person-1' is required and has no value; give it one"
      ),
      (
        ["name": .string("Annabel")], "name",
        "is longer than the 5 characters that the model allows"
      ),
      (["age": .integer(-1)], "age", "is below the minimum 0"),
      (["age": .integer(151)], "age", "is above the maximum 150"),
    ] as [([String: Value], String, String)])
  func values(values: [String: Value], column: String, expected: String) throws {
    let findings = try Desk.person(values).findings()
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains(expected) == true)
    #expect(findings.first?.reference == Self.person(0))
    #expect(findings.first?.column == Desk.schema.tables[0].columnIndex(named: column))
  }

  @Test("looks into composites, however deep, where they have a value")
  func composites() throws {
    #expect(try Desk.person(["address": .composite([.null, .null])]).findings().isEmpty)
    let place = Value.composite([.integer(0)])
    let low = try Desk.person(["address": .composite([.null, place])]).findings()
    #expect(low.map(\.parts) == [["place", "number"]])
    #expect(low.first?.message.contains("'place.number' in 'address' of Person 'Person-1'") == true)
    let empty = Value.composite([.null, .composite([.null])])
    let missing = try Desk.person(["address": empty]).findings()
    #expect(missing.first?.message.contains("is required and has no value") == true)
  }

  @Test(
    "counts members",
    arguments: [
      ([], nil), ([0], "has 1 members and needs 2"), ([0, 1], nil), ([0, 1, 2], nil),
      ([0, 1, 2, 3], "has 4 members; the model allows 3"),
    ] as [([Int], String?)])
  func counts(rows: [Int], expected: String?) throws {
    var desk = Desk()
    for row in 0..<4 { desk.people.append((.number(Int64(row + 1)), ["name": .string("A")])) }
    desk.people[0].values["friends"] = .references(rows.map(Self.person))
    let findings = try desk.findings()
    #expect(findings.count == (expected == nil ? 0 : 1))
    if let expected { #expect(findings.first?.message.contains(expected) == true) }
  }

  @Test("asks a required to-many for one member", arguments: [Value.null, .references([])])
  func requiredMembers(value: Value) throws {
    let desk = Desk(teams: [(.number(1), ["code": .string("x"), "members": value])])
    #expect(
      try desk.findings().map(\.message) == [
        "'members' of Team 'Team-1' has 0 members and needs 1"
      ])
  }

  @Test("finds members that are not there, or of another entity")
  func members() throws {
    for reference in [Self.team(0), Self.person(3), RecordReference(table: 9, row: 0)] {
      let findings = try Desk.person(["team": .reference(reference)]).findings()
      #expect(
        findings.map(\.message) == [
          "'team' of Person 'Person-1' names an object that is not a Team of this store"
        ])
    }
  }

  @Test("finds relationships of which one side is missing", arguments: [1, 40])
  func inverses(memberCount: Int) throws {
    var desk = Desk(teams: [(.number(1), ["code": .string("x")])])
    for row in 0..<memberCount + 1 {
      desk.people.append(
        (.number(Int64(row + 1)), ["name": .string("A"), "team": .reference(Self.team(0))]))
    }
    desk.teams[0].values["members"] = .references((0..<memberCount).map(Self.person))
    #expect(
      try desk.findings().map(\.message) == [
        "'team' of Person 'Person-\(memberCount + 1)' names 'Team-1', whose 'members' does not "
          + "name it back"
      ])
    for row in 0...memberCount {
      desk.people[row].values["team"] = row == 0 ? .null : desk.people[row].values["team"]
    }
    let both = try desk.findings().map(\.message)
    #expect(
      both.contains(
        "'members' of Team 'Team-1' names 'Person-1', whose 'team' does not name it back"))
    #expect(both.count == 2)
  }

  @Test("finds values that must be unique and are not, the later record's; nil is never the same")
  func uniqueness() throws {
    var desk = Desk()
    for (row, age) in [30, 31, 30, nil, nil, 30].enumerated() {
      let value = age.map { Value.integer(Int64($0)) } ?? .null
      desk.people.append(
        (.number(Int64(row + 1)), ["name": .string(row == 5 ? "B" : "A"), "age": value]))
    }
    #expect(
      try desk.findings().map(\.message) == [
        "'age' of Person 'Person-3' must be unique: 'Person-1' has the same 'age'",
        "'age' of Person 'Person-6' must be unique: 'Person-1' has the same 'age'",
        "'name' of Person 'Person-3' must be unique: 'Person-1' has the same 'name' and 'age'",
      ])
  }

  @Test("finds ids that two records have")
  func ids() throws {
    let values: [String: Value] = ["name": .string("A")]
    let desk = Desk(
      people: [
        (.text("x"), values), (.number(2), values), (.text("x"), values), (.number(2), values),
      ],
      teams: [
        (.text("Person-2"), ["code": .string("y"), "members": .references([Self.person(0)])])
      ])
    let findings = try desk.findings().filter { $0.column == nil }
    #expect(
      findings.map(\.message) == [
        "Person 'x' has the id of another Person; give it one of its own",
        "Person 'Person-2' has the id of another Person; give it one of its own",
        "Team 'Person-2' has the id of another Person; give it one of its own",
      ])
    #expect(findings.map(\.reference) == [Self.person(2), Self.person(3), Self.team(0)])
  }

  @Test("leaves out records that were deleted, and finds references to them")
  func deleted() throws {
    var desk = Desk.person(["team": .reference(Self.team(0))])
    desk.teams = [(.number(1), ["code": .string("x"), "members": .references([Self.person(0)])])]
    var changes = ChangeSet(schema: Desk.schema)
    changes.tables[1].deleted = [0]
    let after = try desk.generation().applying(changes)
    #expect(
      try RecordCheck.findings(in: after).map(\.message) == [
        "'team' of Person 'Person-1' names an object that is not a Team of this store"
      ])
  }

  @Test("stops collecting at its limit")
  func limit() throws {
    var desk = Desk()
    for row in 0..<20 { desk.people.append((.number(Int64(row + 1)), [:])) }
    #expect(try desk.findings(limit: 7).count == 7)
  }
}
