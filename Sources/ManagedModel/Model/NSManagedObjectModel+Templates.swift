import Predicates

extension NSManagedObjectModel {
  /// The fetch requests that are part of the model, by name.
  public var fetchRequestTemplatesByName: [String: NSFetchRequest<any NSFetchRequestResult>] {
    Dictionary(ownTemplates.map { ($0.core.templateName ?? "", $0) }) { first, _ in first }
  }

  /// The fetch request of a name, nil where there is none.
  ///
  /// To change it, change a copy. Where its predicate has variables, take
  /// ``fetchRequestFromTemplate(withName:substitutionVariables:)``.
  public func fetchRequestTemplate(
    forName name: String
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    ownTemplates.first { $0.core.templateName == name }
  }

  /// A copy of the fetch request of a name in which variables have values; nil where there is none of the name.
  ///
  /// A variable that is given no value is left as it is, and executing the request says so.
  public func fetchRequestFromTemplate(
    withName name: String, substitutionVariables variables: [String: Any]
  ) -> NSFetchRequest<any NSFetchRequestResult>? {
    guard let copy = fetchRequestTemplate(forName: name)?.duplicate() else { return nil }
    copy.core.templateName = nil
    copy.core.source = nil
    if let predicate = copy.predicate {
      copy.predicate = predicate.withSubstitutionVariables(variables)
    }
    return copy
  }

  /// Adds, replaces or, with nil, removes the fetch request of a name.
  public func setFetchRequestTemplate(
    _ template: NSFetchRequest<any NSFetchRequestResult>?, forName name: String
  ) {
    assertMutable("fetchRequestTemplatesByName")
    let position = ownTemplates.firstIndex { $0.core.templateName == name }
    guard let copy = template?.duplicate() else {
      if let position { ownTemplates.remove(at: position) }
      return
    }
    copy.core.templateName = name
    if let position {
      copy.core.source = ownTemplates[position].core.source
      ownTemplates[position] = copy
    } else {
      ownTemplates.append(copy)
    }
  }

  /// Adds the requests of a model whose entities were copied into this one.
  func addTemplates(of other: NSManagedObjectModel) {
    let byName = entitiesByName
    let present = Set(ownTemplates.compactMap(\.core.templateName))
    for template in other.ownTemplates where !present.contains(template.core.templateName ?? "") {
      let copy = template.duplicate()
      copy.core.entity = copy.core.entityName.flatMap { byName[$0] }
      ownTemplates.append(copy)
    }
    for case let property as NSFetchedPropertyDescription in ownEntities.flatMap(\.ownProperties) {
      guard let core = property.fetchRequest?.core else { continue }
      core.entity = core.entityName.flatMap { byName[$0] }
    }
  }
}
