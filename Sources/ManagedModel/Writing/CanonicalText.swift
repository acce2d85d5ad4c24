/// Parts of a model as they would be written without a file they were read from: two parts are the same
/// exactly when these texts are.
struct CanonicalText {
  private let wanted: WantedModel

  init(_ model: NSManagedObjectModel) {
    wanted = WantedModel(model)
  }

  func of(_ entity: NSEntityDescription) -> [UInt8] {
    let copy = entity.duplicate()
    copy.source = nil
    copy.properties = copy.ownProperties.map(Self.withoutSource)
    for index in copy.indexes {
      index.source = nil
      for element in index.elements { element.source = nil }
    }
    return text(wanted.entity(copy))
  }

  func of(_ core: FetchRequestCore) -> [UInt8] {
    let copy = core.duplicate()
    copy.source = nil
    return text(wanted.request(copy))
  }

  func of(_ type: CompositeType) -> [UInt8] {
    let parts = type.elements.compactMap { $0.copy() as? NSAttributeDescription }
      .map(Self.withoutSource)
    return text(wanted.composite(CompositeType(name: type.name, elements: parts)))
  }

  private func text(_ element: WantedElement) -> [UInt8] {
    var writer = ElementWriter(like: nil)
    writer.write(element)
    return writer.bytes
  }

  private static func withoutSource<Property: NSPropertyDescription>(
    _ property: Property
  ) -> Property {
    property.source = nil
    (property as? NSFetchedPropertyDescription)?.fetchRequest?.core.source = nil
    return property
  }
}
