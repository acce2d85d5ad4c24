/// The new file while it has a name of its own.
struct Replacement {
  let place: FilePlace
  let current: (file: OpenFile, status: FileStatus)?
  let name: String
  let file: OpenFile
  let stamp: FileStamp
  /// The file whose owner, group and permissions the new one gets.
  private let access: FileStatus?

  /// Makes an empty file; it gets the access of the old one, or of another where one is given.
  init(
    of current: (file: OpenFile, status: FileStatus)?, at place: FilePlace,
    access: FileStatus? = nil
  ) throws(StoreError) {
    self.place = place
    self.current = current
    self.access = access ?? current?.status
    (name, file) = try Self.create(at: place, permissions: self.access == nil ? 0o666 : 0o600)
    do throws(StoreError) {
      stamp = try file.status().stamp
      try file.lock(patience: place.file.patience)
    } catch {
      try? place.remove(name)
      throw error
    }
  }

  private static func create(
    at place: FilePlace, permissions: UInt32
  ) throws(StoreError) -> (String, OpenFile) {
    for _ in 0..<16 {
      let name = place.temporaryName
      do throws(StoreError) {
        let file = try OpenFile(
          name, in: place.folder, [.writable, .creating, .withoutFollowingLinks],
          permissions: permissions, path: place.file.path, fileSystem: place.file.fileSystem)
        return (name, file)
      } catch {
        if error.reason != .system(SystemError.exists.code) { throw error }
      }
    }
    throw place.file.failure(
      .system(SystemError.exists.code),
      "cannot create a temporary file beside it")
  }

  /// Writes and syncs the contents.
  func write(
    _ body: (inout FileWriter) throws(StoreError) -> Void
  ) throws(StoreError) {
    var writer = FileWriter(file)
    try body(&writer)
    try writer.flush()
    if let access { try file.keepAccess(of: access) }
    try file.synchronize()
  }

  /// Gives the new file the name of the old one.
  func install() throws(StoreError) -> FileStamp {
    let written = try file.status().stamp
    guard let old = current?.status.stamp else { return try installNew(written) }
    guard try place.status(of: place.name)?.stamp == old else { throw place.file.changed }
    guard try take(.exchanging) else {
      _ = try take(.replacing)
      try place.folder.synchronizeEntries()
      return try stampNow(written)
    }
    do throws(StoreError) {
      guard try place.status(of: name)?.stamp.isSameContents(as: old) == true else {
        throw place.file.changed
      }
      let stamp = try stampNow(written)
      try place.folder.synchronizeEntries()
      removeOld()
      return stamp
    } catch {
      _ = try take(.exchanging)
      throw error
    }
  }

  /// Renames the new file, or says that the file system cannot do it in this manner.
  private func take(_ manner: RenameManner) throws(StoreError) -> Bool {
    do throws(SystemError) { try place.rename(name, to: place.name, manner) } catch {
      if manner != .replacing, error.isUnsupported { return false }
      if manner == .creating, error == .exists { throw place.file.appeared }
      throw StoreError(system: error, "replace the file", place.file.path)
    }
    return true
  }

  /// The stamp that the file has under its new name, unless someone has written to it in between: then one
  /// that it no longer has, so that the next save notices.
  private func stampNow(_ written: FileStamp) throws(StoreError) -> FileStamp {
    var stamp = written
    stamp.changed = try file.status().stamp.changed
    return stamp
  }

  private func installNew(_ written: FileStamp) throws(StoreError) -> FileStamp {
    do throws(StoreError) {
      if try !take(.creating), try !linkNew() {
        guard try place.status(of: place.name) == nil else { throw place.file.appeared }
        _ = try take(.replacing)
      }
      let stamp = try stampNow(written)
      try place.folder.synchronizeEntries()
      return stamp
    } catch {
      removeIfOurs(place.name)
      throw error
    }
  }

  /// Takes a name that must be free by way of a second name.
  private func linkNew() throws(StoreError) -> Bool {
    let linked = try attempt("create the file", place.file.path) { () throws(SystemError) in
      do throws(SystemError) {
        try place.file.fileSystem.link(name, to: place.name, in: place.folder.descriptor)
        return true
      } catch {
        if error.isForbidden || error.isUnsupported || error == .exists { return error == .exists }
        throw error
      }
    }
    guard linked else { return false }
    guard let named = try place.status(of: place.name), named.stamp.isSameFile(as: stamp) else {
      throw place.file.appeared
    }
    try place.remove(name)
    return true
  }

  /// Removes the old file, which by now has the temporary name.
  ///
  /// The save is done: where this fails twice, a file is left over, and that is all.
  private func removeOld() {
    do throws(StoreError) { try place.remove(name) } catch { try? place.remove(name) }
  }

  /// Removes the new file where it still has its temporary name.
  func removeTemporary() { removeIfOurs(name) }

  private func removeIfOurs(_ name: String) {
    if let named = try? place.status(of: name), named.stamp.isSameFile(as: stamp) {
      try? place.remove(name)
    }
  }
}

extension OpenFile {
  /// Gives the file the owner, group and permissions of another one.
  ///
  /// What only another user may set is left out, and then nobody gets more rights than there.
  func keepAccess(of old: FileStatus) throws(StoreError) {
    let mine = try status()
    var permissions = old.permissions
    if mine.owner != old.owner || mine.group != old.group,
      try !setOwner(old.owner, old.group)
    {
      permissions &= 0o777
      if mine.group != old.group, try !setOwner(nil, old.group) {
        permissions &= 0o707 | (permissions & 0o007) << 3
      }
    }
    try attempt("set the permissions of the file", path) { () throws(SystemError) in
      try fileSystem.setPermissions(permissions, of: descriptor)
    }
  }

  private func setOwner(_ owner: UInt32?, _ group: UInt32) throws(StoreError) -> Bool {
    try attempt("set the owner of the file", path) { () throws(SystemError) in
      do throws(SystemError) {
        try fileSystem.setOwner(owner, group: group, of: descriptor)
        return true
      } catch {
        if error.isForbidden || error.isUnsupported { return false }
        throw error
      }
    }
  }
}
