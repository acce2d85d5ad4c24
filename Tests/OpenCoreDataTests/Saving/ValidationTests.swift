import Foundation
import OpenCoreData
import Testing

@Suite("Validation") struct ValidationTests {
  /// A case: what is set, and the code that comes of it.
  struct Case: Sendable, CustomTestStringConvertible {
    var key: String
    var value: any Sendable
    var code: Int
    var testDescription: String { "\(key) = \(value): \(code)" }
  }

  static let cases = [
    Case(key: "name", value: "12345678901", code: 1660), Case(key: "name", value: "1", code: 1670),
    Case(key: "name", value: "", code: 1670), Case(key: "nick", value: "B", code: 1680),
    Case(key: "salary", value: -1, code: 1620), Case(key: "salary", value: 1_000_001, code: 1610),
    Case(key: "hired", value: Date(timeIntervalSince1970: -1), code: 1640),
    Case(key: "hired", value: Date(timeIntervalSince1970: 5e9), code: 1630),
    Case(key: "small", value: 40000, code: 1610), Case(key: "salary", value: 1e30, code: 1610),
    Case(key: "salary", value: 0.5, code: 1610), Case(key: "ratio", value: Double.nan, code: 1610),
    Case(key: "ratio", value: -Double.infinity, code: 1610),
  ]

  private func stack(_ kind: StoreKind) throws -> Stack {
    try Stack(
      kind,
      companyModel { entities in
        let attributes = entities["Employee"]?.attributesByName
        attributes?["nick"]?.limits.pattern = "[a-z]+|[0-9]"
        attributes?["hired"]?.limits.earliest = Date(timeIntervalSince1970: 0)
        attributes?["hired"]?.limits.latest = Date(timeIntervalSince1970: 4e9)
      })
  }

  @Test("a value beyond a limit fails the save with its code, object and key", arguments: cases)
  func limits(_ example: Case) throws {
    let stack = try stack(.binary)
    let employee = stack.insert("Employee", ["name": "Ann"])
    employee.setValue(example.value, forKey: example.key)
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == example.code)
    #expect(error?.validationKey == example.key)
    #expect(error?.validationObject as? NSManagedObject === employee)
    #expect(error?.localizedDescription.contains("'\(example.key)' of Employee") == true)
    #expect(stack.bytes == nil && employee.isInserted && stack.context.hasChanges)
  }

  @Test("the same rules hold for validateValue", arguments: cases.filter { $0.key != "small" })
  func validateValue(_ example: Case) throws {
    let employee = try stack(.inMemory).insert("Employee", ["name": "Ann"])
    var value: AnyObject? = example.value as AnyObject
    let found = code { try employee.validateValue(&value, forKey: example.key) }
    #expect(found == example.code)
    var nothing: AnyObject?
    #expect(code { try employee.validateValue(&nothing, forKey: "name") } == 1570)
    #expect(code { try employee.validateValue(&nothing, forKey: "nick") } == nil)
  }

  @Test(
    "one problem is thrown bare, several as one error that has them all",
    arguments: StoreKind.allCases)
  func several(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let employee = stack.insert("Employee", ["salary": -1])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationMultipleErrors)
    #expect(Set(error?.detailedErrors.map { ($0 as NSError).code } ?? []) == [1570, 1620])
    employee.setValue(1, forKey: "salary")
    #expect(code { try stack.context.save() } == 1570)
    _ = stack.insert("Department")
    #expect(code { try stack.context.save() } == 1560)
  }

  @Test("a save that failed succeeds once the mistake is mended", arguments: StoreKind.allCases)
  func mend(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let bytes = stack.bytes
    ann.setValue(nil, forKey: "name")
    #expect(code { try stack.context.save() } == 1570)
    #expect(stack.bytes == bytes)
    ann.setValue("Bob", forKey: "name")
    try stack.context.save()
    #expect(try stack.reopened().named("Bob", "Employee") != nil)
  }

  @Test("a relationship may want a number of members", arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) throws {
    let stack = try Stack(
      kind,
      companyModel { entities in
        let tags = entities["Employee"]?.relationshipsByName["tags"]
        tags?.isOptional = false
        tags?.minCount = 1
        tags?.maxCount = 2
      })
    let ann = stack.insert("Employee", ["name": "Ann"])
    #expect(code { try stack.context.save() } == 1580)
    for name in ["a", "b", "c"] {
      ann.mutableSetValue(forKey: "tags").add(stack.insert("Tag", ["name": name]))
    }
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationRelationshipExceedsMaximumCount)
    #expect(error?.validationKey == "tags")
  }

  @Test(
    "a class may add rules, and change values while it checks them", arguments: StoreKind.allCases)
  func classRules(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: Careful.self))
    let ann = Careful(context: stack.context)
    ann.setValue(" Ann ", forKey: "name")
    try stack.context.save()
    #expect(ann.name == "Ann")
    #expect(try stack.reopened().named("Ann", "Employee") != nil)
    ann.setValue("cursed", forKey: "nick")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.domain == "Careful" && error?.code == 7)
    ann.setValue(nil, forKey: "nick")
    stack.context.delete(ann)
    #expect(code { try stack.context.save() } == 9)
  }

  @Test("a class may validate other objects on the way, and still sees its own value")
  func nested() throws {
    let stack = try Stack(.inMemory, companyModel(employees: Pedantic.self))
    let ann = stack.insert("Employee", ["name": "Ann"])
    let bob = stack.insert("Employee", ["name": " Bob ", "partner": ann])
    try stack.context.save()
    #expect(ann.name == "Ann" && bob.name == "Bob")
    ann.setValue(" Ann", forKey: "name")
    bob.setValue("Bob  ", forKey: "name")
    try stack.context.save()
    #expect(ann.name == "Ann" && bob.name == "Bob")
  }
}

/// Validates its partner with itself.
private final class Pedantic: NSManagedObject {
  private var isValidating = false

  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    if !isValidating, let partner = one("partner") {
      isValidating = true
      defer { isValidating = false }
      try partner.validateForUpdate()
    }
    if key == "name", let text = value.pointee as? String {
      value.pointee = text.trimmingCharacters(in: .whitespaces) as AnyObject
    }
    try super.validateValue(value, forKey: key)
  }
}

private final class Careful: NSManagedObject {
  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    if key == "name", let text = value.pointee as? String {
      value.pointee = text.trimmingCharacters(in: .whitespaces) as AnyObject
    }
    if key == "nick", value.pointee as? String == "cursed" {
      throw NSError(domain: "Careful", code: 7)
    }
    try super.validateValue(value, forKey: key)
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    throw NSError(domain: "Careful", code: 9)
  }
}
