import Foundation
import Synchronization

@testable import DocumentStore

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
        guard state.find(path, in: folder) == nil else { throw SystemError(code: EEXIST) }
        state.replace(state.path(path, in: folder), [])
      }
      guard let file = state.find(path, in: folder) else { throw SystemError(code: ENOENT) }
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
      if state.files[index]?.isFolder == true { state.settleNames(in: index) }
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
      guard let file = state.find(path, in: folder) else { throw SystemError(code: ENOENT) }
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
      let prefix = state.path("", in: folder)
      return state.names.keys.filter { State.folder(of: $0) == prefix }
        .map { String($0.dropFirst(prefix.count)) }
        .filter { $0.utf8.starts(with: start.utf8) }
    }
  }

  func rename(
    _ name: String, to other: String, in folder: FileDescriptor, _ manner: RenameManner
  ) throws(SystemError) {
    try call("rename \(manner)") { state, _ throws(SystemError) in
      guard manner == .replacing || state.supportsExchange else { throw SystemError(code: EINVAL) }
      let (name, other) = (state.path(name, in: folder), state.path(other, in: folder))
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
      let (name, other) = (state.path(name, in: folder), state.path(other, in: folder))
      guard let file = state.names[name] else { throw SystemError(code: ENOENT) }
      if state.names[other] != nil { throw SystemError(code: EEXIST) }
      state.change([other: file])
    }
  }

  func remove(_ path: String, in folder: FileDescriptor?) throws(SystemError) {
    try call("remove") { state, _ throws(SystemError) in
      let name = state.path(path, in: folder)
      guard state.names[name] != nil else { throw SystemError(code: ENOENT) }
      state.change([name: nil])
    }
  }

  func makeFolder(
    _ path: String, in folder: FileDescriptor?, permissions: UInt32
  ) throws(SystemError) {
    try call("make folder") { state, _ throws(SystemError) in
      guard state.find(path, in: folder) == nil else { throw SystemError(code: EEXIST) }
      state.makeFolder(state.path(path, in: folder))
    }
  }
}
