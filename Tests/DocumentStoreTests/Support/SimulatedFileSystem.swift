import Foundation
import Synchronization
import struct Synchronization.Mutex

@testable import DocumentStore

/// Files in memory that can fail, be cut off, be meddled with, and show what a crash would leave.
///
/// There is one level of folders: every path is `/name` or a name in the root folder.
final class SimulatedFileSystem: FileSystem {
  struct File: Sendable {
    var contents: [UInt8] = []
    /// What is on the disk for sure.
    var durable: [UInt8] = []
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
    /// What was done to names since the folder was synchronised.
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
    for (name, bytes) in contents { state.replace(name, bytes) }
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

  /// Every state of the names and contents that the disk may be in after a crash now.
  func crashStates() -> [[String: [UInt8]]] {
    state.withLock { state in
      var states: [[String: [UInt8]]] = []
      for chosen in 0..<1 << state.pending.count {
        var names = state.durableNames
        for (index, change) in state.pending.enumerated() where chosen >> index & 1 != 0 {
          for (name, file) in change { names[name] = file }
        }
        for takesContents in [false, true] {
          states.append(
            names.mapValues { file in
              (takesContents ? state.files[file]?.contents : state.files[file]?.durable) ?? []
            })
        }
      }
      return states
    }
  }
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
    files[file]?.modified = time
    files[file]?.changed = time
  }

  /// What a file contains reaches the disk.
  mutating func settle(_ file: Int) {
    let contents = files[file]?.contents ?? []
    files[file]?.durable = contents
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
    files[nextFile] = .init(contents: bytes, modified: time, changed: time)
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

  func find(_ path: String) -> Int? {
    let name = path.hasPrefix("/") ? String(path.dropFirst()) : path
    return name.isEmpty ? 1 : names[name]
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

// MARK: - The calls

extension SimulatedFileSystem {
  private func call<Result: Sendable>(
    _ name: String, _ body: (inout State, _ isShort: Bool) throws(SystemError) -> Result
  ) throws(SystemError) -> Result {
    let result: Swift.Result<Result, SystemError> = state.withLock { state in
      do throws(SystemError) {
        let isShort = try state.begin(name)
        return .success(try body(&state, isShort))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  func open(
    _ path: String, in folder: FileDescriptor?, _ options: OpenOptions, permissions: UInt32
  ) throws(SystemError) -> FileDescriptor {
    try call("open") { state, _ throws(SystemError) in
      if options.contains(.creating) {
        guard state.find(path) == nil else { throw SystemError(code: EEXIST) }
        state.replace(path, [])
      }
      guard let file = state.find(path) else { throw SystemError(code: ENOENT) }
      if options.contains(.creating) { state.files[file]?.permissions = permissions }
      state.nextDescriptor += 1
      state.open[state.nextDescriptor] = file
      return FileDescriptor(state.nextDescriptor)
    }
  }

  func close(_ file: FileDescriptor) {
    state.withLock { $0.open[file.number] = nil }
  }

  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    let part = try call("read") { state, isShort throws(SystemError) in
      let contents = state.files[state.open[file.number] ?? 0]?.contents ?? []
      let end = min(contents.count, offset + buffer.count)
      guard offset < end else { return [UInt8]() }
      return Array(contents[offset..<(isShort ? offset + (end - offset + 1) / 2 : end)])
    }
    unsafe buffer.copyBytes(from: part)
    return part.count
  }

  func write(
    _ file: FileDescriptor, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    let bytes = unsafe Array(first) + Array(second)
    return try call("write") { state, isShort throws(SystemError) in
      guard let index = state.open[file.number] else { throw SystemError(code: EBADF) }
      let taken = isShort ? (bytes.count + 1) / 2 : bytes.count
      var contents = state.files[index]?.contents ?? []
      contents += Array(repeating: 0, count: max(0, offset + taken - contents.count))
      contents.replaceSubrange(offset..<offset + taken, with: bytes[..<taken])
      state.write(contents, to: index)
      return taken
    }
  }

  func synchronize(_ file: FileDescriptor) throws(SystemError) {
    try call("synchronize") { state, _ throws(SystemError) in
      guard let index = state.open[file.number] else { throw SystemError(code: EBADF) }
      state.settle(index)
      if index == 1 {
        state.durableNames = state.names
        state.pending = []
      }
    }
  }

  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    try call("status") { state, _ throws(SystemError) in
      guard let index = state.open[file.number] else { throw SystemError(code: EBADF) }
      return state.status(index)
    }
  }

  func status(
    of path: String, in folder: FileDescriptor?, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    try call("status of name") { state, _ throws(SystemError) in
      guard let file = state.find(path) else { throw SystemError(code: ENOENT) }
      return state.status(file)
    }
  }

  func linkText(of path: String, in folder: FileDescriptor?) throws(SystemError) -> String {
    throw SystemError(code: EINVAL)
  }

  func setPermissions(_ permissions: UInt32, of file: FileDescriptor) throws(SystemError) {
    try call("permissions") { state, _ throws(SystemError) in
      guard let index = state.open[file.number] else { throw SystemError(code: EBADF) }
      state.files[index]?.permissions = permissions
      state.touch(index)
    }
  }

  func setOwner(_ owner: UInt32?, group: UInt32?, of file: FileDescriptor) throws(SystemError) {
    try call("owner") { _, _ in }
  }

  func lock(_ file: FileDescriptor) throws(SystemError) {
    try call("lock") { state, _ throws(SystemError) in
      let isLocked = state.lockedByOthers.contains { state.names[$0] == state.open[file.number] }
      if isLocked { throw SystemError(code: EWOULDBLOCK) }
    }
  }

  func names(
    in folder: FileDescriptor, beginningWith start: String
  ) throws(SystemError) -> [String] {
    try call("names") { state, _ in
      state.names.keys.filter { $0.utf8.starts(with: start.utf8) }
    }
  }

  func rename(
    _ name: String, to other: String, in folder: FileDescriptor, _ manner: RenameManner
  ) throws(SystemError) {
    try call("rename \(manner)") { state, _ throws(SystemError) in
      guard manner == .replacing || state.supportsExchange else { throw SystemError(code: EINVAL) }
      guard let file = state.names[name] else { throw SystemError(code: ENOENT) }
      let replaced = state.names[other]
      switch manner {
      case .replacing: state.change([other: file, name: nil])
      case .creating:
        if replaced != nil { throw SystemError(code: EEXIST) }
        state.change([other: file, name: nil])
      case .exchanging:
        guard let replaced else { throw SystemError(code: ENOENT) }
        state.change([other: file, name: replaced])
      }
    }
  }

  func link(_ name: String, to other: String, in folder: FileDescriptor) throws(SystemError) {
    try call("link") { state, _ throws(SystemError) in
      guard state.supportsLinks else { throw SystemError(code: EPERM) }
      guard let file = state.names[name] else { throw SystemError(code: ENOENT) }
      if state.names[other] != nil { throw SystemError(code: EEXIST) }
      state.change([other: file])
    }
  }

  func remove(_ path: String, in folder: FileDescriptor?) throws(SystemError) {
    try call("remove") { state, _ throws(SystemError) in
      let name = path.hasPrefix("/") ? String(path.dropFirst()) : path
      guard state.names[name] != nil else { throw SystemError(code: ENOENT) }
      state.change([name: nil])
    }
  }

  func makeFolder(
    _ path: String, in folder: FileDescriptor?, permissions: UInt32
  ) throws(SystemError) {
    throw SystemError(code: EEXIST)
  }
}
