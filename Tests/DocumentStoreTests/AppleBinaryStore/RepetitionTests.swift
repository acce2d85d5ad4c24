import ManagedModel
import Testing

@testable import DocumentStore

/// A few objects of an archive can refer to the same ones over and over: what that asks for is bounded by the
/// file's size, wherever it stands.
@Suite("Values that an archive of Apple's repeats")
struct RepetitionTests {
  typealias Item = BinarySample.Item

  /// A text that stands in the file once.
  private static func text(_ length: Int) -> Item {
    .shared("text", .string(String(repeating: "a", count: length)))
  }

  private static func bytes(_ length: Int) -> Item {
    .shared("bytes", .instance("NSData", [("NS.data", .data(Array(repeating: 7, count: length)))]))
  }

  private static func list(_ name: String, _ count: Int, of item: Item) -> Item {
    .shared(name, .array(Array(repeating: item, count: count)))
  }

  /// Lists in lists: a few objects, and a million million of the innermost.
  private static func nested(_ item: Item) -> Item {
    (0..<6).reduce(item) { list("level \($1)", 100, of: $0) }
  }

  private static let shapes: [(name: String, item: Item)] = [
    ("a text in one list", list("list", 1000, of: text(10_000))),
    ("bytes in one list", list("list", 1000, of: bytes(10_000))),
    ("lists in lists", nested(.integer(1))),
    ("texts in lists in lists", nested(text(1000))),
    (
      "a list under many keys",
      .dictionary((0..<300).map { ("key \($0)", list("list", 1000, of: .integer(1))) })
    ),
    ("a list of an unknown class", .instance("Unknown", [("list", nested(text(1000)))])),
  ]

  @Test("in an archive are charged each time that they are read", arguments: shapes.map(\.name))
  func archive(name: String) throws {
    let item = try #require(Self.shapes.first { $0.name == name }?.item)
    let archived = BinarySample(objects: []).archive("root", item)
    try archived.withView { view in
      let archive = try KeyedArchive(view, ReadingAllowance(bytes: 1 << 20))
      let error = #expect(throws: KeyedArchive.Fault.self) {
        for _ in 0..<1000 { _ = try archive.transformed(archive.root("root")) }
      }
      #expect(error?.sentence.contains("over and over") == true)
    }
  }

  @Test("are refused in metadata, of which no model is needed")
  func metadata() throws {
    var sample = BinarySample.films
    sample.moreMetadata = [("list", Self.list("list", 400, of: Self.text(1 << 20)))]
    try expectRefusal(sample, AppleDocument.schema("FaveFlicks"))
  }

  @Test("are refused in values", arguments: [ColumnType.data, .transformable])
  func values(type: ColumnType) throws {
    let value = type == .data ? Self.bytes(1 << 20) : Self.list("list", 4, of: Self.bytes(1 << 18))
    let column = ColumnSchema(name: "value", type: type)
    let schema = Schema(
      modelName: nil, tables: [TableSchema(name: "Item", index: 0, columns: [column])])
    let objects = (1...400).map {
      BinarySample.Object(key: $0, entity: "Item", values: [value], links: [:])
    }
    try expectRefusal(BinarySample(objects: objects), schema)
  }

  @Test("are charged as numbers where nobody asks what they are")
  func numbers() throws {
    let archived = BinarySample(objects: []).archive(
      "root", Self.list("list", 1000, of: .shared("one", .integer(1))))
    try archived.withView { view in
      let archive = try KeyedArchive(view, ReadingAllowance(bytes: 1 << 20))
      #expect(throws: KeyedArchive.Fault.self) {
        for _ in 0..<100 { _ = try archive.elements(archive.root("root")) }
      }
    }
  }

  @Test("are read where they are as many as programs write")
  func fair() throws {
    var sample = BinarySample.films
    sample.moreMetadata = [("list", Self.list("list", 1000, of: Self.text(10_000)))]
    let loaded = try load(sample, AppleDocument.schema("FaveFlicks"))
    #expect(loaded.metadata["list"]?.elements?.count == 1000)
  }

  private func load(_ sample: BinarySample, _ schema: Schema) throws -> StoreContents {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("store", sample.bytes))
    return try AppleBinaryFormat(file: file, schema: schema).load()
  }

  private func expectRefusal(_ sample: BinarySample, _ schema: Schema) throws {
    let error = #expect(throws: StoreError.self) { try load(sample, schema) }
    #expect(error?.reason == .malformed)
    #expect(error?.description.contains("over and over") == true)
  }
}
