extension ModelCheck {
  /// Checks that entities have names that a store can use, each its own.
  func checkEntityNames() {
    var byName: [String: NSEntityDescription] = [:]
    var byFoldedName: [String: String] = [:]
    for entity in model.ownEntities {
      let name = entity.name ?? ""
      guard checkName(name, kind: "an entity", of: nil, at: entity.source) else { continue }
      if Names.reservedForEntities.contains(name) {
        findings.report(.reservedEntityName(name), at: entity.source)
      }
      if let first = byName[name] {
        findings.report(
          .duplicateEntity(name, first: first.source?.location), at: entity.source)
        continue
      }
      byName[name] = entity
      if let other = byFoldedName.updateValue(name, forKey: name.lowercased()) {
        findings.report(.differByCase("entity", name, other), at: entity.source)
      }
    }
  }

  /// Checks that an entity's properties have names that a store and a class can use, each its own and
  /// none an inherited one.
  func checkPropertyNames(of entity: NSEntityDescription) {
    let owner = entity.name ?? ""
    let inherited = entity.superentity.map(lookups.of)
    var foldedNames: [String: String] = [:]
    for name in inherited?.propertiesByName.keys.sorted() ?? [] {
      foldedNames[name.lowercased()] = name
    }
    var byName: [String: NSPropertyDescription] = [:]
    for property in entity.ownProperties {
      let name = property.name
      let kind = withArticle(property.kind)
      guard checkName(name, kind: kind, of: owner, at: property.source) else { continue }
      if Names.reservedForProperties.contains(name) {
        findings.report(.reservedPropertyName(name, of: owner), at: property.source)
      } else if Names.hazardousForProperties.contains(name) {
        findings.report(.hazardousPropertyName(name, of: owner), at: property.source)
      }
      if let first = byName[name] {
        findings.report(
          .duplicateProperty(name, of: owner, first: first.source?.location), at: property.source)
      } else if let above = inherited?.propertiesByName[name] {
        findings.report(
          .inheritedProperty(name, of: owner, ancestor: above.owner?.name ?? ""),
          at: property.source)
      } else if let other = foldedNames.updateValue(name, forKey: name.lowercased()) {
        findings.report(.differByCase("property", name, other), at: property.source)
      }
      byName[name] = byName[name] ?? property
    }
  }

  /// Checks the composites of the model: names, and their parts as attributes.
  func checkComposites() {
    for composite in model.ownComposites {
      _ = checkName(composite.name, kind: "a composite", of: nil, at: composite.source)
      var byName: [String: NSAttributeDescription] = [:]
      for part in composite.elements {
        guard
          checkName(part.name, kind: "an attribute", of: composite.name, at: part.source)
        else { continue }
        if let first = byName.updateValue(part, forKey: part.name) {
          findings.report(
            .duplicateProperty(part.name, of: composite.name, first: first.source?.location),
            at: part.source)
        }
        check(part)
      }
    }
  }

  /// Reports a name that is none; false where there is nothing more to say about it.
  private func checkName(
    _ name: String, kind: String, of owner: String?, at source: SourceElement?
  ) -> Bool {
    // A file that leaves the name out was told so already.
    if name.isEmpty, let source, source["name"] == nil { return false }
    if Names.isIdentifier(name) || Names.reservedForEntities.contains(name) && owner == nil {
      return true
    }
    findings.report(.notAnIdentifier(name, kind: kind, of: owner), at: source)
    return false
  }
}
