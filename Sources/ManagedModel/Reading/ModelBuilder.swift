/// Makes a model of the elements of a file.
///
/// Two passes: first every entity and what it has, then everything that refers to entities by name.
/// Whatever is wrong is reported and left out, so that one run finds all there is to find and the model
/// is never in a state that code could not be in (no entity inherits from itself, no reference dangles).
final class ModelBuilder {
  let root: SourceElement
  let model: NSManagedObjectModel
  let findings: Findings

  /// The first entity of each name.
  var entities: [String: NSEntityDescription] = [:]
  /// The names of the entities in the order of the file, for suggestions.
  var entityNames: [String] = []
  /// The first composite of each name.
  var composites: [String: CompositeType] = [:]
  /// What the entities have, once all are read and each knows its parent.
  let lookups = EntityLookups()
  /// How many values the composites have.
  var compositeSizes: [String: Int] = [:]
  /// The names of the composites in the order of the file, for suggestions.
  private(set) lazy var compositeNames = root.children(named: "composite").compactMap { $0["name"] }

  private init(_ root: SourceElement, model: NSManagedObjectModel, findings: Findings) {
    self.root = root
    self.model = model
    self.findings = findings
  }

  /// Fills an empty model with what a document says; false where it is no model at all.
  static func build(
    _ root: SourceElement, into model: NSManagedObjectModel, findings: Findings
  ) -> Bool {
    guard root.name == "model" else {
      findings.report(.wrongRoot(root.name), at: root)
      return false
    }
    if let namespace = root.namespace {
      findings.report(.rootInNamespace(namespace), at: root)
      return false
    }
    StructureCheck(findings: findings).run(on: root)
    let builder = ModelBuilder(root, model: model, findings: findings)
    builder.build()
    ModelCheck(model: model, findings: findings, lookups: builder.lookups).run()
    return true
  }

  private func build() {
    model.source = root
    if let identifier = ModelText.nonempty(root["userDefinedModelVersionIdentifier"]) {
      model.versionIdentifiers = [identifier]
    }
    readComposites()
    let read = root.children(named: "entity").map(readEntity)
    entityNames = read.compactMap(\.name)
    entities = Dictionary(read.map { ($0.name ?? "", $0) }) { first, _ in first }
    linkParents(of: read)
    model.entities = read
    for entity in read { linkRelationships(of: entity) }
    model.relinkIndexes(lookups)
    readTemplates()
    readConfigurations()
  }

  // MARK: Reading attributes

  /// A flag, false where it is absent or cannot be read.
  func flag(_ name: String, of element: SourceElement) -> Bool {
    guard let text = element[name] else { return false }
    return ModelText.flag(text) ?? false
  }

  /// A count, nil where it is absent or cannot be read.
  func count(_ name: String, of element: SourceElement, subject: String) -> Int? {
    guard let text = element[name] else { return nil }
    guard let count = ModelText.count(text) else {
      findings.report(.badCount(name, of: subject, text: text), at: element)
      return nil
    }
    return count
  }

  /// The entries of an element's `userInfo`; nil where it has none.
  func userInfo(of element: SourceElement, subject: String) -> [AnyHashable: Any]? {
    guard let container = element.children(named: "userInfo").first else { return nil }
    var entries: [AnyHashable: Any] = [:]
    var places: [String: SourceElement] = [:]
    for entry in container.children(named: "entry") {
      guard let key = entry["key"], let value = entry["value"] else { continue }
      if let first = places[key] {
        findings.report(
          .repeatedKey(key, in: "'userInfo' of \(subject)", first: first.location), at: entry)
      } else {
        places[key] = entry
        entries[key] = value
      }
    }
    return entries
  }
}
