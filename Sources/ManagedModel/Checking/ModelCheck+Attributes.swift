import Foundation

extension ModelCheck {
  /// Checks that an attribute has a type, and limits that its default satisfies.
  func check(_ attribute: NSAttributeDescription) {
    checkType(of: attribute)
    if let derived = attribute as? NSDerivedAttributeDescription, derived.derivationText == nil {
      findings.report(.missingDerivation(attribute.subject), at: attribute.source)
    }
    checkLimits(of: attribute)
  }

  private func checkType(of attribute: NSAttributeDescription) {
    let type = attribute.attributeType
    // A file with an unknown type was told so already.
    if type == .undefinedAttributeType, !attribute.isTransient,
      attribute.source?["attributeType"] == nil
    {
      findings.report(.missingType(attribute.subject), at: attribute.source)
    }
    if let value = attribute.defaultValue, type.normalized(value) == nil {
      findings.report(
        .wrongDefault(attribute.subject, type: type.modelName ?? "ObjectID"),
        at: attribute.source)
    }
  }

  private func checkLimits(of attribute: NSAttributeDescription) {
    let (limits, value) = (attribute.limits, attribute.defaultValue)
    let type = attribute.attributeType
    if type.isNumeric {
      checkRange(
        limits.minimum, limits.maximum, type.decimal(of: value), of: attribute, unit: "",
        text: \.description)
    } else if type == .dateAttributeType {
      checkRange(
        limits.earliest, limits.latest, value as? Date, of: attribute, unit: "",
        text: { $0.formatted(.iso8601) })
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
    let stated = (attribute.defaultValue as? String) ?? text(value)
    findings.report(
      .defaultBreaksLimit(stated, of: attribute.subject, limit: limit), at: attribute.source)
  }

  private func checkPattern(of attribute: NSAttributeDescription) {
    guard let pattern = attribute.limits.pattern else { return }
    guard let expression = try? NSRegularExpression(pattern: "\\A(?:\(pattern))\\z") else {
      return findings.report(
        .badPattern(pattern, of: attribute.subject), at: attribute.source)
    }
    guard let text = attribute.defaultValue as? String, Self.isHarmless(pattern, for: text) else {
      return
    }
    let whole = NSRange(location: 0, length: text.utf16.count)
    if expression.firstMatch(in: text, range: whole) == nil {
      findings.report(
        .defaultBreaksLimit(text, of: attribute.subject, limit: "the pattern '\(pattern)'"),
        at: attribute.source)
    }
  }

  /// Whether matching cannot take for ever: repeated groups may take time that doubles with each
  /// letter, and a model is not trusted.
  private static func isHarmless(_ pattern: String, for text: String) -> Bool {
    let repeatsGroups = [")+", ")*", "){"].contains { pattern.contains($0) }
    return text.utf16.count <= (repeatsGroups ? 20 : 1000)
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
