import Foundation
import Synchronization
import Testing

@testable import DocumentStore

@Suite("A binary store without the rows of records that are gone")
struct PackingTests {
  private let schema = AppendBench.schema

  private func size(of generation: Generation) throws -> Int {
    let files = SimulatedFileSystem([:])
    try BinaryFormat.write(
      generation.packed(.all, after: FileRows(schema: generation.schema)).0, metadata: [:],
      to: files.stored("s.plist"), expecting: nil)
    return files["s.plist"]?.count ?? 0
  }

  private func fileRows(_ files: SimulatedFileSystem) throws -> [Int] {
    try BinaryStoreFile(files.stored("s.plist")).tables.map(\.rowCount)
  }

  @Test("is as small as one that never had them, and saves append to it", arguments: 1...3)
  func deleting(seed: UInt64) throws {
    var bench = try AppendBench(seed: seed, records: 12_000)
    let gone = bench.twin.records.count * 9 / 10
    try bench.save(inserting: 0, updating: 0, deleting: gone)
    let least = try size(of: bench.store.current)
    #expect(bench.bytes.count < least * 11 / 10)
    #expect(try fileRows(bench.files) == [bench.twin.records.count])
    let (before, replacements) = (bench.bytes.count, bench.files.replacements)
    for _ in 0..<30 {
      try bench.save(inserting: 1, updating: 2, deleting: 1)
      try bench.expectSame(bench.store.current)
    }
    #expect(bench.files.replacements == replacements)
    #expect((bench.bytes.count - before) / 30 < 2500)
    try bench.expectSameInFile()
  }

  @Test("does not grow with the records that have gone through it")
  func queue() throws {
    let files = SimulatedFileSystem([:])
    let store = try AppendBench.open(files)
    var waiting: [RecordReference] = []
    var largest = 0
    for _ in 0..<400 {
      var changes = ChangeSet(schema: schema)
      for record in try store.reserve(table: 0, count: 50) {
        changes.tables[0].inserted.append(
          InsertedRecord(
            row: record.row, id: try store.id(of: record),
            values: [.integer(Int64(record.row)), .null, .null, .null]))
        waiting.append(record)
      }
      changes.tables[0].deleted = waiting.dropLast(100).map(\.row)
      waiting = waiting.suffix(100)
      try store.save(changes)
      largest = max(largest, files["s.plist"]?.count ?? 0)
    }
    #expect(largest < 300_000)
    #expect(try AppendBench.open(files).current.count == 100)
    #expect(try fileRows(files)[0] < 5000)
  }

  @Test("is what compacting makes, once")
  func compacting() throws {
    var bench = try AppendBench(seed: 7, records: 300, schema: SampleSchema.schema)
    try bench.save(inserting: 0, updating: 0, deleting: 20)
    try bench.store.compact()
    #expect(try fileRows(bench.files) == bench.store.current.tables.map(\.liveCount))
    let (bytes, replacements) = (bench.bytes, bench.files.replacements)
    try bench.store.compact()
    #expect(bench.bytes == bytes && bench.files.replacements == replacements)
    try bench.expectSameInFile()
    try bench.save(inserting: 2, updating: 2, deleting: 2)
    try bench.expectSameInFile()
  }

  @Test("holds what was saved, whatever is packed in between", arguments: 1...12)
  func random(seed: UInt64) throws {
    let isSmall = seed & 1 == 0
    var bench = try AppendBench(
      seed: seed, records: 150, schema: isSmall ? AppendBench.schema : SampleSchema.schema)
    let packed = try RecordStore(
      schema: bench.store.schema,
      format: BinaryFormat(
        file: bench.files.stored("s.plist"), schema: bench.store.schema, packing: .all))
    for round in 0..<25 {
      let size = bench.random.chance(30) ? 40 : 3
      let changes = bench.twin.randomChanges(
        &bench.random, inserting: bench.random.int(0...size), updating: bench.random.int(0...size),
        deleting: bench.random.int(0...size))
      try packed.save(changes)
      if bench.random.chance(15) { try packed.compact() }
      try bench.expectSameInFile()
      #expect(try bench.patchCounts().allSatisfy { $0 <= 8 }, "round \(round)")
    }
    try bench.expectSame(packed.current)
  }

  @Test("is taken up by those who have it open, and by the one who packed it", arguments: 1...8)
  func sharing(seed: UInt64) throws {
    let shared = try RefreshingTests.Shared(.binary, seed & 1 == 0 ? "FaveFlicks" : "Everything")
    var random = SeededRandom(seed)
    let stores = try (0..<3).map { _ in
      try RecordStore(
        schema: shared.schema,
        format: BinaryFormat(
          file: shared.files.stored("s.plist"), schema: shared.schema,
          packing: random.chance(70) ? .all : .large))
    }
    for _ in 0..<40 {
      let store = stores[random.int(0...2)]
      let waiting =
        random.chance(30) ? try store.reserve(table: random.int(0...1), count: 2) : []
      _ = try store.refresh(thorough: random.chance(50))
      try shared.expectCurrent(store)
      for record in waiting { #expect(!store.current.contains(record)) }
      var edit = try GraphEdit(store)
      for _ in 0..<random.int(1...4) { try RandomEditingTests.change(&edit, &random) }
      try edit.save()
      if random.chance(20) { try store.compact() }
      try shared.expectCurrent(store)
    }
  }

  @Test("bears what is said of records that are gone")
  func goneRecords() throws {
    var bench = try AppendBench(seed: 12, records: 3000)
    let gone = try #require(bench.twin.records.keys.max())
    bench.twin.records[gone] = nil
    var changes = ChangeSet(schema: schema)
    changes.tables[0].deleted = [gone.row]
    try bench.store.save(changes)
    try bench.store.compact()
    changes.tables[0].updated = [
      UpdatedRecord(row: gone.row, columns: [0], values: [.integer(1)])
    ]
    try bench.store.save(changes)
    try bench.expectSameInFile()
    try bench.save(inserting: 1, updating: 1, deleting: 1)
    try bench.expectSameInFile()
  }

  /// Counts how often it is read.
  private final class CountedChunk: ChunkSource {
    let chunk: ColumnChunk
    let count = Mutex(0)

    init(_ chunk: ColumnChunk) { self.chunk = chunk }

    func load() throws(StoreError) -> UnsafeMutableRawBufferPointer {
      count.withLock { $0 += 1 }
      let bytes = try unsafe chunk.bytes()
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
      unsafe copy.copyMemory(from: bytes)
      return unsafe copy
    }

    func accept(_ bytes: UnsafeMutableRawBufferPointer, type: ColumnType, rowCount: Int) {}

    func damaged(_ what: String) -> StoreError { StoreError(.corrupt, what) }
  }

  @Test("is written chunk by chunk, of which none stays in memory")
  func memory() throws {
    let (twin, generation) = try RecordTwin.random(seed: 13, records: 12_000, schema: schema)
    var sources: [CountedChunk] = []
    func counted(_ chunk: ColumnChunk) -> ColumnChunk {
      let source = CountedChunk(chunk)
      sources.append(source)
      return ColumnChunk(
        type: chunk.type, rowCount: chunk.rowCount, byteCount: chunk.byteCount, source: source)
    }
    let groups = generation.tables[0].groups.map { group in
      RowGroup(
        firstRow: group.firstRow, rowCount: group.rowCount, ids: counted(group.ids),
        live: group.live, leaves: group.leaves.map(counted))
    }
    let table = Table(
      schema: schema.tables[0], groups: groups, highestNumber: generation.tables[0].highestNumber)
    let packed = Generation(number: 1, schema: schema, tables: [table])
      .packed(.all, after: FileRows(schema: schema)).0
    #expect(sources.allSatisfy { $0.count.withLock { $0 } == 0 })
    for round in 1...2 {
      for chunk in packed.tables[0].groups.flatMap({ $0.leaves }) {
        #expect(try unsafe chunk.withBytes { $0.count } > 0)
      }
      #expect(sources.allSatisfy { $0.count.withLock { $0 } <= 2 * round })
      #expect(sources.map { $0.count.withLock { $0 } }.max() == 2 * round)
    }
    try twin.moved(to: packed).expectSame(packed, droppingDeadReferences: true)
  }

  @Test("puts ids of both kinds and large values where there is room for them")
  func mixed() throws {
    let table = TableSchema(
      name: "Row", index: 0, columns: [ColumnSchema(name: "data", type: .data)])
    let schema = Schema(modelName: nil, tables: [table])
    let builder = TableBuilder(table)
    for row in 0..<9000 {
      let isText = row / 4096 == 1
      let size = row % 3000 == 0 ? 40 << 20 : 1
      builder.append(
        isText ? .text("chosen-\(row)") : .number(Int64(row + 1)), [.data(Data(count: size))])
    }
    let all = try builder.finish()
    var changes = ChangeSet(schema: schema)
    changes.tables[0].deleted = Array(all.liveRows().filter { $0 % 3 != 0 })
    let generation = try Generation(number: 1, schema: schema, tables: [all]).applying(changes)
    let packed = generation.packed(.large, after: FileRows(schema: schema)).0.tables[0]
    let rows = generation.tables[0].liveRows()
    #expect(packed.rowCount == rows.count && packed.liveCount == rows.count)
    for (place, row) in rows.enumerated() {
      #expect(try packed.id(of: place) == generation.tables[0].id(of: row))
      #expect(try packed.value(of: 0, at: place) == generation.tables[0].value(of: 0, at: row))
    }
  }

  @Test("leaves a state that others have opened as it was")
  func oldState() throws {
    var bench = try AppendBench(seed: 9, records: 2000)
    let twin = bench.twin
    let reader = try AppendBench.open(bench.files)
    try bench.save(inserting: 0, updating: 0, deleting: 1900)
    try twin.expectSame(reader.current, droppingDeadReferences: true)
    try bench.expectSameInFile()
  }

  @Test(
    "rows that are reserved and not saved cost no more than a file may have",
    arguments: [5000, 50_000])
  func reserved(count: Int) throws {
    var bench = try AppendBench(seed: 11, records: 100)
    let records = try bench.store.reserve(table: 0, count: count)
    // The last comes first, and those before it when it is there.
    for record in [records[count - 1], records[0], records[count / 2], records[1]] {
      let id = try bench.store.id(of: record)
      let values: [Value] = [.integer(1), .null, .null, .reference(records[count - 1])]
      var changes = ChangeSet(schema: schema)
      changes.tables[0].inserted = [InsertedRecord(row: record.row, id: id, values: values)]
      try bench.store.save(changes)
      bench.twin.records[record] = RecordTwin.Record(id: id, values: values)
      try bench.expectSameInFile()
    }
    try bench.save(inserting: 0, updating: 40, deleting: 10)
    try bench.expectSameInFile()
    #expect(bench.bytes.count < 100_000)
  }
}
