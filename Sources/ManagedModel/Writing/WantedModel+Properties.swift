import Foundation

extension WantedModel {
  /// The properties of an entity by kind, as Xcode groups them.
  func properties(of entity: NSEntityDescription) -> [WantedElement] {
    let own = sorted(entity.ownProperties, entity.source == nil, by: \.name)
    return own.filter { $0 is NSAttributeDescription }.map(property)
      + own.filter { $0 is NSRelationshipDescription }.map(property)
      + own.filter { $0 is NSFetchedPropertyDescription }.map(property)
  }

  func property(_ property: NSPropertyDescription) -> WantedElement {
    var element =
      switch property {
      case let attribute as NSAttributeDescription: self.attribute(attribute)
      case let relationship as NSRelationshipDescription: self.relationship(relationship)
      case let fetched as NSFetchedPropertyDescription: fetchedProperty(fetched)
      default: WantedElement(name: "attribute")
      }
    element.source = property.source
    element.attributes =
      [
        .text("name", property.name), .flag("optional", property.isOptional),
        .flag("transient", property.isTransient),
      ] + element.attributes + [
        .flag("indexed", property.isIndexed),
        .flag("spotlightIndexingEnabled", property.isIndexedBySpotlight),
        .flag("storedInTruthFile", property.isStoredInExternalRecord),
        renaming(property.renamingIdentifier, name: property.name),
        .nonempty("versionHashModifier", property.versionHashModifier),
      ]
    element.children += userInfo(property.userInfo, in: property.source)
    element.speaksFor.insert("userInfo")
    return element
  }

  private func fetchedProperty(_ property: NSFetchedPropertyDescription) -> WantedElement {
    WantedElement(
      name: "fetchedProperty",
      children: (property.fetchRequest?.core).map { [request($0)] } ?? [],
      speaksFor: ["fetchRequest"])
  }

  private func relationship(_ relationship: NSRelationshipDescription) -> WantedElement {
    let counts = self.counts(of: relationship)
    let inverse = relationship.inverseRelationship
    return WantedElement(
      name: "relationship",
      attributes: counts + [
        WantedAttribute(name: "deletionRule", text: relationship.deleteRule.modelName) { text in
          (text ?? "Nullify") == relationship.deleteRule.modelName
        },
        .flag("ordered", relationship.isOrdered),
        .text("destinationEntity", relationship.destinationEntity?.name),
        .nonempty("inverseName", inverse?.name),
        inverseEntity(of: relationship),
      ])
  }

  private func counts(of relationship: NSRelationshipDescription) -> [WantedAttribute] {
    let (maximum, minimum) = (relationship.maxCount, relationship.minCount)
    let isOptional = relationship.isOptional
    let agrees =
      relationship.source.map { element in
        let stated = RelationshipCounts(
          toMany: element["toMany"], minimum: element["minCount"], maximum: element["maxCount"],
          isOptional: isOptional)
        return (stated.maximum, stated.minimum) == (maximum, minimum)
      } ?? false
    let implied = RelationshipCounts.impliedMinimum(maximum: maximum, isOptional: isOptional)
    return [
      .joint("toMany", relationship.isToMany ? "YES" : nil, agrees: agrees),
      .joint("minCount", minimum == implied ? nil : String(minimum), agrees: agrees),
      .joint("maxCount", maximum == 0 ? nil : String(maximum), agrees: agrees),
    ]
  }

  /// The inverse's entity: the destination, as Xcode writes it, or one that the destination inherits the
  /// inverse from.
  private func inverseEntity(of relationship: NSRelationshipDescription) -> WantedAttribute {
    guard let inverse = relationship.inverseRelationship else {
      return .nonempty("inverseEntity", nil)
    }
    return WantedAttribute(
      name: "inverseEntity", text: relationship.destinationEntity?.name ?? inverse.owner?.name
    ) { text in
      guard let stated = text.map({ entitiesByName[$0] }) ?? relationship.destinationEntity,
        let owner = inverse.owner
      else {
        return false
      }
      return stated.isKindOf(entity: owner)
    }
  }

  private func attribute(_ attribute: NSAttributeDescription) -> WantedElement {
    let type = attribute.attributeType
    let composite = (attribute as? NSCompositeAttributeDescription).flatMap {
      composites.name(of: $0) ?? $0.compositeName
    }
    return WantedElement(
      name: "attribute",
      attributes: [
        .text("attributeType", type.modelName),
        composite.map { .text("composite", $0) } ?? .kept("composite"),
        .nonempty("valueTransformerName", attribute.valueTransformerName),
        .nonempty("customClassName", attribute.customClassName),
        .flag("allowsCloudEncryption", attribute.allowsCloudEncryption),
        .flag("allowsExternalBinaryDataStorage", attribute.allowsExternalBinaryDataStorage),
        .flag("derived", attribute is NSDerivedAttributeDescription),
        (attribute as? NSDerivedAttributeDescription).map {
          .nonempty("derivationExpression", $0.derivationText)
        } ?? .kept("derivationExpression"),
      ] + limits(of: attribute) + [
        defaultInterval(of: attribute), defaultText(of: attribute), scalar(of: attribute),
        .flag("preserveAfterDeletion", attribute.preservesValueInHistoryOnDeletion),
      ])
  }

  private func scalar(of attribute: NSAttributeDescription) -> WantedAttribute {
    let stated = attribute.usesScalarValueType.map(ModelText.text)
    guard attribute.source == nil else {
      return WantedAttribute(name: "usesScalarValueType", text: stated) { text in
        text.flatMap(ModelText.flag) == attribute.usesScalarValueType
      }
    }
    let usual: String? =
      switch attribute.attributeType {
      case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
        .doubleAttributeType, .floatAttributeType, .booleanAttributeType:
        "YES"
      case .dateAttributeType, .UUIDAttributeType: "NO"
      default: nil
      }
    return .text("usesScalarValueType", stated ?? usual)
  }

  /// Limits of the attribute's type; those of others, which have no effect, stay.
  private func limits(of attribute: NSAttributeDescription) -> [WantedAttribute] {
    let (limits, type) = (attribute.limits, attribute.attributeType)
    let isDate = type == .dateAttributeType
    return [
      isDate ? date("minDateTimeInterval", limits.earliest) : .kept("minDateTimeInterval"),
      bound("minValueString", limits.minimum, limits.minimumLength, type),
      isDate ? date("maxDateTimeInterval", limits.latest) : .kept("maxDateTimeInterval"),
      bound("maxValueString", limits.maximum, limits.maximumLength, type),
      type == .stringAttributeType
        ? .nonempty("regularExpressionString", limits.pattern) : .kept("regularExpressionString"),
    ]
  }

  private func bound(
    _ name: String, _ number: Decimal?, _ length: Int?, _ type: NSAttributeType
  ) -> WantedAttribute {
    if type.isNumeric {
      return .value(name, number, text: \.description, read: ModelText.decimal)
    }
    guard type == .stringAttributeType else { return .kept(name) }
    return .value(name, length, text: \.description, read: ModelBuilder.length)
  }

  private func date(_ name: String, _ value: Date?) -> WantedAttribute {
    .value(name, value, text: ModelText.text(of:), read: ModelText.date)
  }

  private func defaultInterval(of attribute: NSAttributeDescription) -> WantedAttribute {
    guard attribute.attributeType == .dateAttributeType else {
      return .kept("defaultDateTimeInterval")
    }
    return date("defaultDateTimeInterval", attribute.plainDefault as? Date)
  }

  private func defaultText(of attribute: NSAttributeDescription) -> WantedAttribute {
    let type = attribute.attributeType
    let value = attribute.plainDefault.flatMap(type.normalized)
    // Beside a date's interval stands a text for people; types without defaults may have leftovers.
    guard type != .dateAttributeType, type.statesDefault else { return .kept("defaultValueString") }
    return WantedAttribute(
      name: "defaultValueString", text: value.flatMap(type.text(ofDefault:))
    ) { text in
      let stated = DefaultText(text, interval: nil, type: type).value
      return (stated as? AnyHashable) == (value as? AnyHashable)
    }
  }
}

extension NSAttributeType {
  /// Whether a model file can state a default of the type as a text.
  fileprivate var statesDefault: Bool {
    switch self {
    case .binaryDataAttributeType, .transformableAttributeType, .compositeAttributeType,
      .objectIDAttributeType, .undefinedAttributeType:
      false
    default: true
    }
  }

  /// How Xcode writes a default.
  fileprivate func text(ofDefault value: Any) -> String? {
    switch value {
    case let flag as Bool where self == .booleanAttributeType: ModelText.text(of: flag)
    case let decimal as Decimal: decimal == 0 ? "0.0" : decimal.description
    case let uuid as UUID: uuid.uuidString
    case let url as URL: url.absoluteString
    default: "\(value)"
    }
  }
}
