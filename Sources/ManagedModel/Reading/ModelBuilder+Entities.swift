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
