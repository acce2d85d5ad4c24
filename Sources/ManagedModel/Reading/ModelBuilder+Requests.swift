extension ModelBuilder {
  /// Makes a fetched property of an element.
  func readFetchedProperty(
    _ element: SourceElement, owner: NSEntityDescription
  ) -> NSFetchedPropertyDescription {
    let property = NSFetchedPropertyDescription()
    readCommon(property, from: element, owner: owner)
    if let request = element.children(named: "fetchRequest").first {
      property.fetchRequest = NSFetchRequest(core: readRequest(request))
    }
    return property
  }

  /// Reads the fetch requests that stand in the model itself.
  func readTemplates() {
    model.ownTemplates = root.children(named: "fetchRequest").map { element in
      NSFetchRequest(core: readRequest(element))
    }
    for template in model.ownTemplates { linkRequest(template.core) }
    for case let property as NSFetchedPropertyDescription in model.ownEntities.flatMap(
      \.ownProperties)
    {
      if let core = property.fetchRequest?.core { linkRequest(core) }
    }
  }

  /// Finds the entity of a request; the check of the finished model says where there is none.
  private func linkRequest(_ core: FetchRequestCore) {
    core.entity = core.entityName.flatMap { entities[$0] }
  }

  private func readRequest(_ element: SourceElement) -> FetchRequestCore {
    let core = FetchRequestCore()
    core.source = element
    core.templateName = element["name"]
    core.entityName = element["entity"]
    core.predicateText = element["predicateString"]
    core.fetchLimit = count("fetchLimit", of: element, subject: core.subject) ?? 0
    core.fetchBatchSize = count("fetchBatchSize", of: element, subject: core.subject) ?? 0
    let flags = RequestFlags(element)
    core.includesSubentities = flags.includesSubentities
    core.includesPropertyValues = flags.includesPropertyValues
    core.includesPendingChanges = flags.includesPendingChanges
    core.returnsObjectsAsFaults = flags.returnsObjectsAsFaults
    core.returnsDistinctResults = flags.returnsDistinctResults
    if let text = element["resultType"] {
      if let type = ModelText.count(text), [0, 1, 2, 4].contains(type) {
        core.resultType = NSFetchRequestResultType(rawValue: UInt(type))
      } else {
        findings.report(.badResultType(text, of: core.subject), at: element)
      }
    }
    return core
  }

  /// Makes an index of an element; its properties are found when all are read.
  func readIndex(_ element: SourceElement, of entity: NSEntityDescription)
    -> NSFetchIndexDescription
  {
    let index = NSFetchIndexDescription(
      name: element["name"] ?? "",
      elements: element.children(named: "fetchIndexElement").map(readIndexElement))
    index.source = element
    index.entity = entity
    index.partialPredicateText = element["partialIndexPredicate"]
    return index
  }

  private func readIndexElement(_ element: SourceElement) -> NSFetchIndexElementDescription {
    let isRTree = element["type"] == "RTree"
    let part = NSFetchIndexElementDescription(
      propertyName: element["property"], collationType: isRTree ? .rTree : .binary)
    part.source = element
    if let text = element["expression"] {
      let type = element["expressionType"].flatMap(NSAttributeType.init(modelName:))
      part.setExpression(text, type: type ?? .undefinedAttributeType)
    }
    part.isAscending = element["order"] != "descending"
    let subject = "index element '\(part.propertyName ?? part.expressionText ?? "")'"
    if let type = element["type"], type != "Binary", !isRTree {
      findings.report(.unknownCollation(type, of: subject), at: element)
    }
    if let order = element["order"], order != "ascending", order != "descending" {
      findings.report(.unknownOrder(order, of: subject), at: element)
    }
    return part
  }

  /// Reads the configurations of the model.
  func readConfigurations() {
    model.ownConfigurations = root.children(named: "configuration").map { element in
      let name = element["name"] ?? ""
      var members: [NSEntityDescription] = []
      var places: [String: SourceElement] = [:]
      for member in element.children(named: "memberEntity") {
        guard let entityName = member["name"] else { continue }
        guard let entity = entities[entityName] else {
          findings.report(
            .unknownMember(entityName, of: name, known: entityNames), at: member)
          continue
        }
        if let first = places[entityName] {
          findings.report(
            .repeatedKey(
              entityName, in: "configuration '\(name)'", first: first.location), at: member)
        } else {
          places[entityName] = member
          members.append(entity)
        }
      }
      return ModelConfiguration(name: name, entities: members, source: element)
    }
  }
}
