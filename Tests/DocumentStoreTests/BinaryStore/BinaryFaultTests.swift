import Foundation
import ManagedModel
import Synchronization
import Testing

@testable import DocumentStore

@Suite("Saving a binary store, whatever happens")
struct BinaryFaultTests {
  let twin: RecordTwin
  let before: [UInt8]
  let changed: RecordTwin
  let changes: ChangeSet
  let after: [UInt8]

  init() throws {
    var (twin, generation) = try RecordTwin.random(seed: 50, records: 20)
    twin.dropDeadReferences()
    self.twin = twin
    let files = try SimulatedFileSystem.store(generation)
    before = try #require(files["s.plist"])
    var random = SeededRandom(51)
    changes = twin.randomChanges(&random, inserting: 5, updating: 5, deleting: 0)
    changed = twin
    try Self.save(changes, files)
    after = try #require(files["s.plist"])
  }

  static func save(
    _ changes: ChangeSet, _ files: SimulatedFileSystem
  ) throws(StoreError) {
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    try store.save(changes)
  }

  /// The calls that opening and saving take.
  func callCount() throws -> Int {
    let files = SimulatedFileSystem(["s.plist": before])
    try Self.save(changes, files)
    return files.calls
  }

  @Test("a call that fails leaves the old file or the new one, and nothing else")
  func failures() throws {
    for call in 1...(try callCount()) {
      for code in [EIO, ENOSPC] {
        let files = SimulatedFileSystem(["s.plist": before])
        files.plan(.failure(code), at: call)
        do {
          try Self.save(changes, files)
          #expect(files["s.plist"] == after)
        } catch {
          #expect(files["s.plist"] == before)
        }
        #expect(files.names == ["s.plist"])
        #expect(files.openCount == 0)
      }
    }
  }

  @Test("interruptions and short calls go unnoticed")
  func interruptions() throws {
    for call in 1...(try callCount()) {
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        let files = SimulatedFileSystem(["s.plist": before])
        files.plan(event, at: call)
        try Self.save(changes, files)
        #expect(files["s.plist"] == after)
      }
    }
  }

  @Test("after a crash the store opens as it was, or as it should be")
  func crashes() throws {
    var outcomes: Set<Bool> = []
    for call in 1...(try callCount()) + 1 {
      let files = SimulatedFileSystem(["s.plist": before])
      files.plan(.crash, at: call)
      try? Self.save(changes, files)
      for state in files.crashStates() {
        let bytes = try #require(state["s.plist"])
        #expect(bytes == before || bytes == after)
        outcomes.insert(bytes == after)
      }
    }
    #expect(outcomes == [false, true])
    try twin.expectSame(SimulatedFileSystem(["s.plist": before]).load().generation)
    try changed.expectSame(
      SimulatedFileSystem(["s.plist": after]).load().generation, droppingDeadReferences: true)
  }

  @Test("a failed save leaves the store as it was, and the next one succeeds")
  func retry() throws {
    let files = SimulatedFileSystem(["s.plist": before])
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    files.plan(.failure(ENOSPC), at: 12)
    let error = #expect(throws: StoreError.self) { try store.save(changes) }
    #expect(error?.reason == .system(ENOSPC))
    try twin.expectSame(store.current)
    try store.save(changes)
    try changed.expectSame(store.current)
    #expect(files["s.plist"] == after)
  }

  @Test("a store that another program has saved is not overwritten")
  func changedByOther() throws {
    let files = SimulatedFileSystem(["s.plist": before])
    let stores = try (0..<2).map { _ in
      try RecordStore(
        schema: SampleSchema.schema,
        format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    }
    try stores[0].save(changes)
    let error = #expect(throws: StoreError.self) { try stores[1].save(changes) }
    #expect(error?.reason == .changedByOther)
    #expect(files["s.plist"] == after)
  }

  @Test("not even where the file's stamp is the same")
  func sameStamp() throws {
    let files = SimulatedFileSystem(["s.plist": before])
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    var other = before
    let table = try StoreEnding(
      of: OpenFile("/s.plist", fileSystem: files), end: before.count
    ).tableOffset
    other[table - 1] ^= 0xFF  // the checksum in the seal
    files.state.withLock { [other] state in
      guard let file = state.names["s.plist"] else { return }
      state.files[file]?.contents = other
    }
    let error = #expect(throws: StoreError.self) { try store.save(changes) }
    #expect(error?.reason == .changedByOther)
    #expect(files["s.plist"] == other)
  }

  @Test("a file that appeared since is not overwritten")
  func appeared() throws {
    let files = SimulatedFileSystem()
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(file: files.stored("s.plist"), schema: SampleSchema.schema))
    files.state.withLock { $0.replace("s.plist", [1]) }
    let error = #expect(throws: StoreError.self) {
      try store.save(ChangeSet(schema: SampleSchema.schema))
    }
    #expect(error?.reason == .changedByOther)
    #expect(files["s.plist"] == [1])
  }

  @Test("a store opened for reading is not saved, and must exist")
  func readOnly() throws {
    let files = SimulatedFileSystem(["s.plist": before])
    let store = try RecordStore(
      schema: SampleSchema.schema,
      format: BinaryFormat(
        file: files.stored("s.plist"), schema: SampleSchema.schema, isReadOnly: true))
    try twin.expectSame(store.current)
    #expect(throws: StoreError.self) { try store.save(changes) }
    #expect(files["s.plist"] == before)
    let missing = BinaryFormat(
      file: files.stored("none"), schema: SampleSchema.schema, isReadOnly: true)
    let error = #expect(throws: StoreError.self) { try missing.load() }
    #expect(error?.reason == .missing)
  }
}

@Suite("A binary store of another model")
struct OtherModelTests {
  func messages(_ schema: Schema) throws -> [String] {
    let (_, generation) = try RecordTwin.random(seed: 60, records: 10)
    let files = try SimulatedFileSystem.store(generation)
    let error = try #require(throws: StoreError.self) { try files.load(schema) }
    #expect(error.reason == .incompatibleModel)
    #expect(error.diagnostics.last?.message.contains("written with another model") == true)
    return error.diagnostics.dropLast().map(\.message)
  }

  func schema(_ edit: (Int, inout [ColumnSchema]) -> Void) -> Schema {
    let tables = SampleSchema.schema.tables.map { table in
      var columns = table.columns
      edit(table.index, &columns)
      return TableSchema(name: table.name, index: table.index, columns: columns)
    }
    return Schema(modelName: "Sample", tables: tables)
  }

  @Test("is refused where an entity is missing on either side")
  func entities() throws {
    #expect(
      try messages(SampleSchema.make(tables: ["Thing", "Other"])) == [
        "the model has no entity 'Island', of which the store has a table"
      ])
    #expect(
      try messages(SampleSchema.make(tables: ["Thing", "Other", "Island", "Sea"])) == [
        "the store has no table of the model's entity 'Sea'"
      ])
  }

  @Test("is refused where a column is missing, unknown or of another type, and all are named")
  func columns() throws {
    let other = schema { table, columns in
      if table == 1 {
        columns[0] = ColumnSchema(name: "name", type: .int16)
        columns.append(ColumnSchema(name: "more", type: .string))
      }
      if table == 2 { columns = [] }
    }
    #expect(
      try messages(other) == [
        "'name' of 'Other' is stored as String; in the model it is Integer 16",
        "the store has no column for 'more' of 'Other'",
        "the model has no 'number' of 'Island', which the store has",
      ])
  }

  @Test("is refused where an element of a composite differs")
  func elements() throws {
    let other = schema { _, columns in
      for index in columns.indices where columns[index].name == "outer" {
        columns[index].elements[1].elements[0] = ColumnSchema(name: "deep", type: .string)
        columns[index].elements.removeLast()
      }
    }
    #expect(
      try messages(other) == [
        "'deep' of 'Thing.outer.inner' is stored as Integer 64; in the model it is String",
        "the model has no 'text' of 'Thing.outer', which the store has",
      ])
  }

  @Test("opens where only a transient differs")
  func transients() throws {
    let (twin, generation) = try RecordTwin.random(seed: 61, records: 10)
    let files = try SimulatedFileSystem.store(generation)
    let other = schema { _, columns in
      for index in columns.indices where columns[index].isTransient {
        columns[index].name = "another"
      }
    }
    try twin.expectSame(files.load(other).generation, droppingDeadReferences: true)
  }
}
