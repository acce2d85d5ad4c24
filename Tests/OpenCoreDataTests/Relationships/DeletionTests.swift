import Foundation
import OpenCoreData
import Testing

/// A model whose `Department.employees` has a rule.
private func model(_ rule: NSDeleteRule, isRequired: Bool = false) -> NSManagedObjectModel {
  companyModel { entities in
    entities["Department"]?.relationshipsByName["employees"]?.deleteRule = rule
    entities["Employee"]?.relationshipsByName["department"]?.isOptional = !isRequired
  }
}

@Suite("Deletion") struct DeletionTests {
  private func company(
    _ kind: StoreKind, _ rule: NSDeleteRule, isRequired: Bool = false
  ) throws -> (Stack, NSManagedObject, [NSManagedObject]) {
    let stack = try Stack(kind, model(rule, isRequired: isRequired))
    let lab = stack.insert("Department", ["name": "Lab"])
    let staff = ["Ann", "Bob"].map { stack.insert("Employee", ["name": $0, "department": lab]) }
    try stack.context.save()
    return (stack, lab, staff)
  }

  @Test(
    "a deleted object is forgotten by the save and stays readable", arguments: StoreKind.allCases)
  func deleted(_ kind: StoreKind) throws {
    let (stack, lab, _) = try company(kind, .nullifyDeleteRule)
    let id = lab.objectID
    stack.context.delete(lab)
    #expect(lab.isDeleted && !lab.isUpdated && stack.context.deletedObjects == [lab])
    try stack.context.save()
    #expect(!lab.isDeleted && lab.managedObjectContext == nil && lab.name == "Lab")
    #expect(try stack.context.all("Department").isEmpty)
    #expect(code { _ = try stack.context.existingObject(with: id) } == 133000)
    #expect(try stack.reopened().all("Department").isEmpty)
  }

  @Test("deleting a new object leaves nothing behind", arguments: StoreKind.allCases)
  func unsaved(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let nameless = stack.insert("Employee", ["department": lab])
    stack.context.delete(nameless)
    #expect(lab.many("employees").isEmpty && stack.context.insertedObjects == [lab])
    try stack.context.save()
    #expect(try stack.reopened().all("Employee").isEmpty)
  }

  @Test("Nullify clears the other side", arguments: StoreKind.allCases)
  func nullify(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind, .nullifyDeleteRule)
    stack.context.delete(lab)
    #expect(staff.allSatisfy { $0.one("department") == nil && $0.isUpdated })
    try stack.context.save()
    #expect(try stack.reopened().all("Employee").allSatisfy { $0.one("department") == nil })
  }

  @Test(
    "Nullify that empties a required relationship fails, once per object",
    arguments: StoreKind.allCases)
  func nullifyRequired(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind, .nullifyDeleteRule, isRequired: true)
    stack.context.delete(lab)
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationMultipleErrors)
    let parts = error?.detailedErrors.map { ($0 as NSError).code }
    #expect(parts == [1570, 1570])
    #expect(lab.isDeleted && staff[0].hasChanges)
    stack.context.rollback()
    #expect(!lab.isDeleted && lab.many("employees").count == 2 && !stack.context.hasChanges)
  }

  @Test("Cascade takes the members along, and ends in a cycle", arguments: StoreKind.allCases)
  func cascade(_ kind: StoreKind) throws {
    let cyclic = companyModel { entities in
      entities["Department"]?.relationshipsByName["employees"]?.deleteRule = .cascadeDeleteRule
      entities["Employee"]?.relationshipsByName["department"]?.deleteRule = .cascadeDeleteRule
    }
    let stack = try Stack(kind, cyclic)
    let lab = stack.insert("Department", ["name": "Lab"])
    let staff = ["Ann", "Bob"].map { stack.insert("Employee", ["name": $0, "department": lab]) }
    try stack.context.save()
    stack.context.delete(staff[1])
    #expect(stack.context.deletedObjects == Set(staff + [lab]))
    try stack.context.save()
    let again = try stack.reopened()
    #expect(try again.all("Employee").isEmpty && again.all("Department").isEmpty)
  }

  @Test("a chain of any length is deleted")
  func longChain() throws {
    let link = entity("Link")
    let next = relationship("next", to: link, rule: .cascadeDeleteRule)
    let previous = relationship("previous", to: link, inverse: next)
    link.properties = [next, previous]
    let model = NSManagedObjectModel()
    model.entities = [link]
    let stack = try Stack(.inMemory, model)
    let links = (0..<20_000).map { _ in stack.insert("Link") }
    for (one, other) in zip(links, links.dropFirst()) { one.setValue(other, forKey: "next") }
    try stack.context.save()
    stack.context.delete(links[0])
    #expect(stack.context.deletedObjects.count == 20_000)
    try stack.context.save()
    #expect(try stack.context.all("Link").isEmpty)
  }

  @Test(
    "Deny is found at save, and is satisfied by deleting the members", arguments: StoreKind.allCases
  )
  func deny(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind, .denyDeleteRule)
    stack.context.delete(lab)
    #expect(lab.isDeleted)
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationRelationshipDeniedDelete)
    #expect(error?.validationKey == "employees")
    stack.context.rollback()
    #expect(!lab.isDeleted && lab.many("employees") == Set(staff) && !stack.context.hasChanges)
    stack.context.delete(lab)
    for employee in staff { stack.context.delete(employee) }
    try stack.context.save()
    #expect(try stack.reopened().all("Department").isEmpty)
  }

  @Test("No Action leaves a reference to an object that is no more", arguments: StoreKind.allCases)
  func noAction(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind, .noActionDeleteRule)
    stack.context.delete(lab)
    try stack.context.save()
    stack.context.refresh(staff[0], mergeChanges: false)
    #expect(staff[0].one("department")?.name == nil)
    staff[0].setValue("A2", forKey: "nick")
    try stack.context.save()
  }

  @Test(
    "what is related to a deleted object before the save follows its rules",
    arguments: StoreKind.allCases, [true, false])
  func lateLinks(_ kind: StoreKind, _ isOneSided: Bool) throws {
    let (stack, lab, staff) = try company(kind, .nullifyDeleteRule)
    let new = stack.insert("Employee", ["name": "Cat"])
    stack.context.delete(lab)
    if isOneSided {
      for employee in staff + [new] { employee.setValue(lab, forKey: "department") }
    } else {
      lab.setValue(Set(staff + [new]), forKey: "employees")
    }
    try stack.context.save()
    #expect((staff + [new]).allSatisfy { $0.one("department") == nil })
    #expect(try stack.reopened().all("Employee").allSatisfy { $0.one("department") == nil })
  }

  @Test("a deleted object does not fill a required relationship", arguments: StoreKind.allCases)
  func lateRequired(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind, .nullifyDeleteRule, isRequired: true)
    let other = stack.insert("Department", ["name": "Other"])
    staff[1].setValue(other, forKey: "department")
    stack.context.delete(lab)
    staff[0].setValue(lab, forKey: "department")
    #expect(code { try stack.context.save() } == 1570)
    staff[0].setValue(other, forKey: "department")
    try stack.context.save()
    #expect(try stack.reopened().named("Other", "Department")?.many("employees").count == 2)
  }

  @Test("what comes to a deleted object whose rule is Cascade goes with it")
  func lateCascade() throws {
    let stack = try Stack(.inMemory)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let step = stack.insert("Step", ["text": "a"])
    try stack.context.save()
    stack.context.delete(ann)
    step.setValue(ann, forKey: "employee")
    try stack.context.save()
    #expect(try stack.context.all("Step").isEmpty)
  }

  @Test("objects that delete each other when they are told are deleted once")
  func mutual() throws {
    final class Half: NSManagedObject {
      override func prepareForDeletion() {
        if let other = one("partner") { managedObjectContext?.delete(other) }
        managedObjectContext?.delete(self)
      }
    }
    let stack = try Stack(.inMemory, companyModel(employees: Half.self))
    for isSaved in [false, true] {
      let pair = ["Ann", "Bob"].map { stack.insert("Employee", ["name": $0]) }
      pair[0].setValue(pair[1], forKey: "partner")
      if isSaved { try stack.context.save() }
      stack.context.delete(pair[0])
      #expect(stack.context.deletedObjects.count == (isSaved ? 2 : 0))
      #expect(try stack.context.all("Employee").isEmpty)
      try stack.context.save()
    }
  }
}
