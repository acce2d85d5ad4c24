extension NSManagedObjectModel {
  /// The names of the configurations, in the order of the file they were read from.
  public var configurations: [String] {
    ownConfigurations.map(\.name)
  }

  /// The entities of a configuration, or all where no name is given; nil where there is none of that
  /// name.
  public func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
    guard let configuration else { return entities }
    return ownConfigurations.first { $0.name == configuration }?.entities
  }

  /// Makes or changes a configuration.
  ///
  /// Its entities must be the model's.
  public func setEntities(
    _ entities: [NSEntityDescription], forConfigurationName configuration: String
  ) {
    assertMutable("configurations")
    for entity in entities {
      precondition(
        entity.owner === self,
        "\(entity.subject) cannot be in configuration '\(configuration)': it is not of this model")
    }
    if let position = ownConfigurations.firstIndex(where: { $0.name == configuration }) {
      ownConfigurations[position].entities = entities
    } else {
      ownConfigurations.append(ModelConfiguration(name: configuration, entities: entities))
    }
  }

  /// Adds the configurations of a model whose entities were copied into this one.
  func addConfigurations(of other: NSManagedObjectModel) {
    let byName = entitiesByName
    for configuration in other.ownConfigurations {
      let copies = configuration.entities.compactMap { $0.name.flatMap { byName[$0] } }
      if let position = ownConfigurations.firstIndex(where: { $0.name == configuration.name }) {
        let present = ownConfigurations[position].entities
        ownConfigurations[position].entities += copies.filter { copy in
          !present.contains { $0 === copy }
        }
      } else {
        ownConfigurations.append(
          ModelConfiguration(
            name: configuration.name, entities: copies, source: configuration.source))
      }
    }
  }
}
