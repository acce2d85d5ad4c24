import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Saving a document, whatever happens")
struct DocumentFaultTests {
  let schema: Schema
  let before: [UInt8]
  let after: [UInt8]

  init() throws {
    schema = try SampleDocuments.schema("FaveFlicks")
    before = Array(try SampleDocuments.text("FaveFlicks").utf8)
    let files = SimulatedFileSystem(["s.xml": before])
    try Self.change(try Self.open(files, schema))
    after = try #require(files["s.xml"])
  }

  private static func open(_ files: SimulatedFileSystem, _ schema: Schema) throws -> RecordStore {
    try RecordStore(
      schema: schema, format: XMLFormat(file: files.stored("s.xml"), schema: schema))
  }

  private static func change(_ store: RecordStore) throws {
    var edit = try GraphEdit(store)
    try edit.set("heat", "genre", .string("Thriller"))
    edit.delete(try edit.record("unused"))
    _ = try edit.insert("Tag", ["name": .string("New")])
    try edit.save()
  }

  private func callCount() throws -> Int {
    let files = SimulatedFileSystem(["s.xml": before])
    let store = try Self.open(files, schema)
    let opened = files.calls
    try Self.change(store)
    return files.calls - opened
  }

  @Test("a call that fails leaves the old file, and the next save works")
  func failures() throws {
    #expect(before != after)
    for call in 1...(try callCount()) {
      let files = SimulatedFileSystem(["s.xml": before])
      let store = try Self.open(files, schema)
      files.plan(.failure(EIO), at: call)
      do {
        try Self.change(store)
      } catch {
        #expect(files["s.xml"] == before)
        let number = store.current.number
        try Self.change(store)
        #expect(store.current.number == number + 1)
      }
      let ids = try Graph(store.current).records.keys.filter { $0.hasPrefix("Tag-") }
      #expect(ids.count == 1)
      let again = try Self.open(files, schema)
      #expect(try Graph(again.current).records["heat"]?.values["genre"] == .string("Thriller"))
      #expect(files.names == ["s.xml"])
    }
  }

  @Test("after a crash the file is the old one or the new one")
  func crashes() throws {
    for call in 1...(try callCount()) + 1 {
      let files = SimulatedFileSystem(["s.xml": before])
      let store = try Self.open(files, schema)
      files.plan(.crash, at: call)
      try? Self.change(store)
      for survivor in files.crashStates() {
        let bytes = survivor["s.xml"]
        #expect(bytes == before || bytes == after)
      }
    }
  }

  @Test("a file that someone else changed is left alone")
  func changedByOther() throws {
    let files = SimulatedFileSystem(["s.xml": before])
    let store = try Self.open(files, schema)
    let other = try Self.open(files, schema)
    try Self.change(other)
    let error = #expect(throws: StoreError.self) { try Self.change(store) }
    #expect(error?.reason == .changedByOther)
    #expect(files["s.xml"] == after)
  }

  @Test("a file that was only touched is no other file")
  func touched() throws {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("s.xml", before))
    let store = try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -100)], ofItemAtPath: file.path)
    try Self.change(store)
    #expect(folder.bytes("s.xml") == after)
  }

  @Test("a store opened for reading is never written")
  func readOnly() throws {
    let files = SimulatedFileSystem(["s.xml": before])
    let store = try RecordStore(
      schema: schema,
      format: XMLFormat(file: files.stored("s.xml"), schema: schema, isReadOnly: true))
    let error = #expect(throws: StoreError.self) { try Self.change(store) }
    #expect(error?.reason == .readOnly)
    #expect(files["s.xml"] == before)
  }
}
