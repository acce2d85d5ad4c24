import Foundation

extension ModelBuilder {
  /// Makes an attribute of an element in an entity or, without an owner, in a composite.
  func readAttribute(
    _ element: SourceElement, owner: NSEntityDescription?
  ) -> NSAttributeDescription {
    let typeName = element["attributeType"]
    let attribute: NSAttributeDescription
    if typeName == NSAttributeType.compositeAttributeType.modelName {
      attribute = NSCompositeAttributeDescription()
    } else if flag("derived", of: element) {
      attribute = NSDerivedAttributeDescription()
    } else {
      attribute = NSAttributeDescription()
    }
    readCommon(attribute, from: element, owner: owner)
    if let typeName {
      if let type = NSAttributeType(modelName: typeName) {
        attribute.attributeType = type
      } else {
        findings.report(.unknownType(typeName, of: attribute.subject), at: element)
      }
    }
    attribute.valueTransformerName = ModelText.nonempty(element["valueTransformerName"])
    attribute.customClassName = ModelText.nonempty(element["customClassName"])
    attribute.allowsExternalBinaryDataStorage = flag(
      "allowsExternalBinaryDataStorage", of: element)
    attribute.preservesValueInHistoryOnDeletion = flag("preserveAfterDeletion", of: element)
    attribute.allowsCloudEncryption = flag("allowsCloudEncryption", of: element)
    attribute.usesScalarValueType = element["usesScalarValueType"].flatMap(ModelText.flag)
    (attribute as? NSDerivedAttributeDescription)?.derivationText = ModelText.nonempty(
      element["derivationExpression"])
    readDefault(of: attribute, from: element)
    readLimits(of: attribute, from: element)
    if let composite = attribute as? NSCompositeAttributeDescription {
      linkComposite(composite, to: element)
    }
    return attribute
  }

  private func readDefault(of attribute: NSAttributeDescription, from element: SourceElement) {
    let (text, interval) = (element["defaultValueString"], element["defaultDateTimeInterval"])
    guard typeIsKnown(attribute, element) else { return }
    let read = DefaultText(text, interval: interval, type: attribute.attributeType)
    attribute.defaultValue = read.value
    let stated = interval ?? text ?? ""
    switch read {
    case .none, .value: break
    case .leftover(_, let meaning):
      findings.report(
        .leftoverDefault(stated, of: attribute.subject, read: meaning), at: element)
    case .ignored(let reason):
      findings.report(.ignoredDefault(stated, of: attribute.subject, reason: reason), at: element)
    case .wrong(let expected):
      findings.report(.badDefault(stated, of: attribute.subject, expected: expected), at: element)
    }
  }

  private func typeIsKnown(
    _ attribute: NSAttributeDescription, _ element: SourceElement
  ) -> Bool {
    element["attributeType"] == nil || attribute.attributeType != .undefinedAttributeType
  }

  private func readLimits(of attribute: NSAttributeDescription, from element: SourceElement) {
    var limits = AttributeLimits()
    switch attribute.attributeType {
    case .dateAttributeType:
      limits.earliest = limit("minDateTimeInterval", of: attribute, element, ModelText.date)
      limits.latest = limit("maxDateTimeInterval", of: attribute, element, ModelText.date)
    case .stringAttributeType:
      limits.minimumLength = limit("minValueString", of: attribute, element, Self.length)
      limits.maximumLength = limit("maxValueString", of: attribute, element, Self.length)
      limits.pattern = ModelText.nonempty(element["regularExpressionString"])
    case let type where type.isNumeric:
      limits.minimum = limit("minValueString", of: attribute, element, ModelText.decimal)
      limits.maximum = limit("maxValueString", of: attribute, element, ModelText.decimal)
    default: break
    }
    attribute.limits = limits
  }

  /// A length, which may be left with a fraction from a change of type.
  static func length(_ text: String) -> Int? {
    guard let number = ModelText.decimal(text), number.isWhole, number >= 0 else { return nil }
    return Int(number.description)
  }

  private func limit<Value>(
    _ name: String, of attribute: NSAttributeDescription, _ element: SourceElement,
    _ parse: (String) -> Value?
  ) -> Value? {
    guard let text = element[name] else { return nil }
    if let value = parse(text) { return value }
    let expected =
      switch attribute.attributeType {
      case .dateAttributeType: "a number of seconds since 2001-01-01T00:00:00Z"
      case .stringAttributeType: "a length, a whole number from 0,"
      default:
        ModelText.isNumber(text) ? "a number of at most 127 digits" : "a number"
      }
    findings.report(
      .badLimit(name, text: text, of: attribute.subject, expected: expected), at: element)
    return nil
  }
}
