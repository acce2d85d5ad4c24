import Foundation
import ManagedModel
import Synchronization
import Testing

@testable import DocumentStore

@Suite("Values in files beside a document")
struct AssetTests {
  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <store model="FoodPin" assets="FoodPin_assets">
      <Restaurant id="cafe">
        <name>Café</name>
        <type>Coffee</type>
        <location>L</location>
        <phone>1</phone>
        <summary>S</summary>
        <image href="FoodPin_assets/cafe.png"/>
      </Restaurant>
      <Restaurant id="bar">
        <name>Bar</name>
        <type>Bar</type>
        <location>L</location>
        <phone>2</phone>
        <summary>S</summary>
        <image>AQI=</image>
      </Restaurant>
    </store>

    """

  private let large = Data(repeating: 7, count: 40_000)

  private func document(_ text: String = text) throws -> (OpenDocument, TemporaryFolder) {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("FoodPin_assets"), withIntermediateDirectories: true)
    try folder.write("FoodPin_assets/cafe.png", [1, 2, 3])
    return (try OpenDocument(text, SampleDocuments.schema("FoodPin"), in: folder), folder)
  }

  private func assets(_ folder: TemporaryFolder, _ name: String = "FoodPin_assets") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.file(name))) ?? []).sorted()
  }

  @Test("are read, and stay where they are while they do not change")
  func unchanged() throws {
    let (document, folder) = try document()
    #expect(
      try Graph(document.store.current).records["cafe"]?.values["image"] == .data(Data([1, 2, 3])))
    try document.edit { try $0.set("cafe", "phone", .string("3")) }
    #expect(document.difference == ["-    <phone>1</phone>", "+    <phone>3</phone>"])
    #expect(assets(folder) == ["cafe.png"])
  }

  @Test("are read as they were saved, however often somebody saves others meanwhile")
  func readingWhileSaving() throws {
    let (document, folder) = try document()
    let (schema, file) = (document.store.schema, document.file)
    @Sendable func open() throws -> RecordStore {
      try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    }
    let isDone = Mutex(false)
    let failures = Mutex<[any Error]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { index in
      do {
        let store = try open()
        if index == 0 {
          defer { isDone.withLock { $0 = true } }
          for round in 0..<150 {
            var edit = try GraphEdit(store)
            let value = Data(repeating: UInt8(round), count: 40_000 + round)
            try edit.set("cafe", "image", .data(value))
            try edit.save()
          }
        }
        while !isDone.withLock({ $0 }) {
          _ = try open()
          _ = try store.refresh(thorough: true)
        }
      } catch {
        failures.withLock { $0.append(error) }
      }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    #expect(assets(folder).count == 1)
  }

  @Test(
    "are read under the lock in the end, where a document and its values are replaced all the time")
  func replacedAllTheTime() throws {
    @Sendable func text(_ round: Int) -> [UInt8] {
      Array(Self.text.replacing("cafe.png", with: "\(round).png").utf8)
    }
    let files = SimulatedFileSystem(["s.xml": text(0), "FoodPin_assets/0.png": [0]])
    // Until somebody has the lock, another save comes before each call.
    @Sendable func save(_ state: inout SimulatedFileSystem.State) {
      guard !state.log.contains("lock") else { return }
      let round = state.calls
      state.replace("s.xml", text(round))
      state.replace("FoodPin_assets/\(round).png", [UInt8(truncatingIfNeeded: round)])
      state.change(
        Dictionary(
          uniqueKeysWithValues: state.names.keys
            .filter { $0.hasPrefix("FoodPin_assets/") && $0 != "FoodPin_assets/\(round).png" }
            .map { ($0, nil) }))
      state.event = (round + 1, .interference(save))
    }
    files.plan(.interference(save), at: 2)
    let store = try RecordStore(
      schema: SampleDocuments.schema("FoodPin"),
      format: XMLFormat(file: files.stored("s.xml"), schema: SampleDocuments.schema("FoodPin")))
    #expect(files.log.contains("lock"))
    #expect(files.log.count { $0 == "open" } > 3)
    #expect(try Graph(store.current).records["cafe"]?.values["image"] != nil)
    #expect(files.openCount == 0)
  }

  @Test("may be read by who may read the document", arguments: [0o600, 0o640, 0o644])
  func permissions(_ permissions: Int) throws {
    let folder = try TemporaryFolder()
    let text = Self.text.replacing(#" assets="FoodPin_assets""#, with: "")
      .replacing(#"<image href="FoodPin_assets/cafe.png"/>"#, with: "<image>AQI=</image>")
    let document = try OpenDocument(text, SampleDocuments.schema("FoodPin"), in: folder)
    let manager = FileManager.default
    func access(_ path: String) throws -> Int? {
      try manager.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    try manager.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.file("document.xml"))
    try document.edit { try $0.set("cafe", "image", .data(large)) }
    #expect(try access(folder.file("document.xml")) == permissions)
    let name = try #require(assets(folder, "document_assets").first)
    #expect(try access(folder.file("document_assets/\(name)")) == permissions)
    #expect(
      try access(folder.file("document_assets")) == permissions | (permissions & 0o444) >> 2)
  }

  @Test(
    "lie in a folder that the document can name",
    arguments: ["a\u{1}b.xml", "a\nb.xml", "\u{7F}.xml", "\u{FFFE}\u{FFFF}.xml"])
  func oddNames(_ name: String) throws {
    let folder = try TemporaryFolder()
    let schema = try SampleDocuments.schema("FoodPin")
    let text = Self.text.replacing(#" assets="FoodPin_assets""#, with: "")
      .replacing(#"<image href="FoodPin_assets/cafe.png"/>"#, with: "<image>AQI=</image>")
    let file = StoredFile(path: try folder.write(name, text))
    let store = try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    var edit = try GraphEdit(store)
    try edit.set("cafe", "image", .data(large))
    try edit.save()
    let again = try RecordStore(schema: schema, format: XMLFormat(file: file, schema: schema))
    #expect(try Graph(again.current).records["cafe"]?.values["image"] == .data(large))
  }

  @Test("get a new file when they are large, and leave the old one")
  func replaced() throws {
    let (document, folder) = try document()
    try document.edit { try $0.set("cafe", "image", .data(large)) }
    let names = assets(folder)
    #expect(names.count == 1)
    #expect(names.first?.hasPrefix("cafe-image-") == true)
    #expect(
      document.difference == [
        "-    <image href=\"FoodPin_assets/cafe.png\"/>",
        "+    <image href=\"FoodPin_assets/\(names.first ?? "")\"/>",
      ])
    #expect(folder.bytes("FoodPin_assets/" + (names.first ?? "")).map { Data($0) } == large)
    try document.expectConsistent()
    try document.edit { try $0.set("cafe", "image", .data(Data([9]))) }
    #expect(assets(folder).isEmpty)
    #expect(document.text.contains("<image>CQ==</image>"))
    try document.expectConsistent()
  }

  @Test("go with their object, unless another names the same file")
  func deleted() throws {
    let (document, folder) = try document()
    try document.edit { $0.delete(try $0.record("cafe")) }
    #expect(assets(folder).isEmpty)
    let shared = Self.text.replacingOccurrences(
      of: "<image>AQI=</image>", with: "<image href='FoodPin_assets/cafe.png'></image>")
    let (other, otherFolder) = try self.document(shared)
    try other.edit { $0.delete(try $0.record("cafe")) }
    #expect(assets(otherFolder) == ["cafe.png"])
    try other.expectConsistent()
  }

  @Test("make a document name their folder when it has its first")
  func firstFile() throws {
    let (document, folder) = try document(
      Self.text.replacingOccurrences(of: " assets=\"FoodPin_assets\"", with: "")
        .replacingOccurrences(of: "<image href=\"FoodPin_assets/cafe.png\"/>", with: "<image/>"))
    try document.edit { edit in
      try edit.set("bar", "image", .data(large))
      let new = try edit.insert("Restaurant")
      for name in ["name", "type", "location", "phone", "summary"] {
        edit.set(new, try edit.column(name, of: new), .string("x"))
      }
      edit.set(new, try edit.column("image", of: new), .data(large + [1]))
    }
    #expect(document.text.contains("<store model=\"FoodPin\" assets=\"document_assets\">"))
    #expect(assets(folder, "document_assets").count == 2)
    try document.expectConsistent()
  }

  @Test("are written with a new document")
  func newDocument() throws {
    let (document, folder) = try document()
    try document.edit { try $0.set("bar", "image", .data(large)) }
    let file = StoredFile(path: folder.file("copy.xml"))
    try XMLFormat.write(document.store.current, metadata: [:], to: file, expecting: nil)
    let again = try XMLFormat(file: file, schema: document.store.schema).load()
    #expect(try Graph(again.generation) == Graph(document.store.current))
    #expect(assets(folder, "copy_assets").count == 1)
  }

  @Test("leave no new file where the save fails, and lose no old one")
  func failedSave() throws {
    let (document, folder) = try document()
    try folder.write("document.xml", Self.text + "<!-- by someone else -->")
    #expect(throws: StoreError.self) {
      try document.edit { try $0.set("cafe", "image", .data(large)) }
    }
    #expect(assets(folder) == ["cafe.png"])
  }

  @Test("that someone else changed make a save fail")
  func changedByOther() throws {
    let (document, folder) = try document()
    try folder.write("FoodPin_assets/cafe.png", [1, 2, 3, 4])
    let error = #expect(throws: StoreError.self) {
      try document.edit { try $0.set("cafe", "phone", .string("3")) }
    }
    #expect(error?.reason == .changedByOther)
    #expect(document.difference.isEmpty)
  }

  @Test("are never read through links, pipes or from outside")
  func links() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("FoodPin_assets"), withIntermediateDirectories: true)
    try folder.write("secret", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("FoodPin_assets/cafe.png"), withDestinationPath: "../secret")
    #expect(throws: StoreError.self) {
      try OpenDocument(Self.text, SampleDocuments.schema("FoodPin"), in: folder)
    }
    try FileManager.default.removeItem(atPath: folder.file("FoodPin_assets"))
    try FileManager.default.createDirectory(
      atPath: folder.file("real"), withIntermediateDirectories: true)
    try folder.write("real/cafe.png", [1])
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("FoodPin_assets"), withDestinationPath: "real")
    #expect(throws: StoreError.self) {
      try OpenDocument(Self.text, SampleDocuments.schema("FoodPin"), in: folder)
    }
  }
}
