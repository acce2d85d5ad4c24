import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("A document in another encoding")
struct EncodingTests {
  private static let body = """
    <!-- Cléo -->
    <store model="FaveFlicks">
      <Movie id="cleo">
        <title>Cléo de 5 à 7</title>
      </Movie>
    </store>

    """

  @Test(
    "that is as short as the mark of one, or shorter, is refused",
    arguments: [
      [0xFF], [0xFE], [0xEF, 0xBB], [0xFF, 0xFE], [0xFE, 0xFF], [0xFF, 0xFE, 0], [0, 0, 0xFE],
      [0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF], [0x3C, 0], [0, 0x3C], [0x3C, 0, 0],
    ] as [[UInt8]])
  func marks(_ bytes: [UInt8]) throws {
    let error = #expect(throws: StoreError.self) { try DocumentReadingTests.load(bytes: bytes) }
    #expect(error?.diagnostics.isEmpty == false)
  }

  /// The document as a file of an encoding has it.
  private static func file(_ name: String, mark: [UInt8], _ encoding: String.Encoding) throws
    -> [UInt8]
  {
    let text = "<?xml version='1.0' encoding='\(name)' standalone='yes'?>\n" + body
    return mark + Array(try #require(text.data(using: encoding)))
  }

  static let encodings: [(String, [UInt8], String.Encoding)] = [
    ("ISO-8859-1", [], .isoLatin1), ("windows-1252", [], .windowsCP1252),
    ("UTF-16", [0xFF, 0xFE], .utf16LittleEndian), ("UTF-16", [0xFE, 0xFF], .utf16BigEndian),
    ("UTF-16LE", [], .utf16LittleEndian), ("UTF-16BE", [], .utf16BigEndian),
  ]

  @Test("is read, left alone while nothing changes, and saved as UTF-8", arguments: encodings)
  func saved(_ name: String, _ mark: [UInt8], _ encoding: String.Encoding) throws {
    let folder = try TemporaryFolder()
    let bytes = try Self.file(name, mark: mark, encoding)
    let file = StoredFile(path: try folder.write("film.xml", bytes))
    let schema = try SampleDocuments.schema("FaveFlicks")
    let store = try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    #expect(try Graph(store.current).records["cleo"]?.values["title"] == .string("Cléo de 5 à 7"))
    try store.save(ChangeSet(schema: schema))
    #expect(folder.bytes("film.xml") == bytes)
    for genre in ["Drama", "Musical"] {
      var edit = try GraphEdit(store)
      try edit.set("cleo", "genre", .string(genre))
      try edit.save()
    }
    let saved = String(decoding: folder.bytes("film.xml") ?? [], as: UTF8.self)
    let expected =
      "<?xml version='1.0' encoding='UTF-8' standalone='yes'?>\n"
      + Self.body.replacingOccurrences(
        of: "    <title>", with: "    <genre>Musical</genre>\n    <title>")
    #expect(saved == expected)
  }

  @Test("is refused where its bytes are not what it says, with the place of the declaration")
  func wrong() throws {
    for name in ["UTF-16", "x-unknown", "UTF-7"] {
      let text = "<?xml version=\"1.0\" encoding=\"\(name)\"?><store/>"
      let bytes = name == "UTF-16" ? [0xFF, 0xFE] + Array(text.utf8) : Array(text.utf8) + [0xFF]
      let error = #expect(throws: StoreError.self) { try DocumentReadingTests.load(bytes: bytes) }
      #expect(error?.diagnostics.first?.location.line == 1)
    }
  }

  @Test("in UTF-8 keeps its byte order mark, and its places count from behind it")
  func byteOrderMark() throws {
    let document = try OpenDocument("\u{FEFF}" + Self.body, SampleDocuments.schema("FaveFlicks"))
    try document.edit { try $0.set("cleo", "title", .string("Cleo")) }
    #expect(document.folder.bytes("document.xml")?.starts(with: [0xEF, 0xBB, 0xBF]) == true)
    try document.expectConsistent()
    let error = #expect(throws: StoreError.self) {
      try DocumentReadingTests.load(text: "\u{FEFF}<shop/>")
    }
    #expect(error?.diagnostics.first?.location.column == 1)
  }

  @Test("ends its lines as before", arguments: ["\n", "\r\n"])
  func lineEnds(_ end: String) throws {
    let text = Self.body.replacingOccurrences(of: "\n", with: end)
    let document = try OpenDocument(text, SampleDocuments.schema("FaveFlicks"))
    try document.edit { edit in
      try edit.set("cleo", "genre", .string("a\nb"))
      _ = try edit.insert("Tag", ["name": .string("T")])
    }
    let bytes = document.folder.bytes("document.xml") ?? []
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      #expect((bytes[index - 1] == 0x0D) == (end == "\r\n"))
    }
    try document.expectConsistent()
  }
}
