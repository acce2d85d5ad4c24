/// Checks what a finished model means, whether it was read or built in code.
///
/// What only a file can get wrong (names that lead nowhere, texts that are no values) is found while
/// reading; here the parts are looked at together.
final class ModelCheck {
  let model: NSManagedObjectModel
  let findings: Findings
  let lookups: EntityLookups
  /// How many steps there are left for matching defaults with their patterns.
  var patternSteps = 1000
  private(set) lazy var entityNames = model.ownEntities.compactMap(\.name)
  private(set) lazy var entitiesByName = model.entitiesByName
  private(set) lazy var members = Set(model.ownEntities.map(ObjectIdentifier.init))

  init(
    model: NSManagedObjectModel, findings: Findings, lookups: EntityLookups = EntityLookups()
  ) {
    self.model = model
    self.findings = findings
    self.lookups = lookups
  }

  func run() {
    checkEntityNames()
    for entity in model.ownEntities {
      checkProperties(of: entity)
      checkIndexes(of: entity)
      checkConstraints(of: entity)
      check(
        entity.spotlightDisplayName, on: entity, in: "coreSpotlightDisplayNameExpression",
        of: entity.subject, at: entity.source)
    }
    checkComposites()
    checkTemplates()
    checkConfigurations()
  }

  private func checkProperties(of entity: NSEntityDescription) {
    checkPropertyNames(of: entity)
    for property in entity.ownProperties {
      switch property {
      case let attribute as NSAttributeDescription: check(attribute)
      case let relationship as NSRelationshipDescription: check(relationship)
      case let fetched as NSFetchedPropertyDescription: check(fetched)
      default: break
      }
    }
  }
}

extension NSManagedObjectModel {
  /// What is wrong with the model, the way files are checked when they are read.
  ///
  /// For models built in code: findings name the part, and have no place in a file.
  ///
  /// Not in Apple's framework.
  public func problems() -> [Diagnostic] {
    let findings = Findings()
    ModelCheck(model: self, findings: findings).run()
    return findings.sorted
  }
}
