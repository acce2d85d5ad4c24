import Foundation
import Testing

@testable import DocumentStore

/// A file system that can or cannot swap names and link files.
struct Abilities: CustomTestStringConvertible, Sendable {
  var exchange: Bool
  var links: Bool
  var testDescription: String { "exchange: \(exchange), links: \(links)" }

  static let all = [
    Abilities(exchange: true, links: true), Abilities(exchange: false, links: true),
    Abilities(exchange: false, links: false),
  ]
}

@Suite("Saving a file, whatever happens")
struct FaultTests {
  static let old = Array("the old contents".utf8)
  static let new = Array(repeating: UInt8(7), count: 400_100)

  /// Saves new contents over the old ones, or where nothing is.
  static func save(_ files: SimulatedFileSystem) throws(StoreError) {
    let stored = files.stored("a")
    let stamp = try stored.stamp()
    try stored.replace(expecting: stamp) { writer throws(StoreError) in
      // In several calls.
      try writer.append(Array(new[..<100]))
      try writer.append(Array(new[100..<200_100]))
      try writer.append(Array(new[200_100...]))
    }
  }

  static func files(_ abilities: Abilities, isNew: Bool) -> SimulatedFileSystem {
    SimulatedFileSystem(
      isNew ? [:] : ["a": old], supportsExchange: abilities.exchange,
      supportsLinks: abilities.links)
  }

  static func callCount(_ abilities: Abilities, isNew: Bool) throws -> Int {
    let files = files(abilities, isNew: isNew)
    try save(files)
    #expect(files["a"] == new)
    #expect(files.names == ["a"])
    #expect(files.openCount == 0)
    return files.calls
  }

  @Test(
    "a call that fails once leaves the old file, or the new one where the save succeeds",
    arguments: Abilities.all, [false, true])
  func failures(abilities: Abilities, isNew: Bool) throws {
    for call in 1...(try Self.callCount(abilities, isNew: isNew)) {
      for code in [EIO, ENOSPC, EACCES, EDQUOT] {
        let files = Self.files(abilities, isNew: isNew)
        files.plan(.failure(code), at: call)
        do {
          try Self.save(files)
          #expect(files["a"] == Self.new)
          #expect(files.names == ["a"])
        } catch {
          // Without an exchange, a folder that cannot be synchronised has the new file already.
          let isLate =
            !abilities.exchange && !isNew && files.log.contains("rename replacing")
            && files.log[call - 1] != "rename replacing"
          #expect(files["a"] == (isLate ? Self.new : isNew ? nil : Self.old))
          #expect(files.names == (isNew ? [] : ["a"]), "after \(files.log[call - 1])")
          #expect(error.description.contains("/"))
        }
        #expect(files.openCount == 0)
      }
    }
  }

  @Test(
    "interrupted calls are made again, short reads and writes go on",
    arguments: Abilities.all, [false, true])
  func interruptions(abilities: Abilities, isNew: Bool) throws {
    for call in 1...(try Self.callCount(abilities, isNew: isNew)) {
      for event in [SimulatedFileSystem.Event.failure(EINTR), .short] {
        let files = Self.files(abilities, isNew: isNew)
        files.plan(event, at: call)
        try Self.save(files)
        #expect(files["a"] == Self.new)
        #expect(files.names == ["a"])
      }
    }
  }

  @Test(
    "a crash leaves the old file or the new one, whatever of the unsynchronised reached the disk",
    arguments: Abilities.all, [false, true])
  func crashes(abilities: Abilities, isNew: Bool) throws {
    for call in 1...(try Self.callCount(abilities, isNew: isNew)) + 1 {
      let files = Self.files(abilities, isNew: isNew)
      files.plan(.crash, at: call)
      try? Self.save(files)
      for state in files.crashStates(sample: 10) {
        #expect(state["a"] == Self.new || state["a"] == (isNew ? nil : Self.old))
      }
    }
  }

  @Test(
    "what another program writes at any moment is never lost where names can be exchanged",
    arguments: [false, true], [false, true])
  func interference(inPlace: Bool, isNew: Bool) throws {
    let theirs = Array("theirs, of another length".utf8)
    let abilities = Abilities(exchange: true, links: true)
    for call in 2...(try Self.callCount(abilities, isNew: isNew)) {
      let files = Self.files(abilities, isNew: isNew)
      files.plan(
        .interference { state in
          if inPlace { state.overwrite("a", theirs) } else { state.replace("a", theirs) }
        }, at: call)
      do { try Self.save(files) } catch { #expect(error.reason == .changedByOther) }
      #expect(files["a"] == theirs)
      #expect(files.names == ["a"], "at \(files.log[call - 1])")
    }
  }

  @Test("a file that changes while it is read is read again")
  func changingWhileRead() throws {
    let total = {
      let files = SimulatedFileSystem(["a": Self.old])
      _ = try? files.stored("a").read()
      return files.calls
    }()
    for call in 1...total {
      for theirs in [Array("longer than the old contents".utf8), Array("short".utf8), []] {
        let files = SimulatedFileSystem(["a": Self.old])
        files.plan(.interference { $0.overwrite("a", theirs) }, at: call)
        let (bytes, stamp) = try files.stored("a").read()
        #expect(unsafe Array(bytes.buffer) == theirs)
        #expect(try files.stored("a").stamp() == stamp)
      }
    }
  }
}
