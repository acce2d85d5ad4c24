import Foundation
import Synchronization
import Testing

@testable import DocumentStore

@Suite("Stored files")
struct StoredFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func stored(_ name: String) -> StoredFile { StoredFile(path: folder.file(name)) }

  @discardableResult
  func replace(
    _ file: StoredFile, expecting stamp: FileStamp?, with text: String
  ) throws -> FileStamp {
    try file.replace(expecting: stamp) { writer throws(StoreError) in try writer.append(text) }
  }

  @Test("reading gives the bytes, padded with zeros, and their stamp")
  func reading() throws {
    try folder.write("a", "hello")
    let (bytes, stamp) = try stored("a").read()
    unsafe #expect(Array(bytes.buffer) == Array("hello".utf8))
    #expect(try stored("a").stamp() == stamp)
    #expect(stamp.size == 5)
  }

  @Test("a file larger than the limit is refused before it is read")
  func limit() throws {
    try folder.write("a", "hello")
    let error = #expect(throws: StoreError.self) { try stored("a").read(limit: 4) }
    #expect(error?.reason == .limit)
  }

  @Test("more bytes than there is memory for are an error, not the end")
  func memory() throws {
    try folder.write("a", "hello")
    let (file, _) = try stored("a").open()
    let error = #expect(throws: StoreError.self) { try file.read(1 << 60, at: 0) }
    #expect(error?.reason == .limit)
    #expect(error?.description.contains("there is no memory for") == true)
    #expect(try file.read(100, at: 3).count == 2)
  }

  @Test("a file that is missing, a folder, a device and a pipe are refused, each in its own words")
  func irregular() throws {
    func message(_ path: String) -> StoreError? {
      #expect(throws: StoreError.self) { try StoredFile(path: path).read() }
    }
    #expect(message(folder.file("none"))?.reason == .missing)
    #expect(message(folder.path)?.description.contains("is a folder") == true)
    #expect(message("/dev/zero")?.description.contains("is a device") == true)
    unsafe #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    #expect(message(folder.file("pipe"))?.description.contains("is a pipe") == true)
    let error = #expect(throws: StoreError.self) {
      try replace(stored("pipe"), expecting: nil, with: "x")
    }
    #expect(error?.description.contains("is a pipe") == true)
  }

  @Test("a new file gets the permissions that the process's mask leaves")
  func creation() throws {
    let stamp = try replace(stored("new"), expecting: nil, with: "text")
    #expect(folder.bytes("new") == Array("text".utf8))
    #expect(folder.names == ["new"])
    let mask = umask(0)
    _ = umask(mask)
    let status = try stored("new").status()
    #expect(status?.permissions == 0o666 & ~UInt32(mask))
    #expect(status?.stamp == stamp)
  }

  @Test("replacing returns the stamp that the next save expects")
  func chain() throws {
    var stamp: FileStamp?
    for round in 0..<20 {
      stamp = try replace(stored("a"), expecting: stamp, with: "round \(round)")
      #expect(folder.bytes("a") == Array("round \(round)".utf8))
    }
    #expect(folder.names == ["a"])
  }

  @Test("permissions are kept", arguments: [0o600, 0o640, 0o755, 0o4711] as [UInt32])
  func permissions(mode: UInt32) throws {
    try folder.write("a", "old")
    unsafe #expect(chmod(folder.file("a"), mode) == 0)
    try replace(stored("a"), expecting: try stored("a").stamp(), with: "new")
    #expect(try stored("a").status()?.permissions == mode)
  }

  @Test("owner and group are kept", .enabled(if: getuid() == 0))
  func ownership() throws {
    try folder.write("a", "old")
    unsafe #expect(chown(folder.file("a"), 1234, 2345) == 0)
    try replace(stored("a"), expecting: try stored("a").stamp(), with: "new")
    let status = try stored("a").status()
    #expect(status?.owner == 1234)
    #expect(status?.group == 2345)
  }

  @Test("symbolic links stay, and what they lead to is replaced, or created")
  func links() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file("real"), withIntermediateDirectories: true)
    try folder.write("real/a", "old")
    unsafe #expect(symlink("real/a", folder.file("one")) == 0)
    unsafe #expect(symlink("one", folder.file("two")) == 0)
    try replace(stored("two"), expecting: try stored("two").stamp(), with: "new")
    #expect(folder.bytes("real/a") == Array("new".utf8))
    unsafe #expect(symlink("real/b", folder.file("dangling")) == 0)
    try replace(stored("dangling"), expecting: nil, with: "fresh")
    #expect(folder.bytes("real/b") == Array("fresh".utf8))
    for link in ["one", "two", "dangling"] {
      let type = try FileManager.default.attributesOfItem(atPath: folder.file(link))[.type]
      #expect(type as? FileAttributeType == .typeSymbolicLink)
    }
  }

  @Test("links that lead in a circle are an error")
  func circle() throws {
    unsafe #expect(symlink("b", folder.file("a")) == 0)
    unsafe #expect(symlink("a", folder.file("b")) == 0)
    #expect(throws: StoreError.self) { try replace(stored("a"), expecting: nil, with: "x") }
  }

  @Test("a file that changed, went or came since it was read is not overwritten")
  func changedByOther() throws {
    try folder.write("a", "old")
    let stamp = try stored("a").stamp()
    try folder.write("a", "other")
    func reason(_ name: String, _ stamp: FileStamp?) -> StoreError.Reason? {
      let error = #expect(throws: StoreError.self) {
        try replace(stored(name), expecting: stamp, with: "mine")
      }
      return error?.reason
    }
    #expect(reason("a", stamp) == .changedByOther)
    #expect(reason("a", nil) == .changedByOther)
    #expect(folder.bytes("a") == Array("other".utf8))
    #expect(reason("gone", stamp) == .changedByOther)
    #expect(folder.names == ["a"])
  }

  @Test("a change in the very last moment is noticed, and what was written then is kept")
  func lastMoment() throws {
    try folder.write("a", "old")
    let error = #expect(throws: StoreError.self) {
      try stored("a").replace(expecting: try stored("a").stamp()) { writer throws(StoreError) in
        try writer.append("mine")
        try? FileManager.default.removeItem(atPath: folder.file("a"))
        _ = try? folder.write("a", "theirs")
      }
    }
    #expect(error?.reason == .changedByOther)
    #expect(folder.bytes("a") == Array("theirs".utf8))
    let created = #expect(throws: StoreError.self) {
      try stored("b").replace(expecting: nil) { writer throws(StoreError) in
        try writer.append("mine")
        _ = try? folder.write("b", "theirs")
      }
    }
    #expect(created?.reason == .changedByOther)
    #expect(folder.bytes("b") == Array("theirs".utf8))
    #expect(folder.names == ["a", "b"])
  }

  @Test("a writer that fails, and a check that fails, leave the old file and nothing else")
  func failingBody() throws {
    try folder.write("a", "old")
    let stamp = try stored("a").stamp()
    #expect(throws: StoreError.self) {
      try stored("a").replace(expecting: stamp) { writer throws(StoreError) in
        try writer.append("half")
        throw StoreError(.unstorable, "a value that cannot be kept")
      }
    }
    #expect(throws: StoreError.self) {
      try stored("a").replace(
        expecting: stamp,
        checking: { _ throws(StoreError) in throw StoreError(.changedByOther, "no") },
        writing: { writer throws(StoreError) in try writer.append("new") })
    }
    #expect(folder.bytes("a") == Array("old".utf8))
    #expect(folder.names == ["a"])
    #expect(try stored("a").stamp() == stamp)
  }

  @Test("pieces of all sizes arrive in order")
  func pieces() throws {
    var random = SeededRandom(3)
    var expected: [UInt8] = []
    let pieces: [[UInt8]] = (0..<60).map { index in
      let size = Int.random(in: 0...(index % 10 == 0 ? 2_500_000 : 3000), using: &random)
      return Array(repeating: UInt8(index), count: size)
    }
    try stored("a").replace(expecting: nil) { writer throws(StoreError) in
      for piece in pieces {
        try writer.append(piece)
        try writer.append(UInt8(255))
        expected += piece + [255]
        #expect(writer.position == expected.count)
      }
    }
    #expect(folder.bytes("a") == expected)
  }

  @Test("writers at the same time wait for each other, and none loses what another wrote")
  func manyWriters() throws {
    let file = stored("count")
    try replace(file, expecting: nil, with: "0")
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      var done = 0
      while done < 12 {
        guard let (bytes, stamp) = try? file.read() else { continue }
        let text = unsafe String(decoding: bytes.buffer, as: UTF8.self)
        do throws(StoreError) {
          try file.replace(expecting: stamp) { current throws(StoreError) in
            // Two saves within a tick of the clock may leave the same stamp.
            let now = try current.bytes(at: 0, count: try current.status().stamp.size)
            guard now == Array(text.utf8) else { throw StoreError(.changedByOther, "other text") }
          } writing: { writer throws(StoreError) in
            try writer.append(String((Int(text) ?? 0) + 1))
          }
          done += 1
        } catch { continue }
      }
    }
    #expect(folder.bytes("count") == Array("48".utf8))
    #expect(folder.names == ["count"])
  }

  // MARK: Times

  static let oddTimes = [
    .min, .min + 1, -8_015_155_200_000_000_000, -1_000_000_000, -1, 0, 1, 1 << 60, .max - 1, .max,
  ]

  @Test("ages can be told of whatever times files have", arguments: oddTimes, oddTimes)
  func ages(time: Int, now: Int) {
    let age = FileStamp.age(of: time, at: now)
    #expect(age == -FileStamp.age(of: now, at: time))
    #expect(time < now ? age >= 0 : age <= 0)
    let (nanoseconds, isTooLarge) = now.subtractingReportingOverflow(time)
    if !isTooLarge { #expect(abs(age - Double(nanoseconds) / 1e9) < 1e-5) }
  }

  @Test("a file with whatever time is read, written and read again", arguments: oddTimes)
  func odd(time: Int) throws {
    for kind in RefreshingTests.Kind.allCases {
      let shared = try RefreshingTests.Shared(kind, "FaveFlicks")
      func setTimes() {
        shared.files.state.withLock { state in
          for file in Array(state.files.keys) {
            state.files[file]?.modified = time
            state.files[file]?.changed = time
          }
        }
      }
      setTimes()
      let store = try shared.open()
      for title in ["One", "Two"] {
        var edit = try GraphEdit(store)
        _ = try edit.insert("Movie", ["title": .string(title)])
        try edit.save()
        shared.files.state.withLock { $0.replace(".s.plist.abc.tmp", [1]) }
        setTimes()
        _ = try store.refresh(thorough: true)
        try shared.expectCurrent(store)
      }
    }
  }
}
