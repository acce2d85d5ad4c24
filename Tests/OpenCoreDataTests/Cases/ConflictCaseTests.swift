import Foundation
import OpenCoreData
import Testing

/// The five merge policies.
let allMergePolicies: [NSMergePolicy] = [
  .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
]

@Suite("Conflicts") struct ConflictCaseTests {
  /// Two contexts that have changed an employee: the first its name and its nick, and saved; the second its name and
  /// its salary.
  private struct Rivals {
    let stack: Stack
    let other: NSManagedObjectContext
    let twin: NSManagedObject

    init(_ kind: StoreKind, _ policy: NSMergePolicy) throws {
      stack = try Stack(kind)
      let ann = stack.insert("Employee", ["name": "Ann", "salary": 1, "nick": "a"])
      try stack.context.save()
      other = stack.anotherContext()
      other.mergePolicy = policy
      twin = try #require(try other.named("Ann", "Employee"))
      ann.setValue("First", forKey: "name")
      ann.setValue("f", forKey: "nick")
      twin.setValue("Second", forKey: "name")
      twin.setValue(2, forKey: "salary")
      try stack.context.save()
    }

    func values(in context: NSManagedObjectContext) throws -> [String] {
      let object = try #require(try context.all("Employee").first)
      return ["name", "salary", "nick"].map { "\(object.value(forKey: $0) ?? "nil")" }
    }
  }

  @Test("case 39: the error policy lists what both changed", arguments: StoreKind.allCases)
  func error(_ kind: StoreKind) throws {
    let rivals = try Rivals(kind, .error)
    let bytes = rivals.stack.bytes
    let error = #expect(throws: CocoaError.self) { try rivals.other.save() }
    #expect(error?.errorCode == 133020)
    let conflicts = try #require(error?.conflicts(NSMergeConflict.self))
    let conflict = try #require(conflicts.first)
    #expect(conflicts.count == 1 && conflict.sourceObject === rivals.twin)
    #expect(conflict.objectSnapshot?["name"] as? String == "Ann")
    #expect(conflict.cachedSnapshot?["name"] as? String == "First")
    #expect(conflict.persistedSnapshot == nil)
    #expect(conflict.newVersionNumber > conflict.oldVersionNumber)
    #expect(conflict.description.contains("'name', 'nick'"))
    #expect(!conflict.description.contains("First"))
    #expect(rivals.twin.name == "Second" && rivals.other.hasChanges)
    #expect(rivals.stack.bytes == bytes)
  }

  @Test(
    "case 39: what each policy makes of it", arguments: StoreKind.allCases,
    [
      (NSMergePolicy.mergeByPropertyStoreTrump, ["First", "2", "f"]),
      (NSMergePolicy.mergeByPropertyObjectTrump, ["Second", "2", "f"]),
      (NSMergePolicy.overwrite, ["Second", "2", "a"]),
      (NSMergePolicy.rollback, ["First", "1", "f"]),
    ])
  func policies(_ kind: StoreKind, _ expected: (policy: NSMergePolicy, values: [String])) throws {
    let rivals = try Rivals(kind, expected.policy)
    try rivals.other.save()
    #expect(try rivals.values(in: rivals.other) == expected.values)
    #expect(!rivals.other.hasChanges && rivals.twin.changedValues().isEmpty)
    #expect(try rivals.values(in: rivals.stack.reopened()) == expected.values)
    try rivals.other.save()
  }

  @Test(
    "case 39: different objects are no conflict", arguments: StoreKind.allCases, allMergePolicies)
  func differentObjects(_ kind: StoreKind, _ policy: NSMergePolicy) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    _ = stack.insert("Employee", ["name": "Bob"])
    try stack.context.save()
    let other = stack.anotherContext()
    other.mergePolicy = policy
    let bob = try #require(try other.named("Bob", "Employee"))
    ann.setValue("Eve", forKey: "name")
    bob.setValue("Rob", forKey: "name")
    try stack.context.save()
    try other.save()
    #expect(try stack.reopened().all("Employee").compactMap(\.name) == ["Eve", "Rob"])
  }

  // MARK: Constraints

  @Test("case 31: two with the same unique value are refused", arguments: StoreKind.allCases)
  func unique(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let both = ["Lab", "Shop"].map { stack.insert("Department", ["name": $0, "code": "A"]) }
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.errorCode == 133021)
    let conflict = try #require(error?.conflicts(NSConstraintConflict.self).first)
    #expect(conflict.constraint == ["code"] && conflict.databaseObject == nil)
    #expect(conflict.conflictingObjects == both && stack.context.hasChanges)
    for object in both { object.setValue(nil, forKey: "code") }
    try stack.context.save()
    #expect(try stack.reopened().all("Department").count == 2)
  }

  @Test(
    "case 31: of two new ones a policy keeps one, with the relationships of both or its own",
    arguments: StoreKind.allCases,
    [
      (NSMergePolicy.mergeByPropertyStoreTrump, "Lab", ["Ann", "Bob"]),
      (NSMergePolicy.mergeByPropertyObjectTrump, "Shop", ["Ann", "Bob"]),
      (NSMergePolicy.overwrite, "Shop", ["Bob"]), (NSMergePolicy.rollback, "Lab", ["Ann"]),
    ])
  func uniquePolicies(
    _ kind: StoreKind, _ expected: (policy: NSMergePolicy, name: String, staff: [String])
  ) throws {
    let stack = try Stack(kind)
    stack.context.mergePolicy = expected.policy
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    let shop = stack.insert("Department", ["name": "Shop", "code": "A"])
    _ = stack.insert("Employee", ["name": "Ann", "department": lab])
    _ = stack.insert("Employee", ["name": "Bob", "department": shop])
    try stack.context.save()
    for context in [stack.context, try stack.reopened()] {
      let rest = try context.all("Department")
      #expect(rest.compactMap(\.name) == [expected.name])
      #expect(rest.first?.many("employees").compactMap(\.name).sorted() == expected.staff)
      #expect(try context.all("Employee").count == 2)
    }
  }

  @Test(
    "case 31: a new one and a stored one: the store's stays, or the new one takes its place",
    arguments: StoreKind.allCases,
    [
      (NSMergePolicy.mergeByPropertyStoreTrump, "Lab", ["Ann", "Bob"]),
      (NSMergePolicy.mergeByPropertyObjectTrump, "Shop", ["Ann", "Bob"]),
      (NSMergePolicy.overwrite, "Shop", ["Bob"]), (NSMergePolicy.rollback, "Lab", ["Ann"]),
    ])
  func storedAndNew(
    _ kind: StoreKind, _ expected: (policy: NSMergePolicy, name: String, staff: [String])
  ) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    _ = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    let other = stack.anotherContext()
    other.mergePolicy = expected.policy
    let shop = NSEntityDescription.insertNewObject(forEntityName: "Department", into: other)
    shop.setValuesForKeys(["name": "Shop", "code": "A"])
    let bob = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    bob.setValuesForKeys(["name": "Bob", "department": shop])
    try other.save()
    for context in [other, try stack.reopened()] {
      let rest = try context.all("Department")
      #expect(rest.compactMap(\.name) == [expected.name])
      #expect(rest.first?.many("employees").compactMap(\.name).sorted() == expected.staff)
    }
    #expect(!other.hasChanges)
  }

  @Test(
    "case 31: a change to a value that another has is taken back, or the other goes",
    arguments: StoreKind.allCases, [true, false])
  func storedAndChanged(_ kind: StoreKind, storeWins: Bool) throws {
    let stack = try Stack(kind)
    stack.context.mergePolicy =
      storeWins ? NSMergePolicy.mergeByPropertyStoreTrump : .mergeByPropertyObjectTrump
    let lab = stack.insert("Department", ["name": "Lab", "code": "A"])
    let shop = stack.insert("Department", ["name": "Shop", "code": "B"])
    try stack.context.save()
    shop.setValuesForKeys(["name": "Office", "code": "A"])
    try stack.context.save()
    #expect(
      shop.name == "Office" && shop.value(forKey: "code") as? String == (storeWins ? "B" : "A"))
    #expect((lab.managedObjectContext == nil) != storeWins)
    #expect(try stack.reopened().all("Department").count == (storeWins ? 2 : 1))
  }
}
