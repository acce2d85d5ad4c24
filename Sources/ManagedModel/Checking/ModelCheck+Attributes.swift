import Predicates
import Foundation

extension ModelCheck {
  /// Checks that an attribute has a type, and limits that its default satisfies.
  func check(_ attribute: NSAttributeDescription) {
    checkType(of: attribute)
    if let derived = attribute as? NSDerivedAttributeDescription { checkDerivation(of: derived) }
    checkLimits(of: attribute)
    checkValidation(of: attribute)
  }

  private func checkType(of attribute: NSAttributeDescription) {
    let type = attribute.attributeType
    // A file with an unknown type was told so already.
    if type == .undefinedAttributeType, !attribute.isTransient,
      attribute.source?["attributeType"] == nil
    {
      findings.report(.missingType(attribute.subject), at: attribute.source)
    }
    if let value = attribute.plainDefault, type.normalized(value) == nil {
      findings.report(
        .wrongDefault(attribute.subject, type: type.modelName ?? "ObjectID"),
        at: attribute.source)
    }
  }

  private func checkLimits(of attribute: NSAttributeDescription) {
    let (limits, value) = (attribute.limits, attribute.plainDefault)
    let type = attribute.attributeType
    if type.isNumeric {
      checkRange(
        limits.minimum, limits.maximum, type.decimal(of: value), of: attribute, unit: "",
        text: \.description)
    } else if type == .dateAttributeType {
      checkRange(
        limits.earliest, limits.latest, value as? Date, of: attribute, unit: "",
        text: ModelText.shown)
    } else if type == .stringAttributeType {
      checkRange(
        limits.minimumLength, limits.maximumLength, (value as? String)?.utf16.count,
        of: attribute, unit: " characters", text: \.description)
      checkPattern(of: attribute)
    }
  }

  private func checkRange<Value: Comparable>(
    _ minimum: Value?, _ maximum: Value?, _ value: Value?, of attribute: NSAttributeDescription,
    unit: String, text: (Value) -> String
  ) {
    if let minimum, let maximum, minimum > maximum {
      return findings.report(
        .crossedLimits(attribute.subject, minimum: text(minimum), maximum: text(maximum)),
        at: attribute.source)
    }
    guard let value else { return }
    let limit =
      if let minimum, value < minimum {
        "at least \(text(minimum))\(unit)"
      } else if let maximum, value > maximum {
        "at most \(text(maximum))\(unit)"
      } else {
        ""
      }
    guard !limit.isEmpty else { return }
    let stated = (attribute.plainDefault as? String) ?? text(value)
    findings.report(
      .defaultBreaksLimit(stated, of: attribute.subject, limit: limit), at: attribute.source)
  }

  private func checkPattern(of attribute: NSAttributeDescription) {
    guard let pattern = attribute.limits.pattern else { return }
    let (subject, source) = (attribute.subject, attribute.source)
    guard pattern.utf8.count <= TextPattern.lengthLimit else {
      return findings.report(
        .longPattern(of: subject, limit: TextPattern.lengthLimit), at: source)
    }
    guard let expression = TextPattern(pattern) else {
      return findings.report(.badPattern(pattern, of: subject), at: source)
    }
    guard let text = attribute.plainDefault as? String else { return }
    switch expression.outcome(for: text, steps: &patternSteps) {
    case .matches: break
    case .differs:
      findings.report(
        .defaultBreaksLimit(text, of: subject, limit: "the pattern '\(pattern)'"), at: source)
    case .tooCostly: findings.report(.costlyPattern(pattern, of: subject), at: source)
    }
  }
}

extension NSAttributeType {
  /// A number as a decimal, for comparison with limits, which are decimals.
  func decimal(of value: Any?) -> Decimal? {
    guard isNumeric else { return nil }
    switch value {
    case let number as Decimal: return number
    case let number as Int16: return Decimal(number)
    case let number as Int32: return Decimal(number)
    case let number as Int64: return Decimal(number)
    // By way of the shortest text, so that 0.1 is compared as 0.1.
    case let number as Float: return ModelText.decimal(number.description)
    case let number as Double: return ModelText.decimal(number.description)
    default: return nil
    }
  }
}
