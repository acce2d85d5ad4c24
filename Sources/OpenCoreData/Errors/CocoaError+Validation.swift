import DocumentStore
import Foundation
import ManagedModel
import Predicates

/// Errors about one property of one object: which it is, what is wrong, what to do.
extension CocoaError {
  private init(
    _ code: CocoaError.Code, _ object: NSManagedObject, _ slot: Int, _ sentence: String,
    _ more: [String: Any] = [:]
  ) {
    let key = object.layout.columns[slot].name
    var info = more
    info[NSValidationObjectErrorKey] = object
    info[NSValidationKeyErrorKey] = key
    if info[NSValidationValueErrorKey] == nil {
      let value = object.value(at: slot)
      // Foundation on Linux stops the program that prints a date which is no number.
      let isPrintable = (value as? Date)?.timeIntervalSinceReferenceDate.isFinite ?? true
      if isPrintable { info[NSValidationValueErrorKey] = value }
    }
    let texts = ModelTexts(object.entity)
    self.init(code, saying: texts.message(code.rawValue, object, key, sentence), info)
  }

  /// An element of a composite that must have a value.
  static func missing(
    _ object: NSManagedObject, _ slot: Int, element path: [String]
  ) -> CocoaError {
    CocoaError(
      .validationMissingMandatoryProperty, object, slot,
      "has no '\(path.joined(separator: "."))', which is required; give it a value, or make the element "
        + "optional in the model")
  }

  /// A property that must have a value; where another object's change has emptied it, that is told.
  static func missing(_ object: NSManagedObject, _ slot: Int) -> CocoaError {
    let type = object.layout.types[slot]
    let destination = object.layout.relationships[slot]?.destinationName ?? ""
    return CocoaError(
      .validationMissingMandatoryProperty, object, slot,
      (type.isRelationship
        ? "is required and leads to no '\(destination)'; set it, or make it optional in the model"
        : "is required and has no value; give it a value of the type \(type.displayName), or make it "
          + "optional in the model")
        + object.cause(ofMissing: slot))
  }

  /// A value that breaks a rule; `path` leads to the element, where it is one of a composite.
  static func broken(
    _ violation: RuleViolation, _ column: ColumnSchema, _ object: NSManagedObject, _ slot: Int,
    element path: [String] = []
  ) -> CocoaError {
    let part = path.isEmpty ? "" : "has an element '\(path.joined(separator: "."))' that "
    let code = code(of: violation, column)
    var info: [String: Any] = [:]
    if path.isEmpty { info[NSValidationPredicateErrorKey] = object.condition(slot, of: code) }
    return CocoaError(
      code, object, slot,
      "\(part)\(column.sentence(for: violation)); \(column.advice(for: violation))", info)
  }

  /// The code for a value that breaks a rule.
  static func code(of violation: RuleViolation, _ column: ColumnSchema) -> CocoaError.Code {
    switch violation {
    case .notFinite where column.type == .date: .validationInvalidDate
    case .outOfRange, .notFinite: .validationNumberTooLarge
    case .belowMinimum: column.type == .date ? .validationDateTooSoon : .validationNumberTooSmall
    case .aboveMaximum: column.type == .date ? .validationDateTooLate : .validationNumberTooLarge
    case .tooShort: .validationStringTooShort
    case .tooLong: .validationStringTooLong
    case .patternMismatch: .validationStringPatternMatching
    }
  }

  /// A record that no object stands for, and that a relationship does not let go.
  static func denied(_ record: String, _ key: String, _ count: Int) -> CocoaError {
    CocoaError(
      .validationRelationshipDeniedDelete,
      saying:
        """
        '\(key)' of \(record) denies the deletion: it still has \(count) \
        \(count == 1 ? "member" : "members"); delete them, too, or let them go first
        """, [NSValidationKeyErrorKey: key])
  }

  /// A value that does not satisfy a condition that code added to the model.
  static func unsatisfied(
    _ rule: ValidationRule, _ object: NSManagedObject, _ slot: Int, _ value: Any,
    because reason: EvaluationError? = nil
  ) -> CocoaError {
    unsatisfied(
      rule, object.label, object.layout.columns[slot].name, value, because: reason,
      ModelTexts(object.entity), [NSValidationObjectErrorKey: object])
  }

  /// As above, for an object or a record by what messages call it.
  static func unsatisfied(
    _ rule: ValidationRule, _ label: String, _ key: String, _ value: Any,
    because reason: EvaluationError? = nil, _ texts: ModelTexts, _ more: [String: Any] = [:]
  ) -> CocoaError {
    var info = more
    info[NSValidationKeyErrorKey] = key
    info[NSValidationValueErrorKey] = NumberObject.boxed(value)
    info[NSValidationPredicateErrorKey] = rule.predicate
    var code = CocoaError.Code.managedObjectValidation
    if case .code(let number) = rule.warning { code = CocoaError.Code(rawValue: number) }
    if case .text(let warning) = rule.warning, reason == nil {
      return CocoaError(code, saying: texts.errorString(warning), info)
    }
    let condition = "the condition \(rule.predicate.predicateFormat)"
    let sentence =
      reason.map { "cannot be held against \(condition): \($0)" } ?? "does not satisfy \(condition)"
    return CocoaError(code, saying: "'\(key)' of \(label) \(sentence)", info)
  }

  static func count(
    _ count: Int, tooFew: Bool, _ object: NSManagedObject, _ slot: Int
  ) -> CocoaError {
    let schema = object.layout.columns[slot].relationship
    let name = schema?.destinationName ?? ""
    return tooFew
      ? CocoaError(
        .validationRelationshipLacksMinimumCount, object, slot,
        "has \(count) members and needs at least \(max(schema?.minimumCount ?? 1, 1)); add objects of "
          + "'\(name)'\(object.cause(ofLacking: slot))")
      : CocoaError(
        .validationRelationshipExceedsMaximumCount, object, slot,
        "has \(count) members and may have at most \(schema?.maximumCount ?? 0); remove some of its "
          + "objects of '\(name)'")
  }

  static func denied(
    _ object: NSManagedObject, _ slot: Int, _ left: [NSManagedObject]
  ) -> CocoaError {
    CocoaError(
      .validationRelationshipDeniedDelete, object, slot,
      """
      denies the deletion: it still has \(left.count) \(left.count == 1 ? "member" : "members"); delete \
      them, too, or let them go first
      """, [NSValidationValueErrorKey: Set(left)])
  }

  /// A value of another type than the property's.
  static func unacceptable(_ value: Any, _ object: NSManagedObject, _ slot: Int) -> CocoaError {
    let code: CocoaError.Code =
      switch object.layout.types[slot] {
      case .date: .validationInvalidDate
      case .uri: .validationInvalidURI
      default: .managedObjectValidation
      }
    return CocoaError(
      code, object, slot,
      "takes values of the type \(object.layout.types[slot].displayName), not \(type(of: value))",
      [NSValidationValueErrorKey: value])
  }
}

extension NSManagedObject {
  /// The condition of the model that a code stands for.
  fileprivate func condition(_ slot: Int, of code: CocoaError.Code) -> NSPredicate? {
    guard let property = entity.propertiesByName[layout.columns[slot].name] else { return nil }
    return zip(property.validationPredicates, property.validationWarnings)
      .first { $0.1 as? Int == code.rawValue }?.0
  }
}

extension ColumnSchema {
  /// What to do about a value that breaks a rule.
  fileprivate func advice(for violation: RuleViolation) -> String {
    let value = "value of the type \(type.displayName)"
    return switch violation {
    case .outOfRange: "set one that fits, or give the attribute a wider type in the model"
    case .notFinite: "set a finite one, or none"
    case .belowMinimum:
      "set a \(type == .date ? "later" : "larger") \(value), or lower the minimum in the model"
    case .aboveMaximum:
      "set \(type == .date ? "an earlier" : "a smaller") \(value), or raise the maximum in the model"
    case .tooShort: "set a longer \(value), or lower the minimum in the model"
    case .tooLong: "set a shorter \(value), or raise the maximum in the model"
    case .patternMismatch: "set a \(value) that matches, or change the pattern in the model"
    }
  }
}
