import Foundation
import Testing

@testable import OpenCoreData

/// A department whose check does what the context has a block for.
final class CheckedDepartment: NSManagedObject {
  typealias Check = (NSManagedObject) -> Void

  override func validateForInsert() throws {
    try super.validateForInsert()
    check()
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    check()
  }

  private func check() { (managedObjectContext?.userInfo["check"] as? Check)?(self) }
}

@Suite("What validation itself changes") struct LateChangeTests {
  private func stack(_ kind: StoreKind) throws -> Stack {
    try Stack(
      kind,
      companyModel {
        $0["Department"]?.managedObjectClassName = String(reflecting: CheckedDepartment.self)
      })
  }

  private func set(_ context: NSManagedObjectContext, _ check: @escaping CheckedDepartment.Check) {
    context.userInfo["check"] = check
  }

  /// Makes an employee of a department that has none.
  private static func hire(_ name: String?) -> CheckedDepartment.Check {
    { department in
      guard department.many("employees").isEmpty, let context = department.managedObjectContext
      else { return }
      let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      new.setValue(name, forKey: "name")
      new.setValue(department, forKey: "department")
    }
  }

  @Test("obeys the model as any change does", arguments: StoreKind.allCases)
  func invalid(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    set(stack.context, Self.hire(nil))
    let lab = stack.insert("Department", ["name": "Lab"])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == 1570 && error?.validationKey == "name")
    #expect(stack.bytes == nil)
    try #require(lab.many("employees").first).setValue("Ann", forKey: "name")
    try stack.context.save()
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Lab")
  }

  @Test(
    "of an object that was found valid before is looked at again", arguments: StoreKind.allCases)
  func another(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    set(stack.context) { _ in ann.setValue(nil, forKey: "name") }
    _ = stack.insert("Department", ["name": "Lab"])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code.rawValue == 1570 && error?.validationObject as? NSManagedObject === ann)
  }

  @Test("is saved with the rest", arguments: StoreKind.allCases)
  func saved(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    set(stack.context, Self.hire("Ann"))
    lab.setValue("Lab 2", forKey: "name")
    try stack.context.save()
    #expect(!stack.context.hasChanges)
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Lab 2")
  }

  @Test("is saved by a child, too", arguments: StoreKind.allCases)
  func child(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let child = stack.context.child()
    set(child, Self.hire("Ann"))
    let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: child)
    lab.setValue("Lab", forKey: "name")
    try child.save()
    try stack.context.save()
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Lab")
  }

  @Test("after a merge policy was asked is saved with the rest", arguments: StoreKind.allCases)
  func policy(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let other = stack.anotherContext()
    other.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    let twin = try #require(try other.named("Lab", "Department"))
    try twin.materialize()
    lab.setValue("Lab 2", forKey: "name")
    try stack.context.save()
    // The name that the policy takes from the store is the one that the check waits for.
    set(other) { if $0.name == "Lab 2" { Self.hire("Ann")($0) } }
    twin.setValue("Lab 3", forKey: "name")
    twin.setValue("B", forKey: "code")
    try other.save()
    #expect(!other.hasChanges && other.graph.brokenInvariants().isEmpty)
    #expect(twin.many("employees").compactMap(\.name) == ["Ann"])
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Lab 2")
  }

  @Test("is no reason to check an object again", arguments: StoreKind.allCases)
  func once(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let other = stack.insert("Department", ["name": "Shop"])
    var count = 0
    set(stack.context) { department in
      count += 1
      department.setValue("\(count)", forKey: "code")
      other.setValue("Shop \(count)", forKey: "name")
    }
    _ = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    #expect(count == 2 && other.name == "Shop 2")
    #expect(try stack.reopened().named("Shop 2", "Department") != nil)
  }

  @Test("may be a deletion", arguments: StoreKind.allCases)
  func deletion(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    set(stack.context) { _ in stack.context.delete(ann) }
    lab.setValue("Lab 2", forKey: "name")
    ann.setValue(5, forKey: "salary")
    try stack.context.save()
    #expect(try stack.reopened().all("Employee").isEmpty)
  }

  @Test("without an end is an error that says so, and the next save works")
  func endless() throws {
    let stack = try stack(.inMemory)
    set(stack.context) { department in
      guard let context = department.managedObjectContext else { return }
      let new = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
      new.setValue("New", forKey: "name")
    }
    _ = stack.insert("Department", ["name": "Lab"])
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.localizedDescription.contains("validation still changes") == true)
    set(stack.context) { _ in }
    try stack.context.save()
  }
}
