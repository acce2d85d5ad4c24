import Foundation
import Synchronization
import struct Synchronization.Mutex
import Testing

@testable import DocumentStore

@Suite("A store takes up what others wrote to its file")
struct RefreshingTests {
  /// The two formats.
  enum Kind: CaseIterable { case xml, binary }

  /// A file in memory, and stores that have it open.
  struct Shared {
    let kind: Kind
    let files: SimulatedFileSystem
    let schema: Schema
    private let name: String

    init(_ kind: Kind, _ sample: String, _ text: String? = nil) throws {
      self.kind = kind
      schema = try SampleDocuments.schema(sample)
      let text = try text ?? SampleDocuments.text(sample)
      files = SimulatedFileSystem(["s.xml": Array(text.utf8)])
      name = kind == .xml ? "s.xml" : "s.plist"
      if kind == .binary {
        let contents = try XMLFormat(file: files.stored("s.xml"), schema: schema).load()
        try BinaryFormat.write(
          contents.generation, metadata: contents.metadata, to: files.stored(name), expecting: nil)
      }
    }

    func format() -> any StoreFormat {
      let file = files.stored(name)
      return kind == .xml
        ? XMLFormat(file: file, schema: schema) : BinaryFormat(file: file, schema: schema)
    }

    func open() throws -> RecordStore { try RecordStore(schema: schema, format: format()) }

    /// Checks that a store has what the file has, and that a document stands where its format thinks.
    func expectCurrent(
      _ store: RecordStore, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let fresh = try open()
      let layouts = [store, fresh].map { store in
        (store.format.withLock { $0 } as? XMLFormat)?.layoutForTesting
      }
      #expect(
        try Graph(store.current, without: layouts[0])
          == Graph(fresh.current, without: layouts[1]), sourceLocation: sourceLocation)
      #expect(
        layouts[0]?.map(\.places) == layouts[1]?.map(\.places), sourceLocation: sourceLocation)
      #expect(store.metadata.isSame(as: fresh.metadata), sourceLocation: sourceLocation)
    }

    var text: String {
      get { String(decoding: files[name] ?? [], as: UTF8.self) }
      nonmutating set { files.state.withLock { [name] in $0.replace(name, Array(newValue.utf8)) } }
    }
  }

  /// Edits the records of a store and saves.
  private func edit(_ store: RecordStore, _ body: (inout GraphEdit) throws -> Void) throws {
    var edit = try GraphEdit(store)
    try body(&edit)
    try edit.save()
  }

  private func value(_ store: RecordStore, _ id: String, _ property: String) throws -> Value {
    let record = try #require(try store.reference(forID: id))
    let table = store.current.tables[record.table]
    return try table.value(
      of: try #require(table.schema.columnIndex(named: property)), at: record.row)
  }

  // MARK: At random

  @Test(
    "whatever they did, and goes on from there", arguments: Kind.allCases,
    ["FaveFlicks", "Everything"])
  func random(_ kind: Kind, _ sample: String) throws {
    for seed in 1...4 {
      var random = SeededRandom(UInt64(seed) * 77)
      let shared = try Shared(kind, sample)
      let stores = try (0..<3).map { _ in try shared.open() }
      for _ in 0..<25 {
        let store = stores[random.int(0...2)]
        // Records that are still to be saved when others come first.
        var waiting: [RecordReference] = []
        if random.chance(30) {
          waiting = try store.reserve(
            table: random.int(0...shared.schema.tables.count - 1), count: 2)
        }
        let before = store.current
        let rows = try rowsByID(before)
        if let news = try store.refresh(thorough: random.chance(50)) {
          #expect(news.before === before)
          try expectRowsKept(rows, store)
          try expectLeads(news)
        }
        try shared.expectCurrent(store)
        for record in waiting { #expect(!store.current.contains(record)) }
        var edit = try GraphEdit(store)
        for _ in 0..<random.int(1...4) { try RandomEditingTests.change(&edit, &random) }
        try edit.save()
        try shared.expectCurrent(store)
      }
      let ids = try stores.map { store in
        _ = try store.refresh(thorough: true)
        return try Set(rowsByID(store.current).keys)
      }
      #expect(Set(ids).count == 1)
    }
  }

  @Test("changes of records that are gone are borne", arguments: Kind.allCases)
  func goneRecords(_ kind: Kind) throws {
    let shared = try Shared(kind, "FaveFlicks")
    let store = try shared.open()
    let table = try #require(shared.schema.tableIndex(named: "Tag"))
    let column = try #require(shared.schema.tables[table].columnIndex(named: "name"))
    for row in store.current.tables[table].liveRows() {
      var changes = ChangeSet(schema: shared.schema)
      changes.tables[table].deleted = [row]
      try store.save(changes)
      if row & 1 == 0 { try store.compact() }
      changes.tables[table].deleted = []
      changes.tables[table].updated = [
        UpdatedRecord(row: row, columns: [column], values: [.string("nobody's")])
      ]
      try store.save(changes)
      try shared.expectCurrent(store)
    }
    #expect(try shared.open().current.tables[table].liveCount == 0)
  }

  @Test(
    "and gives ids to records that were waiting which nobody else has, whoever saves when",
    arguments: Kind.allCases, 1...6 as ClosedRange<UInt64>)
  func waitingRecords(_ kind: Kind, seed: UInt64) throws {
    let shared = try Shared(kind, "FaveFlicks")
    var random = SeededRandom(seed)
    let table = try #require(shared.schema.tableIndex(named: "Tag"))
    let stores = try (0..<4).map { _ in try shared.open() }
    var waiting: [[RecordReference]] = stores.map { _ in [] }
    var count = stores[0].current.tables[table].liveCount
    for _ in 0..<120 {
      let index = random.int(0...stores.count - 1)
      let store = stores[index]
      if random.chance(50) {
        waiting[index] += try store.reserve(table: table, count: random.int(1...2))
      }
      guard random.chance(60), !waiting[index].isEmpty else { continue }
      // As long as others come first.
      _ = try store.refresh(thorough: random.chance(50))
      var changes = ChangeSet(schema: shared.schema)
      let saved = random.chance(50) ? waiting[index] : [waiting[index].removeLast()]
      if saved.count > 1 || waiting[index] == saved { waiting[index] = [] }
      for record in saved.sorted() {
        changes.tables[table].inserted.append(
          InsertedRecord(
            row: record.row, id: try store.id(of: record),
            values: shared.schema.tables[table].columns.map {
              $0.type == .string ? .string("x") : .null
            }))
      }
      try store.save(changes)
      count += saved.count
      let fresh = try shared.open()
      #expect(try rowsByID(fresh.current).count == fresh.current.count)
      #expect(fresh.current.tables[table].liveCount == count)
    }
  }

  private func rowsByID(_ generation: Generation) throws -> [String: RecordReference] {
    var rows: [String: RecordReference] = [:]
    for table in generation.tables {
      for row in table.liveRows() {
        rows[try table.id(of: row)] = RecordReference(table: table.schema.index, row: row)
      }
    }
    return rows
  }

  /// A record keeps its row, and a row is never another record's.
  private func expectRowsKept(
    _ before: [String: RecordReference], _ store: RecordStore
  ) throws {
    let now = try rowsByID(store.current)
    for (id, record) in before where store.current.contains(record) { #expect(now[id] == record) }
    for (id, record) in now {
      #expect(try store.reference(forID: id) == record)
      if let old = before[id], old.table == record.table { #expect(old == record) }
    }
  }

  /// What is said to have been done leads to what is there.
  private func expectLeads(_ news: ForeignSave) throws {
    let made = news.changes.isEmpty ? news.before : try news.before.applying(news.changes)
    #expect(try Graph(made) == Graph(news.after))
    #expect(news.after.number == news.before.number + (news.changes.isEmpty ? 0 : 1))
  }

  // MARK: What people do

  private static let text = """
    <store model="FaveFlicks">
      <Movie id="heat"><title>Heat</title><genre>Crime</genre></Movie>
      <Movie><title>Thief</title></Movie>
      <Movie><title>Ran</title></Movie>
    </store>

    """

  @Test("a person's comments and order stay when the next save comes")
  func comments() throws {
    let shared = try Shared(.xml, "FaveFlicks", Self.text)
    let store = try shared.open()
    shared.text = """
      <store model="FaveFlicks">
        <!-- the second one first -->
        <Movie><title>Ran</title><genre>War</genre></Movie>
        <Movie id="heat"><title>Heat</title><genre>Crime</genre></Movie>
        <Movie><title>Thief</title></Movie>
        <Movie id="new"><title>New</title></Movie>
      </store>

      """
    let news = try #require(try store.refresh(thorough: false))
    #expect((news.inserted.count, news.updated.count, news.deleted.count) == (1, 1, 0))
    #expect(try value(store, "Movie-2", "genre") == .string("War"))
    try edit(store) { try $0.set("heat", "genre", .string("Drama")) }
    #expect(
      shared.text.hasPrefix(
        """
        <store model="FaveFlicks">
          <!-- the second one first -->
          <Movie><title>Ran</title><genre>War</genre></Movie>
          <Movie id="heat"><title>Heat</title><genre>Drama</genre></Movie>
        """))
    #expect(try value(store, "Movie-2", "genre") == .string("War"))
  }

  @Test("an object without id is recognised, named by another program or edited")
  func withoutID() throws {
    let shared = try Shared(.xml, "FaveFlicks", Self.text)
    let store = try shared.open()
    let other = try shared.open()
    let thief = try #require(try store.reference(forID: "Movie-1"))
    try edit(other) { try $0.set("Movie-1", "genre", .string("Crime")) }
    let news = try #require(try store.refresh(thorough: false))
    #expect(news.updated == [thief] && news.inserted.isEmpty && news.deleted.isEmpty)
    shared.text = shared.text.replacingOccurrences(of: "Ran", with: "Kagemusha")
    let ran = try #require(try store.reference(forID: "Movie-2"))
    #expect(try store.refresh(thorough: false)?.updated == [ran])
    #expect(try value(store, "Movie-2", "title") == .string("Kagemusha"))
    try shared.expectCurrent(store)
  }

  @Test("a record that came back, or is of another entity now, is found by its id")
  func comesBack() throws {
    let shared = try Shared(.xml, "FaveFlicks", Self.text)
    let store = try shared.open()
    let heat = try #require(try store.reference(forID: "heat"))
    try edit(store) { $0.delete(heat) }
    let without = shared.text
    shared.text = Self.text
    #expect(try store.refresh(thorough: false)?.inserted == [heat])
    #expect(try value(store, "heat", "genre") == .string("Crime"))
    shared.text = without.replacingOccurrences(
      of: "</store>", with: "<Director id=\"heat\"><name>H</name></Director></store>")
    let news = try #require(try store.refresh(thorough: false))
    #expect(news.deleted == [heat])
    #expect(try store.reference(forID: "heat") == news.inserted.first)
    #expect(try value(store, "heat", "name") == .string("H"))
  }

  @Test("ids that others have given are not given again", arguments: Kind.allCases)
  func sameNumbers(_ kind: Kind) throws {
    let shared = try Shared(kind, "FaveFlicks", Self.text)
    let (store, other) = (try shared.open(), try shared.open())
    let table = try #require(shared.schema.tableIndex(named: "Movie"))
    let mine = try store.reserve(table: table, count: 3)
    let id = try store.id(of: mine[0])
    try edit(other) { edit in
      for _ in 0..<2 { _ = try edit.insert("Movie", ["title": .string("theirs")]) }
    }
    _ = try store.refresh(thorough: false)
    let theirs = try #require(
      try store.reference(forID: id.text(in: shared.schema.tables[table].name)))
    #expect(!mine.contains(theirs))
    #expect(Set(try store.ids(of: mine)).count == 3)
    for record in mine {
      let text = try store.id(of: record).text(in: shared.schema.tables[table].name)
      #expect(try store.reference(forID: text) == record)
    }
    var changes = ChangeSet(schema: shared.schema)
    for record in mine {
      let values = shared.schema.tables[table].columns.map {
        $0.name == "title" ? Value.string("mine") : $0.defaultValue
      }
      changes.tables[table].inserted.append(
        InsertedRecord(row: record.row, id: try store.id(of: record), values: values))
    }
    try store.save(changes)
    try shared.expectCurrent(store)
    #expect(store.current.count == 8)
  }

  @Test("a touched file is no news; the same stamp is looked through where that is wanted")
  func touched() throws {
    for kind in Kind.allCases {
      let shared = try Shared(kind, "FaveFlicks")
      let store = try shared.open()
      #expect(try !store.isFileChanged)
      let name = kind == .xml ? "s.xml" : "s.plist"
      shared.files.state.withLock { $0.touch($0.names[name] ?? 0) }
      #expect(try store.isFileChanged)
      #expect(try store.refresh(thorough: false) == nil)
      #expect(try !store.isFileChanged)
      try edit(store) { edit in _ = try edit.insert("Tag", ["name": .string("t")]) }
    }
    let shared = try Shared(.xml, "FaveFlicks", Self.text)
    let store = try shared.open()
    let other = Self.text.replacingOccurrences(of: "Crime", with: "Prime")
    shared.files.state.withLock { $0.files[$0.names["s.xml"] ?? 0]?.contents = Array(other.utf8) }
    #expect(try store.refresh(thorough: false) == nil)
    #expect(try store.refresh(thorough: true)?.updated.count == 1)
  }

  @Test("another store in the place of the file is refused, and so is one of another model")
  func anotherStore() throws {
    for key in ["NSStoreUUID", "NSStoreModelVersionHashes"] {
      let shared = try Shared(.binary, "FaveFlicks")
      let first = try shared.open()
      try first.save(ChangeSet(schema: shared.schema), metadata: [key: .string("a")])
      let store = try shared.open()
      try BinaryFormat.write(
        store.current, metadata: [key: .string("b")], to: shared.files.stored("s.plist"),
        expecting: try shared.files.stored("s.plist").stamp())
      #expect(throws: StoreError.self) { try store.refresh(thorough: false) }
      #expect(store.metadata[key] == .string("a"))
    }
  }
}

extension ElementSpans {
  /// Where the records stand, in the order of the document.
  fileprivate var places: [[Int]] {
    zip(starts, ends).filter { $0.0 >= 0 }.map { [$0.0, $0.1] }.sorted { $0[0] < $1[0] }
  }
}
