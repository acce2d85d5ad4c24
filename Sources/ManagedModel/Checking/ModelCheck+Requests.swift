extension ModelCheck {
  /// Checks that a fetched property has a request for an entity of the model.
  func check(_ property: NSFetchedPropertyDescription) {
    guard let core = property.fetchRequest?.core else {
      return findings.report(.missingRequest(property.subject), at: property.source)
    }
    check(
      core, owner: property.owner, subject: property.subject, at: core.source ?? property.source)
  }

  /// Checks that the requests of the model have names of their own and ask for its entities.
  func checkTemplates() {
    var byName: [String: FetchRequestCore] = [:]
    for core in model.ownTemplates.map(\.core) {
      let name = core.templateName ?? ""
      if let first = byName.updateValue(core, forKey: name), !name.isEmpty {
        findings.report(
          .duplicateTemplate(name, first: first.source?.location), at: core.source)
      }
      check(core, subject: core.subject, at: core.source)
    }
  }

  /// Checks that configurations have names of their own.
  func checkConfigurations() {
    var byName: [String: ModelConfiguration] = [:]
    for configuration in model.ownConfigurations {
      let name = configuration.name
      if let first = byName.updateValue(configuration, forKey: name), !name.isEmpty {
        findings.report(
          .duplicateConfiguration(name, first: first.source?.location),
          at: configuration.source)
      }
    }
  }

  /// Checks that indexes have names of their own and name properties of their entity.
  func checkIndexes(of entity: NSEntityDescription) {
    var byName: [String: NSFetchIndexDescription] = [:]
    for index in entity.indexes {
      if let first = byName.updateValue(index, forKey: index.name), !index.name.isEmpty {
        findings.report(
          .duplicateIndex(index.name, of: entity.name ?? "", first: first.source?.location),
          at: index.source)
      }
      for element in index.elements where element.expression == nil {
        checkMember(
          element.keyName ?? "", subject: index.subject, of: entity, at: element.source)
      }
      for element in index.elements where element.expression != nil {
        check(
          element.computation, on: entity, in: "expression", of: element.subject,
          at: element.source)
      }
      check(
        index.condition, on: entity, in: "partialIndexPredicate", of: index.subject,
        at: index.source)
    }
    for name in entity.compoundIndexes.flatMap({ $0 }).compactMap(entity.propertyName(of:)) {
      checkMember(
        name, subject: "a compound index of '\(entity.name ?? "")'", of: entity,
        at: entity.source?.descendant("index", inside: "compoundIndexes", value: name))
    }
  }

  /// Checks that uniqueness constraints name attributes and to-one relationships of their entity.
  func checkConstraints(of entity: NSEntityDescription) {
    let owner = entity.name ?? ""
    for name in entity.uniquenessConstraintNames.flatMap({ $0 }) {
      let property = property(at: name, of: entity)
      guard property == nil || (property as? NSRelationshipDescription)?.isToMany == true else {
        continue
      }
      findings.report(
        property == nil
          ? .unknownConstrained(name, owner: owner, known: propertyNames(of: entity))
          : .constrainedToMany(name, owner: owner),
        at: entity.source?.descendant(
          "constraint", inside: "uniquenessConstraints", value: name))
    }
  }

  private func check(
    _ core: FetchRequestCore, owner: NSEntityDescription? = nil, subject: String,
    at source: SourceElement?
  ) {
    // A file that leaves the entity out was told so already.
    if core.entityName == nil, source != nil { return }
    let name = core.entityName ?? ""
    guard let entity = entitiesByName[name] else {
      return findings.report(
        .unknownRequestEntity(name, of: subject, known: entityNames), at: source)
    }
    checkContents(of: core, entity: entity, owner: owner, subject: subject, at: source)
  }

  private func checkMember(
    _ name: String, subject: String, of entity: NSEntityDescription,
    at source: @autoclosure () -> SourceElement?
  ) {
    guard property(at: name, of: entity) == nil else { return }
    findings.report(
      .unknownIndexed(
        name, by: subject, owner: entity.name ?? "", known: propertyNames(of: entity)),
      at: source())
  }

  /// The property of a name, or the composite at the beginning of a path into one.
  private func property(at path: String, of entity: NSEntityDescription) -> NSPropertyDescription? {
    let known = lookups.of(entity).propertiesByName
    if let property = known[path] { return property }
    let first = path.prefix { $0 != "." }
    return first.count < path.count ? known[String(first)] as? NSCompositeAttributeDescription : nil
  }

  private func propertyNames(of entity: NSEntityDescription) -> some Sequence<String> {
    lookups.of(entity).properties.lazy.map(\.name)
  }
}

extension SourceElement {
  /// The first element of a name in a list inside this one whose `value` is a text.
  fileprivate func descendant(_ name: String, inside list: String, value: String) -> SourceElement?
  {
    for group in children where group.name == list {
      for entry in group.children {
        let found = entry.children.first { $0.name == name && $0["value"] == value }
        if let found { return found }
      }
    }
    return nil
  }
}
