import Foundation
import OpenCoreData
import Testing

@Suite("Relationships, by case") struct RelationshipCaseTests {
  /// A store with two departments, the first of which has two employees.
  private struct Company {
    let stack: Stack
    let lab: NSManagedObject
    let shop: NSManagedObject
    let ann: NSManagedObject
    let bob: NSManagedObject

    init(_ kind: StoreKind, _ change: ([String: NSEntityDescription]) -> Void = { _ in }) throws {
      stack = try Stack(kind, companyModel(change))
      lab = stack.insert("Department", ["name": "Lab"])
      shop = stack.insert("Department", ["name": "Shop"])
      ann = stack.insert("Employee", ["name": "Ann", "department": lab])
      bob = stack.insert("Employee", ["name": "Bob", "department": lab])
      try stack.context.save()
    }

    init(_ kind: StoreKind, _ rule: NSDeleteRule) throws {
      try self.init(kind) { $0["Department"]?.relationshipsByName["employees"]?.deleteRule = rule }
    }

    var context: NSManagedObjectContext { stack.context }

    /// The names of a department's employees, as another program reads them.
    func staff(_ department: String) throws -> [String] {
      let found = try stack.reopened().named(department, "Department")
      return (found?.list("employees") ?? []).compactMap(\.name).sorted()
    }
  }

  // MARK: Both sides

  @Test("case 11: both sides of a relationship change at once", arguments: StoreKind.allCases)
  func toOne(_ kind: StoreKind) throws {
    let company = try Company(kind)
    let (ann, shop) = (company.ann, company.shop)
    ann.setValue(nil, forKey: "department")
    try company.context.save()
    ann.setValue(shop, forKey: "department")
    #expect(shop.many("employees") == [ann] && ann.isUpdated && shop.isUpdated)
    #expect(company.context.updatedObjects == [ann, shop])
    try company.context.save()
    #expect(try company.staff("Shop") == ["Ann"])
  }

  @Test(
    "case 12: moving from either side leaves the former department, and all three have changed",
    arguments: StoreKind.allCases, [true, false])
  func move(_ kind: StoreKind, viaSet: Bool) throws {
    let company = try Company(kind)
    let (ann, lab, shop) = (company.ann, company.lab, company.shop)
    if viaSet {
      shop.mutableSetValue(forKey: "employees").add(ann)
    } else {
      ann.setValue(shop, forKey: "department")
    }
    #expect(lab.many("employees") == [company.bob] && shop.many("employees") == [ann])
    #expect(ann.one("department") === shop)
    #expect(company.context.updatedObjects == [ann, lab, shop])
    try company.context.save()
    #expect(try company.staff("Shop") == ["Ann"])
    #expect(try company.staff("Lab") == ["Bob"])
  }

  @Test(
    "case 13: who owns one thing at most lets the first go for the second",
    arguments: StoreKind.allCases, [true, false])
  func steal(_ kind: StoreKind, isSaved: Bool) throws {
    let stack = try Stack(kind)
    let lockers = [1, 2].map { stack.insert("Locker", ["no": $0]) }
    let ann = stack.insert("Employee", ["name": "Ann"])
    lockers[0].setValue(ann, forKey: "owner")
    if isSaved { try stack.context.save() }
    lockers[1].setValue(ann, forKey: "owner")
    #expect(lockers[0].one("owner") == nil && lockers[1].one("owner") === ann)
    #expect(ann.one("locker") === lockers[1])
    try stack.context.save()
    let again = try #require(try stack.reopened().named("Ann", "Employee"))
    #expect(again.one("locker")?.value(forKey: "no") as? Int64 == 2)
  }

  @Test(
    "case 14: many-to-many is the same from both sides, and nothing is there twice",
    arguments: StoreKind.allCases)
  func manyToMany(_ kind: StoreKind) throws {
    let company = try Company(kind)
    let (ann, bob) = (company.ann, company.bob)
    let (red, blue) = (
      company.stack.insert("Tag", ["name": "red"]), company.stack.insert("Tag", ["name": "blue"])
    )
    for _ in 0..<2 {
      ann.mutableSetValue(forKey: "tags").addObjects(from: [red, blue])
      red.mutableSetValue(forKey: "employees").addObjects(from: [ann, bob])
    }
    #expect(red.many("employees") == [ann, bob] && blue.many("employees") == [ann])
    #expect(ann.many("tags") == [red, blue] && bob.many("tags") == [red])
    try company.context.save()
    try check(company.stack, ["Ann": ["blue", "red"], "Bob": ["red"]])
    ann.mutableSetValue(forKey: "tags").remove(red)
    blue.mutableSetValue(forKey: "employees").remove(ann)
    blue.mutableSetValue(forKey: "employees").add(bob)
    #expect(red.many("employees") == [bob] && ann.many("tags").isEmpty)
    try company.context.save()
    try check(company.stack, ["Ann": [], "Bob": ["blue", "red"]])
  }

  /// That another program reads the tags of employees so, and the employees of tags accordingly.
  private func check(_ stack: Stack, _ expected: [String: [String]]) throws {
    let context = try stack.reopened()
    for employee in try context.all("Employee") {
      #expect(employee.list("tags").compactMap(\.name).sorted() == expected[employee.name ?? ""])
    }
    for tag in try context.all("Tag") {
      let bearers = expected.filter { $0.value.contains(tag.name ?? "") }.keys.sorted()
      #expect(tag.list("employees").compactMap(\.name).sorted() == bearers)
    }
    checkReferences(stack)
  }

  /// That each reference in a document names an object there, and no list names one twice.
  private func checkReferences(_ stack: Stack) {
    guard stack.kind == .xml else { return }
    let text = String(decoding: stack.bytes ?? Data(), as: UTF8.self)
    let ids = Set(text.matches(of: /<[A-Z]\w* id="([^"]*)"/).map { String($0.1) })
    #expect(!ids.isEmpty)
    for reference in text.matches(of: /<[a-z]\w* ref="([^"]*)"|<ref id="([^"]*)"/) {
      #expect(ids.contains(String(reference.1 ?? reference.2 ?? "")), "\(reference.0)")
    }
    for list in text.matches(of: /(?:<ref id="[^"]*"\/>\s*)+/) {
      let members = list.0.matches(of: /id="([^"]*)"/).map { String($0.1) }
      #expect(Set(members).count == members.count, "\(list.0)")
    }
  }

  @Test(
    "case 15: an ordered relationship keeps its order, and what the other side adds comes last",
    arguments: StoreKind.allCases)
  func ordered(_ kind: StoreKind) throws {
    let company = try Company(kind)
    let ann = company.ann
    func texts(_ object: NSManagedObject?) -> String {
      (object?.list("steps") ?? []).compactMap { $0.value(forKey: "text") as? String }.joined()
    }
    let steps = ["a", "b", "c", "d", "e"].map { company.stack.insert("Step", ["text": $0]) }
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    list.addObjects(from: Array(steps[0...2]))
    list.insert(steps[3], at: 0)
    #expect(texts(ann) == "dabc")
    list.moveObjects(at: IndexSet(integer: 0), to: 2)
    #expect(texts(ann) == "abdc")
    list.remove(steps[1])
    #expect(texts(ann) == "adc" && steps[1].one("employee") == nil)
    try company.context.save()
    #expect(texts(try company.stack.reopened().named("Ann", "Employee")) == "adc")
    steps[4].setValue(ann, forKey: "employee")
    steps[1].setValue(ann, forKey: "employee")
    ann.mutableOrderedSetValue(forKey: "steps").add(steps[0])
    steps[3].setValue(ann, forKey: "employee")
    #expect(texts(ann) == "adceb")
    try company.context.save()
    #expect(texts(try company.stack.reopened().named("Ann", "Employee")) == "adceb")
    checkReferences(company.stack)
  }

  @Test(
    "case 16: an object of another context or entity ends the program, with both named",
    arguments: StoreKind.allCases)
  func foreigners(_ kind: StoreKind) async throws {
    func text(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }
    let context = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind = kind as StoreKind] in
      let company = try Company(kind)
      let other = company.stack.anotherContext()
      company.ann.setValue(other.object(with: company.shop.objectID), forKey: "department")
    }
    #expect(text(context).contains("between objects in different contexts"))
    #expect(text(context).contains("'department'") && text(context).contains("Employee"))
    let entity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [kind = kind as StoreKind] in
      let company = try Company(kind)
      company.ann.setValue(company.bob, forKey: "department")
    }
    #expect(
      text(entity).contains(
        "unacceptable type of value for 'department' of 'Employee': expected 'Department'"),
      "\(text(entity))")
  }

  // MARK: Deletion

  @Test("case 17: Nullify leaves nobody with what was deleted", arguments: StoreKind.allCases)
  func nullify(_ kind: StoreKind) throws {
    let company = try Company(kind, .nullifyDeleteRule)
    company.context.delete(company.lab)
    for employee in [company.ann, company.bob] {
      #expect(employee.one("department") == nil && employee.isUpdated)
    }
    try company.context.save()
    let again = try company.stack.reopened()
    #expect(try again.all("Employee").map { $0.one("department") } == [nil, nil])
    #expect(try again.all("Department").map(\.name) == ["Shop"])
    checkReferences(company.stack)
  }

  @Test(
    "case 19: Cascade in a circle ends, and each object is told once", arguments: StoreKind.allCases
  )
  func cascade(_ kind: StoreKind) throws {
    let model = companyModel { entities in
      entities["Department"]?.relationshipsByName["employees"]?.deleteRule = .cascadeDeleteRule
      entities["Employee"]?.relationshipsByName["department"]?.deleteRule = .cascadeDeleteRule
      entities["Department"]?.managedObjectClassName = String(reflecting: MortalDepartment.self)
      entities["Employee"]?.managedObjectClassName = String(reflecting: MortalEmployee.self)
    }
    model.bind(MortalDepartment.self, MortalEmployee.self)
    let stack = try Stack(kind, model)
    let lab = stack.insert("Department", ["name": "Lab"])
    let staff = ["Ann", "Bob"].map { stack.insert("Employee", ["name": $0, "department": lab]) }
    try stack.context.save()
    stack.context.delete(staff[1])
    #expect(stack.context.deletedObjects == Set(staff + [lab]))
    try stack.context.save()
    #expect((staff + [lab]).map { ($0 as? Mortal)?.deletions } == [1, 1, 1])
    let again = try stack.reopened()
    #expect(try again.all("Employee").isEmpty && again.all("Department").isEmpty)
  }

  @Test(
    "case 20: Deny is found by the save, and deleting the members satisfies it",
    arguments: StoreKind.allCases)
  func deny(_ kind: StoreKind) throws {
    let company = try Company(kind, .denyDeleteRule)
    let bytes = company.stack.bytes
    company.context.delete(company.lab)
    #expect(company.lab.isDeleted)
    let error = try #require(throws: CocoaError.self) { try company.context.save() }
    #expect(error.code.rawValue == 1600 && error.validationKey == "employees")
    #expect(error.validationObject as? NSManagedObject === company.lab)
    #expect(company.stack.bytes == bytes && company.lab.isDeleted)
    for employee in [company.ann, company.bob] { company.context.delete(employee) }
    try company.context.save()
    let again = try company.stack.reopened()
    #expect(try again.all("Employee").isEmpty)
    #expect(try again.all("Department").map(\.name) == ["Shop"])
  }

  @Test(
    "case 21: rolling back after a denied deletion restores everything",
    arguments: StoreKind.allCases)
  func denyAndRollBack(_ kind: StoreKind) throws {
    let company = try Company(kind, .denyDeleteRule)
    let (lab, staff) = (company.lab, [company.ann, company.bob])
    company.context.delete(lab)
    #expect(code { try company.context.save() } == 1600)
    company.context.rollback()
    #expect(!lab.isDeleted && lab.many("employees") == Set(staff) && lab.name == "Lab")
    #expect(staff.allSatisfy { $0.one("department") === lab && !$0.hasChanges })
    #expect(!company.context.hasChanges)
    try company.context.save()
    #expect(try company.staff("Lab") == ["Ann", "Bob"])
  }

  @Test(
    "case 23: too few and too many members have codes of their own", arguments: StoreKind.allCases)
  func counts(_ kind: StoreKind) throws {
    let company = try Company(kind) {
      let employees = $0["Department"]?.relationshipsByName["employees"]
      employees?.isOptional = true
      employees?.maxCount = 2
    }
    _ = company.stack.insert("Employee", ["name": "Cat", "department": company.lab])
    let many = try #require(throws: CocoaError.self) { try company.context.save() }
    #expect(many.code.rawValue == 1590 && many.validationKey == "employees")
    #expect(many.validationObject as? NSManagedObject === company.lab)
    let stack = try Stack(
      kind,
      companyModel {
        let employees = $0["Department"]?.relationshipsByName["employees"]
        employees?.isOptional = false
        employees?.minCount = 1
      })
    let lab = stack.insert("Department", ["name": "Lab"])
    let few = try #require(throws: CocoaError.self) { try stack.context.save() }
    #expect(few.code.rawValue == 1580 && few.validationKey == "employees")
    #expect(few.validationObject as? NSManagedObject === lab)
    _ = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
  }
}

/// Counts how often it is told of its deletion.
private class Mortal: NSManagedObject {
  var deletions = 0
  override func prepareForDeletion() { deletions += 1 }
}

private final class MortalDepartment: Mortal {}
private final class MortalEmployee: Mortal {}
