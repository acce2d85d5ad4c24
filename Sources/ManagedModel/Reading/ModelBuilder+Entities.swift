extension ModelBuilder {
  /// Makes an entity of an element, without what refers to other entities.
  func readEntity(_ element: SourceElement) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.source = element
    entity.name = element["name"] ?? ""
    entity.managedObjectClassName = Self.className(element["representedClassName"])
    entity.isAbstract = flag("isAbstract", of: element)
    entity.renamingIdentifier = ModelText.nonempty(element["elementID"])
    entity.versionHashModifier = ModelText.nonempty(element["versionHashModifier"])
    entity.spotlightDisplayNameText = ModelText.nonempty(
      element["coreSpotlightDisplayNameExpression"])
    entity.codeGeneration = ModelText.nonempty(element["codeGenerationType"])
    if let text = entity.codeGeneration, text != "class", text != "category" {
      findings.report(.badCodeGeneration(text, of: entity.name ?? ""), at: element)
    }
    entity.userInfo = userInfo(of: element, subject: entity.subject)
    entity.ownProperties = element.children.compactMap { readProperty($0, of: entity) }
    entity.indexes = element.children(named: "fetchIndex").map { readIndex($0, of: entity) }
    entity.compoundIndexes = nameLists(
      "value", of: element, "compoundIndexes", "compoundIndex", "index")
    entity.uniquenessConstraints = nameLists(
      "value", of: element, "uniquenessConstraints", "uniquenessConstraint", "constraint")
    return entity
  }

  /// The class that an entity states; absent and empty mean `NSManagedObject`.
  static func className(_ text: String?) -> String {
    ModelText.nonempty(text) ?? "NSManagedObject"
  }

  /// Gives each entity the one it inherits from, where that exists and is not one below it.
  func linkParents(of read: [NSEntityDescription]) {
    for entity in read {
      guard let element = entity.source,
        let parentName = ModelText.nonempty(element["parentEntity"])
      else { continue }
      let name = entity.name ?? ""
      if parentName == name {
        findings.report(.ownParent(name), at: element)
      } else if let parent = entities[parentName] {
        entity.superentity = parent
      } else {
        findings.report(.unknownParent(parentName, of: name, known: entityNames), at: element)
      }
    }
    cutCycles(among: read)
    cutDepth(among: read)
    for entity in read { entity.superentity?.ownSubentities.append(entity) }
  }

  /// Takes the parent away from entities that inherit from themselves, one in each circle.
  private func cutCycles(among read: [NSEntityDescription]) {
    var checked: Set<ObjectIdentifier> = []
    for start in read {
      var path: [NSEntityDescription] = []
      var onPath: Set<ObjectIdentifier> = []
      var next: NSEntityDescription? = start
      while let entity = next, checked.insert(ObjectIdentifier(entity)).inserted {
        path.append(entity)
        onPath.insert(ObjectIdentifier(entity))
        next = entity.superentity
      }
      guard let entity = next, onPath.contains(ObjectIdentifier(entity)),
        let first = path.firstIndex(where: { $0 === entity })
      else { continue }
      findings.report(
        .parentCycle(path[first...].map { $0.name ?? "" }), at: entity.source)
      entity.superentity = nil
    }
  }

  /// Takes the parent away from entities so far from the root that walking there could fail.
  private func cutDepth(among read: [NSEntityDescription]) {
    for entity in read {
      let depth = entity.selfAndAncestors.prefix(Self.inheritanceLimit + 2).reduce(0) { sum, _ in
        sum + 1
      }
      guard depth > Self.inheritanceLimit else { continue }
      findings.report(
        .deepInheritance(entity.name ?? "", limit: Self.inheritanceLimit), at: entity.source)
      entity.superentity = nil
    }
  }

  private static let inheritanceLimit = 100

  private func readProperty(
    _ element: SourceElement, of entity: NSEntityDescription
  ) -> NSPropertyDescription? {
    switch element.name {
    case "attribute": readAttribute(element, owner: entity)
    case "relationship": readRelationship(element, owner: entity)
    case "fetchedProperty": readFetchedProperty(element, owner: entity)
    default: nil
    }
  }

  /// Reads what all properties have.
  func readCommon(
    _ property: NSPropertyDescription, from element: SourceElement, owner: NSEntityDescription?
  ) {
    property.owner = owner
    property.source = element
    property.name = element["name"] ?? ""
    property.isOptional = flag("optional", of: element)
    property.isTransient = flag("transient", of: element)
    property.isIndexed = flag("indexed", of: element)
    property.isIndexedBySpotlight = flag("spotlightIndexingEnabled", of: element)
    property.isStoredInExternalRecord = flag("storedInTruthFile", of: element)
    property.renamingIdentifier = ModelText.nonempty(element["elementID"])
    property.versionHashModifier = ModelText.nonempty(element["versionHashModifier"])
    property.userInfo = userInfo(of: element, subject: property.subject)
  }

  /// Reads lists of names, as constraints and old indexes have them.
  private func nameLists(
    _ attribute: String, of element: SourceElement, _ container: String, _ list: String,
    _ item: String
  ) -> [[String]] {
    guard let container = element.children(named: container).first else { return [] }
    return container.children(named: list).map { list in
      list.children(named: item).compactMap { $0[attribute] }
    }
  }
}
