extension WantedModel {
  func entity(_ entity: NSEntityDescription) -> WantedElement {
    let (name, source) = (entity.name ?? "", entity.source)
    let className: String = entity.managedObjectClassName ?? "NSManagedObject"
    return WantedElement(
      name: "entity", source: source,
      attributes: [
        .text("name", name),
        WantedAttribute(
          name: "representedClassName", text: className == "NSManagedObject" ? nil : className
        ) { ModelBuilder.className($0) == className },
        .flag("isAbstract", entity.isAbstract),
        .nonempty("parentEntity", entity.superentity?.name),
        renaming(entity.renamingIdentifier, name: name),
        .nonempty("versionHashModifier", entity.versionHashModifier),
        .nonempty("coreSpotlightDisplayNameExpression", entity.spotlightDisplayNameText),
        .kept("syncable", new: "YES"),
        .nonempty("codeGenerationType", entity.codeGeneration),
      ],
      children: properties(of: entity)
        + sorted(entity.indexes, source == nil, by: \.name).map(index)
        + lists(
          entity.compoundIndexes.map { $0.compactMap(entity.propertyName(of:)) },
          names: ("compoundIndexes", "compoundIndex", "index"), in: source)
        + lists(
          entity.uniquenessConstraintNames,
          names: ("uniquenessConstraints", "uniquenessConstraint", "constraint"), in: source)
        + userInfo(entity.userInfo, in: source),
      speaksFor: [
        "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
        "uniquenessConstraints", "userInfo",
      ])
  }

  /// The name before, where it was another one.
  func renaming(_ identifier: String?, name: String) -> WantedAttribute {
    WantedAttribute(name: "elementID", text: identifier == name ? nil : identifier) { text in
      (ModelText.nonempty(text) ?? name) == identifier
    }
  }

  /// An element's `userInfo`, none or one.
  func userInfo(_ entries: [AnyHashable: Any]?, in source: SourceElement?) -> [WantedElement] {
    let container = source?.children(named: "userInfo").first
    guard let entries, container != nil || !entries.isEmpty else { return [] }
    var remaining = entries
    let kept = (container?.children(named: "entry") ?? []).compactMap { entry -> WantedElement? in
      guard let key = entry["key"], let value = entries[key] else { return nil }
      // Of several entries of one key the first counts; the others are left as they are.
      guard remaining.removeValue(forKey: key) != nil else { return .verbatim(entry) }
      return WantedElement(
        name: "entry", source: entry, attributes: [.text("value", "\(value)")])
    }
    let new = remaining.map { ("\($0.key)", "\($0.value)") }.sorted { $0.0 < $1.0 }
    let added = new.map { key, value in
      WantedElement(name: "entry", attributes: [.text("key", key), .text("value", value)])
    }
    return [
      WantedElement(
        name: "userInfo", source: container, children: kept + added, speaksFor: ["entry"])
    ]
  }

  /// The element that holds lists of names, none or one.
  private func lists(
    _ wanted: [[String]], names: (container: String, list: String, item: String),
    in source: SourceElement?
  ) -> [WantedElement] {
    let container = source?.children(named: names.container).first
    var present = container?.children(named: names.list) ?? []
    guard !wanted.isEmpty || container != nil && present.isEmpty else { return [] }
    let children = wanted.map { list -> WantedElement in
      let match = present.firstIndex { element in
        element.children(named: names.item).compactMap { $0["value"] } == list
      }
      if let match { return .verbatim(present.remove(at: match)) }
      return WantedElement(
        name: names.list,
        children: list.map { WantedElement(name: names.item, attributes: [.text("value", $0)]) })
    }
    return [
      WantedElement(
        name: names.container, source: container, children: children, speaksFor: [names.list])
    ]
  }

  private func index(_ index: NSFetchIndexDescription) -> WantedElement {
    WantedElement(
      name: "fetchIndex", source: index.source,
      attributes: [
        .text("name", index.name), .text("partialIndexPredicate", index.partialPredicateText),
      ],
      children: index.elements.map(indexElement), speaksFor: ["fetchIndexElement"])
  }

  /// The type of an indexed expression, where one is known.
  private func expressionType(of description: NSExpressionDescription) -> WantedAttribute {
    let type = description.expressionResultType
    return WantedAttribute(name: "expressionType", text: type.modelName) { text in
      text.flatMap(NSAttributeType.init(modelName:)) ?? .undefinedAttributeType == type
    }
  }

  private func indexElement(_ element: NSFetchIndexElementDescription) -> WantedElement {
    let isRTree = element.collationType == .rTree
    return WantedElement(
      name: "fetchIndexElement", source: element.source,
      attributes: [
        .text("property", element.keyName),
        .text("expression", element.expressionText),
        element.expression.map { expressionType(of: $0) } ?? .kept("expressionType"),
        WantedAttribute(name: "type", text: isRTree ? "RTree" : "Binary") { text in
          (text == "RTree") == isRTree
        },
        WantedAttribute(name: "order", text: element.isAscending ? "ascending" : "descending") {
          ($0 != "descending") == element.isAscending
        },
      ])
  }
}
