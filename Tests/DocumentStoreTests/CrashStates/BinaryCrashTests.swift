import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Every state in which a crash may leave a binary store")
struct BinaryCrashTests {
  /// A store in a file that was appended to once, and the next save.
  struct Append {
    var bench: AppendBench
    let before: RecordTwin
    let bytes: [UInt8]
    let number: UInt64
    let changes: ChangeSet

    init(seed: UInt64, records: Int) throws {
      bench = try AppendBench(seed: seed, records: records)
      try bench.save(inserting: 1, updating: 1, deleting: 1)
      (before, bytes, number) = (bench.twin, bench.bytes, bench.store.current.number)
      changes = bench.twin.randomChanges(&bench.random, inserting: 2, updating: 2, deleting: 1)
    }

    /// Opens a state, which must be one of the two.
    func examine(_ state: [String: [UInt8]]) throws -> CrashTrial.Outcome {
      let files = SimulatedFileSystem(state)
      let contents = try files.load(AppendBench.schema)
      let isAfter = contents.generation.number > number
      try (isAfter ? bench.twin : before).expectSame(
        contents.generation, droppingDeadReferences: true)
      let isTorn = !isAfter && files["s.plist"]?.count != bytes.count
      #expect(contents.warnings.isEmpty != isTorn)
      return isAfter ? .after : .before
    }

    func trial(blockSize: Int, sample: Int) -> CrashTrial {
      CrashTrial(
        prepare: {
          let other = try Append(seed: bench.seed, records: bench.records)
          return (other.bench.files, { try other.bench.store.save(other.changes) })
        }, examine: examine, names: ["s.plist"], blockSize: blockSize, sample: sample)
    }
  }

  @Test("is the one before or after a save that appends", arguments: 1...3)
  func append(seed: Int) throws {
    let append = try Append(seed: UInt64(seed), records: 40)
    let tally = try append.trial(blockSize: 1024, sample: 100).run()
    #expect(tally.outcomes.count == 2)
    #expect(append.bench.files.replacements == 1)
  }

  @Test("or any of thousands by chance, in small blocks", arguments: 1...8)
  func random(seed: Int) throws {
    let append = try Append(seed: 100 + UInt64(seed), records: 10)
    let tally = try append.trial(blockSize: 64, sample: 1200).run(seed: UInt64(seed))
    #expect(tally.states > 900)
    #expect(tally.outcomes.count == 2)
  }

  @Test(
    "is the one before or after where a save writes the file as a whole", arguments: [true, false])
  func whole(exchange: Bool) throws {
    let (_, generation) = try RecordTwin.random(
      seed: 3, records: 40, schema: AppendBench.schema)
    let before = try #require(SimulatedFileSystem.store(generation)["s.plist"])
    func prepare() throws -> (files: SimulatedFileSystem, save: () throws -> Void) {
      let files = SimulatedFileSystem(["s.plist": before], supportsExchange: exchange)
      let store = try AppendBench.open(files)
      var changes = ChangeSet(schema: AppendBench.schema)
      for new in try store.reserve(table: 0, count: 100) {
        changes.tables[0].inserted.append(
          InsertedRecord(
            row: new.row, id: try store.id(of: new),
            values: [.integer(Int64(new.row)), .null, .boolean(true), .null]))
      }
      return (files, { try store.save(changes) })
    }
    let (files, save) = try prepare()
    try save()
    #expect(files.replacements >= 1)
    let after = try #require(files["s.plist"])
    let trial = CrashTrial(
      prepare: prepare,
      examine: { state in
        let bytes = try #require(state["s.plist"])
        try #require(bytes == before || bytes == after)
        return bytes == before ? .before : .after
      }, names: ["s.plist"], blockSize: 512, sample: 1000)
    let tally = try trial.run()
    #expect(tally.states > 600)
    #expect(tally.outcomes.count == 2)
  }
}

@Suite("A save that appends more than a megabyte")
struct LargeAppendTests {
  static let schema = Schema(
    modelName: nil,
    tables: [
      TableSchema(name: "Row", index: 0, columns: [ColumnSchema(name: "data", type: .data)])
    ])
  static let old = Data(repeating: 5, count: 900_000)
  static let new = Data((0..<1_100_000).map { UInt8(truncatingIfNeeded: $0 >> 3 | 1) })
  /// A store with three large values.
  static let before: [UInt8]? = {
    let builder = TableBuilder(schema.tables[0])
    for row in 1...3 { builder.append(.number(Int64(row)), [.data(old)]) }
    guard let table = try? builder.finish() else { return nil }
    let generation = Generation(number: 1, schema: schema, tables: [table])
    return try? SimulatedFileSystem.store(generation)["s.plist"]
  }()

  static func prepare() throws -> (files: SimulatedFileSystem, save: () throws -> Void) {
    let files = SimulatedFileSystem(["s.plist": try #require(before)])
    let store = try AppendBench.open(files, schema)
    var changes = ChangeSet(schema: schema)
    changes.tables[0].updated = [
      UpdatedRecord(row: 1, columns: [0], values: [.data(new)])
    ]
    return (files, { try store.save(changes) })
  }

  static func examine(_ files: SimulatedFileSystem) throws -> CrashTrial.Outcome {
    let contents = try files.load(schema)
    let value = try contents.generation.tables[0].value(of: 0, at: 1)
    if contents.generation.number == 1 {
      try #require(value == .data(old))
      #expect(contents.warnings.isEmpty == (files["s.plist"]?.count == before?.count))
      return .before
    }
    try #require(value == .data(new))
    #expect(contents.warnings.isEmpty)
    return .after
  }

  /// The calls of the save, and their number.
  static func calls() throws -> Int {
    let (files, save) = try prepare()
    let start = files.calls
    try save()
    let count = files.calls - start
    #expect(files.replacements == 0)
    #expect(files.log[start...].count { $0 == "synchronize" } == 2)
    #expect(try examine(files) == .after)
    return count
  }

  @Test("leaves the state before or after in every state of the disk")
  func crashes() throws {
    let trial = CrashTrial(
      prepare: Self.prepare, examine: { try Self.examine(SimulatedFileSystem($0)) },
      names: ["s.plist"], most: 64, sample: 12)
    let tally = try trial.run()
    #expect(tally.outcomes.count == 2)
    #expect(tally.states > 20)
  }

  @Test("leaves the state before or after where a call fails, or goes on where it is interrupted")
  func failures() throws {
    for call in 1...(try Self.calls()) {
      for code in [EIO, ENOSPC] {
        let (files, save) = try Self.prepare()
        files.plan(.failure(code), at: call)
        let isSaved = (try? save()) != nil
        let found = try Self.examine(files)
        #expect(!isSaved || found == .after)
        #expect(files.names == ["s.plist"])
        if !isSaved { #expect(files["s.plist"]?.starts(with: try #require(Self.before)) == true) }
      }
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        let (files, save) = try Self.prepare()
        files.plan(event, at: call)
        try save()
        #expect(try Self.examine(files) == .after)
      }
    }
  }
}
