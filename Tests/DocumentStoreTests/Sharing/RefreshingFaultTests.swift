import Foundation
import ManagedModel
import Synchronization
import struct Synchronization.Mutex
import Testing

@testable import DocumentStore

@Suite("Taking up what others wrote, whatever happens")
struct RefreshingFaultTests {
  typealias Kind = RefreshingTests.Kind

  /// A store whose file somebody else has written since.
  private func surprised(
    _ kind: Kind
  ) throws -> (shared: RefreshingTests.Shared, store: RecordStore) {
    let shared = try RefreshingTests.Shared(kind, "FaveFlicks")
    let store = try shared.open()
    let other = try shared.open()
    var random = SeededRandom(5)
    var edit = try GraphEdit(other)
    for _ in 0..<8 { try RandomEditingTests.change(&edit, &random) }
    try edit.save()
    return (shared, store)
  }

  private func callCount(_ kind: Kind) throws -> Int {
    let (shared, store) = try surprised(kind)
    let before = shared.files.calls
    _ = try store.refresh(thorough: false)
    return shared.files.calls - before
  }

  @Test("a call that fails changes nothing, and the next try succeeds", arguments: Kind.allCases)
  func failures(_ kind: Kind) throws {
    for call in 1...(try callCount(kind)) {
      for event in [
        SimulatedFileSystem.Event.failure(EIO), .failure(EACCES), .failure(EINTR), .short,
      ] {
        let (shared, store) = try surprised(kind)
        let (before, file) = (store.current, shared.text)
        shared.files.plan(event, at: call)
        do {
          #expect(try store.refresh(thorough: false) != nil)
        } catch {
          #expect(store.current === before)
          #expect(try store.refresh(thorough: false) != nil)
        }
        try shared.expectCurrent(store)
        #expect(shared.text == file)
      }
    }
  }

  @Test("a file that is written meanwhile is read again", arguments: Kind.allCases)
  func writtenMeanwhile(_ kind: Kind) throws {
    for call in 1...(try callCount(kind)) {
      let (shared, store) = try surprised(kind)
      let name = kind == .xml ? "s.xml" : "s.plist"
      let whole = try #require(shared.files[name])
      // Somebody begins to write in place, and is done at the next call but two.
      shared.files.plan(
        .interference { [whole] state in
          state.overwrite(name, Array(whole.prefix(whole.count / 2)))
          state.event = (
            state.calls + 3, .interference { state in state.overwrite(name, whole) }
          )
        }, at: call)
      // Where all has been read by then, nothing is to be seen of it.
      let news = try store.refresh(thorough: false)
      shared.files.state.withLock { state in
        state.event = nil
        state.overwrite(name, whole)
      }
      // A binary store that was cut off opens at the last complete state, which is the known one.
      #expect(news != nil || kind == .binary)
      _ = try store.refresh(thorough: true)
      try shared.expectCurrent(store)
    }
  }

  @Test("a file that stays broken is refused with what is wrong, and changes nothing")
  func broken() throws {
    for kind in Kind.allCases {
      let (shared, store) = try surprised(kind)
      let name = kind == .xml ? "s.xml" : "s.plist"
      let whole = try #require(shared.files[name])
      shared.files.state.withLock { $0.overwrite(name, Array(whole.prefix(whole.count / 2))) }
      let before = store.current
      let error = try #require(throws: StoreError.self) { try store.refresh(thorough: false) }
      #expect(error.diagnostics.count >= 2)
      #expect(error.diagnostics[0].message.contains("changed by another program"))
      #expect(store.current === before)
      #expect(throws: StoreError.self) {
        try store.save(ChangeSet(schema: shared.schema), metadata: [:])
      }
      shared.files.state.withLock { $0.overwrite(name, whole) }
      #expect(try store.refresh(thorough: false) != nil)
      try shared.expectCurrent(store)
    }
  }

  @Test("values that were never read of a file that is written over are taken from what is there")
  func writtenOver() throws {
    let shared = try RefreshingTests.Shared(.binary, "FaveFlicks")
    let (store, other) = (try shared.open(), try shared.open())
    _ = try store.reserve(table: 0, count: 1)
    var edit = try GraphEdit(other)
    _ = try edit.insert("Movie", ["title": .string("New")])
    try edit.save()
    // What the new file has, written into the old one, which the store has open.
    let whole = try #require(shared.files["s.plist"])
    shared.files.state.withLock { state in
      for index in Array(state.open.values) { state.write(whole, to: index) }
    }
    let news = try #require(try store.refresh(thorough: false))
    #expect(news.inserted.count == 1)
    try shared.expectCurrent(store)
    try store.current.touchEverything()
  }

  /// What a store has read before somebody writes over its file.
  enum Reading: CaseIterable { case nothing, ids, values, all }

  private func read(_ reading: Reading, of generation: Generation) throws {
    for table in generation.tables {
      for row in table.liveRows() {
        if reading == .ids || reading == .all { _ = try table.id(of: row) }
        if reading == .values || reading == .all { _ = try table.values(of: row) }
      }
    }
  }

  @Test(
    "a copy that is written over the file, whatever was read of it, is taken up, and edits are saved",
    arguments: ["FaveFlicks", "Everything"], Reading.allCases)
  func copiedOver(_ sample: String, _ reading: Reading) throws {
    var edited = 0
    for seed in 0..<8 {
      let shared = try RefreshingTests.Shared(.binary, sample)
      let (store, known) = (try shared.open(), try shared.open().current)
      try known.touchEverything()
      try read(reading, of: store.current)
      let waiting = seed & 1 == 0 ? try store.reserve(table: 0, count: 2) : []
      shared.files.state.withLock { [copy = try changedCopy(sample, seed)] state in
        state.overwrite("s.plist", copy)
      }

      let current = try shared.open()
      // Where the copy was packed and no ids were read, nothing tells which records are the same.
      let isRenumbered = try BinaryStoreFile(shared.files.stored("s.plist")).numbering != 0
      let areTold = !isRenumbered || reading == .ids || reading == .all
      var changes = ChangeSet(schema: shared.schema)
      #expect(throws: StoreError.self) { try store.save(changes, metadata: [:]) }
      _ = try #require(try store.refresh(thorough: false))
      try shared.expectCurrent(store)
      try store.current.touchEverything()
      var kept: [RecordReference: String] = [:]
      for (index, table) in known.tables.enumerated() {
        for row in table.liveRows() {
          let id = try table.id(of: row)
          guard try current.reference(forID: id).map(current.current.contains) ?? false else {
            continue
          }
          guard areTold || store.current.tables[index].isLive(row) else { continue }
          #expect(try store.current.tables[index].id(of: row) == id)
          kept[RecordReference(table: index, row: row)] = id
        }
      }

      for (reference, _) in kept {
        let columns = shared.schema.tables[reference.table].columns
        guard let column = columns.firstIndex(where: { $0.type == .string }) else { continue }
        changes.tables[reference.table].updated.append(
          UpdatedRecord(row: reference.row, columns: [column], values: [.string("mine")]))
        edited += 1
      }
      for table in changes.tables.indices {
        changes.tables[table].updated.sort { $0.row < $1.row }
      }
      for record in waiting {
        let id = try store.id(of: record)
        #expect(try current.reference(forID: id.text(in: shared.schema.tables[0].name)) == nil)
        changes.tables[0].inserted.append(
          InsertedRecord(
            row: record.row, id: id, values: shared.schema.tables[0].columns.map { _ in .null }))
      }
      try store.save(changes)
      try shared.expectCurrent(store)
      let saved = try shared.open()
      #expect(saved.current.count == current.current.count + waiting.count)
      for (reference, id) in kept {
        let table = shared.schema.tables[reference.table]
        guard let column = table.columns.firstIndex(where: { $0.type == .string }) else { continue }
        let found = try #require(try saved.reference(forID: id))
        let value = try saved.current.tables[found.table].value(of: column, at: found.row)
        #expect(value == .string("mine"))
      }
    }
    #expect(edited > 20)
  }

  /// The bytes of a store that was edited and written anew, or was appended to, elsewhere.
  private func changedCopy(_ sample: String, _ seed: Int) throws -> [UInt8] {
    let elsewhere = try RefreshingTests.Shared(.binary, sample)
    let other = try elsewhere.open()
    var random = SeededRandom(UInt64(seed))
    var edit = try GraphEdit(other)
    for _ in 0..<20 { try RandomEditingTests.change(&edit, &random) }
    try edit.save()
    if seed & 2 == 0 { try other.compact() }
    return try #require(elsewhere.files["s.plist"])
  }

  @Test(
    "ids that are reserved move to numbers that there are, or the file is refused",
    arguments: [0, 1, 2], [0, 1, 2, 3])
  func lastNumbers(left: Int, waiting: Int) throws {
    let files = SimulatedFileSystem(["s.plist": try StoreForge().file()])
    let format = BinaryFormat(file: files.stored("s.plist"), schema: StoreForge.schema)
    let store = try RecordStore(schema: StoreForge.schema, format: format)
    let records = try store.reserve(table: 0, count: waiting)
    let (before, ids) = (store.current, try store.ids(of: records))
    let other = try StoreForge().changed { forge in
      forge.generation = 2
      forge.a.highestNumber = Int(RecordID.largestNumber) - left
    }.file()
    files.state.withLock { $0.replace("s.plist", other) }

    if waiting > left {
      let error = try #require(throws: StoreError.self) { try store.refresh(thorough: false) }
      let message = "there is no room for \(waiting) more records of 'A'"
      #expect(error.reason == .limit)
      #expect(error.description.contains(message))
      #expect(store.current === before)
      #expect(try store.ids(of: records) == ids)
      return
    }
    #expect(try store.refresh(thorough: false) != nil)
    var changes = ChangeSet(schema: StoreForge.schema)
    for record in records {
      changes.tables[0].inserted.append(
        InsertedRecord(
          row: record.row, id: try store.id(of: record), values: [.null, .null, .null]))
    }
    try store.save(changes)
    let again = try RecordStore(schema: StoreForge.schema, format: format)
    #expect(again.current.tables[0].liveCount == 3 + waiting)
    try again.current.touchEverything()
  }
}
