import Foundation
import Synchronization
import struct Synchronization.Mutex
import Testing

@testable import DocumentStore

/// A format that keeps what it was given last, and refuses to save when told to.
private final class Recorder: StoreFormat {
  struct State {
    var contents: StoreContents
    var saves: [PendingSave] = []
    var refusal: StoreError?
  }

  let state: Mutex<State>

  init(_ generation: Generation, metadata: [String: PropertyList] = [:]) {
    state = Mutex(State(contents: StoreContents(generation: generation, metadata: metadata)))
  }

  func load() throws(StoreError) -> StoreContents { state.withLock { $0.contents } }

  func save(_ save: PendingSave) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      if let refusal = state.refusal { throw refusal }
      state.saves.append(save)
    }
  }
}

@Suite("An open store")
struct RecordStoreTests {
  static let schema = Schema(
    modelName: "M",
    tables: ["Movie", "Director"].enumerated().map { index, name in
      TableSchema(name: name, index: index, columns: [ColumnSchema(name: "n", type: .int64)])
    })

  /// A generation with the given ids, by table.
  static func generation(_ ids: [[RecordID]]) throws -> Generation {
    try Generation(
      number: 1, schema: schema,
      tables: zip(schema.tables, ids).map { table, ids in
        let builder = TableBuilder(table)
        for (row, id) in ids.enumerated() { builder.append(id, [.integer(Int64(row))]) }
        return try builder.finish()
      })
  }

  func store(_ ids: [[RecordID]] = [[], []]) throws -> RecordStore {
    try RecordStore(schema: Self.schema, format: Recorder(try Self.generation(ids)))
  }

  /// The insertion of records that have been reserved.
  func insertion(
    of references: [RecordReference], in store: RecordStore, value: Int64 = 0
  ) throws -> ChangeSet {
    var changes = ChangeSet(schema: Self.schema)
    for reference in references {
      changes.tables[reference.table].inserted.append(
        InsertedRecord(
          row: reference.row, id: try store.id(of: reference), values: [.integer(value)]))
    }
    return changes
  }

  @Test("gives new records the rows and numbers behind all that were ever given")
  func reserving() throws {
    let store = try store([[.number(3), .number(9)], [.text("ann")]])
    let movies = try store.reserve(table: 0, count: 2) + store.reserve(table: 0, count: 1)
    #expect(movies.map(\.row) == [2, 3, 4])
    #expect(try movies.map(store.id) == [.number(10), .number(11), .number(12)])
    let directors = try store.reserve(table: 1, count: 1)
    #expect(directors == [RecordReference(table: 1, row: 1)])
    #expect(try store.id(of: directors[0]) == .number(1))
    #expect(try store.reserve(table: 1, count: 0).isEmpty)
    let saved = RecordReference(table: 0, row: 1)
    #expect(
      try store.ids(of: [movies[1], saved] + directors) == [.number(11), .number(9), .number(1)])
  }

  @Test("finds a record by its id before it is saved, after, and when it is gone")
  func lookup() throws {
    let store = try store([[.number(3), .text("heat")], []])
    let new = try store.reserve(table: 0, count: 3)
    #expect(try store.reference(forID: "heat") == RecordReference(table: 0, row: 1))
    #expect(try store.reference(forID: "Movie-3") == RecordReference(table: 0, row: 0))
    for _ in 0..<2 {
      #expect(try store.reference(forID: "Movie-6") == new[2])
      #expect(try store.id(of: new[2]) == .number(6))
      try store.save(try insertion(of: [new[2]], in: store))
    }
    var deletion = ChangeSet(schema: Self.schema)
    deletion.tables[0].deleted = [new[2].row]
    try store.save(deletion)
    #expect(try store.reference(forID: "Movie-6") == new[2])
    #expect(try store.id(of: new[2]) == .number(6))
    for unknown in ["Movie-7", "Movie-1", "Director-1", "Movie-04", "Movie", "", "-", "-3"] {
      #expect(try store.reference(forID: unknown) == nil, "\(unknown)")
    }
    let beyond = RecordReference(table: 0, row: 99)
    #expect(throws: StoreError.self) { try store.id(of: beyond) }
  }

  @Test(
    "records that two contexts reserved may be saved in either order", arguments: [true, false])
  func twoContexts(isLookedUpBefore: Bool) throws {
    let store = try store()
    let first = try store.reserve(table: 0, count: 5000)
    let second = try store.reserve(table: 0, count: 3)
    if isLookedUpBefore { #expect(try store.reference(forID: "Movie-1") == first[0]) }
    try store.save(try insertion(of: second, in: store, value: 2))
    #expect(store.current.count == 3)
    #expect(try store.reference(forID: "Movie-5001") == second[0])
    try store.save(try insertion(of: first, in: store, value: 1))
    #expect(store.current.count == 5003)
    for reference in first + second {
      let id = try store.id(of: reference).text(in: "Movie")
      #expect(try store.reference(forID: id) == reference)
    }
    #expect(try store.current.tables[0].value(of: 0, at: 17) == .integer(1))
    #expect(try store.current.tables[0].value(of: 0, at: 5002) == .integer(2))
  }

  @Test("new ids pass over those that look like them and belong to another entity")
  func chosenElsewhere() throws {
    let store = try store([
      [.number(1)], [.text("Movie-3"), .text("Movie-4"), .text("Movie-04"), .text("Movie-99")],
    ])
    let new = try store.reserve(table: 0, count: 3)
    #expect(try new.map(store.id) == [.number(2), .number(5), .number(6)])
    try store.save(try insertion(of: new, in: store))
    #expect(try store.reference(forID: "Movie-3") == RecordReference(table: 1, row: 0))
    #expect(try store.reference(forID: "Movie-5") == new[1])
    #expect(try store.reference(forID: "Movie-04") == RecordReference(table: 1, row: 2))
    let others = try store.reserve(table: 1, count: 1)
    #expect(try store.id(of: others[0]) == .number(1))
  }

  @Test("ids differ where their bytes do")
  func exactIDs() throws {
    let store = try store([[.text("\u{E9}"), .text("e\u{301}")], []])
    #expect(try store.reference(forID: "\u{E9}")?.row == 0)
    #expect(try store.reference(forID: "e\u{301}")?.row == 1)
  }

  @Test(
    "an id that two records have is noticed",
    arguments: [
      [[.text("a"), .text("b"), .text("a")], []], [[.text("a")], [.text("a")]],
      [[.number(2), .number(2)], []], [[.number(2)], [.text("Movie-2")]],
      [[.text("Director-2")], [.number(2)]],
    ] as [[[RecordID]]])
  func repeatedIDs(ids: [[RecordID]]) throws {
    let store = try store(ids)
    let error = #expect(throws: StoreError.self) { try store.reference(forID: "x") }
    #expect(error?.reason == .corrupt)
    #expect(error?.description.contains("two records have the id '") == true)
  }

  @Test("there is an end of rows and of numbers")
  func limits() throws {
    let store = try store([[.number(RecordID.largestNumber - 2)], []])
    _ = try store.reserve(table: 0, count: 2)
    for (table, count) in [(0, 1), (1, RecordReference.rowLimit + 1), (1, Int.max)] {
      let error = #expect(throws: StoreError.self) { try store.reserve(table: table, count: count) }
      #expect(error?.reason == .limit)
    }
    #expect(try store.reserve(table: 0, count: 0).isEmpty)
  }

  @Test("a save that the format refuses changes nothing, and can be made again")
  func refusedSave() throws {
    let format = Recorder(try Self.generation([[.number(1)], []]), metadata: ["a": .integer(1)])
    let store = try RecordStore(schema: Self.schema, format: format)
    let before = store.current
    let new = try store.reserve(table: 0, count: 1)
    let changes = try insertion(of: new, in: store)
    format.state.withLock { $0.refusal = StoreError(.readOnly, "no") }
    #expect(throws: StoreError.self) { try store.save(changes, metadata: ["a": .integer(2)]) }
    #expect(store.current === before)
    #expect(store.metadata == ["a": .integer(1)])
    #expect(try store.id(of: new[0]) == .number(2))
    #expect(try store.reference(forID: "Movie-2") == new[0])
    format.state.withLock { $0.refusal = nil }
    try store.save(changes, metadata: ["a": .integer(2)])
    #expect(store.current.contains(new[0]))
    #expect(store.metadata == ["a": .integer(2)])
  }

  @Test("metadata stay as they are unless a save brings others")
  func metadata() throws {
    let format = Recorder(try Self.generation([[], []]), metadata: ["a": .string("é")])
    let store = try RecordStore(schema: Self.schema, format: format)
    try store.save(try insertion(of: try store.reserve(table: 0, count: 1), in: store))
    #expect(store.metadata == ["a": .string("é")])
    let before = store.current
    try store.save(ChangeSet(schema: Self.schema), metadata: [:])
    #expect(store.metadata.isEmpty)
    #expect(store.current === before)
    let saves = format.state.withLock { $0.saves }
    #expect(saves.map(\.metadata) == [["a": .string("é")], [:]])
    #expect(saves.last.map { $0.before === $0.after } == true)
  }

  @Test("threads that reserve, save and look up at once do not disturb each other")
  func concurrency() async throws {
    let store = try store([[], [.text("Movie-50"), .text("Movie-333")]])
    try await withThrowingTaskGroup(of: [RecordReference].self) { group in
      for writer in 0..<8 {
        group.addTask {
          var mine: [RecordReference] = []
          for round in 0..<20 {
            let new = try store.reserve(table: 0, count: round % 5)
            try store.save(try self.insertion(of: new, in: store, value: Int64(writer)))
            for reference in new {
              let id = try store.id(of: reference).text(in: "Movie")
              #expect(try store.reference(forID: id) == reference)
            }
            mine += new
          }
          return mine
        }
      }
      var all: Set<RecordReference> = []
      for try await mine in group {
        #expect(all.isDisjoint(with: mine))
        all.formUnion(mine)
      }
      #expect(store.current.tables[0].liveCount == 8 * 40)
      #expect(Set(store.current.tables[0].liveRows()) == Set(all.map(\.row)))
    }
  }
}
