import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("The metadata of a document")
struct MetadataTests {
  private static let text = """
    <store model="FaveFlicks">
      <Tag id="Tag-1"><name>One</name></Tag>
      <Tag id="Tag-5"><name>Five</name></Tag>
    </store>

    """

  private func document(_ text: String = text) throws -> OpenDocument {
    try OpenDocument(text, SampleDocuments.schema("FaveFlicks"))
  }

  @Test("that a person wrote are none: its identifier derives from its path and is not written")
  func derived() throws {
    let document = try document()
    let uuid = try #require(document.store.metadata["NSStoreUUID"]?.text)
    #expect(DerivedUUID.isDerived(try #require(UUID(uuidString: uuid))))
    #expect(!DerivedUUID.isDerived(UUID()))
    let again = try XMLFormat(file: document.file, schema: document.store.schema).load()
    #expect(again.metadata["NSStoreUUID"]?.text == uuid)
    var metadata = document.store.metadata
    metadata["NSStoreModelVersionHashes"] = .dictionary(["Tag": .data(Data([1]))])
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(document.difference.isEmpty)
  }

  @Test("are written, last, when the user has some, and come back")
  func written() throws {
    let document = try document()
    var metadata = document.store.metadata
    let uuid = metadata["NSStoreUUID"]?.text ?? ""
    metadata["colour"] = .array([.string("a<b\u{0}"), .integer(1), .real(0.5), .boolean(true)])
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(
      document.difference == [
        "+  <store-metadata><dict><key>NSStoreUUID</key><string>\(uuid)</string><key>colour</key>"
          + "<array><string encoding=\"base64\">YTxiAA==</string><integer>1</integer><real>0.5</real>"
          + "<true/></array></dict></store-metadata>"
      ])
    #expect(
      try XMLFormat(file: document.file, schema: document.store.schema).load().metadata == metadata)
    metadata["colour"] = nil
    metadata["when"] = .date(Date(timeIntervalSinceReferenceDate: 0.125))
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(
      try XMLFormat(file: document.file, schema: document.store.schema).load().metadata == metadata)
    try document.edit { _ = try $0.insert("Movie", ["title": .string("M")]) }
    #expect(document.text.hasSuffix("</store-metadata>\n</store>\n"))
    try document.expectConsistent()
  }

  @Test("remember a number that no record has any more")
  func nextNumbers() throws {
    let document = try document()
    try document.edit { $0.delete(try $0.record("Tag-5")) }
    #expect(
      document.text.contains(
        "<key>OpenCoreDataNextIDs</key><dict><key>Tag</key><integer>6</integer></dict>"))
    let format = XMLFormat(file: document.file, schema: document.store.schema)
    let store = try RecordStore(schema: document.store.schema, format: format)
    #expect(store.metadata["OpenCoreDataNextIDs"] == nil)
    let table = try #require(store.schema.tableIndex(named: "Tag"))
    let next = try store.reserve(table: table, count: 1)[0]
    #expect(try store.id(of: next) == .number(6))
    var edit = try GraphEdit(store)
    _ = try edit.insert("Tag", ["name": .string("New")])
    try edit.save()
    let text = String(decoding: document.folder.bytes("document.xml") ?? [], as: UTF8.self)
    #expect(text.contains("<Tag id=\"Tag-7\">"))
    #expect(!text.contains("OpenCoreDataNextIDs"))
  }

  @Test("are not needed where a lower number goes")
  func lowerNumber() throws {
    let document = try document()
    try document.edit { $0.delete(try $0.record("Tag-1")) }
    #expect(document.difference == ["-  <Tag id=\"Tag-1\"><name>One</name></Tag>"])
  }

  @Test("of a new document are what it is given")
  func newDocument() throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: folder.file("new.xml"))
    let schema = try SampleDocuments.schema("FaveFlicks")
    let store = try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    let metadata: [String: PropertyList] = ["NSStoreUUID": .string(UUID().uuidString)]
    try store.save(ChangeSet(schema: schema), metadata: metadata)
    #expect(
      String(decoding: folder.bytes("new.xml") ?? [], as: UTF8.self)
        == """
        <?xml version="1.0" encoding="UTF-8"?>
        <store model="FaveFlicks">
          <store-metadata><dict><key>NSStoreUUID</key><string>\(metadata["NSStoreUUID"]?.text ?? "")</string></dict></store-metadata>
        </store>

        """)
    #expect(try XMLFormat(file: file, schema: schema).load().metadata == metadata)
  }

  @Test("that XML cannot hold are refused")
  func unwritable() throws {
    let document = try document()
    var metadata = document.store.metadata
    metadata["n"] = .real(.nan)
    let error = #expect(throws: StoreError.self) {
      try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    }
    #expect(error?.reason == .unstorable)
    #expect(document.difference.isEmpty)
  }
}
