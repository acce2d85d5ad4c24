#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operating system's own files.
struct POSIXFileSystem: FileSystem {
  init() {}

  func open(
    _ path: String, in folder: FileDescriptor?, _ options: OpenOptions, permissions: UInt32
  ) throws(SystemError) -> FileDescriptor {
    // O_NONBLOCK: opening a pipe must not wait for its other end.
    var flags = O_CLOEXEC | O_NONBLOCK
    flags |= options.contains(.writable) ? O_RDWR : O_RDONLY
    if options.contains(.creating) { flags |= O_CREAT | O_EXCL }
    if options.contains(.withoutFollowingLinks) { flags |= O_NOFOLLOW }
    if options.contains(.folder) { flags |= O_DIRECTORY }
    try checkText(path)
    let number = unsafe openat(at(folder), path, flags, mode_t(permissions))
    return FileDescriptor(try checked(number))
  }

  func close(_ file: FileDescriptor) {
    // Not retried: on Linux the descriptor is gone even where this fails.
    #if canImport(Glibc)
      _ = Glibc.close(file.number)
    #elseif canImport(Musl)
      _ = Musl.close(file.number)
    #endif
  }

  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    try unsafe checked(pread(file.number, buffer.baseAddress, buffer.count, off_t(offset)))
  }

  func write(
    _ file: FileDescriptor, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int {
    guard unsafe !second.isEmpty else {
      return try unsafe checked(pwrite(file.number, first.baseAddress, first.count, off_t(offset)))
    }
    let written = unsafe withUnsafeTemporaryAllocation(of: iovec.self, capacity: 2) { parts in
      unsafe parts.initializeElement(at: 0, to: part(first))
      unsafe parts.initializeElement(at: 1, to: part(second))
      return unsafe pwritev(file.number, parts.baseAddress, 2, off_t(offset))
    }
    return try checked(written)
  }

  private func part(_ bytes: UnsafeRawBufferPointer) -> iovec {
    unsafe iovec(
      iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
  }

  func synchronize(_ file: FileDescriptor) throws(SystemError) {
    _ = try checked(fsync(file.number))
  }

  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus {
    var found = stat()
    _ = try unsafe checked(fstat(file.number, &found))
    return FileStatus(found)
  }

  func status(
    of path: String, in folder: FileDescriptor?, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    var found = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    try checkText(path)
    _ = try unsafe checked(fstatat(at(folder), path, &found, flags))
    return FileStatus(found)
  }

  func linkText(
    of path: String, in folder: FileDescriptor?
  ) throws(SystemError) -> String {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe buffer.withUnsafeMutableBytes {
      let text = unsafe $0.assumingMemoryBound(to: CChar.self)
      return unsafe text.baseAddress.map { unsafe readlinkat(at(folder), path, $0, text.count) }
    }
    let bytes = buffer[..<(try checked(count ?? 0))]
    // Repaired, it would name another file.
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SystemError(code: EILSEQ)
    }
    return text
  }

  func setPermissions(
    _ permissions: UInt32, of file: FileDescriptor
  ) throws(SystemError) {
    _ = try checked(fchmod(file.number, mode_t(permissions)))
  }

  func setOwner(
    _ owner: UInt32?, group: UInt32?, of file: FileDescriptor
  ) throws(SystemError) {
    _ = try checked(fchown(file.number, owner ?? .max, group ?? .max))
  }

  func lock(_ file: FileDescriptor) throws(SystemError) {
    _ = try checked(flock(file.number, LOCK_EX | LOCK_NB))
  }

  func names(
    in folder: FileDescriptor, beginningWith start: String
  ) throws(SystemError) -> [String] {
    // Through a descriptor of its own, since reading moves on in the folder.
    let number = try unsafe checked(openat(folder.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard let stream = unsafe fdopendir(number) else {
      let code = errno
      close(FileDescriptor(number))
      throw SystemError(code: code)
    }
    defer { unsafe _ = closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // In place: a folder may have very many names.
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes -> String? in
        guard unsafe bytes.starts(with: start.utf8) else { return nil }
        return unsafe String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if let name { names.append(name) }
    }
    return names
  }

  func rename(
    _ name: String, to other: String, in folder: FileDescriptor, _ manner: RenameManner
  ) throws(SystemError) {
    let flags: UInt32
    switch manner {
    case .replacing:
      _ = try unsafe checked(renameat(folder.number, name, folder.number, other))
      return
    case .creating: flags = 1  // RENAME_NOREPLACE
    case .exchanging: flags = 2  // RENAME_EXCHANGE
    }
    guard let renameat2 = unsafe Self.renameat2 else { throw SystemError(code: ENOSYS) }
    _ = try unsafe checked(renameat2(folder.number, name, folder.number, other, flags))
  }

  func link(
    _ name: String, to other: String, in folder: FileDescriptor
  ) throws(SystemError) {
    _ = try unsafe checked(linkat(folder.number, name, folder.number, other, 0))
  }

  func remove(_ path: String, in folder: FileDescriptor?) throws(SystemError) {
    _ = try unsafe checked(unlinkat(at(folder), path, 0))
  }

  func makeFolder(
    _ path: String, in folder: FileDescriptor?, permissions: UInt32
  ) throws(SystemError) {
    _ = try unsafe checked(mkdirat(at(folder), path, mode_t(permissions)))
  }

  private typealias RenameAt2 =
    @convention(c) (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32) -> Int32

  /// The C library's `renameat2`.
  ///
  /// Its header shows it to GNU sources only, so Swift does not see it.
  private static let renameat2: RenameAt2? = unsafe dlsym(nil, "renameat2").map {
    unsafe unsafeBitCast($0, to: RenameAt2.self)
  }
}

private func at(_ folder: FileDescriptor?) -> Int32 { folder?.number ?? AT_FDCWD }

/// Refuses a path that C would take for a shorter one.
private func checkText(_ path: String) throws(SystemError) {
  if path.utf8.contains(0) { throw SystemError(code: EINVAL) }
}

private func checked<Number: SignedInteger>(_ result: Number) throws(SystemError) -> Number {
  guard result >= 0 else { throw SystemError(code: errno) }
  return result
}

extension FileStatus {
  fileprivate init(_ found: stat) {
    kind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFIFO: .pipe
      case S_IFSOCK: .socket
      default: .device
      }
    permissions = UInt32(found.st_mode & 0o7777)
    owner = found.st_uid
    group = found.st_gid
    stamp = FileStamp(
      device: UInt64(found.st_dev), inode: UInt64(found.st_ino), size: Int(found.st_size),
      modified: found.st_mtim.nanoseconds, changed: found.st_ctim.nanoseconds)
  }
}

extension timespec {
  fileprivate var nanoseconds: Int { Int(tv_sec) &* 1_000_000_000 &+ Int(tv_nsec) }
}

extension SystemError: CustomStringConvertible {
  /// The system's own words.
  var description: String { unsafe String(cString: strerror(code)) }

  static let exists = SystemError(code: EEXIST)
  static let missing = SystemError(code: ENOENT)

  /// A signal came in between: the call is to be made again.
  var isInterruption: Bool { code == EINTR }
  /// The file system has no such operation.
  var isUnsupported: Bool {
    [ENOSYS, EINVAL, ENOTSUP, EOPNOTSUPP, ENOTTY].contains(code)
  }
  /// Someone else has the lock.
  var isBusy: Bool { code == EWOULDBLOCK }
  /// The process may not do that, whatever the file.
  var isForbidden: Bool { code == EPERM || code == EACCES }
}
