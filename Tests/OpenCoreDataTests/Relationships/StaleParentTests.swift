import Foundation
import Testing

@testable import OpenCoreData

/// A parent may know less of the store than its child, which reads what the parent has not changed.
@Suite("What a child changes of something that its parent has not read again")
struct StaleParentTests {
  private func change(
    _ kind: StoreKind, entity: String, values: [String: Any] = [:],
    byOther: (NSManagedObject, NSManagedObject) -> Void,
    byChild: (NSManagedObject, NSManagedObject) -> Void,
    expecting: (NSManagedObject, NSManagedObject) -> Bool
  ) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    _ = stack.insert(entity, ["name": "new"].merging(values) { $1 })
    try stack.context.save()
    // Read here before the other context writes.
    for key in ann.entity.propertiesByName.keys { _ = ann.value(forKey: key) }
    let mine = try #require(try stack.context.named("new", entity))
    for key in mine.entity.propertiesByName.keys { _ = mine.value(forKey: key) }
    let other = stack.anotherContext()
    byOther(
      try #require(try other.named("Ann", "Employee")), try #require(try other.named("new", entity))
    )
    try other.save()
    let child = stack.context.child()
    byChild(
      try #require(try child.named("Ann", "Employee")), try #require(try child.named("new", entity))
    )
    try child.save()
    stack.context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try stack.context.save()
    #expect(stack.context.graph.brokenInvariants().isEmpty)
    let fresh = try stack.reopened()
    let (annNow, memberNow) = (try fresh.named("Ann", "Employee"), try fresh.named("new", entity))
    #expect(expecting(try #require(annNow), try #require(memberNow)))
  }

  @Test("of a set is no edit lost, from either side", arguments: StoreKind.allCases, [true, false])
  func sets(_ kind: StoreKind, _ isFirst: Bool) throws {
    try change(
      kind, entity: "Tag",
      byOther: { $0.mutableSetValue(forKey: "tags").add($1) },
      byChild: { ann, tag in
        if isFirst {
          ann.mutableSetValue(forKey: "tags").remove(tag)
        } else {
          tag.mutableSetValue(forKey: "employees").remove(ann)
        }
      },
      expecting: { $0.many("tags").isEmpty && $1.many("employees").isEmpty })
  }

  @Test("of members of one owner is no edit lost", arguments: StoreKind.allCases, [true, false])
  func owner(_ kind: StoreKind, _ isFirst: Bool) throws {
    try change(
      kind, entity: "Department",
      byOther: { $0.setValue($1, forKey: "department") },
      byChild: { ann, department in
        if isFirst {
          ann.setValue(nil, forKey: "department")
        } else {
          department.mutableSetValue(forKey: "employees").remove(ann)
        }
      },
      expecting: { $0.one("department") == nil && $1.many("employees").isEmpty })
  }

  @Test(
    "of a value is no edit lost, where the child puts back what the parent has",
    arguments: StoreKind.allCases)
  func values(_ kind: StoreKind) throws {
    try change(
      kind, entity: "Tag",
      byOther: { ann, _ in ann.setValue(7, forKey: "salary") },
      byChild: { ann, _ in
        #expect(ann.value(forKey: "salary") as? Int == 7)
        ann.setValue(100, forKey: "salary")
      },
      expecting: { ann, _ in ann.value(forKey: "salary") as? Int == 100 })
  }
}
