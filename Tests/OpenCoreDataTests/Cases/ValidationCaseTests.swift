import Foundation
import OpenCoreData
import Testing

@Suite("Validation by case") struct ValidationCaseTests {
  private func stack(
    _ kind: StoreKind, _ change: ([String: NSEntityDescription]) -> Void = { _ in }
  ) throws -> Stack {
    try Stack(
      kind,
      companyModel { entities in
        let attributes = entities["Employee"]?.attributesByName
        attributes?["nick"]?.limits.pattern = "[a-z]+"
        attributes?["hired"]?.limits.earliest = Date(timeIntervalSince1970: 0)
        attributes?["hired"]?.limits.latest = Date(timeIntervalSince1970: 4e9)
        change(entities)
      })
  }

  /// The error of a save that must fail, and the proof that it changed nothing.
  private func failure(_ stack: Stack) throws -> CocoaError {
    let bytes = stack.bytes
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(stack.bytes == bytes && stack.context.hasChanges)
    return try #require(error)
  }

  @Test(
    "case 13: who lost a required partner is told who took it", arguments: StoreKind.allCases,
    [false, true])
  func steal(_ kind: StoreKind, isSaved: Bool) throws {
    let stack = try stack(kind) { $0["Locker"]?.relationshipsByName["owner"]?.isOptional = false }
    let ann = stack.insert("Employee", ["name": "Ann"])
    let first = stack.insert("Locker", ["no": 1, "owner": ann])
    if isSaved { try stack.context.save() }
    let second = stack.insert("Locker", ["no": 2, "owner": ann])
    #expect(first.one("owner") == nil && ann.one("locker") === second)
    let error = try failure(stack)
    #expect(error.code.rawValue == 1570 && error.validationKey == "owner")
    #expect(error.validationObject as? NSManagedObject === first)
    #expect(
      error.localizedDescription.hasSuffix(
        "; Locker '\(second.objectID.text)' took Employee '\(ann.objectID.text)' over"),
      "\(error.localizedDescription)")
    first.setValue(stack.insert("Employee", ["name": "Bob"]), forKey: "owner")
    try stack.context.save()
  }

  @Test(
    "case 18: who lost a required object by its deletion is told which",
    arguments: StoreKind.allCases)
  func nullify(_ kind: StoreKind) throws {
    let stack = try stack(kind) {
      $0["Employee"]?.relationshipsByName["department"]?.isOptional = false
    }
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    stack.context.delete(lab)
    let one = try failure(stack)
    #expect(one.code.rawValue == 1570 && one.validationObject as? NSManagedObject === ann)
    #expect(
      one.localizedDescription.hasSuffix(
        "; Department '\(lab.objectID.text)', which it led to, was deleted"),
      "\(one.localizedDescription)")
    stack.context.rollback()
    let bob = stack.insert("Employee", ["name": "Bob", "department": lab])
    try stack.context.save()
    stack.context.delete(lab)
    let two = try failure(stack)
    #expect(two.code.rawValue == 1560)
    #expect(two.detailedErrors.map { ($0 as NSError).code } == [1570, 1570])
    stack.context.rollback()
    lab.mutableSetValue(forKey: "employees").remove(bob)
    #expect(
      try failure(stack).localizedDescription.hasSuffix(
        "; Department '\(lab.objectID.text)' let it go"))
    // What the object itself was told needs no explanation.
    bob.setValue(lab, forKey: "department")
    bob.setValue(nil, forKey: "department")
    #expect(try failure(stack).localizedDescription.hasSuffix("make it optional in the model"))
  }

  @Test(
    "case 24: a required attribute without a value is named with its object",
    arguments: StoreKind.allCases)
  func mandatory(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee")
    let error = try failure(stack)
    let info = (error as NSError).userInfo
    #expect(error.code == .validationMissingMandatoryProperty)
    #expect(info["NSValidationErrorKey"] as? String == "name")
    #expect(info["NSValidationErrorObject"] as? NSManagedObject === ann)
    #expect(info["NSValidationErrorValue"] == nil)
    #expect(
      error.localizedDescription
        == "'name' of Employee '\(ann.objectID.text)' is required and has no value; give it a value of the "
        + "type String, or make it optional in the model")
  }

  struct Limit: Sendable, CustomTestStringConvertible {
    var key: String
    var value: any Sendable
    var code: Int
    var text: String
    var condition: String
    var testDescription: String { "\(key) = \(value): \(code)" }
  }

  static let limits = [
    Limit(
      key: "name", value: "12345678901", code: 1660,
      text:
        "is longer than the 10 characters that the model allows; set a shorter value of the type String",
      condition: "length <= 10"),
    Limit(
      key: "name", value: "1", code: 1670,
      text:
        "is shorter than the 2 characters that the model asks for; set a longer value of the type String",
      condition: "length >= 2"),
    Limit(
      key: "nick", value: "B4", code: 1680,
      text: "does not match the pattern '[a-z]+'; set a value of the type String that matches",
      condition: "SELF MATCHES"),
    Limit(
      key: "salary", value: -1, code: 1620,
      text: "is below the minimum 0; set a larger value of the type Integer 32",
      condition: "SELF >= 0"),
    Limit(
      key: "salary", value: 1_000_001, code: 1610,
      text: "is above the maximum 1000000; set a smaller value of the type Integer 32",
      condition: "SELF <= 1000000"),
    Limit(
      key: "hired", value: Date(timeIntervalSince1970: 5e9), code: 1630,
      text: "is after the maximum 2096-10-02T07:06:40Z; set an earlier value of the type Date",
      condition: "SELF <="),
    Limit(
      key: "hired", value: Date(timeIntervalSince1970: -5), code: 1640,
      text: "is before the minimum 1970-01-01T00:00:00Z; set a later value of the type Date",
      condition: "SELF >="),
  ]

  @Test(
    "case 25: a limit that is broken is told with its code, its condition and what to do",
    arguments: StoreKind.allCases, limits)
  func limit(_ kind: StoreKind, _ limit: Limit) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    ann.setValue(limit.value, forKey: limit.key)
    let error = try failure(stack)
    #expect(error.code.rawValue == limit.code && error.validationKey == limit.key)
    #expect(error.validationObject as? NSManagedObject === ann && error.validationValue != nil)
    #expect(
      error.localizedDescription.hasPrefix(
        "'\(limit.key)' of Employee '\(ann.objectID.text)' \(limit.text)"),
      "\(error.localizedDescription)")
    #expect(
      error.validationPredicate?.predicateFormat.hasPrefix(limit.condition) == true,
      "\(error.validationPredicate?.predicateFormat ?? "")")
  }

  @Test(
    "case 25: a value can be asked about before it is set, and is told the same",
    arguments: StoreKind.allCases, limits)
  func limitOfValue(_ kind: StoreKind, _ limit: Limit) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    var value: AnyObject? = limit.value as AnyObject
    let error = try #require(throws: CocoaError.self) {
      try ann.validateValue(&value, forKey: limit.key)
    }
    #expect(error.code.rawValue == limit.code && error.validationKey == limit.key)
    #expect(error.validationObject as? NSManagedObject === ann)
    try stack.context.save()
  }

  @Test(
    "case 25: a condition with a text is told by the text, saved or asked about",
    arguments: StoreKind.allCases)
  func warning(_ kind: StoreKind) throws {
    let even = NSPredicate(format: "modulus:by:(SELF, 2) == 0")
    let stack = try stack(kind) {
      $0["Employee"]?.attributesByName["small"]?.setValidationPredicates(
        [even], withValidationWarnings: ["Even ones only."])
    }
    let ann = stack.insert("Employee", ["name": "Ann", "small": 3])
    var value: AnyObject? = 3 as AnyObject
    let asked = try #require(throws: CocoaError.self) {
      try ann.validateValue(&value, forKey: "small")
    }
    for error in [try failure(stack), asked] {
      #expect(error.code.rawValue == 1550 && error.validationKey == "small")
      #expect(error.localizedDescription == "Even ones only.")
      #expect(error.validationPredicate === even)
      #expect((error.validationValue as? NSNumber)?.intValue == 3)
    }
  }

  @Test(
    "cases 24, 29 and 30: nil, the empty text and numbers that do not fit can be asked about",
    arguments: StoreKind.allCases)
  func asking(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let lab = stack.insert("Department", ["name": "Lab"])
    let values: [(NSManagedObject, String, AnyObject?, Int?)] = [
      (ann, "name", nil, 1570), (ann, "nick", nil, nil), (ann, "name", "" as AnyObject, 1670),
      (lab, "name", "" as AnyObject, nil), (ann, "small", 40000 as AnyObject, 1610),
      (ann, "ratio", Double.nan as AnyObject, 1610),
      (ann, "ratio", Double.infinity as AnyObject, 1610),
    ]
    for (object, key, value, expected) in values {
      var value = value
      let found = code { try object.validateValue(&value, forKey: key) }
      #expect(found == expected, "\(key) \(value as Any)")
    }
    try stack.context.save()
  }

  @Test(
    "case 26: one error is bare, two are one with both, across objects too",
    arguments: StoreKind.allCases)
  func several(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["salary": -1])
    let both = try failure(stack)
    #expect(both.code == .validationMultipleErrors)
    let details = (both as NSError).userInfo["NSDetailedErrors"] as? [any Error]
    #expect(details?.map { ($0 as NSError).code } == [1570, 1620])
    ann.setValue(1, forKey: "salary")
    #expect(try failure(stack).code.rawValue == 1570)
    _ = stack.insert("Department")
    let two = try failure(stack)
    #expect(two.code.rawValue == 1560 && two.detailedErrors.count == 2)
  }

  @Test(
    "case 27: a class may replace values while it checks them, and its errors pass",
    arguments: StoreKind.allCases)
  func inOut(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: Trimmer.self))
    let ann = stack.insert("Employee", ["name": "  Ann "])
    try stack.context.save()
    #expect(ann.name == "Ann" && !ann.hasChanges)
    #expect(try stack.reopened().named("Ann", "Employee") != nil)
    ann.setValue("bad", forKey: "nick")
    let error = #expect(throws: NSError.self) { try stack.context.save() }
    #expect(error?.domain == "Trimmer" && error?.code == 3)
    #expect(error?.localizedDescription == "Not that.")
    var value: AnyObject? = " Eve " as AnyObject
    try ann.validateValue(&value, forKey: "name")
    #expect(value as? String == "Eve" && ann.name == "Ann")
  }

  @Test(
    "case 28: what failed can be mended and saved, and the file kept its bytes",
    arguments: StoreKind.allCases)
  func mending(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let bytes = stack.bytes
    ann.setValue("A", forKey: "name")
    for _ in 0..<2 { #expect(try failure(stack).code.rawValue == 1670) }
    #expect(stack.bytes == bytes)
    ann.setValue("Anna", forKey: "name")
    try stack.context.save()
    #expect(try stack.reopened().named("Anna", "Employee") != nil)
  }

  @Test(
    "case 29: the empty text is a value, though perhaps too short a one",
    arguments: StoreKind.allCases)
  func empty(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    _ = stack.insert("Department", ["name": ""])
    try stack.context.save()
    _ = stack.insert("Employee", ["name": ""])
    #expect(try failure(stack).code.rawValue == 1670)
  }

  @Test("case 30: numbers that no store can keep are refused", arguments: StoreKind.allCases)
  func numbers(_ kind: StoreKind) throws {
    let values: [(String, any Sendable, Int, String)] = [
      (
        "small", 40000, 1610,
        "does not fit Integer 16; it holds -32768 to 32767, whole numbers only; set one that fits"
      ),
      ("ratio", Double.nan, 1610, "is not a finite number"),
      ("ratio", -Double.infinity, 1610, "is not a finite number"),
      ("hired", Date(timeIntervalSinceReferenceDate: .nan), 1650, "is not a finite number"),
    ]
    for (key, value, code, text) in values {
      let stack = try stack(kind)
      let ann = stack.insert("Employee", ["name": "Ann", key: value])
      let error = try failure(stack)
      #expect(error.code.rawValue == code && error.validationKey == key)
      #expect(
        error.localizedDescription.contains("\(ann.objectID.text)' \(text)"),
        "\(error.localizedDescription)")
    }
  }

  @Test("values of another type have codes of their own")
  func types() throws {
    let stack = try stack(.inMemory) {
      $0["Employee"]?.properties.append(attribute("page", .URIAttributeType))
    }
    let ann = stack.insert("Employee", ["name": "Ann"])
    for (key, expected) in [("hired", 1650), ("page", 1690), ("salary", 1550)] {
      var value: AnyObject? = "text" as AnyObject
      #expect(code { try ann.validateValue(&value, forKey: key) } == expected)
    }
  }

  @Test("too few members are told with the deletion that took them", arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) throws {
    let stack = try stack(kind) {
      $0["Employee"]?.relationshipsByName["tags"]?.isOptional = false
      $0["Employee"]?.relationshipsByName["tags"]?.minCount = 1
      $0["Employee"]?.relationshipsByName["tags"]?.maxCount = 2
    }
    let tag = stack.insert("Tag", ["name": "x"])
    let ann = stack.insert("Employee", ["name": "Ann", "tags": Set([tag])])
    try stack.context.save()
    stack.context.delete(tag)
    let error = try failure(stack)
    #expect(error.code == .validationRelationshipLacksMinimumCount && error.validationKey == "tags")
    #expect(
      error.localizedDescription.hasSuffix(
        "has 0 members and needs at least 1; add objects of 'Tag'; Tag '\(tag.objectID.text)' was deleted"
      ),
      "\(error.localizedDescription)")
    let tags = ["x", "y", "z"].map { stack.insert("Tag", ["name": $0]) }
    ann.setValue(Set(tags), forKey: "tags")
    #expect(try failure(stack).code == .validationRelationshipExceedsMaximumCount)
  }

  @Test(
    "messages are in the words of the model's localisation dictionary",
    arguments: StoreKind.allCases)
  func localisation(_ kind: StoreKind) throws {
    let model = companyModel { entities in
      let level = entities["Employee"]?.attributesByName["small"]
      level?.setValidationPredicates(
        [NSPredicate(format: "SELF != 4")], withValidationWarnings: ["No fours."])
    }
    model.localizationDictionary = [
      "Entity/Manager": "Leiterin", "Property/name/Entity/Employee": "Name",
      "Property/salary": "Gehalt", "ErrorString/No fours.": "Keine Vieren.",
      "ErrorString/1570": "%{ENTITY}@ %{OBJECT}@ braucht %{PROPERTY}@.",
    ]
    let stack = try Stack(kind, model)
    let max = stack.insert("Manager")
    #expect(
      try failure(stack).localizedDescription == "Leiterin \(max.objectID.text) braucht Name.")
    max.setValue("Max", forKey: "name")
    max.setValue(-1, forKey: "salary")
    #expect(
      try failure(stack).localizedDescription.hasPrefix(
        "'Gehalt' of Leiterin '\(max.objectID.text)'"))
    max.setValue(1, forKey: "salary")
    max.setValue(4, forKey: "small")
    let error = try failure(stack)
    #expect(error.localizedDescription == "Keine Vieren." && error.code.rawValue == 1550)
  }
}

private final class Trimmer: NSManagedObject {
  override func validateValue(
    _ value: AutoreleasingUnsafeMutablePointer<AnyObject?>, forKey key: String
  ) throws {
    if key == "name", let text = value.pointee as? String {
      value.pointee = text.trimmingCharacters(in: .whitespaces) as AnyObject
    }
    if key == "nick", value.pointee as? String == "bad" {
      throw NSError(
        domain: "Trimmer", code: 3, userInfo: [NSLocalizedDescriptionKey: "Not that."])
    }
    try super.validateValue(value, forKey: key)
  }
}
