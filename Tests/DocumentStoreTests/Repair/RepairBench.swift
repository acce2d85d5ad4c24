import Foundation
import Testing

@testable import DocumentStore

/// A store of films with both sides of all relationships, to be damaged and repaired.
struct RepairBench {
  /// What an object is, its relationships by ids.
  struct Object: Equatable {
    var values: [String: Value] = [:]
    var members: [String: [String]] = [:]
  }

  static let schema: Schema = {
    let names = ["Movie", "Director", "Tag"]
    var title = ColumnSchema(name: "title", type: .string)
    title.isOptional = false
    var count = ColumnSchema(name: "count", type: .int32)
    count.isOptional = false
    count.defaultValue = .integer(7)
    var place = ColumnSchema(name: "place", type: .composite)
    place.elements = [
      ColumnSchema(name: "town", type: .string), ColumnSchema(name: "height", type: .double),
    ]
    let attributes = [
      title, count, place, ColumnSchema(name: "score", type: .double),
      ColumnSchema(name: "flag", type: .boolean), ColumnSchema(name: "day", type: .date),
      ColumnSchema(name: "image", type: .data), ColumnSchema(name: "key", type: .uuid),
      ColumnSchema(name: "price", type: .decimal),
    ]
    // Columns of inverses: Movie.director 9, Movie.tags 10, Director.movies 1, Tag.movies 1.
    func relationship(_ name: String, _ type: ColumnType, to table: Int, inverse: Int)
      -> ColumnSchema
    {
      var column = ColumnSchema(name: name, type: type)
      var relationship = RelationshipSchema()
      relationship.destinationName = names[table]
      relationship.destinationTables = names.indices.map { $0 == table }
      relationship.inverseColumns = names.indices.map { $0 == table ? inverse : -1 }
      relationship.isWritten = type == .toOne || name == "tags"
      column.relationship = relationship
      return column
    }
    let tables = [
      TableSchema(
        name: "Movie", index: 0,
        columns: attributes + [
          relationship("director", .toOne, to: 1, inverse: 1),
          relationship("tags", .toMany, to: 2, inverse: 1),
        ]),
      TableSchema(
        name: "Director", index: 1,
        columns: [
          ColumnSchema(name: "name", type: .string),
          relationship("movies", .toMany, to: 0, inverse: 9),
        ]),
      TableSchema(
        name: "Tag", index: 2,
        columns: [
          ColumnSchema(name: "name", type: .string),
          relationship("movies", .toMany, to: 0, inverse: 10),
        ]),
    ]
    return Schema(modelName: "Films", tables: tables)
  }()

  let files: SimulatedFileSystem
  var generation: Generation
  var random: SeededRandom

  var bytes: [UInt8] { files["s.plist"] ?? [] }

  /// A store of so many films, written as a whole, then changed by saves that append.
  init(seed: UInt64, films: Int, saves: Int = 0) throws {
    var random = SeededRandom(seed)
    var changes = ChangeSet(schema: Self.schema)
    let (directors, tags) = (max(1, films / 10), max(1, films / 20))
    var (movies, tagged): ([[Int]], [[Int]]) = (
      Array(repeating: [], count: directors), Array(repeating: [], count: tags)
    )
    for row in 0..<films {
      let director = random.chance(10) ? nil : random.int(0...directors - 1)
      let chosen = Set((0..<random.int(0...3)).map { _ in random.int(0...tags - 1) }).sorted()
      director.map { movies[$0].append(row) }
      for tag in chosen { tagged[tag].append(row) }
      changes.tables[0].inserted.append(
        InsertedRecord(
          row: row, id: .number(Int64(row + 1)),
          values: Self.attributes(&random) + [
            director.map { .reference(RecordReference(table: 1, row: $0)) } ?? .null,
            Self.list(2, chosen),
          ]))
    }
    for (table, lists) in [(1, movies), (2, tagged)] {
      for (row, list) in lists.enumerated() {
        let id: RecordID = table == 2 && row % 3 == 0 ? .text("tag\(row)") : .number(Int64(row + 1))
        changes.tables[table].inserted.append(
          InsertedRecord(row: row, id: id, values: [.string("name \(row)"), Self.list(0, list)]))
      }
    }
    generation = try Generation(emptyFor: Self.schema).applying(changes)
    files = SimulatedFileSystem()
    try BinaryFormat.write(
      generation, metadata: ["NSStoreUUID": .string("U"), "mine": .integer(5)],
      to: files.stored("s.plist"), expecting: nil)
    self.random = random
    for _ in 0..<saves { try save() }
  }

  private static func list(_ table: Int, _ rows: [Int]) -> Value {
    rows.isEmpty ? .null : .references(rows.map { RecordReference(table: table, row: $0) })
  }

  private static func attributes(_ random: inout SeededRandom) -> [Value] {
    schema.tables[0].columns.prefix(9).map { column in
      let value = random.value(of: column, rowCounts: [0, 0, 0])
      if case .string(let text) = value, text.utf8.count > 1000 { return .string("long") }
      if case .data(let data) = value, data.count > 1000 { return .data(Data(data.prefix(50))) }
      return value.isNull && !column.isOptional ? column.substitute : value
    }
  }

  /// Changes, adds and removes some films, in one save that appends.
  mutating func save() throws {
    let store = try RecordStore(
      schema: Self.schema, format: BinaryFormat(file: files.stored("s.plist"), schema: Self.schema))
    var changes = ChangeSet(schema: Self.schema)
    let table = store.current.tables[0]
    for row in table.liveRows().shuffled(using: &random).prefix(3) {
      changes.tables[0].updated.append(
        UpdatedRecord(
          row: row, columns: [0, 3],
          values: [.string("changed \(random.next())"), .double(random.double())]))
    }
    for reference in try store.reserve(table: 0, count: 2) {
      changes.tables[0].inserted.append(
        InsertedRecord(
          row: reference.row,
          id: try store.id(of: reference),
          values: Self.attributes(&random) + [.null, .null]))
    }
    let alone = table.liveRows().filter { row in
      (9...10).allSatisfy { (try? table.value(of: $0, at: row).isNull) == true }
        && !changes.tables[0].updated.contains { $0.row == row }
    }
    if let row = alone.first { changes.tables[0].deleted.append(row) }
    try store.save(changes)
    generation = store.current
  }

  /// Repairs some bytes.
  static func repair(
    _ bytes: [UInt8], onlyCertain: Bool = false
  ) throws(StoreError) -> RepairedStore {
    var options = RepairOptions()
    options.onlyCertain = onlyCertain
    let files = SimulatedFileSystem(["d.plist": bytes])
    return try BinaryRepair.run(files.stored("d.plist"), schema, options)
  }

  /// What is in a file that a repaired store was written to: it opens, and nothing in it is wrong.
  static func reopened(_ saved: RepairedStore) throws -> Generation {
    let files = SimulatedFileSystem()
    try BinaryFormat.write(
      saved.generation, metadata: saved.metadata, to: files.stored("n.plist"), expecting: nil)
    let generation = try BinaryFormat(file: files.stored("n.plist"), schema: schema).load()
      .generation
    try generation.touchEverything()
    _ = try IdentityIndex(schema: schema).reference("x", in: generation)
    #expect(try RecordCheck.findings(in: generation).map(\.message) == [])
    return generation
  }

  /// All objects by their ids.
  static func objects(_ generation: Generation) throws -> [String: Object] {
    var objects: [String: Object] = [:]
    for table in generation.tables {
      for row in table.liveRows() {
        var object = Object()
        for (index, column) in table.schema.columns.enumerated() {
          let value = try table.value(of: index, at: row)
          if column.type.isRelationship {
            object.members[column.name] = try value.members.map { try generation.id(of: $0) }
              .sorted()
          } else {
            object.values[column.name] = value
          }
        }
        objects[try table.id(of: row)] = object
      }
    }
    return objects
  }

  /// Where the chunk of a leaf lies in the undamaged file, -1 for the ids, and how long it is.
  func chunk(_ table: Int, _ leaf: Int, group: Int = 0) throws -> Range<Int> {
    let place = try #require(try layout(table).0.groups[group].places[leaf + 1])
    return place.offset..<place.offset + place.byteCount
  }

  /// The groups of a table of the undamaged file, and where its leaves lie.
  func layout(_ table: Int) throws -> (SalvagedGroups, LeafMap, TableClaim) {
    let stored = files.stored("s.plist")
    let bytes = try stored.read().bytes
    let states = try StateCandidate.all(in: stored.open().file, bytes)
    let claim = try StoreClaims(states[0], Self.schema).tables[table]
    let map = try #require(claim.map)
    return (SalvagedGroups(bytes, map, Self.schema.tables[table]), map, claim)
  }
}
