import Foundation
import OpenCoreData
import Testing

@Suite("Values that must be unique") struct UniquenessTests {
  @Test("two new objects cannot share one", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let both = ["Lab", "Shop"].map { stack.insert("Department", ["name": $0, "code": "A"]) }
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .managedObjectConstraintMerge)
    let conflicts = error?.conflicts(NSConstraintConflict.self)
    #expect(conflicts?.count == 1)
    #expect(conflicts?.first?.constraint == ["code"])
    #expect(Set(conflicts?.first?.conflictingObjects ?? []) == Set(both))
    #expect(stack.context.hasChanges && stack.bytes == nil)
    both[0].setValue("B", forKey: "code")
    try stack.context.save()
  }

  @Test(
    "a new object cannot share one with the store, unless that gives it up",
    arguments: StoreKind.allCases)
  func stored(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    try stack.context.save()
    _ = stack.insert("Department", ["name": "Shop", "code": "A"])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    let conflicts = error?.conflicts(NSConstraintConflict.self)
    #expect(conflicts?.first?.databaseObject === lab)
    lab.setValue("B", forKey: "code")
    try stack.context.save()
    #expect(try stack.reopened().all("Department").count == 2)
  }

  @Test("a deleted object gives its value free, and nil is no value", arguments: StoreKind.allCases)
  func free(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    _ = ["Shop", "Yard"].map { stack.insert("Department", ["name": $0]) }
    try stack.context.save()
    stack.context.delete(lab)
    _ = stack.insert("Department", ["name": "New", "code": "A"])
    try stack.context.save()
    #expect(try stack.reopened().all("Department").count == 3)
  }

  @Test(
    "an object that comes back, as another context has deleted it, shares none either",
    arguments: StoreKind.allCases)
  func comesBack(_ kind: StoreKind) throws {
    for policy in [NSMergePolicy.overwrite, .mergeByPropertyObjectTrump] {
      let stack = try Stack(kind)
      let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
      try stack.context.save()
      let other = stack.anotherContext()
      other.mergePolicy = policy
      let twin = try #require(try other.named("Lab", "Department"))
      _ = twin.value(forKey: "code")
      stack.context.delete(lab)
      _ = stack.insert("Department", ["name": "New", "code": "A"])
      try stack.context.save()
      twin.setValue("Lab 2", forKey: "name")
      try other.save()
      let codes = try stack.reopened().all("Department").compactMap {
        $0.value(forKey: "code") as? String
      }
      #expect(codes == ["A"])
    }
  }
}
