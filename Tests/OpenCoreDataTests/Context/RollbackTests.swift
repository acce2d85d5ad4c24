import Foundation
import OpenCoreData
import Testing

@Suite("Taking back and refreshing") struct RollbackTests {
  @Test("rollback takes back insertions, changes and deletions", arguments: StoreKind.allCases)
  func rollback(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let (ann, bob) = (
      stack.insert("Employee", ["name": "Ann", "department": lab]),
      stack.insert("Employee", ["name": "Bob", "department": lab])
    )
    try stack.context.save()
    let cat = stack.insert("Employee", ["name": "Cat", "department": lab])
    ann.setValue("Eve", forKey: "name")
    ann.setValue(nil, forKey: "department")
    stack.context.delete(bob)
    stack.context.rollback()
    #expect(!stack.context.hasChanges && !stack.context.registeredObjects.contains(cat))
    #expect(cat.managedObjectContext == nil)
    #expect(ann.name == "Ann" && ann.one("department") === lab && !ann.hasChanges)
    #expect(!bob.isDeleted && bob.one("department") === lab)
    #expect(lab.many("employees") == [ann, bob])
    try stack.context.save()
  }

  @Test("refreshing without merging forgets edits on both sides", arguments: StoreKind.allCases)
  func refreshWithoutMerge(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let (lab, shop) = (
      stack.insert("Department", ["name": "Lab"]), stack.insert("Department", ["name": "Shop"])
    )
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    ann.setValue(shop, forKey: "department")
    stack.context.refresh(ann, mergeChanges: false)
    #expect(ann.isFault && ann.one("department") === lab)
    #expect(lab.many("employees") == [ann] && shop.many("employees").isEmpty)
    try stack.context.save()
    #expect(try stack.reopened().named("Shop", "Department")?.many("employees").isEmpty == true)
  }

  @Test(
    "refreshing with merging keeps edits and takes the newest of the rest",
    arguments: StoreKind.allCases)
  func refreshWithMerge(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann", "nick": "a"])
    try stack.context.save()
    let other = stack.anotherContext()
    let twin = try #require(try other.named("Ann", "Employee"))
    twin.setValue("new", forKey: "nick")
    twin.setValue(5, forKey: "salary")
    try other.save()
    ann.setValue(7, forKey: "salary")
    #expect(ann.value(forKey: "nick") as? String == "a")
    stack.context.refresh(ann, mergeChanges: true)
    #expect(ann.value(forKey: "nick") as? String == "new")
    #expect(ann.value(forKey: "salary") as? Int32 == 7)
    #expect(ann.committedValues(forKeys: ["salary"])["salary"] as? Int32 == 5)
    try stack.context.save()
  }

  @Test(
    "after reset objects are of no use, and the context starts anew", arguments: StoreKind.allCases)
  func reset(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    _ = stack.insert("Employee", ["name": "Bob"])
    stack.context.reset()
    #expect(ann.managedObjectContext == nil && stack.context.registeredObjects.isEmpty)
    #expect(!stack.context.hasChanges)
    #expect(try stack.context.all("Employee").map(\.name) == ["Ann"])
  }

  @Test("objects that nobody holds are forgotten, those with changes are not")
  func forgetting() throws {
    let stack = try Stack(.inMemory)
    for index in 0..<5000 { _ = stack.insert("Employee", ["name": "E\(index)"]) }
    try stack.context.save()
    stack.context.reset()
    for employee in try stack.context.all("Employee").prefix(10) {
      employee.setValue("X", forKey: "nick")
    }
    for _ in 0..<4 { _ = try stack.anotherContext().all("Employee") }
    _ = try stack.context.all("Employee")
    let other = try stack.context.all("Employee")
    #expect(other.count == 5000 && stack.context.updatedObjects.count == 10)
  }

  @Test("what a program holds after a reset keeps its id", arguments: StoreKind.allCases)
  func idsAfterReset(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    for name in ["a", "b", "c"] { _ = stack.insert("Tag", ["name": name]) }
    try stack.context.save()
    let context = stack.anotherContext()
    let tags = try context.all("Tag")
    tags[0].setValue("changed", forKey: "name")
    _ = tags[1].name
    context.reset()
    #expect(tags.allSatisfy { !$0.objectID.isTemporaryID && $0.managedObjectContext == nil })
    #expect(try tags.map { try context.existingObject(with: $0.objectID).name } == ["a", "b", "c"])
  }
}
