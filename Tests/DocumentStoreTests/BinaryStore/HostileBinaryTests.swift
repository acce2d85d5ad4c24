import Foundation
import ManagedModel
import Synchronization
import Testing

@testable import DocumentStore

/// The bytes of a small binary store, and ways to spoil them.
struct SpoiledStore {
  let bytes: [UInt8]
  let schema: Schema
  let ending: StoreEnding

  init() throws {
    schema = SpoiledStore.schema
    let (_, generation) = try RecordTwin.random(seed: 77, records: 30, schema: schema)
    let files = try SimulatedFileSystem.store(
      generation, metadata: ["a": .array([.string("é"), .integer(7), .data(Data([1, 2, 3]))])])
    bytes = try #require(files["s.plist"])
    let file = try OpenFile("/s.plist", fileSystem: files)
    ending = try StoreEnding(of: file, end: bytes.count)
  }

  /// Few columns, so that much can be tried in little time.
  private static let schema: Schema = {
    var composite = ColumnSchema(name: "pair", type: .composite)
    composite.elements = [
      ColumnSchema(name: "one", type: .int16), ColumnSchema(name: "two", type: .string),
    ]
    var members = ColumnSchema(name: "members", type: .toMany)
    members.relationship = RelationshipSchema()
    members.relationship?.destinationTables = [true]
    var owner = ColumnSchema(name: "owner", type: .toOne)
    owner.relationship = members.relationship
    let columns = [
      ColumnSchema(name: "text", type: .string), ColumnSchema(name: "number", type: .double),
      ColumnSchema(name: "price", type: .decimal), composite, owner, members,
    ]
    return Schema(
      modelName: "M", tables: [TableSchema(name: "T", index: 0, columns: columns)])
  }()

  /// Loads the bytes, reads all there is, and looks through it. Says what was thrown.
  func load(_ bytes: [UInt8]) -> StoreError? {
    do throws(StoreError) {
      let files = SimulatedFileSystem(["s.plist": bytes])
      _ = try BinaryStoreFile.inspect(files.stored("s.plist"))
      let generation = try files.load(schema).generation
      try generation.touchEverything()
      for table in generation.tables { _ = try table.rowsInIDOrder() }
      return nil
    } catch {
      return error
    }
  }

  /// The bytes that a store has which is read and saved again.
  func rewritten(_ bytes: [UInt8]) throws -> [UInt8]? {
    let files = SimulatedFileSystem(["s.plist": bytes])
    let contents = try files.load(schema)
    try BinaryFormat.write(
      contents.generation, metadata: contents.metadata, to: files.stored("copy"), expecting: nil)
    return files["copy"]
  }

  /// Makes the checksum of the containers right again.
  func resealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    let table = ending.tableOffset
    var hash = XXH64()
    hash.update(Array(bytes[ending.seal.checkedFrom..<table - 8]))
    hash.update(Array(bytes[table...]))
    var sum: [UInt8] = []
    sum.append(littleEndian: hash.value)
    bytes.replaceSubrange(table - 8..<table, with: sum)
    return bytes
  }
}

@Suite("A spoiled binary store is read or refused, never more")
struct HostileBinaryTests {
  let store: SpoiledStore

  init() throws { store = try SpoiledStore() }

  @Test("every prefix is refused, with the file's name")
  func prefixes() {
    #expect(store.load(store.bytes) == nil)
    for length in 0..<store.bytes.count {
      let error = store.load(Array(store.bytes[..<length]))
      #expect(error?.diagnostics.first?.location.file == "/s.plist", "\(length) bytes")
    }
  }

  @Test("changed bytes", arguments: 0..<4)
  func mutations(part: Int) throws {
    var random = SeededRandom(UInt64(part))
    for _ in 0..<2500 {
      var bytes = store.bytes
      for _ in 0..<random.int(1...4) {
        bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      if let error = store.load(bytes) {
        #expect(error.diagnostics.first?.location.file == "/s.plist")
      } else {
        // The change fell on a byte that says nothing: between two leaves, or in the header of one.
        #expect(try store.rewritten(bytes) == store.bytes)
      }
    }
  }

  @Test("changed containers whose checksum is right again", arguments: 0..<4)
  func resealedMutations(part: Int) {
    var random = SeededRandom(UInt64(100 + part))
    let range = store.ending.seal.checkedFrom...store.bytes.count - 1
    var refused = 0
    for _ in 0..<2500 {
      var bytes = store.bytes
      for _ in 0..<random.int(1...3) {
        let place = random.int(range)
        bytes[place] =
          random.chance(50) ? UInt8(random.int(0...20)) : UInt8(truncatingIfNeeded: random.next())
      }
      if let error = store.load(store.resealed(bytes)) {
        refused += 1
        #expect(error.diagnostics.first?.location.file == "/s.plist")
      }
    }
    #expect(refused > 1000)
  }

  @Test("removed, doubled and moved pieces", arguments: [1])
  func pieces(seed: Int) {
    var random = SeededRandom(UInt64(seed))
    for _ in 0..<1000 {
      var bytes = store.bytes
      let start = random.int(0...bytes.count - 1)
      let end = min(bytes.count, start + random.int(1...200))
      let piece = Array(bytes[start..<end])
      if random.chance(60) { bytes.removeSubrange(start..<end) }
      if random.chance(60) { bytes.insert(contentsOf: piece, at: random.int(0...bytes.count)) }
      if bytes == store.bytes { continue }
      #expect(store.load(bytes) != nil)
    }
  }

  @Test("a changed byte of the data is found when its chunk is read, not before")
  func damagedChunk() throws {
    var bytes = store.bytes
    bytes[18] ^= 1  // the first byte of the first leaf's contents
    bytes[16 + 8] ^= 1
    let files = SimulatedFileSystem(["s.plist": bytes])
    let generation = try files.load(store.schema).generation
    let error = #expect(throws: StoreError.self) { try generation.touchEverything() }
    #expect(error?.reason == .corrupt)
    #expect(error?.description.contains("in the values of the ids of 'T'") == true)
  }

  @Test("a directory of any bytes is taken apart or refused")
  func directories() {
    var random = SeededRandom(9)
    var directory = TableDirectory()
    for _ in 0..<3 {
      directory.groups.append(
        .init(
          rowCount: 70, hasTextIDs: random.chance(50),
          live: random.chance(50) ? Bitmap(size: 70, repeating: true) : nil,
          leaves: [.init(byteCount: 100, checksum: 7), .init(byteCount: 0, checksum: 8)]))
    }
    let good = directory.bytes
    #expect(Self.read(good)?.bytes == good)
    for length in 0..<good.count { #expect(Self.read(Array(good[..<length])) == nil) }
    #expect(Self.read(good + [0]) == nil)
    for _ in 0..<5000 {
      var bytes = good
      bytes[random.int(0...bytes.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      if let read = Self.read(bytes) { #expect(read.bytes == bytes) }
    }
  }

  private static func read(_ bytes: [UInt8]) -> TableDirectory? {
    unsafe bytes.withUnsafeBytes { unsafe TableDirectory($0, leafCount: 2) }
  }

  @Test(
    "other files are refused in words that say what they are not",
    arguments: [
      ("", "does not begin with 'bplist00'"), ("<plist/>", "does not begin with 'bplist00'"),
      ("bplist00", "not a complete binary store"),
      ("bplist00" + String(repeating: "x", count: 200), "not a complete binary store"),
    ])
  func otherFiles(text: String, expected: String) throws {
    let error = try #require(store.load(Array(text.utf8)))
    #expect(error.description.contains(expected))
  }

  @Test("a property list that others wrote is no store")
  func otherPropertyList() throws {
    let data = try PropertyListSerialization.data(
      fromPropertyList: ["format": "OpenCoreData", "tables": [] as [String]], format: .binary,
      options: 0)
    let error = try #require(store.load(Array(data)))
    #expect(error.description.contains("another kind of property list"))
  }

  @Test(
    "another version is refused as such, with what to do about it",
    arguments: [
      ("3", "open it with a newer version"),
      ("1", "with the version of this library that wrote it"),
    ])
  func otherVersion(digit: String, remedy: String) throws {
    var bytes = store.bytes
    bytes[store.ending.tableOffset - StoreSeal.size + 7] = try #require(digit.utf8.first)
    let error = try #require(store.load(bytes))
    #expect(error.reason == .unknownFormat)
    #expect(error.description.contains("written in the format '0\(digit)'"))
    #expect(error.description.contains(remedy) && error.description.contains("coredata convert"))
  }

  @Test("a file cut short while it is open is noticed")
  func truncation() throws {
    let files = SimulatedFileSystem(["s.plist": store.bytes])
    let generation = try files.load(store.schema).generation
    files.state.withLock { $0.overwrite("s.plist", Array(store.bytes[..<20])) }
    let error = #expect(throws: StoreError.self) { try generation.touchEverything() }
    #expect(error?.reason == .corrupt)
  }
}
