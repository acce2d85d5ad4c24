import Foundation
import OpenCoreData
import Testing

@Suite("Both sides of relationships") struct InverseTests {
  @Test("setting the to-one side fills the to-many side", arguments: StoreKind.allCases)
  func toOne(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    ann.setValue(lab, forKey: "department")
    #expect(lab.many("employees") == [ann])
    #expect(ann.isUpdated && lab.isUpdated)
    #expect(stack.context.updatedObjects == [ann, lab])
    ann.setValue(nil, forKey: "department")
    #expect(lab.many("employees").isEmpty)
  }

  @Test(
    "moving from one to the other leaves the first", arguments: StoreKind.allCases, [true, false])
  func move(_ kind: StoreKind, viaSet: Bool) throws {
    let stack = try Stack(kind)
    let (lab, shop) = (
      stack.insert("Department", ["name": "Lab"]), stack.insert("Department", ["name": "Shop"])
    )
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    if viaSet {
      shop.mutableSetValue(forKey: "employees").add(ann)
    } else {
      ann.setValue(shop, forKey: "department")
    }
    #expect(lab.many("employees").isEmpty && shop.many("employees") == [ann])
    #expect(ann.one("department") === shop)
    #expect(stack.context.updatedObjects == [ann, lab, shop])
    try stack.context.save()
    let again = try stack.reopened()
    #expect(try again.named("Shop", "Department")?.many("employees").count == 1)
    #expect(try again.named("Lab", "Department")?.many("employees").isEmpty == true)
  }

  @Test("a one-to-one relationship steals", arguments: StoreKind.allCases)
  func steal(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let (one, two) = (stack.insert("Locker", ["no": 1]), stack.insert("Locker", ["no": 2]))
    let ann = stack.insert("Employee", ["name": "Ann"])
    one.setValue(ann, forKey: "owner")
    two.setValue(ann, forKey: "owner")
    #expect(one.one("owner") == nil && ann.one("locker") === two)
    try stack.context.save()
    one.setValue(ann, forKey: "owner")
    #expect(two.one("owner") == nil && ann.one("locker") === one)
    let bob = stack.insert("Employee", ["name": "Bob", "locker": one])
    #expect(ann.one("locker") == nil && one.one("owner") === bob)
  }

  @Test(
    "a theft that leaves a required relationship empty names the thief",
    arguments: StoreKind.allCases)
  func requiredSteal(_ kind: StoreKind) throws {
    let model = companyModel { $0["Locker"]?.relationshipsByName["owner"]?.isOptional = false }
    let stack = try Stack(kind, model)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let one = stack.insert("Locker", ["no": 1, "owner": ann])
    try stack.context.save()
    let two = stack.insert("Locker", ["no": 2, "owner": ann])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .validationMissingMandatoryProperty)
    #expect(error?.validationKey == "owner")
    #expect(error?.validationObject as? NSManagedObject === one)
    #expect(
      error?.localizedDescription.contains(two.objectID.text) == true)
  }

  @Test("many-to-many is kept from either side", arguments: StoreKind.allCases)
  func manyToMany(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let (red, blue) = (stack.insert("Tag", ["name": "red"]), stack.insert("Tag", ["name": "blue"]))
    let (ann, bob) = (
      stack.insert("Employee", ["name": "Ann"]), stack.insert("Employee", ["name": "Bob"])
    )
    ann.setValue(Set([red, blue]), forKey: "tags")
    red.mutableSetValue(forKey: "employees").add(bob)
    #expect(red.many("employees") == [ann, bob] && bob.many("tags") == [red])
    try stack.context.save()
    blue.mutableSetValue(forKey: "employees").remove(ann)
    #expect(ann.many("tags") == [red])
    try stack.context.save()
    let again = try stack.reopened()
    #expect(try again.named("red", "Tag")?.many("employees").count == 2)
    #expect(try again.named("Ann", "Employee")?.many("tags").count == 1)
    #expect(try again.named("blue", "Tag")?.many("employees").isEmpty == true)
  }

  @Test("a relationship that is its own inverse is kept on both", arguments: StoreKind.allCases)
  func selfInverse(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let people = ["Ann", "Bob", "Cat"].map { stack.insert("Employee", ["name": $0]) }
    people[0].setValue(Set([people[1], people[0]]), forKey: "friends")
    #expect(people[1].many("friends") == [people[0]])
    #expect(people[0].many("friends") == [people[0], people[1]])
    people[0].setValue(people[1], forKey: "partner")
    #expect(people[1].one("partner") === people[0])
    people[2].setValue(people[0], forKey: "partner")
    #expect(people[1].one("partner") == nil && people[0].one("partner") === people[2])
    try stack.context.save()
    #expect(try stack.reopened().named("Ann", "Employee")?.one("partner")?.name == "Cat")
  }

  @Test("a subentity's object is a member like any other", arguments: StoreKind.allCases)
  func inheritance(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let boss = stack.insert("Manager", ["name": "Boss", "level": 3])
    lab.setValue(NSSet(object: boss), forKey: "employees")
    #expect(boss.one("department") === lab)
    try stack.context.save()
    let found = try stack.reopened().named("Lab", "Department")?.many("employees").first
    #expect(found?.entity.name == "Manager" && found?.value(forKey: "level") as? Int16 == 3)
  }

  @Test("long lists are edited in place, whatever the order", arguments: StoreKind.allCases)
  func longLists(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let staff = (0..<200).map { stack.insert("Employee", ["name": "E\($0)", "department": lab]) }
    try stack.context.save()
    for employee in staff where employee.name?.hasSuffix("3") == true {
      employee.setValue(nil, forKey: "department")
    }
    #expect(lab.many("employees").count == 180)
    for employee in staff.reversed() { employee.setValue(nil, forKey: "department") }
    #expect(lab.many("employees").isEmpty)
    for employee in staff { employee.setValue(lab, forKey: "department") }
    #expect(lab.objects(forRelationship: "employees") == staff)
    #expect(lab.count(ofRelationship: "employees") == 200)
    try stack.context.save()
    #expect(
      try stack.reopened().named("Lab", "Department")?.count(ofRelationship: "employees") == 200)
  }
}
