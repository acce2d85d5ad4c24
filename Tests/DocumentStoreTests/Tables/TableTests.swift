import Foundation
import Testing

@testable import DocumentStore

@Suite("The values of a table")
struct TableTests {
  let twin: RecordTwin
  let generation: Generation

  init() throws {
    (twin, generation) = try RecordTwin.random(seed: 31, records: 300)
  }

  @Test("are the same by row, by column, and from loaded rows")
  func ways() throws {
    var known: LoadedRows?
    for (reference, record) in twin.records {
      let table = generation.tables[reference.table]
      #expect(try table.values(of: reference.row) == record.values)
      known = generation.rows(around: reference, knowing: known)
      let rows = try #require(known)
      #expect(rows.isRecord(reference.row))
      let slots = UnsafeMutableBufferPointer<Value>.allocate(capacity: record.values.count)
      unsafe slots.initialize(repeating: .integer(-1))
      try unsafe rows.copy(reference.row, into: slots)
      unsafe #expect(Array(slots) == record.values)
      unsafe slots.deinitialize().deallocate()
    }
    for table in generation.tables {
      let rows = table.liveRows()
      for column in table.schema.columns.indices {
        let expected = rows.map {
          twin.records[RecordReference(table: table.schema.index, row: $0)]?.values[column]
        }
        #expect(try table.values(of: column, at: rows) == expected)
      }
    }
  }

  @Test("are loaded once for all rows of a group, and not for rows that are no records")
  func loading() throws {
    let first = try #require(twin.records.keys.first { $0.table == 0 })
    let rows = generation.rows(around: first, knowing: nil)
    #expect(generation.rows(around: first, knowing: rows) === rows)
    var deletion = ChangeSet(schema: SampleSchema.schema)
    deletion.tables[0].deleted = [first.row]
    let after = try generation.applying(deletion)
    #expect(after.rows(around: first, knowing: rows) == nil)
    #expect(rows?.isRecord(first.row) == true)
    for (table, row) in [(0, 1 << 30), (9, 0)] {
      let nowhere = RecordReference(table: table, row: row)
      #expect(generation.rows(around: nowhere, knowing: rows) == nil)
    }
  }

  @Test("of large data outlive what they were read from", arguments: [0, 1, 1023, 1024, 100_000])
  func sharedData(count: Int) throws {
    let schema = Schema(
      modelName: nil,
      tables: [TableSchema(name: "T", index: 0, columns: [ColumnSchema(name: "d", type: .data)])])
    let bytes = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    func read() throws -> [Value] {
      let builder = TableBuilder(schema.tables[0])
      builder.append(.number(1), [.data(bytes)])
      builder.append(.number(2), [.null])
      let generation = Generation(number: 1, schema: schema, tables: [try builder.finish()])
      let rows = generation.rows(around: RecordReference(table: 0, row: 0), knowing: nil)
      let loaded = try rows.map { [try $0.value(of: 0, at: 0), try $0.value(of: 0, at: 1)] } ?? []
      return try generation.tables[0].values(of: 0) + loaded
    }
    #expect(try read() == [.data(bytes), .data(bytes), .null])
  }

  @Test("lead to the rows that have them, all columns of a key alike")
  func keys() throws {
    let columns = try ["aint16", "astring"].map {
      try #require(SampleSchema.schema.tables[0].columnIndex(named: $0))
    }
    let records = twin.records.filter { $0.key.table == 0 }
    let wanted = Set(records.values.prefix(20).map { record in columns.map { record.values[$0] } })
    let found = try generation.tables[0].rows(
      having: wanted.union([[.integer(1), .string("nobody")]]), in: columns)
    for (row, key) in found {
      #expect(columns.map { records[RecordReference(table: 0, row: row)]?.values[$0] } == key)
    }
    let expected = records.filter { record in
      wanted.contains(columns.map { record.value.values[$0] })
    }
    #expect(found.map(\.row) == expected.keys.map(\.row).sorted())
    #expect(try generation.tables[0].rows(having: wanted, in: []).isEmpty)
  }

  @Test("may be lent when a record is inserted")
  func lending() throws {
    let reference = try #require(twin.records.keys.first { $0.table == 0 })
    let values = try #require(twin.records[reference]?.values)
    let after = try unsafe values.withUnsafeBufferPointer { lent in
      var changes = ChangeSet(schema: SampleSchema.schema)
      changes.tables[0].inserted = [unsafe InsertedRecord(row: 5, id: .number(1), lending: lent)]
      return try Generation(emptyFor: SampleSchema.schema).applying(changes)
    }
    #expect(try after.tables[0].values(of: 5) == values)
  }

  @Test("may be made of rows in runs of any length, wherever they begin", arguments: 1...3)
  func runs(seed: Int) throws {
    var random = SeededRandom(UInt64(seed))
    for column in SampleSchema.schema.tables[0].columns
    where column.type != .composite && !column.isTransient {
      var all: [Value] = []
      var rows = ColumnRows(column.type)
      for _ in 0..<200 {
        all.append(random.value(of: column, rowCounts: [9, 9, 9]))
        rows.append(all[all.count - 1])
      }
      let whole = rows.seal()
      var copy = ColumnRows(column.type)
      var expected: [Value] = []
      for _ in 0..<12 {
        let start = random.int(0...200)
        let end = random.int(start...200)
        try copy.append(rows: start..<end, of: whole)
        expected += all[start..<end]
        if random.chance(40) {
          copy.append(.null)
          expected.append(.null)
        }
      }
      let made = copy.seal()
      #expect(made.rowCount == expected.count)
      #expect(try (0..<made.rowCount).map { try made.value(at: $0) } == expected)
    }
  }
}

@Suite("Bits of a fixed number")
struct BitmapTests {
  @Test("are what was set, and none beyond", arguments: [1, 63, 64, 65, 130])
  func setting(size: Int) {
    var bits = Bitmap(size: size, repeating: true)
    #expect(bits.count == size)
    #expect(Bitmap(size: size, words: bits.words) == bits)
    for index in stride(from: 0, to: size, by: 3) { bits[index] = false }
    #expect((0..<size).allSatisfy { bits[$0] == ($0 % 3 != 0) })
    #expect(bits.count == size - (size + 2) / 3)
    #expect(Bitmap(size: size, repeating: false).count == 0)
    #expect(Bitmap(size: size, words: bits.words + [0]) == nil)
    if size % 64 != 0 {
      #expect(Bitmap(size: size, words: Array(repeating: .max, count: (size + 63) / 64)) == nil)
    }
  }
}
