/// Says what a model wants its file to be.
struct WantedModel {
  let model: NSManagedObjectModel
  let composites: CompositePlan
  let entitiesByName: [String: NSEntityDescription]

  init(_ model: NSManagedObjectModel) {
    self.model = model
    composites = CompositePlan(model)
    entitiesByName = model.entitiesByName
  }

  /// The outermost element.
  var element: WantedElement {
    let identifier = model.versionIdentifiers.map { "\($0)" }.sorted().joined(separator: ", ")
    let isNew = model.source == nil
    return WantedElement(
      name: "model", source: model.source,
      attributes: [
        .kept("type", new: "com.apple.IDECoreDataModeler.DataModel"),
        .kept("documentVersion", new: "1.0"),
        .kept("lastSavedToolsVersion", new: "22522"),
        .kept("systemVersion", new: "23C71"),
        .kept("minimumToolsVersion", new: "Automatic"),
        .kept("sourceLanguage", new: "Swift"),
        WantedAttribute(
          name: "userDefinedModelVersionIdentifier",
          text: identifier
        ) { ($0 ?? "") == identifier },
      ],
      children: sorted(model.ownEntities, isNew) { $0.name ?? "" }.map(entity)
        + sorted(model.ownTemplates.map(\.core), isNew) { $0.templateName ?? "" }.map(request)
        + sorted(composites.types, isNew, by: \.name).map(composite)
        + sorted(model.ownConfigurations, isNew, by: \.name).map(configuration),
      speaksFor: ["entity", "fetchRequest", "composite", "configuration"])
  }

  /// Things in the order of their names in a new element, in their own in one that was read.
  func sorted<Thing>(_ things: [Thing], _ isNew: Bool, by name: (Thing) -> String) -> [Thing] {
    guard isNew else { return things }
    return things.sorted { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
  }

  func composite(_ type: CompositeType) -> WantedElement {
    WantedElement(
      name: "composite", source: type.source, attributes: [.text("name", type.name)],
      children: sorted(type.elements, type.source == nil, by: \.name).map(property),
      speaksFor: ["attribute"])
  }

  private func configuration(_ configuration: ModelConfiguration) -> WantedElement {
    let names = configuration.entities.compactMap(\.name)
    let present = configuration.source?.children(named: "memberEntity") ?? []
    let kept = present.filter { names.contains($0["name"] ?? "") }
    let new = names.filter { name in !present.contains { $0["name"] == name } }
    return WantedElement(
      name: "configuration", source: configuration.source,
      attributes: [.text("name", configuration.name)],
      children: kept.map(WantedElement.verbatim)
        + sorted(new, configuration.source == nil, by: \.self).map { name in
          WantedElement(name: "memberEntity", attributes: [.text("name", name)])
        },
      speaksFor: ["memberEntity"])
  }

  /// A fetch request, of the model or of a fetched property.
  func request(_ core: FetchRequestCore) -> WantedElement {
    let flags = RequestFlags(core)
    let agree = core.source.map { RequestFlags($0) == flags } ?? (flags == .defaults)
    let texts = flagTexts(flags, areDefaults: agree && core.source == nil)
    return WantedElement(
      name: "fetchRequest", source: core.source,
      attributes: [
        .text("name", core.templateName ?? "fetchedPropertyFetchRequest"),
        .text("entity", core.entity?.name ?? core.entityName),
        .text("predicateString", core.predicateText),
        count("fetchLimit", core.fetchLimit),
        count("fetchBatchSize", core.fetchBatchSize),
      ]
        + zip(RequestFlags.names, texts).map { .joint($0, $1, agrees: agree && core.source != nil) }
        + [count("resultType", Int(core.resultType.rawValue))])
  }

  /// The flags that are set; where none is, the first says so, since a request that says nothing means
  /// the defaults.
  private func flagTexts(_ flags: RequestFlags, areDefaults: Bool) -> [String?] {
    guard !areDefaults else { return flags.values.map { _ in nil } }
    guard flags.values.contains(true) else {
      return flags.values.enumerated().map { $0.offset == 0 ? "NO" : nil }
    }
    return flags.values.map { $0 ? "YES" : nil }
  }

  /// A number that is 0 where it is absent.
  private func count(_ name: String, _ value: Int) -> WantedAttribute {
    WantedAttribute(name: name, text: value == 0 ? nil : String(value)) { text in
      (text.flatMap(ModelText.count) ?? 0) == value
    }
  }
}
