import DocumentStore
import Foundation
import ManagedModel

/// Errors about stores that cannot be opened.
extension CocoaError {
  private static let alternatives =
    "NSXMLStoreType ('.xml'), NSBinaryStoreType ('.plist') or NSInMemoryStoreType"

  static func noStoreType(_ type: String?) -> CocoaError {
    CocoaError(
      .persistentStoreInvalidType,
      saying: type.map { "there is no store type '\($0)'; use \(alternatives)" }
        ?? "a store needs a type: \(alternatives)")
  }

  static func sqlite(_ url: URL?) -> CocoaError {
    let place = url.map { "'\($0.path)': " } ?? ""
    return CocoaError(
      .persistentStoreInvalidType,
      saying:
        "\(place)there are no SQLite stores here; use \(alternatives), which offer the same features",
      url.map { [NSURLErrorKey: $0] } ?? [:])
  }

  static func noStoreURL(_ url: URL?) -> CocoaError {
    CocoaError(
      .persistentStoreOpen,
      saying: url.map { "'\($0.absoluteString)' is not a file URL; a store is a file" }
        ?? "a store in a file needs a URL")
  }

  static func missingStore(_ url: URL) -> CocoaError {
    CocoaError(
      .fileReadNoSuchFile,
      saying: "there is no store '\(url.path)'; what is only read is not made",
      [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }

  static func notAFile(_ url: URL, _ what: String) -> CocoaError {
    CocoaError(
      .persistentStoreOpen, saying: "'\(url.path)' is \(what); a store is a regular file",
      [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }

  static func noStore(_ url: URL, _ kind: FileKind?) -> CocoaError {
    let what =
      switch kind {
      case .model: "a model"
      case .otherXML(let root): "an XML document of '\(root)'"
      default: "something else"
      }
    return CocoaError(
      .persistentStoreTypeMismatch, saying: "'\(url.path)' is \(what), not a store",
      [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }

  static func typeMismatch(_ url: URL, expected: String, found: String) -> CocoaError {
    CocoaError(
      .persistentStoreTypeMismatch,
      saying:
        "'\(url.path)' is a store of type '\(found)' and was opened as '\(expected)'; open it as what it is",
      [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }

  static func fileExists(_ url: URL) -> CocoaError {
    CocoaError(
      .fileWriteFileExists,
      saying:
        "there is a file '\(url.path)' already; destroy that store first, or choose another place",
      [NSURLErrorKey: url, NSFilePathErrorKey: url.path])
  }

  static func isOpen(_ store: NSPersistentStore) -> CocoaError {
    CocoaError(
      .persistentStoreOperation,
      saying: "\(store.place) is open; remove it from its coordinator first",
      [NSAffectedStoresErrorKey: [store]])
  }

  static func isOpenTwice(_ store: NSPersistentStore, _ url: URL?) -> CocoaError {
    CocoaError(
      .persistentStoreOpen,
      saying:
        """
        cannot open '\(url?.path ?? "")': the coordinator has it, or a copy of it, open as \(store.place); \
        use that store, or another coordinator
        """, [NSAffectedStoresErrorKey: [store]])
  }

  static func noConfiguration(_ name: String, _ model: NSManagedObjectModel) -> CocoaError {
    CocoaError(
      .persistentStoreOpen,
      saying:
        "the model has no configuration '\(name)'\(NearMiss.hint(name, among: model.configurations))"
    )
  }

  /// Says which entities differ, with both sides' hashes for who wants to know.
  static func incompatible(
    _ url: URL?, _ difference: VersionDifference, metadata: [String: Any],
    model: NSManagedObjectModel
  ) -> CocoaError {
    var parts: [String] = []
    if !difference.changed.isEmpty { parts.append("\(list(difference.changed)) changed") }
    if !difference.missing.isEmpty {
      parts.append("\(list(difference.missing)) missing in the model")
    }
    if !difference.added.isEmpty { parts.append("\(list(difference.added)) new in the model") }
    let reason =
      "the model is not the one that the store was saved with: \(parts.joined(separator: "; "))"
    return CocoaError(
      .persistentStoreIncompatibleVersionHash,
      saying:
        """
        cannot open '\(url?.path ?? "")': \(reason); open it with its own version of the model, or with \
        NSIgnorePersistentStoreVersioningOption where you know that they agree
        """,
      [
        "metadata": metadata, "reason": reason,
        "storeVersionHashes": metadata[NSStoreModelVersionHashesKey] ?? [String: Data](),
        "modelVersionHashes": model.entityVersionHashesByName,
        NSURLErrorKey: url as Any,
      ])
  }

  private static func list(_ names: [String]) -> String {
    names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
