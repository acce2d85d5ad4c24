import Foundation
import Testing

@testable import DocumentStore

extension SimulatedFileSystem {
  /// A file system with one binary store.
  static func store(
    _ generation: Generation, metadata: [String: PropertyList] = [:], name: String = "s.plist"
  ) throws -> SimulatedFileSystem {
    let files = SimulatedFileSystem()
    try BinaryFormat.write(
      generation, metadata: metadata, to: files.stored(name), expecting: nil)
    return files
  }

  func load(
    _ schema: Schema = SampleSchema.schema, name: String = "s.plist"
  ) throws(StoreError) -> StoreContents {
    try BinaryFormat(file: stored(name), schema: schema).load()
  }
}

@Suite("A binary store")
struct BinaryRoundTripTests {
  static let metadata: [String: PropertyList] = [
    "NSStoreUUID": .string("3F2504E0-4F89-11D3-9A0C-0305E82C3301"),
    "NSStoreModelVersionHashes": .dictionary([
      "Thing": .data(Data(0..<32)), "Other": .data(Data()),
    ]),
    "numbers": .array(
      [0, 1, 255, 256, 65535, 65536, Int64(UInt32.max), Int64(UInt32.max) + 1, .max, -1, .min].map {
        .integer($0)
      }),
    "reals": .array([0, -0.0, .pi, .leastNonzeroMagnitude].map { .real($0) }),
    "precomposed": .string("é"), "decomposed": .string("e\u{301}"), "empty": .string(""),
    "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)), "yes": .boolean(true),
    "no": .boolean(false), "long": .string(String(repeating: "x", count: 300)),
    "日本": .array([]), "none": .dictionary([:]),
    "many": .array((0..<300).map { .string("element \($0)") }),
  ]

  @Test("gives back what was saved", arguments: 1...8)
  func roundTrip(seed: Int) throws {
    let (twin, generation) = try RecordTwin.random(
      seed: UInt64(seed), records: [0, 1, 5, 30, 60, 64, 150, 400][seed - 1])
    let files = try SimulatedFileSystem.store(generation, metadata: Self.metadata)
    let contents = try files.load()
    try twin.expectSame(contents.generation, droppingDeadReferences: true)
    #expect(contents.metadata == Self.metadata)
    #expect(contents.generation.number == generation.number)
    for (one, other) in zip(contents.generation.tables, generation.tables) {
      #expect(one.rowCount == other.rowCount)
      #expect(one.liveCount == other.liveCount)
      #expect(one.highestNumber == other.highestNumber)
    }
  }

  @Test("keeps texts of metadata by their bytes")
  func metadataBytes() throws {
    let (_, generation) = try RecordTwin.random(seed: 1, records: 2)
    let read = try SimulatedFileSystem.store(generation, metadata: Self.metadata).load().metadata
    #expect(read["precomposed"]?.text?.utf8.count == 2)
    #expect(read["decomposed"]?.text?.utf8.count == 3)
  }

  @Test("gives back tables of many groups")
  func manyGroups() throws {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(
          name: "Row", index: 0,
          columns: [
            ColumnSchema(name: "number", type: .int32), ColumnSchema(name: "text", type: .string),
          ])
      ])
    let (twin, generation) = try RecordTwin.random(
      seed: 3, records: 10_000, rounds: 2, schema: schema)
    let loaded = try SimulatedFileSystem.store(generation).load(schema).generation
    try twin.expectSame(loaded)
    #expect(loaded.tables[0].groups.count == 3)
  }

  @Test("saves what it has read, touched or not, and what changed since", arguments: 1...4)
  func chain(seed: Int) throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("s.plist"))
    var random = SeededRandom(UInt64(seed))
    var twin = RecordTwin(SampleSchema.schema)
    for round in 0..<5 {
      let store = try RecordStore(
        schema: SampleSchema.schema, format: BinaryFormat(file: file, schema: SampleSchema.schema))
      // References to dead rows are in the file until it is written as a whole.
      if random.chance(50) { try twin.expectSame(store.current, droppingDeadReferences: true) }
      for _ in 0..<2 {
        try store.save(
          twin.randomChanges(&random, inserting: 20, updating: 10, deleting: 4),
          metadata: ["round": .integer(Int64(round))])
      }
      try twin.expectSame(store.current, droppingDeadReferences: true)
      #expect(try BinaryStoreFile.inspect(file).generation == UInt64(round * 2 + 2))
      #expect(folder.names == ["s.plist"])
    }
  }

  @Test("finds tables and columns by name, in whatever order the model has them")
  func otherOrder() throws {
    var (twin, generation) = try RecordTwin.random(seed: 21, records: 120)
    twin.dropDeadReferences()
    let other = SampleSchema.make(tables: ["Island", "Other", "Thing"], reversed: true)
    let loaded = try SimulatedFileSystem.store(generation).load(other).generation
    func translated(_ reference: RecordReference) -> RecordReference {
      RecordReference(table: 2 - reference.table, row: reference.row)
    }
    for (reference, record) in twin.records {
      let found = try loaded.tables[2 - reference.table].values(of: reference.row)
      let expected: [Value] = record.values.reversed().map { value in
        switch value {
        case .reference(let target): .reference(translated(target))
        case .references(let targets): .references(targets.map(translated))
        default: value
        }
      }
      #expect(found == expected)
    }
    // And back again.
    let again = try SimulatedFileSystem.store(loaded).load().generation
    try twin.expectSame(again)
  }

  @Test("is not touched by a save without a change")
  func noChange() throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("s.plist"))
    let (_, generation) = try RecordTwin.random(seed: 2, records: 20)
    try BinaryFormat.write(generation, metadata: ["a": .boolean(true)], to: file, expecting: nil)
    let before = try file.stamp()
    let store = try RecordStore(
      schema: SampleSchema.schema, format: BinaryFormat(file: file, schema: SampleSchema.schema))
    try store.save(ChangeSet(schema: SampleSchema.schema))
    #expect(try file.stamp() == before)
    try store.save(ChangeSet(schema: SampleSchema.schema), metadata: ["a": .boolean(false)])
    #expect(try file.stamp() != before)
    #expect(try BinaryStoreFile.inspect(file).metadata == ["a": .boolean(false)])
  }

  @Test("is created by the first save, also where nothing is in it")
  func creation() throws {
    let files = SimulatedFileSystem()
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    #expect(files.names == [])
    try store.save(ChangeSet(schema: SampleSchema.schema))
    #expect(try files.load().generation.count == 0)
  }

  @Test("can be read without a model")
  func inspection() throws {
    let (twin, generation) = try RecordTwin.random(seed: 17, records: 90)
    let files = try SimulatedFileSystem.store(generation, metadata: Self.metadata)
    let summary = try BinaryStoreFile.inspect(files.stored("s.plist"))
    #expect(summary.formatVersion == 2)
    #expect(summary.modelName == "Sample")
    #expect(summary.metadata == Self.metadata)
    #expect(summary.size == files["s.plist"]?.count)
    #expect(summary.entities.map(\.name) == ["Thing", "Other", "Island"])
    #expect(
      summary.entities.map(\.count)
        == (0..<3).map { table in twin.records.keys.count { $0.table == table } })
  }

  @Test("is opened by reading its end, and read chunk by chunk")
  func laziness() throws {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "Row", index: 0, columns: [ColumnSchema(name: "data", type: .data)])
      ])
    let builder = TableBuilder(schema.tables[0])
    for row in 0..<20_000 {
      builder.append(.number(Int64(row + 1)), [.data(Data(repeating: 1, count: 100))])
    }
    let generation = Generation(number: 1, schema: schema, tables: [try builder.finish()])
    let files = try SimulatedFileSystem.store(generation)
    let reads = files.log.count { $0 == "read" }
    let loaded = try files.load(schema).generation
    #expect(files.log.count { $0 == "read" } - reads == 6)
    _ = try loaded.tables[0].value(of: 0, at: 15_000)
    _ = try loaded.tables[0].value(of: 0, at: 15_001)
    #expect(files.log.count { $0 == "read" } - reads == 7)
    // Writing it elsewhere does not keep in memory what it reads on the way.
    try BinaryFormat.write(loaded, metadata: [:], to: files.stored("copy"), expecting: nil)
    let after = files.log.count { $0 == "read" }
    _ = try loaded.tables[0].value(of: 0, at: 0)
    #expect(files.log.count { $0 == "read" } == after + 1)
    #expect(files["copy"] == files["s.plist"])
  }

  @Test("stays readable when another file has taken its name")
  func replacedWhileOpen() throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("s.plist"))
    let (twin, generation) = try RecordTwin.random(seed: 30, records: 50)
    try BinaryFormat.write(generation, metadata: [:], to: file, expecting: nil)
    let loaded = try BinaryFormat(file: file, schema: SampleSchema.schema).load().generation
    try BinaryFormat.write(
      Generation(emptyFor: SampleSchema.schema), metadata: [:], to: file, expecting: file.stamp())
    try twin.expectSame(loaded, droppingDeadReferences: true)
  }

  @Test("has the same bytes for the same records")
  func determinism() throws {
    let (_, generation) = try RecordTwin.random(seed: 5, records: 40)
    let one = try SimulatedFileSystem.store(generation, metadata: Self.metadata)
    let other = try SimulatedFileSystem.store(generation, metadata: Self.metadata)
    #expect(one["s.plist"] == other["s.plist"])
  }

  @Test("refuses metadata that are nested too deep")
  func deepMetadata() throws {
    var value = PropertyList.boolean(true)
    for _ in 0..<100 { value = .array([value]) }
    let error = #expect(throws: StoreError.self) {
      try SimulatedFileSystem.store(
        Generation(emptyFor: SampleSchema.schema), metadata: ["deep": value])
    }
    #expect(error?.reason == .unstorable)
  }
}
