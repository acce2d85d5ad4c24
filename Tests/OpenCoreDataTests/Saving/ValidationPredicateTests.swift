import Foundation
import ManagedModel
import OpenCoreData
import Predicates
import Testing

@Suite("Validation predicates") struct ValidationPredicateTests {
  private func stack(
    _ kind: StoreKind, key: String = "salary", _ predicates: [NSPredicate], _ warnings: [Any]
  ) throws -> Stack {
    try Stack(
      kind,
      companyModel { entities in
        let property = entities["Employee"]?.propertiesByName[key]
        property?.setValidationPredicates(
          (property?.validationPredicates ?? []) + predicates,
          withValidationWarnings: (property?.validationWarnings ?? []) + warnings)
      })
  }

  @Test(
    "a value that breaks a condition fails the save with the condition's warning",
    arguments: StoreKind.allCases)
  func warning(_ kind: StoreKind) throws {
    let even = NSPredicate(format: "modulus:by:(SELF, 2) == 0")
    let stack = try stack(kind, [even], ["Salaries are even."])
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 3])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == 1550)
    #expect(error?.localizedDescription == "Salaries are even.")
    #expect(error?.validationKey == "salary")
    #expect(error?.validationObject as? NSManagedObject === ann)
    let info = error.map { ($0 as NSError).userInfo }
    #expect(info?[NSValidationPredicateErrorKey] as? NSPredicate === even)
    #expect(info?[NSValidationValueErrorKey] as? Int32 == 3)
    ann.setValue(4, forKey: "salary")
    try stack.context.save()
  }

  @Test("a number as warning is the code, and without a warning the condition is told")
  func codes() throws {
    let predicates = [NSPredicate(format: "SELF != 3"), NSPredicate(format: "SELF != 4")]
    let stack = try stack(.inMemory, predicates, [1610])
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 3])
    #expect(code { try stack.context.save() } == 1610)
    ann.setValue(4, forKey: "salary")
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == 1550)
    #expect(
      error?.localizedDescription.contains("does not satisfy the condition SELF != 4") == true)
  }

  @Test("limits of the editor hold beside added conditions, and are gone where they are left out")
  func limits() throws {
    let stack = try stack(.inMemory, [NSPredicate(format: "SELF != 3")], ["Not three."])
    _ = stack.insert("Employee", ["name": "Ann", "salary": -1])
    #expect(code { try stack.context.save() } == 1620)
    let free = try Stack(
      .inMemory,
      companyModel { entities in
        entities["Employee"]?.attributesByName["salary"]?.setValidationPredicates(
          nil, withValidationWarnings: nil)
      })
    _ = free.insert("Employee", ["name": "Ann", "salary": -1])
    try free.context.save()
  }

  @Test("nil is not judged by conditions, and validateValue judges by them")
  func nilAndValidateValue() throws {
    let stack = try stack(.inMemory, key: "nick", [NSPredicate(format: "SELF != 'x'")], ["No x."])
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    var value: AnyObject? = "x" as AnyObject
    #expect(code { try ann.validateValue(&value, forKey: "nick") } == 1550)
    value = "y" as AnyObject
    #expect(code { try ann.validateValue(&value, forKey: "nick") } == nil)
  }

  @Test("a condition on a to-many relationship sees its members")
  func relationships() throws {
    let stack = try stack(
      .inMemory, key: "tags", [NSPredicate(format: "SELF.@count < 2")], ["One tag at most."])
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    ann.mutableSetValue(forKey: "tags").add(stack.insert("Tag", ["name": "good"]))
    try stack.context.save()
    ann.mutableSetValue(forKey: "tags").add(stack.insert("Tag", ["name": "bad"]))
    #expect(code { try stack.context.save() } == 1550)
  }

  @Test("a condition that cannot be evaluated says why")
  func unevaluable() throws {
    let stack = try stack(.inMemory, [NSPredicate(format: "SELF > $MIN")], ["Too small."])
    _ = stack.insert("Employee", ["name": "Ann", "salary": 3])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == 1550)
    #expect(error?.localizedDescription.contains("SELF > $MIN") == true)
  }
}
