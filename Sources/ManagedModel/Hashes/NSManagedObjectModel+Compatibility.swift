import Foundation

/// How the entities of a store differ from those of a model, by name, each list sorted.
package struct VersionDifference: Hashable, Sendable {
  /// Entities that the store has and the model has not.
  package var missing: [String] = []
  /// Entities that the model has and the store has not.
  package var added: [String] = []
  /// Entities that both have with different version hashes.
  package var changed: [String] = []

  /// Whether store and model agree.
  package var isEmpty: Bool {
    missing.isEmpty && added.isEmpty && changed.isEmpty
  }
}

extension NSManagedObjectModel {
  /// Whether a store with some metadata can be opened with a configuration of this model, or with all
  /// of it where no name is given.
  ///
  /// Metadata without version hashes says nothing against it: a document written by hand has none.
  public func isConfiguration(
    withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard entities(forConfigurationName: configuration) != nil else { return false }
    return versionDifference(fromStoreMetadata: metadata, configuration: configuration).isEmpty
  }

  /// What differs between the entities of a store and those of a configuration of this model.
  package func versionDifference(
    fromStoreMetadata metadata: [String: Any], configuration: String? = nil
  ) -> VersionDifference {
    guard let stored = metadata["NSStoreModelVersionHashes"] as? [String: Data] else {
      return VersionDifference()
    }
    var difference = VersionDifference()
    let entities = entities(forConfigurationName: configuration) ?? []
    let names = Set(entities.compactMap(\.name))
    let own = entityVersionHashesByName.filter { names.contains($0.key) }
    difference.missing = stored.keys.filter { own[$0] == nil }.sorted()
    difference.added = own.keys.filter { stored[$0] == nil }.sorted()
    difference.changed = own.keys.filter { name in
      stored[name].map { $0 != own[name] } ?? false
    }.sorted()
    return difference
  }
}
