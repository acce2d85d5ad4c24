import Foundation
import OpenCoreData
import Testing

@Suite("Paths of keys") struct KeyPathTests {
  /// A department with two employees that have a composite, and what they earn.
  private func company(_ kind: StoreKind) throws -> (Stack, NSManagedObject, [NSManagedObject]) {
    let model = companyModel { entities in
      let address = NSCompositeAttributeDescription()
      address.name = "address"
      let place = NSCompositeAttributeDescription()
      place.name = "place"
      place.elements = [attribute("floor", .integer16AttributeType)]
      address.elements = [attribute("city", .stringAttributeType), place]
      entities["Employee"]?.properties.append(address)
    }
    let stack = try Stack(kind, model)
    let lab = stack.insert("Department", ["name": "Lab"])
    let staff = [("Ann", 5), ("Bob", 8)].map {
      stack.insert("Employee", ["name": $0, "salary": $1, "department": lab])
    }
    return (stack, lab, staff)
  }

  @Test("operators work on the members of a relationship", arguments: StoreKind.allCases)
  func operators(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind)
    try stack.context.save()
    #expect(lab.value(forKeyPath: "employees.@count") as? Int == 2)
    #expect(lab.value(forKeyPath: "employees.@sum.salary") as? Int == 13)
    #expect(lab.value(forKeyPath: "employees.@avg.salary") as? Double == 6.5)
    #expect(lab.value(forKeyPath: "employees.@max.salary") as? Int32 == 8)
    #expect(staff[0].value(forKeyPath: "department.employees.@min.name") as? String == "Ann")
    #expect(staff[0].value(forKeyPath: "steps.@count") as? Int == 0)
    #expect(staff[0].value(forKeyPath: "steps.@min.text") == nil)
    let names = lab.value(forKeyPath: "employees.@distinctUnionOfObjects.department.name")
    #expect(names as? [String] == ["Lab"])
  }

  @Test("a path leads over objects, members, composites and what values know of themselves")
  func reading() throws {
    let (stack, lab, staff) = try company(.inMemory)
    staff[0].setValue(["city": "Oslo"], forKey: "address")
    try stack.context.save()
    #expect(lab.value(forKeyPath: "employees.name") as? NSSet == NSSet(array: ["Ann", "Bob"]))
    #expect(staff[0].value(forKeyPath: "department.self") as? NSManagedObject === lab)
    #expect(staff[0].value(forKeyPath: "name.length") as? Int == 3)
    #expect(staff[0].value(forKeyPath: "entity.name") as? String == "Employee")
    #expect(staff[0].value(forKeyPath: "address.city") as? String == "Oslo")
    #expect(staff[0].value(forKeyPath: "partner.department.name") == nil)
  }

  @Test(
    "what is set at a path arrives there, whatever is on the way", arguments: StoreKind.own)
  func setting(_ kind: StoreKind) throws {
    let (stack, lab, staff) = try company(kind)
    staff[0].setValue("Shop", forKeyPath: "department.name")
    lab.setValue(9, forKeyPath: "employees.salary")
    lab.setValue(nil, forKeyPath: "employees.department.code")
    staff[0].setValue("Oslo", forKeyPath: "address.city")
    staff[0].setValue(3, forKeyPath: "address.place.floor")
    staff[1].setValue(["city": "Oslo"], forKey: "address")
    staff[1].setValue(nil, forKeyPath: "address.city")
    staff[1].setValue("x", forKeyPath: "partner.name")
    try stack.context.save()
    let reopened = try stack.reopened()
    let found = try ["Ann", "Bob"].map { try #require(try reopened.named($0, "Employee")) }
    #expect(found.map { $0.value(forKey: "salary") as? Int32 } == [9, 9])
    #expect(found[0].one("department")?.name == "Shop")
    #expect(found[0].value(forKeyPath: "address.place.floor") as? Int16 == 3)
    #expect(found[0].value(forKeyPath: "address.city") as? String == "Oslo")
    #expect(found[1].value(forKeyPath: "address.city") == nil)
  }

  @Test("what a path cannot set is named")
  func misuse() async {
    await #expect(processExitsWith: .failure) {
      let stack = try Stack(.inMemory)
      stack.insert("Employee", ["name": "Ann"]).setValue(1, forKeyPath: "name.length")
    }
  }
}
