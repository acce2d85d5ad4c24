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
      info[NSValidationValueErrorKey] = object.value(at: slot)
    }
    self.init(code, saying: "'\(key)' of \(object.label) \(sentence)", info)
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

  static func missing(_ object: NSManagedObject, _ slot: Int) -> CocoaError {
    let isLink = object.layout.types[slot].isRelationship
    let destination = object.layout.relationships[slot]?.destinationName ?? ""
    return CocoaError(
      .validationMissingMandatoryProperty, object, slot,
      (isLink
        ? "is required and leads to no '\(destination)'; set it, or make it optional in the model"
        : "is required and has no value; give it one, or make it optional in the model")
        + thief(object, slot))
  }

  /// Who took a one-to-one relationship's destination away, where that can be seen.
  private static func thief(_ object: NSManagedObject, _ slot: Int) -> String {
    guard let relationship = object.layout.relationships[slot], !relationship.isToMany,
      case .reference(let before)? = object.extras?.committedValue(of: slot),
      let lost = object.shelf?.object(for: before),
      let inverse = relationship.inverse(in: lost.layout), !inverse.isToMany
    else { return "" }
    guard let taker = lost.target(inverse.slot) else {
      return lost.isDeleted ? "; it led to \(lost.label), which was deleted" : ""
    }
    return "; \(taker.label) took \(lost.label) over"
  }

  /// A value that breaks a rule; `path` leads to the element, where it is one of a composite.
  static func broken(
    _ violation: RuleViolation, _ column: ColumnSchema, _ object: NSManagedObject, _ slot: Int,
    element path: [String] = []
  ) -> CocoaError {
    let part = path.isEmpty ? "" : "has an element '\(path.joined(separator: "."))' that "
    return CocoaError(
      code(of: violation, column), object, slot, part + column.sentence(for: violation))
  }

  /// The code for a value that breaks a rule.
  static func code(of violation: RuleViolation, _ column: ColumnSchema) -> CocoaError.Code {
    switch violation {
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
      [NSValidationObjectErrorKey: object])
  }

  /// As above, for an object or a record by what messages call it.
  static func unsatisfied(
    _ rule: ValidationRule, _ label: String, _ key: String, _ value: Any,
    because reason: EvaluationError? = nil, _ more: [String: Any] = [:]
  ) -> CocoaError {
    var info = more
    info[NSValidationKeyErrorKey] = key
    info[NSValidationValueErrorKey] = value
    info[NSValidationPredicateErrorKey] = rule.predicate
    var code = CocoaError.Code.managedObjectValidation
    if case .code(let number) = rule.warning { code = CocoaError.Code(rawValue: number) }
    if case .text(let warning) = rule.warning, reason == nil {
      return CocoaError(code, saying: warning, info)
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
    return tooFew
      ? CocoaError(
        .validationRelationshipLacksMinimumCount, object, slot,
        "has \(count) members and needs at least \(max(schema?.minimumCount ?? 1, 1))")
      : CocoaError(
        .validationRelationshipExceedsMaximumCount, object, slot,
        "has \(count) members and may have at most \(schema?.maximumCount ?? 0)")
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

  static func unacceptable(_ value: Any, _ object: NSManagedObject, _ slot: Int) -> CocoaError {
    CocoaError(
      .managedObjectValidation, object, slot,
      "takes \(object.layout.types[slot].displayName) values, not \(type(of: value))",
      [NSValidationValueErrorKey: value])
  }
}
