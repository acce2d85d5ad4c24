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
}
