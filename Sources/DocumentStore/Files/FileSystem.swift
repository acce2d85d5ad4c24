/// The calls to the operating system that touch files, one method for one call.
///
/// Nothing here retries or repairs: that is the business of ``OpenFile`` and ``StoredFile``, so that a test can
/// put any failure between them and the system. Paths are relative to `folder` where one is given, else to
/// the working directory.
protocol FileSystem: Sendable {
  /// Opens a file. `permissions` are those of one that is created, before the process's mask.
  func open(
    _ path: String, in folder: FileDescriptor?, _ options: OpenOptions, permissions: UInt32
  ) throws(SystemError) -> FileDescriptor
  /// Gives a descriptor back; its locks end.
  func close(_ file: FileDescriptor)

  /// Reads up to `buffer.count` bytes at `offset`; 0 at the end.
  func read(
    _ file: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int
  /// Writes some of the bytes of two buffers, the first first, at `offset`; says how many.
  func write(
    _ file: FileDescriptor, _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer,
    at offset: Int
  ) throws(SystemError) -> Int
  /// Waits until a file's contents, or a folder's entries, are on the disk.
  func synchronize(_ file: FileDescriptor) throws(SystemError)

  /// What an open file is.
  func status(of file: FileDescriptor) throws(SystemError) -> FileStatus
  /// What has a name, or what a link of that name leads to.
  func status(
    of path: String, in folder: FileDescriptor?, followingLinks: Bool
  ) throws(SystemError) -> FileStatus
  /// The text of a symbolic link.
  func linkText(of path: String, in folder: FileDescriptor?) throws(SystemError) -> String

  /// Sets the permission bits of an open file.
  func setPermissions(_ permissions: UInt32, of file: FileDescriptor) throws(SystemError)
  /// Sets the owner and group of an open file; nil leaves one as it is.
  func setOwner(_ owner: UInt32?, group: UInt32?, of file: FileDescriptor) throws(SystemError)
  /// Takes the exclusive advisory lock of an open file; fails where someone else has it (`EWOULDBLOCK`).
  func lock(_ file: FileDescriptor) throws(SystemError)
  /// The names in a folder that begin with some bytes, in any order; those that are not UTF-8 are left out.
  func names(in folder: FileDescriptor, beginningWith start: String) throws(SystemError) -> [String]

  /// Gives a file another name in the same folder.
  func rename(
    _ name: String, to other: String, in folder: FileDescriptor, _ manner: RenameManner
  ) throws(SystemError)
  /// Gives a file a second name, which must be free.
  func link(_ name: String, to other: String, in folder: FileDescriptor) throws(SystemError)
  /// Removes a file's name.
  func remove(_ path: String, in folder: FileDescriptor?) throws(SystemError)
  /// Makes a folder.
  func makeFolder(
    _ path: String, in folder: FileDescriptor?, permissions: UInt32
  ) throws(SystemError)
}

/// The number of an open file.
struct FileDescriptor: Hashable, Sendable {
  var number: Int32
  init(_ number: Int32) { self.number = number }
}

/// How a file is opened.
///
/// It is never inherited by child processes.
struct OpenOptions: OptionSet, Sendable {
  let rawValue: UInt8
  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// For writing, too; else only for reading.
  static let writable = OpenOptions(rawValue: 1)
  /// It must not exist yet, and is created.
  static let creating = OpenOptions(rawValue: 2)
  /// A symbolic link is refused.
  static let withoutFollowingLinks = OpenOptions(rawValue: 4)
  /// Anything but a folder is refused.
  static let folder = OpenOptions(rawValue: 8)
}

/// What happens to a file that already has the new name.
enum RenameManner: Sendable {
  /// It loses the name.
  case replacing
  /// The two swap names. Not every file system can (`EINVAL`, `ENOSYS`).
  case exchanging
  /// The call fails (`EEXIST`). Not every file system can.
  case creating
}

/// A call that the system refused.
struct SystemError: Error, Hashable, Sendable {
  /// `errno`.
  var code: Int32
  init(code: Int32) { self.code = code }
}

/// What the system says of a file.
package struct FileStatus: Hashable, Sendable {
  /// The kinds that are told apart.
  enum Kind: Hashable, Sendable { case regular, folder, link, pipe, socket, device }

  var kind: Kind
  var stamp: FileStamp
  /// The permission bits, set-user-id and the like included.
  var permissions: UInt32
  var owner: UInt32
  var group: UInt32

  init(
    kind: Kind, stamp: FileStamp, permissions: UInt32, owner: UInt32, group: UInt32
  ) {
    self.kind = kind
    self.stamp = stamp
    self.permissions = permissions
    self.owner = owner
    self.group = group
  }
}

/// Which file it is and when it was last changed: two equal stamps, the same contents.
///
/// The clock of a file system is coarse (about 4 ms on Linux): two writes of the same size within one tick
/// cannot be told apart by it.
package struct FileStamp: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
  package var size: Int
  /// When the contents changed, in nanoseconds.
  var modified: Int
  /// When the contents or the file's own record changed, in nanoseconds.
  var changed: Int

  init(device: UInt64, inode: UInt64, size: Int, modified: Int, changed: Int) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// Whether both mean the same file, whatever is in it.
  func isSameFile(as other: FileStamp) -> Bool { device == other.device && inode == other.inode }

  /// Whether both mean the same file with the same contents; it may have been renamed.
  func isSameContents(as other: FileStamp) -> Bool {
    isSameFile(as: other) && size == other.size && modified == other.modified
  }

  /// Seconds since a time of a file, and times of files may be any: as a number of nanoseconds it may not exist.
  static func age(of time: Int, at now: Int) -> Double { (Double(now) - Double(time)) / 1e9 }
}
