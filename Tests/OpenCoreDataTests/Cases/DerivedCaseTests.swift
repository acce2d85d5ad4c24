import Foundation
import OpenCoreData
import Testing

/// The company with attributes that are derived in each of the possible ways.
private func derivedModel() -> NSManagedObjectModel {
  companyModel { entities in
    let types: [(entity: String, name: String, type: NSAttributeType, expression: String)] = [
      ("Department", "headcount", .integer64AttributeType, "employees.@count"),
      ("Department", "payroll", .integer64AttributeType, "employees.salary.@sum"),
      ("Department", "taggings", .integer32AttributeType, "employees.tags.@count"),
      ("Employee", "departmentName", .stringAttributeType, "department.name"),
      ("Employee", "colleagues", .integer64AttributeType, "department.headcount"),
      ("Employee", "sortName", .stringAttributeType, "canonical:(name)"),
      ("Employee", "changedAt", .dateAttributeType, "now()"),
      ("Step", "shout", .stringAttributeType, "uppercase:(employee.department.name)"),
    ]
    for (entity, name, type, expression) in types {
      let attribute = NSDerivedAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.derivationExpression = NSExpression(format: expression)
      entities[entity]?.properties.append(attribute)
    }
  }
}

@Suite("Case 68: derived attributes") struct DerivedCaseTests {
  private let names = ["headcount", "payroll", "taggings"]

  private func numbers(_ department: NSManagedObject) -> [Int] {
    names.map { department.value(forKey: $0) as? Int ?? -1 }
  }

  @Test(
    "are nil before the first save, and then what their expressions give",
    arguments: StoreKind.allCases)
  func firstSave(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ánn", "salary": 7, "department": lab])
    let step = stack.insert("Step", ["employee": ann])
    let manager = stack.insert("Manager", ["name": "Max", "salary": 5, "department": lab])
    for name in names { #expect(lab.value(forKey: name) == nil) }
    try stack.context.save()
    for context in [stack.context, try stack.reopened()] {
      let lab = try #require(try context.named("Lab", "Department"))
      #expect(numbers(lab) == [2, 12, 0])
      let ann = try #require(try context.named("Ánn", "Employee"))
      #expect(ann.value(forKey: "departmentName") as? String == "Lab")
      #expect(ann.value(forKey: "sortName") as? String == "ann")
      #expect(ann.value(forKey: "colleagues") as? Int64 == 2)
      #expect(try context.all("Step").first?.value(forKey: "shout") as? String == "LAB")
      #expect(!context.hasChanges)
    }
    #expect(!step.hasChanges && manager.value(forKey: "departmentName") as? String == "Lab")
  }

  @Test("follow a change on any object of their path", arguments: StoreKind.allCases)
  func everySide(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let (lab, shop) = (
      stack.insert("Department", ["name": "Lab"]), stack.insert("Department", ["name": "Shop"])
    )
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 7, "department": lab])
    let bob = stack.insert("Employee", ["name": "Bob", "salary": 5, "department": lab])
    let step = stack.insert("Step", ["employee": ann])
    try stack.context.save()

    lab.setValue("Labs", forKey: "name")
    ann.setValue(10, forKey: "salary")
    try stack.context.save()
    #expect(numbers(lab) == [2, 15, 0])
    #expect(bob.value(forKey: "departmentName") as? String == "Labs")
    #expect(step.value(forKey: "shout") as? String == "LABS")

    bob.setValue(shop, forKey: "department")
    bob.mutableSetValue(forKey: "tags").add(stack.insert("Tag", ["name": "x"]))
    try stack.context.save()
    #expect(numbers(lab) == [1, 10, 0] && numbers(shop) == [1, 5, 1])
    #expect(bob.value(forKey: "departmentName") as? String == "Shop")
    #expect(ann.value(forKey: "colleagues") as? Int64 == 1)

    stack.context.delete(ann)
    try stack.context.save()
    #expect(numbers(lab) == [0, 0, 0])
    stack.context.delete(shop)
    try stack.context.save()
    #expect(bob.value(forKey: "departmentName") == nil)
    let reopened = try stack.reopened()
    #expect(try reopened.named("Labs", "Department").map(numbers) == [0, 0, 0])
    #expect(try reopened.named("Bob", "Employee")?.value(forKey: "departmentName") == nil)
  }

  @Test(
    "now() is the time of the last save that changed the object itself",
    arguments: StoreKind.allCases)
  func now(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    let first = try #require(ann.value(forKey: "changedAt") as? Date)
    #expect(abs(first.timeIntervalSinceNow) < 60)
    lab.setValue("Labs", forKey: "name")
    try stack.context.save()
    #expect(ann.value(forKey: "departmentName") as? String == "Labs")
    #expect(ann.value(forKey: "changedAt") as? Date == first)
    ann.setValue("Anna", forKey: "name")
    try stack.context.save()
    #expect(try #require(ann.value(forKey: "changedAt") as? Date) > first)
  }

  @Test(
    "take back what a save that failed has computed, and are right after the next",
    arguments: StoreKind.allCases)
  func failure(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 7, "department": lab])
    try stack.context.save()
    let bytes = stack.bytes
    ann.setValue(9, forKey: "salary")
    let twin = stack.insert("Department", ["name": "Twin", "code": "A"])
    #expect(code { try stack.context.save() } == 133021)
    #expect(numbers(lab) == [1, 7, 0] && !lab.hasChanges && ann.isUpdated)
    #expect(stack.bytes == bytes)
    twin.setValue("B", forKey: "code")
    try stack.context.save()
    #expect(numbers(lab) == [1, 9, 0])
  }

  @Test("cannot be set: the next save computes them again", arguments: StoreKind.allCases)
  func setting(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    lab.setValue(17, forKey: "headcount")
    try stack.context.save()
    #expect(numbers(lab)[0] == 0)
    lab.setValue(17, forKey: "headcount")
    try stack.context.save()
    #expect(numbers(lab)[0] == 0)
  }

  @Test("count what two contexts added", arguments: StoreKind.allCases)
  func twoContexts(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    _ = stack.insert("Employee", ["name": "Ann", "salary": 1, "department": lab])
    try stack.context.save()
    #expect(lab.many("employees").count == 1)
    let other = stack.anotherContext()
    let bob = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    bob.setValue("Bob", forKey: "name")
    bob.setValue(2, forKey: "salary")
    bob.setValue(try other.named("Lab", "Department"), forKey: "department")
    try other.save()
    _ = stack.insert("Employee", ["name": "Cid", "salary": 4, "department": lab])
    try stack.context.save()
    #expect(numbers(lab) == [3, 7, 0])
    #expect(try stack.reopened().named("Lab", "Department").map(numbers) == [3, 7, 0])
  }

  @Test("do not make a conflict of an object that was not edited", arguments: StoreKind.allCases)
  func noConflict(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 1, "department": lab])
    try stack.context.save()
    let other = stack.anotherContext()
    try #require(try other.named("Lab", "Department")).setValue("Labs", forKey: "name")
    try other.save()
    ann.setValue(5, forKey: "salary")
    #expect(lab.name == "Lab")
    // The employee's own copy of the department's name is someone else's work by now.
    try stack.context.save()
    let found = try #require(try stack.reopened().named("Labs", "Department"))
    #expect(numbers(found) == [1, 5, 0])
    lab.setValue("Mine", forKey: "name")
    #expect(code { try stack.context.save() } == 133020)
  }

  @Test("are computed by batch requests, too", arguments: StoreKind.allCases)
  func batches(_ kind: StoreKind) throws {
    let stack = try Stack(kind, derivedModel())
    let lab = stack.insert("Department", ["name": "Lab"])
    _ = stack.insert("Employee", ["name": "Ann", "salary": 1, "department": lab])
    _ = stack.insert("Employee", ["name": "Bob", "salary": 2, "department": lab])
    try stack.context.save()
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.predicate = NSPredicate(format: "name == 'Bob'")
    update.propertiesToUpdate = ["salary": 10]
    try stack.context.execute(update)
    var found = try #require(try stack.reopened().named("Lab", "Department"))
    #expect(found.value(forKey: "payroll") as? Int64 == 11)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.predicate = NSPredicate(format: "name == 'Ann'")
    try stack.context.execute(NSBatchDeleteRequest(fetchRequest: request))
    found = try #require(try stack.reopened().named("Lab", "Department"))
    #expect(numbers(found) == [1, 10, 0])
    let insertion = NSBatchInsertRequest(entityName: "Employee", objects: [["name": "CID"]])
    try stack.context.execute(insertion)
    let cid = try #require(try stack.reopened().named("CID", "Employee"))
    #expect(cid.value(forKey: "sortName") as? String == "cid")
  }

  @Test("follow relationships without an inverse", arguments: StoreKind.allCases)
  func withoutInverse(_ kind: StoreKind) throws {
    let (owner, thing) = (entity("Owner"), entity("Thing"))
    let title = NSDerivedAttributeDescription()
    title.name = "title"
    title.attributeType = .stringAttributeType
    title.derivationExpression = NSExpression(format: "thing.name")
    owner.properties = [
      attribute("name", .stringAttributeType), relationship("thing", to: thing), title,
    ]
    thing.properties = [attribute("name", .stringAttributeType)]
    let model = NSManagedObjectModel()
    model.entities = [owner, thing]
    let stack = try Stack(kind, model)
    let cup = stack.insert("Thing", ["name": "cup"])
    let ann = stack.insert("Owner", ["name": "Ann", "thing": cup])
    try stack.context.save()
    cup.setValue("mug", forKey: "name")
    try stack.context.save()
    #expect(ann.value(forKey: "title") as? String == "mug")
    let update = NSBatchUpdateRequest(entityName: "Thing")
    update.propertiesToUpdate = ["name": "jar"]
    try stack.context.execute(update)
    #expect(try stack.reopened().named("Ann", "Owner")?.value(forKey: "title") as? String == "jar")
  }

  @Test(
    "computed in a way that none can be are refused when a store is added, with the ways that there are",
    arguments: [
      ("employees.@sum.salary", "with the operator at the end"),
      ("employees.@max.salary", "cannot be computed by"), ("salary + 1", "cannot be computed by"),
      ("employees.salry.@sum", "did you mean 'salary'?"),
    ])
  func unsupported(_ expression: String, _ message: String) throws {
    let model = companyModel { entities in
      let total = NSDerivedAttributeDescription()
      total.name = "total"
      total.attributeType = .integer64AttributeType
      total.derivationExpression = NSExpression(format: expression)
      entities["Department"]?.properties.append(total)
    }
    let error = #expect(throws: CocoaError.self) { try Stack(.inMemory, model) }
    #expect(error?.code == .persistentStoreIncompatibleSchema)
    #expect(error?.localizedDescription.contains(message) == true)
  }

  @Test("that do not fit their type fail the save", arguments: StoreKind.allCases)
  func overflow(_ kind: StoreKind) throws {
    let model = companyModel { entities in
      let total = NSDerivedAttributeDescription()
      total.name = "total"
      total.attributeType = .integer16AttributeType
      total.derivationExpression = NSExpression(format: "employees.salary.@sum")
      entities["Department"]?.properties.append(total)
    }
    let stack = try Stack(kind, model)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 40_000, "department": lab])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationNumberTooLarge && error?.validationKey == "total")
    #expect(lab.value(forKey: "total") == nil)
    ann.setValue(30_000, forKey: "salary")
    try stack.context.save()
    #expect(lab.value(forKey: "total") as? Int16 == 30_000)
  }
}
