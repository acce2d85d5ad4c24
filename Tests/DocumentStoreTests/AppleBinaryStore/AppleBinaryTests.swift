import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Apple's binary store")
struct AppleBinaryTests {
  private func load(_ bytes: [UInt8], _ schema: Schema? = nil) throws -> StoreContents {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("store", bytes))
    let schema = try schema ?? AppleDocument.schema("FaveFlicks")
    return try AppleBinaryFormat(file: file, schema: schema).load()
  }

  @Test("is read: header, both archives, values by position, relationships by key")
  func sample() throws {
    let contents = try load(BinarySample.films.bytes)
    #expect(contents.warnings.isEmpty)
    let graph = try Graph(contents.generation)
    #expect(graph.records.keys.sorted() == ["Director-1", "Movie-2", "Movie-5", "Tag-3"])
    let heat = try #require(graph.records["Movie-2"])
    #expect(heat.values["title"] == .string("Heat"))
    #expect(heat.values["genre"] == .null)
    #expect(heat.values["releaseDate"] == .date(-158_976_000))
    #expect(heat.references["director"] == ["Director-1"])
    #expect(heat.references["tags"] == ["Tag-3"])
    #expect(graph.records["Director-1"]?.references["movies"] == ["Movie-2", "Movie-5"])
    #expect(contents.metadata["NSStoreUUID"]?.text == "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    #expect(contents.metadata["NSStoreType"]?.text == "Binary")
    #expect(contents.metadata["of the application"]?.elements?.count == 2)
    #expect(contents.generation.tables.map(\.highestNumber) == [13, 13, 13])
  }

  @Test(
    "that is not what it should be tells why",
    arguments: [
      (["NSDictionaryMapNode": "NSObject"], "is none of 'NSDictionaryMapNode'"),
      (["Movie": "Film"], "is a 'Film', and there is no such entity in the model"),
      (["tags": "labels"], "has a relationship 'labels', which 'Movie' has not"),
      (["mapData": "other"], "is an archive without 'mapData'"),
      (["$objects": "objects"], "is no keyed archive"),
    ])
  func renamed(_ names: [String: String], _ message: String) throws {
    var sample = BinarySample.films
    sample.names = names
    let error = #expect(throws: StoreError.self) { try load(sample.bytes) }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
  }

  @Test("of another model is refused by the number of its values")
  func positions() throws {
    let schema = try AppleDocument.schema("FoodPin")
    #expect(throws: StoreError.self) { try load(BinarySample.films.bytes, schema) }
    var sample = BinarySample.films
    sample.objects[1].values.append(.null)
    let error = #expect(throws: StoreError.self) { try load(sample.bytes) }
    #expect(error?.description.contains("has 6 values, and the model 3 attributes") == true)
  }

  @Test("with a dangling key, or two objects that claim one, is refused")
  func references() throws {
    var sample = BinarySample.films
    sample.objects[1].links["tags"] = [77]
    var error = #expect(throws: StoreError.self) { try load(sample.bytes) }
    #expect(error?.description.contains("no object has that id") == true)
    sample = BinarySample.films
    sample.objects[1].links["director"] = [3]
    error = #expect(throws: StoreError.self) { try load(sample.bytes) }
    #expect(error?.description.contains("which is a 'Tag'; a 'Director' was expected") == true)
  }

  @Test("cut anywhere, or changed by chance, loads or is refused")
  func hostile() throws {
    let schema = try AppleDocument.schema("FaveFlicks")
    let folder = try TemporaryFolder()
    let bytes = BinarySample.films.bytes
    func check(_ bytes: [UInt8]) throws {
      let file = StoredFile(path: try folder.write("sample", bytes))
      do throws(StoreError) {
        try AppleBinaryFormat(file: file, schema: schema).load().generation.touchEverything()
      } catch {
        #expect(error.diagnostics.first?.location.file == file.path, "\(error)")
      }
      _ = try? AppleBinarySummary(file)
    }
    for end in stride(from: 0, to: bytes.count, by: 2) { try check(Array(bytes[..<end])) }
    var random = SeededRandom(5)
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<random.int(1...4) {
        changed[random.int(0...changed.count - 1)] = UInt8(truncatingIfNeeded: random.next())
      }
      try check(changed)
    }
  }

  @Test("keeps every value through a save and a reading", arguments: 1...12)
  func random(_ seed: UInt64) throws {
    let schema = try AppleDocument.schema(seed % 2 == 0 ? "FaveFlicks" : "Everything")
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("store"))
    let store = try RecordStore(
      schema: schema, format: AppleBinaryFormat(file: file, schema: schema))
    var random = SeededRandom(seed)
    for _ in 0..<8 {
      var edit = try GraphEdit(store)
      for _ in 0..<random.int(1...10) { try RandomEditingTests.change(&edit, &random) }
      for (reference, values) in edit.records {
        // Bytes that are no list and no archive cannot be kept here, which another test shows.
        for (column, value) in values.enumerated() {
          guard case .transformed(let data) = value, !data.starts(with: Data("bplist".utf8)) else {
            continue
          }
          let list = BinaryPropertyListWriter.bytes(of: .array([.data(Array(data)), .string("x")]))
          edit.set(reference, column, .transformed(Data(list)))
        }
      }
      try edit.save(metadata: ["NSStoreUUID": .string("u"), "k": .array([.integer(1)])])
      let again = try AppleBinaryFormat(file: file, schema: schema).load()
      #expect(again.warnings.isEmpty)
      #expect(try Graph(again.generation) == Graph(store.current))
      #expect(again.metadata["k"] == .array([.integer(1)]))
      #expect(again.metadata["NSStoreType"]?.text == "Binary")
    }
  }

  @Test(
    "is refused where metadata that a save would copy cannot be copied, and not later",
    arguments: [
      .instance("NSColor", [("NSPeer", .missing)]),
      .instance("NSColor", [("NS.objects", .array([.string("a"), .missing]))]),
      .array([.instance("NSColor", [("NSPeer", .instance("NSColor", [("NSPeer", .missing)]))])]),
      .array([.missing]), .dictionary([("a", .missing)]), .missing,
    ] as [BinarySample.Item])
  func missingMetadata(_ item: BinarySample.Item) throws {
    var sample = BinarySample.films
    sample.moreMetadata = [("broken", item)]
    let error = #expect(throws: StoreError.self) { try load(sample.bytes) }
    #expect(error?.reason == .malformed)
    sample.moreMetadata = [("color", .instance("NSColor", [("NSPeer", .null)]))]
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("store", sample.bytes))
    let store = try RecordStore(
      schema: AppleDocument.schema("FaveFlicks"),
      format: AppleBinaryFormat(file: file, schema: AppleDocument.schema("FaveFlicks")))
    try store.save(ChangeSet(schema: store.schema), metadata: store.metadata)
  }

  @Test("keeps objects of classes that are not known as archives, and puts them back")
  func opaque() throws {
    var column = ColumnSchema(name: "color", type: .transformable)
    column.transformerName = "NSSecureUnarchiveFromData"
    let schema = Schema(
      modelName: nil, tables: [TableSchema(name: "Item", index: 0, columns: [column])])
    var sample = BinarySample(objects: [])
    let color = BinarySample.Item.instance(
      "NSColor",
      [
        ("NSRGB", .data([1, 2, 3])), ("NSSpace", .object(.integer(4))),
        ("NSPeer", .instance("NSColor", [("NSSpace", .integer(9))])),
      ])
    sample.objects = [
      .init(key: 1, entity: "Item", values: [color], links: [:]),
      .init(key: 2, entity: "Item", values: [.array([.string("a"), .integer(1)])], links: [:]),
    ]
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("store", sample.bytes))
    let store = try RecordStore(
      schema: schema, format: AppleBinaryFormat(file: file, schema: schema))
    func values(_ generation: Generation) throws -> [Value] {
      try [0, 1].map { try generation.tables[0].value(of: 0, at: $0) }
    }
    let before = try values(store.current)
    guard case .transformed(let opaque) = before[0], case .transformed(let list) = before[1] else {
      Issue.record("not transformed: \(before)")
      return
    }
    let archive = try Array(opaque).withView { try KeyedArchive($0).root("root") }
    #expect(archive > 0)
    #expect(
      try unsafe PropertyListSerialization.propertyList(from: list, format: nil) as? [AnyHashable]
        == ["a", 1])
    var edit = try GraphEdit(store)
    _ = try edit.insert("Item")
    try edit.save()
    let again = try AppleBinaryFormat(file: file, schema: schema).load()
    #expect(try values(again.generation) == before)
    edit = try GraphEdit(store)
    edit.set(RecordReference(table: 0, row: 0), 0, .transformed(Data([1, 2])))
    let error = #expect(throws: StoreError.self) { try edit.save() }
    #expect(error?.description.contains("neither a property list nor an archive") == true)
    column.transformerName = "ColorTransformer"
    let custom = Schema(
      modelName: nil, tables: [TableSchema(name: "Item", index: 0, columns: [column])])
    let refused = #expect(throws: StoreError.self) { try load(sample.bytes, custom) }
    #expect(refused?.description.contains("'ColorTransformer' makes into bytes") == true)
  }

  @Test("has values of Foundation's classes as Foundation archives them")
  func classes() throws {
    let uuid = UUID()
    let root: NSDictionary = [
      "uuid": uuid as NSUUID,
      "url": try #require(NSURL(string: "https://example.org/a?b")),
      "date": Date(timeIntervalSinceReferenceDate: 1.5),
    ]
    let data = try NSKeyedArchiver.archivedData(withRootObject: root, requiringSecureCoding: false)
    try Array(data).withView { view in
      let archive = try KeyedArchive(view)
      var found: [String: KeyedArchive.Scalar] = [:]
      for (key, value) in try archive.entries(archive.root("root")) ?? [] {
        found[try archive.text(key) ?? ""] = try archive.scalar(value)
      }
      guard case .uuid(uuid) = found["uuid"],
        case .uri("https://example.org/a?b") = found["url"], case .date(1.5) = found["date"]
      else {
        Issue.record("\(found)")
        return
      }
    }
  }

  @Test("is the old file or the new one, whatever call fails and whenever a crash comes")
  func faults() throws {
    let schema = try AppleDocument.schema("FaveFlicks")
    let before = BinarySample.films.bytes
    var opened = 0
    func change(_ files: SimulatedFileSystem, _ event: SimulatedFileSystem.Event?, _ call: Int)
      throws
    {
      let format = AppleBinaryFormat(file: files.stored("s"), schema: schema)
      let store = try RecordStore(schema: schema, format: format)
      opened = files.calls
      if let event { files.plan(event, at: call) }
      func save() throws {
        var edit = try GraphEdit(store)
        try edit.set("Movie-2", "genre", .string("Crime"))
        _ = try edit.insert("Tag", ["name": .string("New")])
        try edit.save()
      }
      guard event != nil else { return try save() }
      if case .crash? = event {
        try? save()
        return
      }
      do { try save() } catch {
        #expect(files["s"] == before)
        try save()
      }
      let again = try AppleBinaryFormat(file: files.stored("s"), schema: schema).load()
      #expect(try Graph(again.generation) == Graph(store.current))
      #expect(files.names == ["s"])
    }
    let plain = SimulatedFileSystem(["s": before])
    try change(plain, nil, 0)
    let after = try #require(plain["s"])
    for call in 1...plain.calls - opened {
      for event in [SimulatedFileSystem.Event.failure(EIO), .failure(ENOSPC), .short] {
        try change(SimulatedFileSystem(["s": before]), event, call)
      }
      let files = SimulatedFileSystem(["s": before])
      try change(files, .crash, call)
      for survivor in files.crashStates() {
        #expect(survivor["s"] == before || survivor["s"] == after)
      }
    }
  }
}
