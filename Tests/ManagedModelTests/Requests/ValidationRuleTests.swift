import Foundation
import ManagedModel
import Predicates
import Testing

/// Limits as predicates, and predicates beside limits.
@Suite("Validation predicates of the model")
struct ValidationRuleTests {
  private static func attribute(
    _ type: NSAttributeType, _ change: (inout AttributeLimits) -> Void
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.attributeType = type
    change(&attribute.limits)
    return attribute
  }

  private static let attributes = [
    attribute(.integer16AttributeType) {
      $0.minimum = 1
      $0.maximum = 5
    },
    attribute(.decimalAttributeType) { $0.maximum = Decimal(string: "0.5") },
    attribute(.dateAttributeType) {
      $0.earliest = Date(timeIntervalSinceReferenceDate: 0)
      $0.latest = Date(timeIntervalSinceReferenceDate: 60)
    },
    attribute(.stringAttributeType) {
      $0.minimumLength = 1
      $0.maximumLength = 9
      $0.pattern = "[a-z]+"
    },
  ]

  @Test("limits are conditions with the codes that Apple's compiler gives them")
  func limits() {
    #expect(
      Self.attributes.map { $0.validationPredicates.map(\.predicateFormat) } == [
        ["SELF >= 1", "SELF <= 5"], ["SELF <= CAST(\"0.5\", \"NSDecimalNumber\")"],
        [
          "SELF >= CAST(0.000000, \"NSDate\")", "SELF <= CAST(60.000000, \"NSDate\")",
        ], ["length >= 1", "length <= 9", "SELF MATCHES \"[a-z]+\""],
      ])
    #expect(
      Self.attributes.map { $0.validationWarnings.compactMap { $0 as? Int } } == [
        [1620, 1610], [1610], [1640, 1630], [1670, 1660, 1680],
      ])
    #expect(NSRelationshipDescription().validationPredicates.isEmpty)
  }

  @Test("set again, conditions that are limits are limits again", arguments: attributes)
  func round(_ attribute: NSAttributeDescription) throws {
    let other = NSAttributeDescription()
    other.attributeType = attribute.attributeType
    other.setValidationPredicates(
      attribute.validationPredicates, withValidationWarnings: attribute.validationWarnings)
    #expect(other.limits == attribute.limits)
    #expect(other.ownValidation.isEmpty)
    let extra = NSPredicate(format: "SELF != nil")
    other.setValidationPredicates(
      other.validationPredicates + [extra],
      withValidationWarnings: other.validationWarnings + ["No."])
    #expect(other.limits == attribute.limits && other.ownValidation.count == 1)
    #expect(other.validationPredicates.last === extra)
    #expect(other.validationWarnings.last as? String == "No.")
    let copy = try #require(other.copy() as? NSAttributeDescription)
    #expect(copy.validationPredicates.count == other.validationPredicates.count)
    other.setValidationPredicates(nil, withValidationWarnings: nil)
    #expect(other.limits.isEmpty && other.validationPredicates.isEmpty)
  }

  @Test("conditions are no part of the version hash")
  func hash() {
    let attribute = NSAttributeDescription()
    let hash = attribute.versionHash
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF > 1")], withValidationWarnings: ["Too small."])
    #expect(attribute.versionHash == hash)
  }

  @Test("a condition that no value of the type can meet is found")
  func problems() throws {
    let attribute = NSAttributeDescription()
    attribute.name = "n"
    attribute.attributeType = .integer16AttributeType
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF BEGINSWITH 'x'")], withValidationWarnings: nil)
    let entity = NSEntityDescription()
    entity.name = "A"
    entity.properties = [attribute]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    #expect(
      model.problems().map(\.description) == [
        "error: attribute 'n' of 'A': 'BEGINSWITH' compares texts, and a number is given"
      ])
  }
}
