import ManagedModel

/// The folder beside a document in which values of attributes with external storage lie, a file
/// each.
///
/// Every part of a path is opened by itself and without following links, so nothing outside is
/// reached.
final class AssetFolder: Sendable {
  /// The folder's name, as the document has it.
  let name: String
  private let file: StoredFile

  /// More bytes than a value may have.
  static let sizeLimit = 1 << 30

  /// Why a file cannot be used, as the rest of a sentence.
  struct Fault: Error { var sentence: String }

  init(name: String, beside file: StoredFile) {
    self.name = name
    self.file = file
  }

  /// Whether a name is that of a folder that lies beside the document.
  static func isValid(_ name: String) -> Bool { isPlain(name) }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".."
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  /// The folders and the name that a path of the document leads through, inside the folder.
  func parts(of path: String) throws(Fault) -> [String] {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if parts.contains("..") {
      throw Fault(sentence: "a path with '..'; it must stay inside the folder '\(name)'")
    }
    guard parts.count >= 2, parts[0].utf8.elementsEqual(name.utf8),
      parts.dropFirst().allSatisfy(Self.isPlain)
    else { throw Fault(sentence: "a path that does not lie in the folder '\(name)'") }
    return Array(parts.dropFirst())
  }

  /// Reads the file that a path of the document names, and says what it is now.
  func read(_ path: String) throws(Fault) -> (bytes: FileBytes, stamp: FileStamp) {
    let parts = try parts(of: path)
    do throws(StoreError) {
      return try read(parts[parts.count - 1], in: try folder(of: parts))
    } catch {
      throw Fault(sentence: Self.sentence(for: error, path))
    }
  }

  private func read(
    _ name: String, in folder: OpenFile
  ) throws(StoreError) -> (bytes: FileBytes, stamp: FileStamp) {
    // Asked before, because opening a pipe would wait for a writer.
    let named = try attempt("examine", name) { () throws(SystemError) in
      try file.fileSystem.status(of: name, in: folder.descriptor, followingLinks: false)
    }
    guard named.kind == .regular else {
      throw StoreError(.unknownFormat, "which is no regular file")
    }
    let opened = try OpenFile(
      name, in: folder, [.withoutFollowingLinks], fileSystem: file.fileSystem)
    let status = try opened.status()
    guard status.kind == .regular else {
      throw StoreError(.unknownFormat, "which is no regular file")
    }
    guard status.stamp.size <= Self.sizeLimit else {
      throw StoreError(.limit, "which has more than \(Self.sizeLimit) bytes")
    }
    return (try opened.read(status.stamp.size, at: 0), status.stamp)
  }

  /// What a file is now; nil where there is none, or it cannot be reached.
  func stamp(of path: String) -> FileStamp? {
    guard let parts = try? parts(of: path), let folder = try? folder(of: parts) else { return nil }
    return try? attempt("examine", path) { () throws(SystemError) in
      try file.fileSystem.status(
        of: parts[parts.count - 1], in: folder.descriptor, followingLinks: false
      ).stamp
    }
  }

  /// Removes the file that a path of the document names.
  func remove(_ path: String) throws(StoreError) {
    guard let parts = try? parts(of: path) else { return }
    let folder = try folder(of: parts)
    try attempt("remove", path) { () throws(SystemError) in
      try file.fileSystem.remove(parts[parts.count - 1], in: folder.descriptor)
    }
  }

  private func folder(of parts: [String]) throws(StoreError) -> OpenFile {
    var folder = try open()
    for part in parts.dropLast() {
      folder = try OpenFile(
        part, in: folder, [.folder, .withoutFollowingLinks], fileSystem: file.fileSystem)
    }
    return folder
  }

  /// Opens the folder itself.
  func open() throws(StoreError) -> OpenFile {
    let place = try FilePlace(resolving: file)
    return try OpenFile(
      name, in: place.folder, [.folder, .withoutFollowingLinks], fileSystem: file.fileSystem)
  }

  private static func sentence(for error: StoreError, _ path: String) -> String {
    switch error.reason {
    case .missing: "the file '\(path)', which is not there"
    case .unknownFormat, .limit: "the file '\(path)', \(error.diagnostics[0].message)"
    default: "the file '\(path)', which cannot be read: \(error.diagnostics[0].message)"
    }
  }
}
