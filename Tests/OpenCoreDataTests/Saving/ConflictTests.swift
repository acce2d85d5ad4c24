import Foundation
import OpenCoreData
import Testing

@Suite("Two contexts") struct ConflictTests {
  @Test(
    "changes of the same object by two contexts are a conflict, listed with both sides",
    arguments: StoreKind.allCases)
  func sameObject(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann", "salary": 1])
    try stack.context.save()
    let other = stack.anotherContext()
    let twin = try #require(try other.named("Ann", "Employee"))
    ann.setValue("Bob", forKey: "name")
    twin.setValue(2, forKey: "salary")
    try stack.context.save()
    let error = #expect(throws: CocoaError.self) { try other.save() }
    #expect(error?.code == .managedObjectMerge)
    let conflict = try #require(error?.conflicts(NSMergeConflict.self).first)
    #expect(conflict.sourceObject === twin && conflict.persistedSnapshot == nil)
    #expect(conflict.objectSnapshot?["name"] as? String == "Ann")
    #expect(conflict.cachedSnapshot?["name"] as? String == "Bob")
    #expect(!conflict.description.contains("notes"), "the store has no transient properties")
    #expect(twin.hasChanges)
    other.refresh(twin, mergeChanges: true)
    #expect(twin.name == "Bob" && twin.value(forKey: "salary") as? Int32 == 2)
    try other.save()
    #expect(try stack.reopened().named("Bob", "Employee")?.value(forKey: "salary") as? Int32 == 2)
  }

  @Test("changes of different objects meet without a conflict", arguments: StoreKind.allCases)
  func differentObjects(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    let other = stack.anotherContext()
    let there = try #require(try other.named("Lab", "Department"))
    for index in 0..<20 {
      let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
      new.setValue("N\(index)", forKey: "name")
      new.setValue(there, forKey: "department")
    }
    let bob = stack.insert("Employee", ["name": "Bob", "department": lab])
    ann.setValue(nil, forKey: "department")
    try stack.context.save()
    try other.save()
    #expect(there.count(ofRelationship: "employees") == 21)
    let again = try stack.reopened()
    #expect(try again.named("Lab", "Department")?.many("employees").count == 21)
    #expect(try again.named("Bob", "Employee")?.one("department")?.name == "Lab")
    stack.context.refresh(lab, mergeChanges: false)
    #expect(lab.many("employees").contains(bob))
  }

  @Test(
    "a change of what another context deleted is a conflict without a stored side",
    arguments: StoreKind.allCases)
  func deleted(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let other = stack.anotherContext()
    let twin = try #require(try other.named("Ann", "Employee"))
    twin.setValue("Bob", forKey: "name")
    stack.context.delete(ann)
    try stack.context.save()
    let error = #expect(throws: CocoaError.self) { try other.save() }
    let conflict = error?.conflicts(NSMergeConflict.self).first
    #expect(conflict?.sourceObject === twin && conflict?.cachedSnapshot == nil)
  }
}
