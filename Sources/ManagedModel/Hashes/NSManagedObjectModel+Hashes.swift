public import Foundation

extension NSManagedObjectModel {
  /// The version hash of each entity, by its name.
  public var entityVersionHashesByName: [String: Data] {
    frozenLookup?.versionHashesByName ?? entitiesByName.mapValues(\.versionHash)
  }

  /// A text that is the same for two models exactly when all their version hashes are: the base64 of
  /// a SHA-256.
  public var versionChecksum: String {
    var fields = HashedFields()
    fields.add("model")
    for (name, hash) in Self.sortedByName(entityVersionHashesByName) {
      fields.add(name)
      fields.add(hash)
    }
    return fields.digest.base64EncodedString()
  }

  /// The checksums of all versions in an `.xcdatamodeld` bundle, by the versions' names.
  ///
  /// Throws a ``ModelError`` where a version has errors.
  public class func checksumsForVersionedModel(at url: URL) throws -> [String: String] {
    let bundle = ModelBundle(at: url)
    let problems = bundle.diagnostics.filter { $0.severity == .error }
    guard problems.isEmpty else { throw ModelError(diagnostics: problems) }
    return try Dictionary(
      uniqueKeysWithValues: bundle.versions.map { version in
        (version.name, try NSManagedObjectModel(loading: version.url).versionChecksum)
      })
  }

  /// The digest that Core Data stores note beside the hashes of their entities: the base64 of the
  /// SHA-512 of all names and hashes, in the order of the names.
  package static func versionHashesDigest(of hashes: [String: Data]) -> String {
    let message = sortedByName(hashes).flatMap { Array($0.key.utf8) + Array($0.value) }
    return Data(SHA512.digest(message)).base64EncodedString()
  }

  /// The digest of the model's own hashes.
  package var versionHashesDigest: String {
    Self.versionHashesDigest(of: entityVersionHashesByName)
  }

  private static func sortedByName(_ hashes: [String: Data]) -> [(key: String, value: Data)] {
    hashes.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
