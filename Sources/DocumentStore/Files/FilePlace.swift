/// A folder and a name in it that is no symbolic link.
package struct FilePlace {
  let file: StoredFile
  let folder: OpenFile
  let name: String

  /// Names a file in a folder that is open.
  init(file: StoredFile, folder: OpenFile, name: String) {
    self.file = file
    self.folder = folder
    self.name = name
  }

  /// Follows the links at the end of the path.
  init(resolving file: StoredFile) throws(StoreError) {
    let fileSystem = file.fileSystem
    var path = file.path
    var links = 0
    while let status = try Self.status(of: path, fileSystem), status.kind == .link {
      links += 1
      guard links <= 40 else {
        throw file.failure(.malformed, "the path leads through too many symbolic links")
      }
      let target = try attempt("follow the link", path) { () throws(SystemError) in
        try fileSystem.linkText(of: path, in: nil)
      }
      path = Paths.join(Paths.split(path).folder, target)
    }
    let parts = Paths.split(path)
    guard !parts.name.isEmpty else {
      throw file.failure(.unknownFormat, "the path names a folder; a store is a regular file")
    }
    self.file = file
    name = parts.name
    folder = try OpenFile(parts.folder, [.folder], fileSystem: fileSystem)
  }

  private static func status(
    of path: String, _ fileSystem: any FileSystem
  ) throws(StoreError) -> FileStatus? {
    try attempt("examine the file", path) { () throws(SystemError) in
      do throws(SystemError) {
        return try fileSystem.status(of: path, in: nil, followingLinks: false)
      } catch {
        if error == .missing { return nil }
        throw error
      }
    }
  }

  /// What has a name in the folder; nil where nothing has.
  func status(of name: String) throws(StoreError) -> FileStatus? {
    try attempt("examine the file", file.path) { () throws(SystemError) in
      do throws(SystemError) {
        return try file.fileSystem.status(
          of: name, in: folder.descriptor, followingLinks: false)
      } catch {
        if error == .missing { return nil }
        throw error
      }
    }
  }

  /// Opens and locks the file that has the name; nil where there is none.
  ///
  /// While it waited for the lock, the file may have been replaced: then it starts over.
  func lockCurrent(
    _ options: OpenOptions = .writable
  ) throws(StoreError) -> (file: OpenFile, status: FileStatus)? {
    for _ in 0..<1000 {
      guard let named = try status(of: name) else { return nil }
      try file.refuseIrregular(named)
      do throws(StoreError) {
        let opened = try OpenFile(
          name, in: folder, options.union(.withoutFollowingLinks), path: file.path,
          fileSystem: file.fileSystem)
        try opened.lock(patience: file.patience)
        let status = try opened.status()
        if let now = try self.status(of: name), now.stamp.isSameFile(as: status.stamp) {
          return (opened, status)
        }
      } catch {
        if error.reason != .missing { throw error }  // removed in between
      }
    }
    throw file.failure(
      .changedByOther, "the file is being replaced all the time; try again later")
  }

  func rename(
    _ one: String, to other: String, _ manner: RenameManner
  ) throws(SystemError) {
    while true {
      do throws(SystemError) {
        return try file.fileSystem.rename(one, to: other, in: folder.descriptor, manner)
      } catch {
        if !error.isInterruption { throw error }
      }
    }
  }

  func remove(_ name: String) throws(StoreError) {
    try attempt("remove the temporary file beside it", file.path) { () throws(SystemError) in
      try file.fileSystem.remove(name, in: folder.descriptor)
    }
  }
}
