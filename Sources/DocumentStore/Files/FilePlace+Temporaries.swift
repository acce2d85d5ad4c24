// The temporary files beside a store are called `.name.xxxx.tmp`, with a random number to the base of 36. A
// writer that is killed leaves one behind: half of the new file, or the old one, whose name it has taken.

extension FilePlace {
  /// A name for a temporary file, which nobody can guess.
  var temporaryName: String {
    temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + ".tmp"
  }

  private var temporaryPrefix: String {
    // A name can have 255 bytes.
    name.utf8.count <= 200 ? ".\(name)." : ".store."
  }

  /// Whether a name that begins like one of ours is one.
  private func isTemporary(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard bytes.suffix(4).elementsEqual(".tmp".utf8) else { return false }
    let number = bytes.dropFirst(temporaryPrefix.utf8.count).dropLast(4)
    return 1...13 ~= number.count
      && number.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 }
  }

  /// Removes the temporary files that have been left for an hour before `now` and that no one has locked.
  ///
  /// What cannot be removed stays; the save is done by then.
  func removeLeftovers(at now: FileStamp) {
    let hour = 3600.0
    let names = try? attempt("read the folder", folder.path) { () throws(SystemError) in
      try file.fileSystem.names(in: folder.descriptor, beginningWith: temporaryPrefix)
    }
    for name in names ?? [] where isTemporary(name) {
      guard let status = try? status(of: name), status.kind == .regular,
        FileStamp.age(of: status.stamp.changed, at: now.changed) > hour,
        let left = try? OpenFile(
          name, in: folder, [.withoutFollowingLinks], fileSystem: file.fileSystem),
        (try? left.takeLock()) == true
      else { continue }
      withExtendedLifetime(left) { try? remove(name) }
    }
  }
}
