import Foundation
import OpenCoreData
import Testing

/// A save lends the slots of new objects to the store; where it fails, they must be what they were.
@Suite("Lent values") struct LendingTests {
  @Test("a save that the store refuses leaves the links between new objects as they were")
  func refusedSave() throws {
    let stack = try Stack(.binary)
    let old = stack.insert("Department", ["name": "Old"])
    try stack.context.save()
    // A file that is no store any more makes the save fail after everything was checked.
    let bytes = try #require(stack.bytes)
    try Data("spoiled".utf8).write(to: stack.url)
    let lab = stack.insert("Department", ["name": "Lab"])
    let people = (0..<20).map { index in
      stack.insert("Employee", ["name": "N\(index)", "department": lab])
    }
    people[0].setValue(people[1], forKey: "partner")
    people[0].setValue(Set(people[2..<5]), forKey: "friends")
    people[19].setValue(old, forKey: "department")
    #expect(throws: (any Error).self) { try stack.context.save() }
    #expect(people.allSatisfy { $0.isInserted && $0.objectID.isTemporaryID })
    try check(people, lab, old)
    // Further edits work on the links as they are.
    lab.mutableSetValue(forKey: "employees").remove(people[18])
    #expect(people[18].one("department") == nil && lab.many("employees").count == 18)
    people[18].setValue(lab, forKey: "department")
    try bytes.write(to: stack.url)
    stack.context.rollback()
    #expect(people.allSatisfy { $0.managedObjectContext == nil })
  }

  @Test(
    "links between new objects are the same before and after a save", arguments: StoreKind.allCases)
  func goodSave(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let old = stack.insert("Department", ["name": "Old"])
    try stack.context.save()
    let lab = stack.insert("Department", ["name": "Lab"])
    let people = (0..<20).map { index in
      stack.insert("Employee", ["name": "N\(index)", "department": lab])
    }
    people[0].setValue(people[1], forKey: "partner")
    people[0].setValue(Set(people[2..<5]), forKey: "friends")
    people[19].setValue(old, forKey: "department")
    try check(people, lab, old)
    try stack.context.save()
    try check(people, lab, old)
    let context = try stack.reopened()
    let there = try (0..<20).map { try #require(try context.named("N\($0)", "Employee")) }
    try check(
      there, #require(try context.named("Lab", "Department")),
      #require(try context.named("Old", "Department")))
  }

  private func check(
    _ people: [NSManagedObject], _ lab: NSManagedObject, _ old: NSManagedObject
  ) throws {
    #expect(people.dropLast().allSatisfy { $0.one("department") === lab })
    #expect(people[19].one("department") === old && old.many("employees") == [people[19]])
    #expect(lab.many("employees") == Set(people.dropLast()))
    #expect(people[0].one("partner") === people[1] && people[1].one("partner") === people[0])
    #expect(people[0].many("friends") == Set(people[2..<5]))
    #expect(people[3].many("friends") == [people[0]])
  }
}
