import Foundation
import Synchronization
import struct Synchronization.Mutex

@testable import DocumentStore

/// Files in memory that can fail, be cut off, be meddled with, and show what a crash would leave.
///
/// Paths begin at the root folder, with or without a slash.
final class SimulatedFileSystem: FileSystem {
  struct File: Sendable {
    var contents: [UInt8] = []
    /// What is on the disk for sure.
    var durable: [UInt8] = []
    /// What the file was after each write since then.
    var unsynced: [[UInt8]] = []
    var isFolder = false
    var permissions: UInt32 = 0o644
    var modified = 0
    var changed = 0
  }

  /// What happens at a call, instead of it or before it.
  enum Event: Sendable {
    case failure(Int32)
    /// A write takes only some of the bytes, a read gives only some.
    case short
    /// This and all later calls fail, as if the process were gone.
    case crash
    case interference(@Sendable (inout State) -> Void)
  }

  struct State: Sendable {
    var files: [Int: File] = [1: File(isFolder: true, permissions: 0o755)]
    var names: [String: Int] = [:]
    var durableNames: [String: Int] = [:]
    /// What was done to names since their folder was synchronised.
    var pending: [[String: Int?]] = []
    var open: [Int32: Int] = [:]
    var nextFile = 2
    var nextDescriptor: Int32 = 3
    var clock = 1_000
    var calls = 0
    var log: [String] = []
    var event: (call: Int, Event)?
    var isCrashed = false
    var supportsExchange = true
    var supportsLinks = true
    var lockedByOthers: Set<String> = []
  }

  let state: Mutex<State>

  /// Starts with some files, all on the disk.
  init(
    _ contents: [String: [UInt8]] = [:], supportsExchange: Bool = true, supportsLinks: Bool = true
  ) {
    var state = State()
    state.supportsExchange = supportsExchange
    state.supportsLinks = supportsLinks
    for (name, bytes) in contents {
      state.makeFolders(of: name)
      state.replace(name, bytes)
    }
    state.durableNames = state.names
    state.pending = []
    for index in Array(state.files.keys) { state.settle(index) }
    self.state = Mutex(state)
  }

  /// The contents of a file; nil where there is none.
  subscript(name: String) -> [UInt8]? { state.withLock { $0.contents(name) } }
  var names: [String] { state.withLock { $0.names.keys.sorted() } }
  var calls: Int { state.withLock { $0.calls } }
  var log: [String] { state.withLock { $0.log } }
  var openCount: Int { state.withLock { $0.open.count } }

  /// Plans an event at a call, counted from now.
  func plan(_ event: Event, at call: Int) {
    state.withLock {
      $0.event = ($0.calls + call, event)
    }
  }

  func stored(_ name: String) -> StoredFile { StoredFile(path: "/" + name, fileSystem: self) }
}

extension SimulatedFileSystem.State {
  func contents(_ name: String) -> [UInt8]? { names[name].flatMap { files[$0]?.contents } }

  mutating func tick() -> Int {
    clock += 1
    return clock
  }

  mutating func touch(_ file: Int) {
    let time = tick()
    files[file]?.changed = time
  }

  mutating func write(_ bytes: [UInt8], to file: Int) {
    let time = tick()
    files[file]?.contents = bytes
    files[file]?.unsynced.append(bytes)
    files[file]?.modified = time
    files[file]?.changed = time
  }

  /// What a file contains reaches the disk.
  mutating func settle(_ file: Int) {
    let contents = files[file]?.contents ?? []
    files[file]?.durable = contents
    files[file]?.unsynced = []
  }

  /// The names in a folder reach the disk.
  mutating func settleNames(in folder: Int) {
    let prefix = prefix(of: folder)
    func isInside(_ name: String) -> Bool { Self.folder(of: name) == prefix }
    durableNames = durableNames.filter { !isInside($0.key) }
    for (name, file) in names where isInside(name) { durableNames[name] = file }
    pending = pending.map { $0.filter { !isInside($0.key) } }.filter { !$0.isEmpty }
  }

  /// What the paths of the names in a folder begin with.
  func prefix(of folder: Int) -> String {
    folder == 1 ? "" : (names.first { $0.value == folder }?.key ?? "?") + "/"
  }

  /// The folder of a path, with a slash at its end.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// The path of a name in an open folder, or from the root on.
  func path(_ name: String, in folder: FileDescriptor?) -> String {
    guard !name.hasPrefix("/") else { return String(name.dropFirst()) }
    return (folder.flatMap { open[$0.number] }.map(prefix) ?? "") + name
  }

  /// Makes the folders that a path leads through.
  mutating func makeFolders(of path: String) {
    let folder = String(Self.folder(of: path).dropLast())
    if folder.isEmpty || names[folder] != nil { return }
    makeFolders(of: folder)
    makeFolder(folder)
  }

  mutating func makeFolder(_ path: String) {
    let time = tick()
    files[nextFile] = .init(isFolder: true, permissions: 0o755, modified: time, changed: time)
    change([path: nextFile])
    nextFile += 1
  }

  mutating func change(_ changes: [String: Int?]) {
    for (name, file) in changes {
      names[name] = file
      if let file { touch(file) }
    }
    pending.append(changes)
  }

  /// What another program does: a new file takes the name.
  mutating func replace(_ name: String, _ bytes: [UInt8]) {
    let time = tick()
    files[nextFile] = .init(
      contents: bytes, unsynced: bytes.isEmpty ? [] : [bytes], modified: time, changed: time)
    change([name: nextFile])
    nextFile += 1
  }

  /// What another program does: it writes into the file without a lock.
  mutating func overwrite(_ name: String, _ bytes: [UInt8]) {
    guard let file = names[name] else { return replace(name, bytes) }
    write(bytes, to: file)
  }

  /// Counts a call; says whether it shall be cut short.
  mutating func begin(_ call: String) throws(SystemError) -> Bool {
    calls += 1
    log.append(call)
    if isCrashed { throw SystemError(code: EIO) }
    guard let event, event.call == calls else { return false }
    switch event.1 {
    case .failure(let code): throw SystemError(code: code)
    case .short: return true
    case .crash:
      isCrashed = true
      throw SystemError(code: EIO)
    case .interference(let body):
      body(&self)
      return false
    }
  }

  func find(_ name: String, in folder: FileDescriptor?) -> Int? {
    let path = path(name, in: folder)
    return path.isEmpty ? 1 : names[path]
  }

  func status(_ file: Int) -> FileStatus {
    let found = files[file] ?? .init()
    return FileStatus(
      kind: found.isFolder ? .folder : .regular,
      stamp: FileStamp(
        device: 1, inode: UInt64(file), size: found.contents.count, modified: found.modified,
        changed: found.changed),
      permissions: found.permissions, owner: 0, group: 0)
  }
}
