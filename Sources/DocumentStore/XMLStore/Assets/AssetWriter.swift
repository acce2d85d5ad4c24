import ManagedModel

/// Writes large values into files beside a document, each into a new one, before the document names
/// them.
///
/// Nothing is ever overwritten. Where the save fails, the new files are removed; where it succeeds,
/// those that no longer have a value are.
final class AssetWriter {
  /// The folder's name.
  let folderName: String
  private let file: StoredFile
  private var folder: OpenFile?
  private var created: [String] = []
  /// Who may read and write the document may do so with its values.
  private var permissions: UInt32 = 0o666
  private(set) var stamps: [ExactText: FileStamp] = [:]

  /// Values with more bytes lie in files, where the model allows it.
  static let threshold = 1 << 15

  /// Prepares the folder that a document names, or one named after the document.
  init(_ file: StoredFile, folderName: String?) {
    self.file = file
    self.folderName = folderName ?? Self.name(for: file)
  }

  private static func name(for file: StoredFile) -> String {
    let name = Paths.split(file.path).name
    let stem = name.hasSuffix(".xml") ? String(name.dropLast(4)) : name
    // A document cannot name a folder with a character that XML does not have.
    let scalars = stem.unicodeScalars.map { scalar -> Unicode.Scalar in
      scalar.value < 0x20 || scalar == "\u{FFFE}" || scalar == "\u{FFFF}" ? "_" : scalar
    }
    return String(String.UnicodeScalarView(scalars)) + "_assets"
  }

  /// Whether a value is written into a file.
  static func wantsFile(_ byteCount: Int, _ column: ColumnSchema) -> Bool {
    column.allowsExternalStorage && byteCount > threshold
      && (column.type == .data || column.type == .transformable)
  }

  /// Writes a value into a new file, and gives the path by which the document names it.
  func write(_ bytes: ByteView, id: String, property: String) throws(StoreError) -> String {
    let folder = try openFolder()
    let hash = String(unsafe XXH64.hash(bytes.raw), radix: 16)
    for attempt in 1...1000 {
      let suffix = attempt == 1 ? "" : "-\(attempt)"
      let name = "\(Self.beginning(of: "\(id)-\(property)"))-\(hash)\(suffix).bin"
      guard let opened = try create(name, in: folder) else { continue }
      created.append(name)
      try unsafe opened.write(bytes.raw, at: 0)
      try opened.synchronize()
      let path = "\(folderName)/\(name)"
      stamps[ExactText(path)] = try opened.status().stamp
      return path
    }
    throw file.failure(.system(0), "there is no free name for a value in '\(folder.path)'")
  }

  /// As much of a name as leaves room for the rest: file systems take 255 bytes.
  private static func beginning(of name: String) -> String {
    var name = Substring(name)
    while name.utf8.count > 200 { name.unicodeScalars.removeLast() }
    return String(name)
  }

  /// Makes a file, or nothing where there is one already.
  private func create(_ name: String, in folder: OpenFile) throws(StoreError) -> OpenFile? {
    do throws(StoreError) {
      return try OpenFile(
        name, in: folder, [.writable, .creating, .withoutFollowingLinks],
        permissions: permissions, fileSystem: file.fileSystem)
    } catch {
      if case .system(let code) = error.reason, SystemError(code: code) == .exists { return nil }
      throw error
    }
  }

  private func openFolder() throws(StoreError) -> OpenFile {
    if let folder { return folder }
    let place = try FilePlace(resolving: file)
    if let document = try place.status(of: place.name) {
      permissions = document.permissions & 0o666
    }
    try attempt("create the folder", folderName) { () throws(SystemError) in
      do throws(SystemError) {
        try file.fileSystem.makeFolder(
          folderName, in: place.folder.descriptor,
          permissions: permissions | (permissions & 0o444) >> 2)
      } catch {
        if error != .exists { throw error }
      }
    }
    let opened = try AssetFolder(name: folderName, beside: file).open()
    folder = opened
    return opened
  }

  /// Waits until the names of the new files are on the disk.
  func synchronize() throws(StoreError) {
    guard !created.isEmpty, let folder else { return }
    try folder.synchronizeEntries()
    try FilePlace(resolving: file).folder.synchronizeEntries()
  }

  /// Removes the new files: the save failed.
  func removeNew() {
    guard let folder else { return }
    for name in created { try? file.fileSystem.remove(name, in: folder.descriptor) }
  }
}
