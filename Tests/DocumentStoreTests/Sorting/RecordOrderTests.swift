import Foundation
import Predicates
import Testing

@testable import DocumentStore

@Suite("Records in order")
struct RecordOrderTests {
  /// Paths that columns can be sorted by, with all that is special about them.
  static let paths = [
    "aint16", "aint32", "aint64", "aboolean", "afloat", "adouble", "adecimal", "astring", "adate",
    "auuid", "outer.flag", "outer.inner.deep", "outer.inner.text", "parent.astring",
    "parent.parent.aint64", "children.@count", "parent.others.@count", "parent.outer.text",
  ]

  @Test("records come as a plain sort of their values has them", arguments: 0..<3 as Range<UInt64>)
  func plainSort(seed: UInt64) throws {
    let (twin, generation) = try RecordTwin.random(seed: seed, records: 150)
    var random = SeededRandom(seed)
    for path in Self.paths {
      for count in [nil, 0, 5, 40] {
        var keys = [SortDescription(path: path, isAscending: random.chance(50))]
        while random.chance(40) {
          let other = Self.paths[random.int(0...Self.paths.count - 1)]
          keys.append(SortDescription(path: other, isAscending: random.chance(50)))
        }
        let some = twin.records.keys.filter { $0.table == 0 && random.chance(80) }
        try expectOrder(keys, of: some, tables: [0], first: count, twin, generation)
      }
    }
  }

  @Test("short texts that are often equal leave the order to the next key")
  func ties() throws {
    let (twin, generation) = try Self.moviesLike(count: 9000)
    for count in [nil, 100, 3000] {
      let keys = [
        SortDescription(path: "genre", isAscending: false),
        SortDescription(path: "number", isAscending: true),
      ]
      try expectOrder(
        keys, of: Array(twin.records.keys), tables: [0], first: count, twin, generation)
    }
  }

  @Test("several tables are sorted as one; what is equal comes table by table, then by id")
  func severalTables() throws {
    let schema = Schema(
      modelName: nil,
      tables: (0..<3).map { index in
        TableSchema(
          name: "T\(index)", index: index,
          columns: [
            ColumnSchema(name: "number", type: .int16), ColumnSchema(name: "text", type: .string),
          ])
      })
    let (twin, generation) = try RecordTwin.random(seed: 9, records: 500, schema: schema)
    for path in ["number", "text"] {
      for tables in [[0, 1, 2], [2, 0], [1]] {
        let some = twin.records.keys.filter { tables.contains($0.table) }
        let keys = [SortDescription(path: path, isAscending: true)]
        try expectOrder(keys, of: some, tables: tables, first: nil, twin, generation)
        try expectOrder([], of: some, tables: tables, first: 40, twin, generation)
      }
    }
  }

  @Test(
    "an order that only objects know is not claimed to be known",
    arguments: [
      "passing", "children", "others.name", "outer", "parent", "nothing", "parent.passing",
    ])
  func unknownOrder(path: String) {
    var query = Query(tables: [0])
    query.sort = [NSSortDescriptor(path: path, ascending: true, comparison: .compare)]
    let generation = Generation(emptyFor: SampleSchema.schema)
    #expect(!RecordOrder(query, in: generation, using: nil).isKnown)
    query.sort = [
      NSSortDescriptor(path: "aint16", ascending: true, comparison: .block) { _, _ in .orderedSame }
    ]
    #expect(!RecordOrder(query, in: generation, using: nil).isKnown)
  }

  private func expectOrder(
    _ keys: [SortDescription], of records: [RecordReference], tables: [Int], first count: Int?,
    _ twin: RecordTwin, _ generation: Generation
  ) throws {
    var query = Query(tables: tables)
    query.sort = keys.map {
      NSSortDescriptor(path: $0.path, ascending: $0.isAscending, comparison: .compare)
    }
    let order = RecordOrder(query, in: generation, using: nil)
    #expect(order.isKnown)
    let selections = tables.map { table in
      Selection(
        records.filter { $0.table == table }.map(\.row), of: generation.tables[table])
    }
    let found = try order.references(of: FoundRecords(selections: selections), first: count)
    let expected = twin.sorted(records, by: keys, tables: tables)
    let wanted = Array(expected.prefix(count ?? .max))
    #expect(found == wanted, "\(keys) first \(count ?? -1)")
  }

  private static func moviesLike(count: Int) throws -> (RecordTwin, Generation) {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(
          name: "Movie", index: 0,
          columns: [
            ColumnSchema(name: "genre", type: .string), ColumnSchema(name: "number", type: .int64),
          ])
      ])
    var random = SeededRandom(1)
    var twin = RecordTwin(schema)
    var changes = ChangeSet(schema: schema)
    let genres = ["Action", "Action Thriller", "Action Musical", "Drama", "été"]
    for row in 0..<count {
      let genre = random.chance(5) ? Value.null : .string(genres[random.int(0...4)])
      let values = [genre, .integer(Int64(random.int(0...100)))]
      let id = RecordID.number(Int64(row + 1))
      twin.records[RecordReference(table: 0, row: row)] = .init(id: id, values: values)
      changes.tables[0].inserted.append(InsertedRecord(row: row, id: id, values: values))
    }
    return (twin, try Generation(emptyFor: schema).applying(changes))
  }
}

/// A sort key of the twin.
struct SortDescription {
  var path: String
  var isAscending: Bool
}

extension RecordTwin {
  /// Records sorted in the plainest way.
  func sorted(
    _ some: [RecordReference], by keys: [SortDescription], tables: [Int]
  ) -> [RecordReference] {
    let valued = some.map { record in
      (
        record: record,
        values: keys.map { value(at: $0.path.split(separator: ".")[...], of: record) }
      )
    }
    return valued.sorted { one, other in
      for (index, key) in keys.enumerated() {
        let order = Self.compare(one.values[index], other.values[index])
        if order != 0 { return key.isAscending ? order < 0 : order > 0 }
      }
      return precedesByID(one.record, other.record, tables)
    }.map(\.record)
  }

  private func precedesByID(
    _ one: RecordReference, _ other: RecordReference, _ tables: [Int]
  ) -> Bool {
    let ranks = (tables.firstIndex(of: one.table) ?? 0, tables.firstIndex(of: other.table) ?? 0)
    if ranks.0 != ranks.1 { return ranks.0 < ranks.1 }
    guard let a = records[one]?.id, let b = records[other]?.id else { return false }
    return a.precedes(b)
  }

  /// The value that a path leads to.
  private func value(at path: ArraySlice<Substring>, of reference: RecordReference) -> Value {
    guard let key = path.first, let record = records[reference],
      let column = schema.tables[reference.table].columnIndex(named: String(key))
    else { return .null }
    return value(
      at: path.dropFirst(), from: record.values[column],
      schema.tables[reference.table].columns[column])
  }

  private func value(
    at path: ArraySlice<Substring>, from value: Value, _ column: ColumnSchema
  ) -> Value {
    guard let key = path.first else { return value }
    switch value {
    case .composite(let elements):
      guard let index = column.elements.firstIndex(where: { $0.name == key }) else { return .null }
      return self.value(at: path.dropFirst(), from: elements[index], column.elements[index])
    case .reference(let reference): return self.value(at: path, of: reference)
    case .references(let members): return .integer(Int64(members.count))
    case .null where column.type == .toMany: return .integer(0)
    default: return .null
    }
  }

  private static func compare(_ one: Value, _ other: Value) -> Int {
    func order<T: Comparable>(_ a: T, _ b: T) -> Int { a < b ? -1 : a == b ? 0 : 1 }
    switch (one, other) {
    case (.null, .null): return 0
    case (.null, _): return -1
    case (_, .null): return 1
    case (.boolean(let a), .boolean(let b)): return order(a ? 1 : 0, b ? 1 : 0)
    case (.integer(let a), .integer(let b)): return order(a, b)
    case (.float(let a), .float(let b)): return order(a, b)
    case (.double(let a), .double(let b)), (.date(let a), .date(let b)): return order(a, b)
    case (.decimal(let a), .decimal(let b)): return order(a, b)
    case (.string(let a), .string(let b)):
      return ValueOrder.compare(a, b, .compare)?.rawValue ?? 0
    case (.uuid(let a), .uuid(let b)): return order(a.uuidString, b.uuidString)
    default: return 0
    }
  }
}
