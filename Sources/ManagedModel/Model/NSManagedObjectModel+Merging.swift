public import Foundation

extension NSManagedObjectModel {
  /// Makes a model of all that some models have; nil where two of them have different entities, fetch
  /// requests or composites of one name.
  ///
  /// The parts are copied. ``init(merging:)`` says what differs.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    self.init()
    guard (try? merge(models ?? [])) != nil else { return nil }
  }

  /// Makes a model of all that some models have, or throws a ``ModelError`` that names what has one name
  /// and differs.
  ///
  /// Not in Apple's framework.
  public convenience init(merging models: [NSManagedObjectModel]) throws {
    self.init()
    try merge(models)
  }

  /// Makes a model of those entities of some models that a store was written with; nil where one of
  /// the store's entities is not among them.
  public convenience init?(
    byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]
  ) {
    self.init()
    guard let hashes = metadata["NSStoreModelVersionHashes"] as? [String: Data] else { return nil }
    var found: [NSEntityDescription] = []
    for (name, hash) in hashes.sorted(by: { $0.key < $1.key }) {
      let match = models.lazy.compactMap { $0.entitiesByName[name] }.first {
        $0.versionHash == hash
      }
      guard let match else { return nil }
      found.append(match.duplicate())
    }
    entities = found
    for model in models {
      addConfigurations(of: model)
      addTemplates(of: model)
    }
    copyComposites()
  }

  /// Makes a model of all models that lie in some bundles, by default the program's own; nil where there
  /// is none, or they cannot be merged.
  public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    let urls = modelURLs(in: bundles)
    let models = urls.compactMap(NSManagedObjectModel.init(contentsOf:))
    return models.count < urls.count || models.isEmpty
      ? nil : NSManagedObjectModel(byMerging: models)
  }

  /// Makes a model of those entities that a store was written with, out of all versions of all models
  /// that lie in some bundles, by default the program's own; nil where one of the store's entities is
  /// not among them.
  public class func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    let versions = modelURLs(in: bundles).flatMap { url in
      url.pathExtension == ModelBundle.bundleEnding
        ? ModelBundle(at: url).versions.map(\.url) : [url]
    }
    let models = versions.compactMap(NSManagedObjectModel.init(contentsOf:))
    return NSManagedObjectModel(byMerging: models, forStoreMetadata: metadata)
  }

  /// The models that lie in bundles, in the order of their paths.
  private class func modelURLs(in bundles: [Bundle]?) -> [URL] {
    let folders = (bundles ?? [Bundle.main]).compactMap(\.resourceURL)
    let urls = folders.flatMap { folder in
      let contents = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return (contents ?? []).filter {
        [ModelBundle.bundleEnding, ModelBundle.versionEnding].contains($0.pathExtension)
      }
    }
    return urls.sorted { $0.path < $1.path }
  }

  /// Fills an empty model with copies of all that another has, to be written as that one is.
  func takeOver(_ other: NSManagedObjectModel) {
    name = other.name
    source = other.source
    entities = other.ownEntities.map { $0.duplicate() }
    add(other)
    copyComposites()
  }

  private func merge(_ models: [NSManagedObjectModel]) throws {
    var conflicts: [Diagnostic] = []
    var texts: [String: [UInt8]] = [:]
    var merged: [NSEntityDescription] = []
    /// Whether a part is new; one that differs from another of its name is a conflict.
    func isNew(_ kind: String, _ name: String, _ text: [UInt8]) -> Bool {
      guard let present = texts["\(kind) '\(name)'"] else {
        texts["\(kind) '\(name)'"] = text
        return true
      }
      if present != text { conflicts.append(.mergeConflict(kind, name)) }
      return false
    }
    for model in models {
      let canonical = CanonicalText(model)
      for entity in model.ownEntities where isNew("entity", entity.name ?? "", canonical.of(entity))
      {
        merged.append(entity.duplicate())
      }
      for core in model.ownTemplates.map(\.core) {
        _ = isNew("fetch request", core.templateName ?? "", canonical.of(core))
      }
      for type in model.ownComposites {
        _ = isNew("composite", type.name, canonical.of(type))
      }
    }
    guard conflicts.isEmpty else { throw ModelError(diagnostics: conflicts) }
    entities = merged
    for model in models { add(model) }
    copyComposites()
  }

  /// Adds what a model has beside its entities, which are here already.
  private func add(_ other: NSManagedObjectModel) {
    versionIdentifiers.formUnion(other.versionIdentifiers)
    if let texts = other.localizationDictionary {
      localizationDictionary = (localizationDictionary ?? [:]).merging(texts) { first, _ in first }
    }
    ownComposites += other.ownComposites.filter { type in
      !ownComposites.contains { $0.name == type.name }
    }
    addConfigurations(of: other)
    addTemplates(of: other)
  }

  /// Gives the model's composites parts of its own, each shared as its original is.
  private func copyComposites() {
    var copies: [ObjectIdentifier: NSAttributeDescription] = [:]
    func copied(_ parts: [NSAttributeDescription]) -> [NSAttributeDescription] {
      parts.map { part in
        if let copy = copies[ObjectIdentifier(part)] { return copy }
        guard let copy = part.copy() as? NSAttributeDescription else { return part }
        copies[ObjectIdentifier(part)] = copy
        if let composite = copy as? NSCompositeAttributeDescription {
          composite.elements = copied(composite.elements)
        }
        return copy
      }
    }
    for position in ownComposites.indices {
      ownComposites[position].elements = copied(ownComposites[position].elements)
    }
    for property in ownEntities.flatMap(\.ownProperties) {
      guard let composite = property as? NSCompositeAttributeDescription else { continue }
      composite.elements = copied(composite.elements)
    }
  }
}
