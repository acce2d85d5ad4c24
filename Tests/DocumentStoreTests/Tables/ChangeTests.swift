import Foundation
import Testing

@testable import DocumentStore

@Suite("Tables agree with a plain dictionary")
struct ChangeTests {
  @Test("after any changes", arguments: 1...6)
  func randomChanges(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    var twin = RecordTwin(SampleSchema.schema)
    var generation = Generation(emptyFor: SampleSchema.schema)
    for round in 0..<12 {
      let before = generation
      let countBefore = before.count
      let changes = twin.randomChanges(
        &random, inserting: random.int(0...40), updating: random.int(0...15),
        deleting: random.int(0...6))
      generation = try generation.applying(changes)
      try twin.expectSame(generation)
      #expect(generation.number == UInt64(round + 1))
      #expect(before.count == countBefore)
    }
  }

  @Test("beyond the capacity of a group")
  func manyGroups() throws {
    var random = SeededRandom(99)
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(
          name: "Row", index: 0,
          columns: [
            ColumnSchema(name: "number", type: .int64), ColumnSchema(name: "text", type: .string),
          ])
      ])
    var twin = RecordTwin(schema)
    var generation = Generation(emptyFor: schema)
    for inserting in [4095, 1, 1, 5000, 0, 300] {
      generation = try generation.applying(
        twin.randomChanges(&random, inserting: inserting, updating: 50, deleting: 20))
    }
    try twin.expectSame(generation)
    let table = generation.tables[0]
    #expect(table.groups.count == 3)
    #expect(table.groups.dropLast().allSatisfy { $0.rowCount == RowGroup.capacity })
    for row in [0, 4095, 4096, 8191, 8192, table.rowCount - 1] {
      let group = table.groups[table.groupIndex(ofRow: row)]
      #expect(group.firstRow <= row && row < group.firstRow + group.rowCount)
    }
  }

  @Test("an older generation keeps its values, and shares the chunks that did not change")
  func sharing() throws {
    let (twin, before) = try RecordTwin.random(seed: 5, records: 200)
    var later = twin
    let row = try #require(twin.records.keys.first { $0.table == 0 })
    let column = try #require(SampleSchema.schema.tables[0].columnIndex(named: "aint16"))
    var changes = ChangeSet(schema: SampleSchema.schema)
    changes.tables[0].updated = [
      UpdatedRecord(row: row.row, columns: [column], values: [.integer(-5)])
    ]
    later.records[row]?.values[column] = .integer(-5)
    let after = try before.applying(changes)
    try twin.expectSame(before)
    try later.expectSame(after)
    let pairs = zip(before.tables[0].groups[0].leaves, after.tables[0].groups[0].leaves)
    #expect(pairs.filter { $0 !== $1 }.count == 1)
  }

  @Test("deleting a record erases its values")
  func deletion() throws {
    let (twin, before) = try RecordTwin.random(seed: 8, records: 100)
    let gone = try #require(twin.records.keys.first { $0.table == 0 })
    var changes = ChangeSet(schema: SampleSchema.schema)
    changes.tables[0].deleted = [gone.row]
    let after = try before.applying(changes)
    #expect(!after.contains(gone))
    #expect(before.contains(gone))
    #expect(try after.tables[0].values(of: gone.row).allSatisfy(\.isNull))
  }

  @Test("rows that were reserved can be saved after later ones")
  func lateRows() throws {
    var twin = RecordTwin(SampleSchema.schema)
    var random = SeededRandom(4)
    let columns = SampleSchema.schema.tables[0].columns
    var generation = Generation(emptyFor: SampleSchema.schema)
    for row in [5, 2, 9, 0] {
      let values = columns.map { random.value(of: $0, rowCounts: [0, 0, 0]) }
      let id: RecordID = row == 2 ? .text("chosen") : .number(Int64(row + 1))
      var changes = ChangeSet(schema: SampleSchema.schema)
      changes.tables[0].inserted = [InsertedRecord(row: row, id: id, values: values)]
      twin.records[RecordReference(table: 0, row: row)] = .init(id: id, values: values)
      generation = try generation.applying(changes)
      try twin.expectSame(generation)
    }
    #expect(generation.tables[0].highestNumber == 10)
  }
}

@Suite("Ids")
struct IdentityTests {
  @Test("lead to their records, in whatever generation they were given", arguments: 1...3)
  func index(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    var twin = RecordTwin(SampleSchema.schema)
    var generation = Generation(emptyFor: SampleSchema.schema)
    let index = IdentityIndex(schema: SampleSchema.schema)
    for _ in 0..<4 {
      let changes = twin.randomChanges(&random, inserting: 60, updating: 5, deleting: 3)
      let before = generation
      generation = try before.applying(changes)
      index.add(changes, to: before)
      for (reference, record) in twin.records {
        let name = SampleSchema.schema.tables[reference.table].name
        #expect(try index.reference(record.id.text(in: name), in: generation) == reference)
      }
      #expect(try index.reference("Thing-999999", in: generation) == nil)
      #expect(try index.reference("nobody", in: generation) == nil)
    }
  }

  @Test("order records: numbers by size, then the others by bytes")
  func order() throws {
    let (twin, generation) = try RecordTwin.random(seed: 12, records: 400)
    let found = try generation.referencesInIDOrder(tables: [0, 1])
    let expected = [0, 1].flatMap { table in
      twin.records.filter { $0.key.table == table }.sorted { one, other in
        switch (one.value.id, other.value.id) {
        case (.number(let a), .number(let b)): a < b
        case (.number, .text): true
        case (.text, .number): false
        case (.text(let a), .text(let b)): Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
        }
      }.map(\.key)
    }
    #expect(found == expected)
  }

  @Test(
    "are numbers where we could have made them ourselves",
    arguments: [
      ("Movie-1", 1), ("Movie-4611686018427387904", 4_611_686_018_427_387_904),
      ("Movie-4611686018427387905", nil), ("Movie-9223372036854775807", nil),
      ("Movie-99999999999999999999", nil), ("Movie-01", nil), ("Movie-0", nil), ("Movie-", nil),
      ("Movie--1", nil), ("Movie-+1", nil), ("Movies-1", nil), ("Movie", nil), ("", nil),
    ] as [(String, Int64?)])
  func forms(text: String, number: Int64?) {
    let id = RecordID(text, in: "Movie")
    #expect(id == number.map { .number($0) } ?? .text(text))
    #expect(id.text(in: "Movie") == text)
  }
}
