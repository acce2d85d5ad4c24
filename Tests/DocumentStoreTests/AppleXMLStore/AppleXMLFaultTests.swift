import Foundation
import Testing

@testable import DocumentStore

@Suite("Saving Apple's XML, whatever happens")
struct AppleXMLFaultTests {
  let schema: Schema
  let before = Array(AppleDocument.films.utf8)
  let after: [UInt8]

  init() throws {
    schema = try AppleDocument.schema("FaveFlicks")
    let files = SimulatedFileSystem(["s.xml": before])
    try Self.change(try Self.open(files, schema))
    after = try #require(files["s.xml"])
  }

  private static func open(_ files: SimulatedFileSystem, _ schema: Schema) throws -> RecordStore {
    try RecordStore(
      schema: schema, format: AppleXMLFormat(file: files.stored("s.xml"), schema: schema))
  }

  private static func change(_ store: RecordStore) throws {
    var edit = try GraphEdit(store)
    try edit.set("Movie-103", "genre", .string("Thriller"))
    edit.delete(try edit.record("Movie-105"))
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
    for call in 1...(try callCount()) {
      for event in [SimulatedFileSystem.Event.failure(EIO), .failure(ENOSPC), .short] {
        let files = SimulatedFileSystem(["s.xml": before])
        let store = try Self.open(files, schema)
        files.plan(event, at: call)
        do {
          try Self.change(store)
        } catch {
          #expect(files["s.xml"] == before)
          try Self.change(store)
        }
        let again = try Graph(Self.open(files, schema).current)
        #expect(again.records["Movie-103"]?.values["genre"] == .string("Thriller"))
        #expect(again == (try Graph(store.current)))
        #expect(files.names == ["s.xml"])
      }
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
    try Self.change(try Self.open(files, schema))
    let error = #expect(throws: StoreError.self) { try Self.change(store) }
    #expect(error?.reason == .changedByOther)
    #expect(files["s.xml"] == after)
  }

  @Test("a store opened for reading is never written")
  func readOnly() throws {
    let files = SimulatedFileSystem(["s.xml": before])
    let store = try RecordStore(
      schema: schema,
      format: AppleXMLFormat(file: files.stored("s.xml"), schema: schema, isReadOnly: true))
    let error = #expect(throws: StoreError.self) { try Self.change(store) }
    #expect(error?.reason == .readOnly)
    #expect(files["s.xml"] == before)
  }
}
