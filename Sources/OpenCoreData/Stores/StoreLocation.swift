import DocumentStore
import Foundation

/// What a store's URL leads to, looked at before anything is opened.
struct StoreLocation {
  /// The type that the program asked for.
  let type: String
  /// The file; nil for a store in memory.
  let file: StoredFile?
  /// What the file contains; nil where there is none yet.
  let kind: FileKind?
  /// Whether a file that is written anew there is one of Apple's.
  let writesAppleFormat: Bool

  /// Whether the store there is one of Apple's, or will be.
  var isApple: Bool {
    switch kind {
    case .appleXMLStore, .appleBinaryStore: true
    case nil, .empty: writesAppleFormat
    default: false
    }
  }

  init(type: String?, url: URL?, options: StoreOptions) throws {
    self.type = try Self.checkedType(type, url)
    // People write /dev/null to mean a store in memory; nothing may ever be written there.
    guard self.type != NSInMemoryStoreType, url?.path != "/dev/null" else {
      file = nil
      kind = nil
      writesAppleFormat = false
      return
    }
    guard let url, url.isFileURL else { throw CocoaError.noStoreURL(url) }
    let file = StoredFile(path: url.path)
    let kind = try Self.kind(of: file, url, options)
    self.kind = kind
    writesAppleFormat =
      options.writesAppleFormat ?? (kind == .appleXMLStore || kind == .appleBinaryStore)
    self.file = file
    try Self.check(kind, url, expected: self.type)
  }

  private static func checkedType(_ type: String?, _ url: URL?) throws -> String {
    guard let type else { throw CocoaError.noStoreType(nil) }
    if type == NSSQLiteStoreType || url?.pathExtension.lowercased() == "sqlite" {
      throw CocoaError.sqlite(url)
    }
    guard [NSXMLStoreType, NSBinaryStoreType, NSInMemoryStoreType].contains(type) else {
      throw CocoaError.noStoreType(type)
    }
    return type
  }

  /// What the file contains; throws where it cannot be a store.
  private static func kind(
    of file: StoredFile, _ url: URL, _ options: StoreOptions
  ) throws -> FileKind? {
    var isFolder: ObjCBool = false
    let exists = unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder)
    guard exists else {
      if options.isReadOnly { throw CocoaError.missingStore(url) }
      return nil
    }
    if isFolder.boolValue { throw CocoaError.notAFile(url, "a folder") }
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: url.resolvingSymlinksInPath().path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular else {
      throw CocoaError.notAFile(url, "a device, a pipe or a socket")
    }
    do {
      let handle = try FileHandle(forReadingFrom: url)
      defer { try? handle.close() }
      return FileKind(contents: try handle.read(upToCount: FileKind.prefixLength) ?? Data())
    } catch {
      throw CocoaError(
        .fileReadNoPermission, saying: "cannot read '\(url.path)': \(error.localizedDescription)",
        [NSUnderlyingErrorKey: error, NSURLErrorKey: url])
    }
  }

  /// Refuses files that are no stores, or stores of another type.
  ///
  /// An empty file is where a store will be.
  private static func check(_ kind: FileKind?, _ url: URL, expected type: String) throws {
    switch kind {
    case nil, .empty: return
    case .sqlite: throw CocoaError.sqlite(url)
    default:
      guard let found = kind?.storeType else { throw CocoaError.noStore(url, kind) }
      if found != type { throw CocoaError.typeMismatch(url, expected: type, found: found) }
    }
  }
}

extension FileKind {
  /// The type of store that a file is.
  var storeType: String? {
    switch self {
    case .xmlStore, .appleXMLStore: NSXMLStoreType
    case .binaryStore, .appleBinaryStore: NSBinaryStoreType
    default: nil
    }
  }
}
