import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Every state in which a crash may leave a document")
struct DocumentCrashTests {
  @Test("is the old one or the new one", arguments: [true, false])
  func document(exchange: Bool) throws {
    let schema = try SampleDocuments.schema("FaveFlicks")
    let before = Array(try SampleDocuments.text("FaveFlicks").utf8)
    func prepare() throws -> (files: SimulatedFileSystem, save: () throws -> Void) {
      let files = SimulatedFileSystem(["s.xml": before], supportsExchange: exchange)
      let store = try RecordStore(
        schema: schema, format: XMLFormat(file: files.stored("s.xml"), schema: schema))
      var edit = try GraphEdit(store)
      try edit.set("heat", "genre", .string("Thriller"))
      let new = try edit.insert("Tag", ["name": .string(String(repeating: "long ", count: 300))])
      #expect(edit.records[new] != nil)
      let changes = try edit.changes()
      return (files, { try store.save(changes) })
    }
    let (files, save) = try prepare()
    try save()
    let after = try #require(files["s.xml"])
    let trial = CrashTrial(
      prepare: prepare,
      examine: { state in
        let bytes = try #require(state["s.xml"])
        try #require(bytes == before || bytes == after)
        return bytes == before ? .before : .after
      }, names: ["s.xml"], blockSize: 512, sample: 1000)
    let tally = try trial.run()
    #expect(tally.states > 600)
    #expect(tally.outcomes.count == 2)
  }

  @Test("is none or a whole one where the document is new")
  func newDocument() throws {
    let schema = try SampleDocuments.schema("FaveFlicks")
    func prepare() throws -> (files: SimulatedFileSystem, save: () throws -> Void) {
      let files = SimulatedFileSystem()
      let format = XMLFormat(file: files.stored("s.xml"), schema: schema)
      let store = try RecordStore(schema: schema, format: format)
      var edit = try GraphEdit(store)
      for number in 1...20 { _ = try edit.insert("Tag", ["name": .string("Tag \(number)")]) }
      let changes = try edit.changes()
      return (files, { try store.save(changes) })
    }
    let trial = CrashTrial(
      prepare: prepare,
      examine: { state in
        guard state["s.xml"] != nil else { return .before }
        let files = SimulatedFileSystem(state)
        let found = try XMLFormat(file: files.stored("s.xml"), schema: schema).load()
        try #require(found.generation.count == 20)
        return .after
      }, names: ["s.xml"], blockSize: 512, sample: 500)
    #expect(try trial.run().outcomes.count == 2)
  }
}

@Suite("Every state in which a crash may leave a document with values in files")
struct AssetCrashTests {
  static let text = """
    <store model="FoodPin" assets="FoodPin_assets">
      <Restaurant id="cafe">
        <name>Café</name>
        <type>Coffee</type>
        <location>L</location>
        <phone>1</phone>
        <summary>S</summary>
        <image href="FoodPin_assets/cafe.png"/>
      </Restaurant>
    </store>

    """
  static let old: [UInt8] = [1, 2, 3]
  static let new = (0..<40_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7 + 1) }

  /// What becomes of the value that lies in a file.
  enum Edit: CaseIterable { case replaced, removed }

  let schema: Schema

  init() throws { schema = try SampleDocuments.schema("FoodPin") }

  func prepare(
    _ edit: Edit
  ) throws -> (files: SimulatedFileSystem, save: () throws -> Void) {
    let files = SimulatedFileSystem([
      "s.xml": Array(Self.text.utf8), "FoodPin_assets/cafe.png": Self.old,
    ])
    let store = try RecordStore(
      schema: schema, format: XMLFormat(file: files.stored("s.xml"), schema: schema))
    var graph = try GraphEdit(store)
    switch edit {
    case .replaced: try graph.set("cafe", "image", .data(Data(Self.new)))
    case .removed: graph.delete(try graph.record("cafe"))
    }
    let changes = try graph.changes()
    return (files, { try store.save(changes) })
  }

  /// Opens the document and reads the value.
  func examine(
    _ files: SimulatedFileSystem, _ edit: Edit
  ) throws -> CrashTrial.Outcome {
    let contents = try XMLFormat(file: files.stored("s.xml"), schema: schema).load()
    let image = try Graph(contents.generation).records["cafe"]?.values["image"]
    if files["s.xml"] == Array(Self.text.utf8) {
      try #require(image == .data(Data(Self.old)))
      return .before
    }
    try #require(image == (edit == .replaced ? .data(Data(Self.new)) : nil))
    return .after
  }

  @Test("has all values, the old ones or the new ones", arguments: Edit.allCases)
  func crashes(edit: Edit) throws {
    var trial = CrashTrial(
      prepare: { try prepare(edit) },
      examine: { try examine(SimulatedFileSystem($0), edit) },
      names: ["s.xml", "FoodPin_assets/cafe.png"], sample: 600)
    trial.leftovers += "|FoodPin_assets/cafe-image-[0-9a-z]+\\.bin"
    let tally = try trial.run()
    #expect(tally.outcomes.count == 2)
    if edit == .replaced { #expect(tally.states > 150) }
  }

  @Test(
    "a call that fails leaves the old values and no new file, or the new ones",
    arguments: Edit.allCases)
  func failures(edit: Edit) throws {
    let (counting, save) = try prepare(edit)
    let start = counting.calls
    try save()
    let names = counting.names
    for call in 1...counting.calls - start {
      for event in [SimulatedFileSystem.Event.failure(EIO), .failure(ENOSPC)] {
        let (files, save) = try prepare(edit)
        files.plan(event, at: call)
        let isSaved = (try? save()) != nil
        #expect(try examine(files, edit) == (isSaved ? .after : .before))
        #expect(files.openCount <= 1)
        if isSaved {
          // The old file may be left over where it could not be removed.
          #expect(Set(files.names).subtracting(["FoodPin_assets/cafe.png"]) == Set(names))
        } else {
          #expect(files.names == ["FoodPin_assets", "FoodPin_assets/cafe.png", "s.xml"])
        }
      }
    }
  }

  @Test("interruptions and short calls go unnoticed", arguments: Edit.allCases)
  func interruptions(edit: Edit) throws {
    let (counting, save) = try prepare(edit)
    let start = counting.calls
    try save()
    for call in 1...counting.calls - start {
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        let (files, save) = try prepare(edit)
        files.plan(event, at: call)
        try save()
        #expect(try examine(files, edit) == .after)
        #expect(files.names == counting.names)
      }
    }
  }
}
