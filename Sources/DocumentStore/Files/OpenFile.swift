import Foundation
import ManagedModel

/// An open file, closed when nothing refers to it any more.
///
/// Calls are made again where a signal interrupted them, short reads and writes go on, and failures name
/// the file.
package final class OpenFile: Sendable {
  /// The path, for messages.
  let path: String
  let descriptor: FileDescriptor
  let fileSystem: any FileSystem

  /// Opens a file of a folder, or of the working directory.
  init(
    _ name: String, in folder: OpenFile? = nil, _ options: OpenOptions = [],
    permissions: UInt32 = 0o666, path: String? = nil, fileSystem: any FileSystem
  ) throws(StoreError) {
    self.path = path ?? folder.map { Paths.join($0.path, name) } ?? name
    self.fileSystem = fileSystem
    descriptor = try attempt(options.action, self.path) { () throws(SystemError) in
      try fileSystem.open(name, in: folder?.descriptor, options, permissions: permissions)
    }
  }

  deinit { fileSystem.close(descriptor) }

  /// What the file is now.
  func status() throws(StoreError) -> FileStatus {
    try attempt("examine the file", path) { () throws(SystemError) in
      try fileSystem.status(of: descriptor)
    }
  }

  /// Fills the buffer from `offset` on; returns less than its size only at the end of the file.
  package func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(StoreError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try attempt("read the file", path) { () throws(SystemError) in
        try unsafe fileSystem.read(descriptor, into: rest, at: offset + done)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// Reads up to `count` bytes from `offset` on; fewer only at the end of the file.
  func read(_ count: Int, at offset: Int) throws(StoreError) -> FileBytes {
    try unsafe FileBytes(capacity: count, of: path) { buffer throws(StoreError) in
      try unsafe read(into: buffer, at: offset)
    }
  }

  /// Writes all bytes of two buffers, the first first, from `offset` on.
  func write(
    _ first: UnsafeRawBufferPointer,
    _ second: UnsafeRawBufferPointer = unsafe UnsafeRawBufferPointer(start: nil, count: 0),
    at offset: Int
  ) throws(StoreError) {
    var done = 0
    while done < first.count + second.count {
      let head = unsafe UnsafeRawBufferPointer(rebasing: first[min(done, first.count)...])
      let tail = unsafe UnsafeRawBufferPointer(
        rebasing: second[max(0, done - first.count)...])
      let count = try attempt("write the file", path) { () throws(SystemError) in
        if unsafe head.isEmpty {
          return try unsafe fileSystem.write(descriptor, tail, head, at: offset + done)
        }
        return try unsafe fileSystem.write(descriptor, head, tail, at: offset + done)
      }
      guard count > 0 else {
        throw StoreError(
          .system(0), "cannot write the file: the system takes no more bytes",
          at: Diagnostic.Location(file: path))
      }
      done += count
    }
  }

  /// Waits until the contents are on the disk.
  func synchronize() throws(StoreError) {
    try attempt("bring the file to the disk", path) { () throws(SystemError) in
      try fileSystem.synchronize(descriptor)
    }
  }

  /// Waits until a folder's entries are on the disk, where its file system knows how.
  func synchronizeEntries() throws(StoreError) {
    try attempt("bring the folder to the disk", path) { () throws(SystemError) in
      do throws(SystemError) { try fileSystem.synchronize(descriptor) } catch {
        if !error.isUnsupported { throw error }
      }
    }
  }

  /// Takes the exclusive lock that all writers take, where the file system has locks.
  ///
  /// Waits for whoever has it, but not for ever: anyone who may read a file can lock it.
  func lock(patience: Duration) throws(StoreError) {
    let deadline = ContinuousClock.now + patience
    var pause = 0.001
    while try !takeLock() {
      guard ContinuousClock.now < deadline else {
        throw StoreError(
          .changedByOther,
          "another program has kept the file locked for \(patience.components.seconds) seconds; "
            + "nothing was written",
          at: Diagnostic.Location(file: path))
      }
      Thread.sleep(forTimeInterval: pause)
      pause = min(2 * pause, 0.05)
    }
  }

  /// Takes the lock unless someone else has it; says whether it did.
  func takeLock() throws(StoreError) -> Bool {
    try attempt("lock the file", path) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.lock(descriptor)
        return true
      } catch {
        if error.isBusy { return false }
        if error.isUnsupported { return true }
        throw error
      }
    }
  }
}

extension OpenOptions {
  /// What is done with them, for messages.
  fileprivate var action: String {
    if contains(.folder) { return "open the folder" }
    if contains(.creating) { return "create a temporary file beside it" }
    return contains(.writable) ? "open the file for writing" : "open the file"
  }
}

/// Makes a call again while signals interrupt it, and says in words what failed.
func attempt<Result>(
  _ action: String, _ path: String, _ call: () throws(SystemError) -> Result
) throws(StoreError) -> Result {
  while true {
    do throws(SystemError) { return try call() } catch {
      if error.isInterruption { continue }
      throw StoreError(system: error, action, path)
    }
  }
}

extension StoreError {
  /// A refused call.
  init(system error: SystemError, _ action: String, _ path: String) {
    let reason: Reason = error == .missing ? .missing : .system(error.code)
    self.init(reason, "cannot \(action): \(error)", at: Diagnostic.Location(file: path))
  }
}

/// Paths as text.
///
/// They are taken apart by bytes: to a `Character`, a slash before a combining mark is none.
enum Paths {
  static func join(_ folder: String, _ name: String) -> String {
    if name.utf8.first == slash || folder.isEmpty { return name }
    return folder.utf8.last == slash ? folder + name : folder + "/" + name
  }

  /// The folder and the name of a file; "." where the path names no folder.
  static func split(_ path: String) -> (folder: String, name: String) {
    guard let last = path.utf8.lastIndex(of: slash) else { return (".", path) }
    let folder = last == path.utf8.startIndex ? "/" : String(path[..<last])
    return (folder, String(path[path.utf8.index(after: last)...]))
  }

  private static let slash = UInt8(ascii: "/")
}
