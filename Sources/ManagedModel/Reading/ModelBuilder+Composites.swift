/// Composites are types: every attribute of one shares its parts. They may nest, and are read from the
/// inside out, so that one that contains itself is found before anything would loop.
extension ModelBuilder {
  /// How many values a composite may have with all that is nested in it.
  ///
  /// Without a limit a few lines could stand for billions.
  private static let valueLimit = 10_000

  /// Reads the composites of the model.
  func readComposites() {
    let elements = root.children(named: "composite")
    var byName: [String: SourceElement] = [:]
    for element in elements {
      let name = element["name"] ?? ""
      if let first = byName[name] {
        findings.report(.duplicateComposite(name, first: first.location), at: element)
      } else {
        byName[name] = element
      }
    }
    var reader = CompositeOrder(elements: byName)
    for element in elements { reader.visit(element) }
    for (names, element) in reader.cycles { findings.report(.compositeCycle(names), at: element) }
    for element in reader.tooDeep {
      findings.report(.deepComposite(limit: CompositeOrder.depthLimit), at: element)
    }
    for element in reader.order { readComposite(element) }
    // In the order of the file, doubles included, as the writer needs them.
    model.ownComposites = elements.map { element in
      let name = element["name"] ?? ""
      if byName[name] === element, let type = composites[name] { return type }
      return CompositeType(name: name, elements: [], source: element)
    }
  }

  private func readComposite(_ element: SourceElement) {
    let name = element["name"] ?? ""
    let parts = element.children(named: "attribute").map { readAttribute($0, owner: nil) }
    let size = valueCount(of: parts)
    compositeSizes[name] = size
    composites[name] = CompositeType(name: name, elements: parts, source: element)
    if size > Self.valueLimit {
      findings.report(.largeComposite(name, limit: Self.valueLimit), at: element)
      composites[name]?.elements = []
      compositeSizes[name] = 0
    }
  }

  /// How many values there are in properties, those nested in composites counted; a composite itself
  /// counts as one, or a nest of empty ones would count as nothing.
  func valueCount(of properties: [NSPropertyDescription]) -> Int {
    properties.reduce(0) { sum, property in
      let inner = (property as? NSCompositeAttributeDescription)?.compositeName
      return sum + 1 + (inner.flatMap { compositeSizes[$0] } ?? 0)
    }
  }

  /// Gives a composite attribute the parts of its type.
  func linkComposite(_ attribute: NSCompositeAttributeDescription, to element: SourceElement) {
    guard let name = ModelText.nonempty(element["composite"]) else {
      findings.report(
        .missingComposite(attribute.subject, known: compositeNames), at: element)
      return
    }
    attribute.compositeName = name
    if let type = composites[name] {
      attribute.elements = type.elements
    } else if !compositeNames.contains(name) {
      findings.report(
        .unknownComposite(name, of: attribute.subject, known: compositeNames), at: element)
    }
  }
}
