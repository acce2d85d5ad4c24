import Foundation
import Synchronization
import Testing

@testable import DocumentStore

@Suite("What others have left, locked or named oddly")
struct LeftoverTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func save(_ file: StoredFile, _ text: String) throws(StoreError) {
    try file.replace(expecting: try file.stamp()) { writer throws(StoreError) in
      try writer.append(text)
    }
  }

  @Test("temporary files of killed writers are removed by a later save, and nothing else is")
  func leftovers() throws {
    let old = [".s.plist.abc123.tmp", ".s.plist.3w5e11264sgsf.tmp"]
    let others = [
      ".s.plist.tmp", ".s.plist..tmp", ".s.plist.ABC.tmp", ".s.plist.abc.tmp2", "s.plist.abc.tmp",
      ".t.plist.abc.tmp", ".s.plist.3w5e11264sgsf0.tmp", ".s.plist.é.tmp",
    ]
    let files = SimulatedFileSystem()
    files.state.withLock { state in
      for name in old + others + [".s.plist.locked.tmp"] { state.replace(name, [1]) }
      state.lockedByOthers = [".s.plist.locked.tmp"]
      state.clock += 3_600_000_000_000
      state.replace(".s.plist.new.tmp", [1])
    }
    try save(files.stored("s.plist"), "text")
    let kept = others + [".s.plist.locked.tmp", ".s.plist.new.tmp", "s.plist"]
    #expect(files.names == kept.sorted())
    #expect(files.openCount == 0)
  }

  @Test("a file that another program keeps locked is not waited for without end")
  func lockedFile() throws {
    var file = StoredFile(path: try folder.write("s", "old"))
    file.patience = .milliseconds(20)
    let other = try OpenFile(file.path, fileSystem: POSIXFileSystem())
    #expect(try other.takeLock())
    let error = try withExtendedLifetime(other) {
      try #require(throws: StoreError.self) { try save(file, "new") }
    }
    #expect(error.reason == .changedByOther)
    #expect(error.description.contains("kept the file locked"))
    #expect(folder.bytes("s") == Array("old".utf8))
    #expect(folder.names == ["s"])
  }

  @Test("a link to a name that is not UTF-8 is not followed to another file")
  func linkOfBytes() throws {
    let target: [CChar] = [CChar(bitPattern: 0xE9), 0]
    #expect(unsafe symlink(target, folder.file("link")) == 0)
    let error = #expect(throws: StoreError.self) {
      try save(StoredFile(path: folder.file("link")), "text")
    }
    #expect(error?.reason == .system(EILSEQ))
    #expect(folder.names == ["link"])
  }

  @Test("a path with a null in it names no file", arguments: ["s\0", "s\0.plist", "\0"])
  func nullInPath(name: String) throws {
    try folder.write("s", "old")
    let error = #expect(throws: StoreError.self) {
      try save(StoredFile(path: folder.path + "/" + name), "new")
    }
    #expect(error?.reason == .system(EINVAL))
    #expect(folder.bytes("s") == Array("old".utf8))
  }

  @Test(
    "names of all kinds are names",
    arguments: [
      "with space", "line\nbreak", "-x", " ", "...", "*", "é", "e\u{301}", "日本", "a\\b", "%2F",
      String(repeating: "n", count: 255), String(repeating: "é", count: 127),
    ])
  func names(name: String) throws {
    let file = StoredFile(path: folder.file(name))
    try save(file, "one")
    try save(file, "two")
    #expect(folder.bytes(name) == Array("two".utf8))
    #expect(folder.names.count == 1)
  }
}
