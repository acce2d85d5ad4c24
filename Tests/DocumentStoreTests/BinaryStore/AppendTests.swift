import Foundation
import ManagedModel
import Synchronization
import Testing

@testable import DocumentStore

/// A store whose saves append, and what it must hold.
struct AppendBench {
  let files: SimulatedFileSystem
  var twin: RecordTwin
  var random: SeededRandom
  private(set) var store: RecordStore
  let seed: UInt64
  let records: Int

  /// Few columns, so that much can be tried in little time.
  static let schema: Schema = {
    var owner = ColumnSchema(name: "owner", type: .toOne)
    owner.relationship = RelationshipSchema()
    owner.relationship?.destinationTables = [true]
    return Schema(
      modelName: "M",
      tables: [
        TableSchema(
          name: "T", index: 0,
          columns: [
            ColumnSchema(name: "number", type: .int64), ColumnSchema(name: "date", type: .date),
            ColumnSchema(name: "flag", type: .boolean), owner,
          ])
      ])
  }()

  /// Begins with some records in a file that was written as a whole.
  init(seed: UInt64, records: Int, schema: Schema = AppendBench.schema) throws {
    (self.seed, self.records) = (seed, records)
    let generation: Generation
    (twin, generation) = try RecordTwin.random(seed: seed, records: records, schema: schema)
    files = try SimulatedFileSystem.store(generation)
    random = SeededRandom(seed + 1000)
    store = try Self.open(files, schema)
  }

  var bytes: [UInt8] { files["s.plist"] ?? [] }

  static func open(
    _ files: SimulatedFileSystem, _ schema: Schema = AppendBench.schema
  ) throws(StoreError) -> RecordStore {
    try RecordStore(
      schema: schema, format: BinaryFormat(file: files.stored("s.plist"), schema: schema))
  }

  mutating func reopen() throws {
    store = try Self.open(files, store.schema)
    twin = try twin.moved(to: store.current)
  }

  mutating func save(inserting: Int, updating: Int, deleting: Int) throws {
    try store.save(
      twin.randomChanges(&random, inserting: inserting, updating: updating, deleting: deleting))
  }

  func expectSame(
    _ generation: Generation, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try twin.expectSame(
      generation, droppingDeadReferences: true, sourceLocation: sourceLocation)
  }

  /// Checks what the file holds, in whatever rows.
  func expectSameInFile(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let generation = try Self.open(files, store.schema).current
    try twin.moved(to: generation).expectSame(
      generation, droppingDeadReferences: true, sourceLocation: sourceLocation)
  }

  /// How many patches each table of the file has.
  func patchCounts() throws -> [Int] {
    try BinaryStoreFile(files.stored("s.plist")).tables.map { try $0.patches().count }
  }
}

extension SimulatedFileSystem {
  /// How many files took the place of others so far.
  var replacements: Int { log.count { $0.hasPrefix("rename") } }
}

@Suite("Saves that append to a binary store")
struct AppendTests {
  @Test("hold what was saved, whoever opens the file, and whenever", arguments: 1...8)
  func random(seed: Int) throws {
    let schema = SampleSchema.schema
    var bench = try AppendBench(
      seed: UInt64(seed), records: [0, 30, 100, 600][seed % 4], schema: schema)
    for _ in 0..<25 {
      let size = bench.random.chance(20) ? 60 : 4
      try bench.save(
        inserting: bench.random.int(0...size), updating: bench.random.int(0...size),
        deleting: bench.random.int(0...size))
      try bench.expectSameInFile()
      if bench.random.chance(30) { try bench.reopen() }
      #expect(try bench.patchCounts().allSatisfy { $0 <= 8 })
    }
    try bench.expectSame(bench.store.current)
  }

  @Test("leave a property list after each, with a trailer where any reader looks for it")
  func propertyLists() throws {
    var bench = try AppendBench(seed: 20, records: 400)
    for _ in 0..<10 {
      let before = bench.bytes
      try bench.save(inserting: 1, updating: 1, deleting: 1)
      #expect(bench.bytes.starts(with: before))
      let list = try unsafe PropertyListSerialization.propertyList(
        from: Data(bench.bytes), format: nil)
      let tables = try #require((list as? [String: Any])?["tables"] as? [[String: Any]])
      #expect((tables[0]["patches"] as? [Data])?.isEmpty == false)
      #expect(tables[0]["records"] as? Int == bench.twin.records.keys.count { $0.table == 0 })
    }
    #expect(bench.files.replacements == 1)
  }

  @Test("cost what changed, however large the file is", arguments: [1000, 10_000])
  func proportion(records: Int) throws {
    var bench = try AppendBench(seed: 30, records: records)
    let before = bench.bytes.count
    for _ in 0..<64 { try bench.save(inserting: 0, updating: 1, deleting: 0) }
    #expect((bench.bytes.count - before) / 64 < 2500)
    #expect(try bench.patchCounts()[0] <= 8)
  }

  @Test("are followed by a file that was written anew before most of it is out of date")
  func garbage() throws {
    var bench = try AppendBench(seed: 40, records: 500)
    for _ in 0..<200 { try bench.save(inserting: 1, updating: 2, deleting: 1) }
    #expect(bench.files.replacements > 1)
    let compact = try SimulatedFileSystem.store(bench.store.current)
    #expect(bench.bytes.count <= max(1 << 17, 3 * (compact["s.plist"]?.count ?? 0)))
    try bench.expectSameInFile()
  }

  @Test("are not made of what is most of the file")
  func large() throws {
    var bench = try AppendBench(seed: 50, records: 100)
    let replacements = bench.files.replacements
    try bench.save(inserting: 300, updating: 0, deleting: 0)
    #expect(bench.files.replacements == replacements + 1)
    #expect(try bench.patchCounts() == [0])
  }

  @Test("bring their data to the disk first, where these are many")
  func order() throws {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "Row", index: 0, columns: [ColumnSchema(name: "data", type: .data)])
      ])
    let builder = TableBuilder(schema.tables[0])
    for row in 1...5 { builder.append(.number(Int64(row)), [.data(Data(count: 1 << 20))]) }
    let files = try SimulatedFileSystem.store(
      Generation(number: 1, schema: schema, tables: [try builder.finish()]))
    let store = try AppendBench.open(files, schema)
    func save(_ size: Int) throws -> [String] {
      let log = files.log.count
      var changes = ChangeSet(schema: schema)
      changes.tables[0].updated = [
        UpdatedRecord(row: 1, columns: [0], values: [.data(Data(count: size))])
      ]
      try store.save(changes)
      return files.log[log...].filter { $0 == "write" || $0 == "synchronize" }
    }
    #expect(try save(100) == ["write", "synchronize"])
    #expect(try save(2 << 20).suffix(3) == ["synchronize", "write", "synchronize"])
    #expect(files.replacements == 1)
    let found = try AppendBench.open(files, schema).current.tables[0].value(of: 0, at: 1)
    #expect(found == .data(Data(count: 2 << 20)))
  }

  @Test(
    "leave few patches, also where these are too large to be merged", arguments: [0, 16, 1 << 26])
  func patchLimit(leafLimit: Int) throws {
    var bench = try AppendBench(seed: 65, records: 200)
    let file = try BinaryStoreFile(bench.files.stored("s.plist"))
    var (generation, layout) = try file.contents(AppendBench.schema)
    var isRefused = false
    for _ in 0..<60 {
      let changes = bench.twin.randomChanges(&bench.random, inserting: 0, updating: 1, deleting: 0)
      let after = try generation.applying(changes)
      let save = PendingSave(before: generation, after: after, changes: changes, metadata: [:])
      guard
        let appender = try StoreAppender(
          save, to: try #require(layout), FileRows(schema: AppendBench.schema),
          size: bench.bytes.count, number: 9, leafLimit: leafLimit)
      else {
        isRefused = true
        break
      }
      #expect(appender.layout.tables[0].patches.count <= 8)
      (generation, layout) = (after, appender.layout)
    }
    #expect(isRefused == (leafLimit < 1 << 26))
  }

  @Test("leave a state that others have opened as it was")
  func oldState() throws {
    var bench = try AppendBench(seed: 70, records: 200)
    try bench.save(inserting: 3, updating: 3, deleting: 3)
    let twin = bench.twin
    let reader = try AppendBench.open(bench.files)
    for _ in 0..<150 { try bench.save(inserting: 2, updating: 2, deleting: 2) }
    #expect(bench.files.replacements > 1)
    try twin.expectSame(reader.current, droppingDeadReferences: true)
    let error = #expect(throws: StoreError.self) {
      try reader.save(ChangeSet(schema: AppendBench.schema), metadata: ["a": .integer(1)])
    }
    #expect(error?.reason == .changedByOther)
  }

  @Test("refuse to go on where another one appended")
  func changedByOther() throws {
    var bench = try AppendBench(seed: 80, records: 100)
    let other = try AppendBench.open(bench.files)
    try bench.save(inserting: 1, updating: 0, deleting: 0)
    let before = bench.bytes
    let error = #expect(throws: StoreError.self) {
      try other.save(ChangeSet(schema: AppendBench.schema), metadata: ["a": .integer(1)])
    }
    #expect(error?.reason == .changedByOther)
    #expect(bench.bytes == before)
  }

  @Test("go on in a store whose tables or columns have another order in the file")
  func otherOrder() throws {
    let bench = try AppendBench(seed: 90, records: 100, schema: SampleSchema.schema)
    let other = SampleSchema.make(tables: ["Island", "Other", "Thing"], reversed: true)
    let store = try AppendBench.open(bench.files, other)
    for (count, name) in ["a", "b"].enumerated() {
      try store.save(ChangeSet(schema: other), metadata: [name: .boolean(true)])
      #expect(bench.files.replacements == 2)
      let summary = try BinaryStoreFile.inspect(bench.files.stored("s.plist"))
      #expect(summary.generation == UInt64(4 + count))
    }
  }
}

@Suite("A binary store whose last save was cut off")
struct TornStoreTests {
  /// A file, the bytes that a save appended to it, and what it holds before and after.
  struct Torn {
    let before: [UInt8]
    let after: [UInt8]
    let twinBefore: RecordTwin
    let twinAfter: RecordTwin

    init(seed: UInt64, records: Int = 60) throws {
      var bench = try AppendBench(seed: seed, records: records)
      try bench.save(inserting: 2, updating: 2, deleting: 2)
      (before, twinBefore) = (bench.bytes, bench.twin)
      try bench.save(inserting: 2, updating: 3, deleting: 1)
      (after, twinAfter) = (bench.bytes, bench.twin)
      try #require(after.count > before.count && after.starts(with: before))
    }

    /// Opens some bytes, which must hold one of the two states; says which.
    func expectEither(
      _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Bool {
      let contents = try SimulatedFileSystem(["s.plist": bytes]).load(AppendBench.schema)
      let isAfter = contents.warnings.isEmpty && bytes.count == after.count
      try (isAfter ? twinAfter : twinBefore).expectSame(
        contents.generation, droppingDeadReferences: true, sourceLocation: sourceLocation)
      #expect(
        isAfter || bytes == before
          || contents.warnings.first?.message.contains("the last save was cut off") == true,
        sourceLocation: sourceLocation)
      return isAfter
    }
  }

  @Test("opens as it was before, wherever that happened")
  func cuts() throws {
    let torn = try Torn(seed: 1)
    for length in torn.before.count..<torn.after.count {
      #expect(try torn.expectEither(Array(torn.after[..<length])) == false)
    }
    #expect(try torn.expectEither(torn.after))
  }

  @Test("opens as it was before where blocks of it have not reached the disk", arguments: 2...5)
  func blocks(seed: Int) throws {
    let torn = try Torn(seed: UInt64(seed))
    let size = 256
    let first = torn.before.count / size
    let last = (torn.after.count - 1) / size
    for missing in 1..<1 << min(9, last - first + 1) {
      var bytes = torn.after
      for block in first...last where missing >> (block - first) & 1 != 0 {
        let range = max(block * size, torn.before.count)..<min((block + 1) * size, bytes.count)
        for index in range { bytes[index] = 0 }
      }
      #expect(try torn.expectEither(bytes) == false)
    }
  }

  @Test("is damage to who has saved since, and loses nothing of that", arguments: [0, 1, 9, 100])
  func ownSaves(byteCount: Int) throws {
    var bench = try AppendBench(seed: 14, records: 60)
    for _ in 0..<3 { try bench.save(inserting: 1, updating: 2, deleting: 1) }
    let whole = bench.bytes
    var damaged = whole
    if byteCount == 0 { damaged[damaged.count - 40] ^= 1 } else { damaged.removeLast(byteCount) }
    bench.files.state.withLock { [damaged] in $0.overwrite("s.plist", damaged) }
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try bench.store.refresh(thorough: true) }
      #expect(error?.reason == .corrupt)
      #expect(error?.description.contains("nothing was written") == true)
      #expect(throws: StoreError.self) {
        try bench.store.save(ChangeSet(schema: AppendBench.schema), metadata: ["a": .integer(1)])
      }
      try bench.expectSame(bench.store.current)
      #expect(bench.bytes == damaged)
    }
    bench.files.state.withLock { $0.overwrite("s.plist", whole) }
    _ = try bench.store.refresh(thorough: true)
    try bench.save(inserting: 1, updating: 1, deleting: 1)
    try bench.expectSameInFile()
  }

  @Test("is no damage while another program is writing the rest")
  func beingSaved() throws {
    let torn = try Torn(seed: 10)
    let files = SimulatedFileSystem(["s.plist": Array(torn.after.dropLast(9))])
    #expect(try files.load(AppendBench.schema).warnings.count == 1)
    files.state.withLock { $0.lockedByOthers = ["s.plist"] }
    let contents = try files.load(AppendBench.schema)
    #expect(contents.warnings.isEmpty)
    try torn.twinBefore.expectSame(contents.generation, droppingDeadReferences: true)
  }

  @Test("is written anew by the next save")
  func nextSave() throws {
    let torn = try Torn(seed: 6)
    let files = SimulatedFileSystem(["s.plist": Array(torn.after.dropLast(9))])
    var twin = torn.twinBefore
    let store = try AppendBench.open(files)
    #expect(store.warnings.count == 1)
    var random = SeededRandom(1)
    try store.save(twin.randomChanges(&random, inserting: 1, updating: 1, deleting: 1))
    #expect(files.replacements == 1)
    let again = try AppendBench.open(files)
    #expect(again.warnings.isEmpty)
    try twin.expectSame(again.current, droppingDeadReferences: true)
    // And from then on saves append again.
    try store.save(twin.randomChanges(&random, inserting: 1, updating: 0, deleting: 0))
    #expect(files.replacements == 1)
    try twin.expectSame(AppendBench.open(files).current, droppingDeadReferences: true)
  }

  @Test("is not mistaken for a store that a value holds")
  func storeInside() throws {
    let schema = Schema(
      modelName: nil,
      tables: [
        TableSchema(name: "Row", index: 0, columns: [ColumnSchema(name: "data", type: .data)])
      ])
    let inner = try Torn(seed: 7).after
    let builder = TableBuilder(schema.tables[0])
    builder.append(.number(1), [.data(Data(inner))])
    let generation = Generation(number: 1, schema: schema, tables: [try builder.finish()])
    let bytes = try #require(SimulatedFileSystem.store(generation)["s.plist"])
    for cut in [1, 20, 100, 500] {
      let files = SimulatedFileSystem(["s.plist": Array(bytes.dropLast(cut))])
      #expect(throws: StoreError.self) { try files.load(schema) }
    }
  }

  @Test("a call that fails leaves a file that opens as before or after, and can be saved")
  func failures() throws {
    func make() throws -> (AppendBench, RecordTwin, ChangeSet) {
      var bench = try AppendBench(seed: 8, records: 200)
      try bench.save(inserting: 1, updating: 1, deleting: 1)
      let before = bench.twin
      let changes = bench.twin.randomChanges(
        &bench.random, inserting: 2, updating: 2, deleting: 1)
      return (bench, before, changes)
    }
    let (counting, _, changes) = try make()
    let start = counting.files.calls
    try counting.store.save(changes)
    let calls = counting.files.calls - start
    var outcomes: Set<Bool> = []
    for call in 1...calls {
      for event in [SimulatedFileSystem.Event.failure(EIO), .failure(ENOSPC), .crash] {
        let (bench, before, changes) = try make()
        bench.files.plan(event, at: call)
        var isSaved = true
        do throws(StoreError) { try bench.store.save(changes) } catch { isSaved = false }
        for bytes in bench.files.crashStates() + [["s.plist": bench.bytes]] {
          let found = try SimulatedFileSystem(bytes).load(AppendBench.schema).generation
          let isAfter = found.number == bench.store.current.number + (isSaved ? 0 : 1)
          try (isAfter ? bench.twin : before).expectSame(found, droppingDeadReferences: true)
          #expect(isAfter || !isSaved || bytes["s.plist"] != bench.bytes)
          outcomes.insert(isAfter)
        }
        if case .crash = event { continue }
        guard !isSaved else { continue }
        try before.expectSame(bench.store.current, droppingDeadReferences: true)
        // What may be in the file of it is nothing that somebody else wrote.
        for isThorough in [false, true] {
          #expect(try bench.store.refresh(thorough: isThorough) == nil)
        }
        try before.expectSame(bench.store.current, droppingDeadReferences: true)
        try bench.store.save(changes)
        try bench.twin.expectSame(
          AppendBench.open(bench.files).current, droppingDeadReferences: true)
      }
    }
    #expect(outcomes == [false, true])
  }

  @Test("interruptions and short calls go unnoticed")
  func interruptions() throws {
    for call in 1...30 {
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        var bench = try AppendBench(seed: 9, records: 200)
        bench.files.plan(event, at: call)
        try bench.save(inserting: 1, updating: 1, deleting: 1)
        try bench.expectSameInFile()
      }
    }
  }
}

@Suite("Compacting a binary store")
struct CompactTests {
  @Test("leaves the newest state alone in the file, which goes on as before")
  func compacting() throws {
    var bench = try AppendBench(seed: 100, records: 200)
    for _ in 0..<5 { try bench.save(inserting: 1, updating: 3, deleting: 2) }
    let grown = bench.bytes.count
    try bench.store.compact()
    #expect(bench.bytes.count < grown)
    #expect(try bench.patchCounts() == [0])
    try bench.expectSameInFile()
    let replacements = bench.files.replacements
    try bench.store.compact()
    #expect(bench.files.replacements == replacements)
    try bench.save(inserting: 1, updating: 0, deleting: 1)
    #expect(bench.files.replacements == replacements)
    try bench.expectSameInFile()
  }

  @Test("leaves nothing of what was deleted, or replaced")
  func erasure() throws {
    let schema = SampleSchema.schema
    var bench = try AppendBench(seed: 101, records: 100, schema: schema)
    let reference = try #require(bench.twin.records.keys.filter { $0.table == 0 }.min())
    let column = try #require(
      schema.tables[0].columns.firstIndex {
        $0.type == .string && !$0.isTransient
      })
    for secret in ["first secret", "second secret"] {
      var changes = ChangeSet(schema: schema)
      changes.tables[0].updated = [
        UpdatedRecord(row: reference.row, columns: [column], values: [.string(secret)])
      ]
      try bench.store.save(changes)
      bench.twin.records[reference]?.values[column] = .string(secret)
    }
    var changes = ChangeSet(schema: schema)
    changes.tables[0].deleted = [reference.row]
    bench.twin.records[reference] = nil
    try bench.store.save(changes)
    func contains(_ text: String) -> Bool { Data(bench.bytes).range(of: Data(text.utf8)) != nil }
    #expect(contains("first secret") && contains("second secret"))
    try bench.store.compact()
    #expect(!contains("first secret") && !contains("second secret"))
    try bench.expectSameInFile()
  }

  @Test("is refused where the store was opened for reading, and keeps what others saved")
  func refusals() throws {
    var bench = try AppendBench(seed: 102, records: 50)
    let reader = try RecordStore(
      schema: AppendBench.schema,
      format: BinaryFormat(
        file: bench.files.stored("s.plist"), schema: AppendBench.schema, isReadOnly: true))
    #expect(throws: StoreError.self) { try reader.compact() }
    let other = try AppendBench.open(bench.files)
    try bench.save(inserting: 1, updating: 1, deleting: 1)
    let before = bench.bytes
    try other.save(ChangeSet(schema: AppendBench.schema))
    let error = #expect(throws: StoreError.self) {
      try other.save(ChangeSet(schema: AppendBench.schema), metadata: ["a": .integer(1)])
    }
    #expect(error?.reason == .changedByOther)
    #expect(bench.bytes == before)
  }
}
