import Foundation
import OpenCoreData
import Testing

@Suite("What changed") struct ChangeTests {
  private func saved(_ kind: StoreKind) throws -> (Stack, NSManagedObject) {
    let stack = try Stack(kind)
    let employee = stack.insert("Employee", ["name": "Ann", "nick": "A"])
    try stack.context.save()
    return (stack, employee)
  }

  @Test("a value that is set back leaves nothing to save", arguments: StoreKind.allCases)
  func setBack(_ kind: StoreKind) throws {
    let (stack, employee) = try saved(kind)
    let bytes = stack.bytes
    employee.setValue("Bob", forKey: "name")
    employee.setValue("Ann", forKey: "name")
    #expect(employee.isUpdated && employee.hasChanges && stack.context.hasChanges)
    #expect(!employee.hasPersistentChangedValues && employee.changedValues().isEmpty)
    try stack.context.save()
    #expect(!employee.hasChanges)
    #expect(stack.bytes == bytes)
  }

  @Test("changed, committed and event values tell old from new", arguments: StoreKind.allCases)
  func changedValues(_ kind: StoreKind) throws {
    let (stack, employee) = try saved(kind)
    stack.context.processPendingChanges()
    employee.setValue("Bob", forKey: "name")
    employee.setValue(nil, forKey: "nick")
    #expect(employee.changedValues()["name"] as? String == "Bob")
    #expect(employee.changedValues()["nick"] is NSNull)
    #expect(employee.committedValues(forKeys: ["name"])["name"] as? String == "Ann")
    #expect(employee.committedValues(forKeys: nil)["salary"] as? Int32 == 100)
    #expect(employee.changedValuesForCurrentEvent()["name"] as? String == "Ann")
    stack.context.processPendingChanges()
    #expect(employee.changedValuesForCurrentEvent().isEmpty)
    #expect(employee.changedValues().count == 2)
  }

  @Test(
    "a primitive value of a saved object is neither a change nor saved",
    arguments: StoreKind.allCases)
  func primitiveValues(_ kind: StoreKind) throws {
    let (stack, employee) = try saved(kind)
    employee.setPrimitiveValue("x", forKey: "name")
    #expect(employee.name == "x")
    #expect(employee.changedValues().isEmpty && !employee.hasChanges && !stack.context.hasChanges)
    try stack.context.save()
    #expect(try stack.reopened().named("Ann", "Employee") != nil)
  }

  @Test("primitive values of a new object are saved", arguments: StoreKind.allCases)
  func primitiveInsertion(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let department = stack.insert("Department", ["name": "Lab"])
    let employee = stack.insert("Employee")
    employee.setPrimitiveValue("Ann", forKey: "name")
    employee.setPrimitiveValue(department, forKey: "department")
    #expect(department.many("employees").isEmpty)
    try stack.context.save()
    #expect(department.many("employees") == [employee])
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Lab")
  }

  @Test("a transient value is a change and is not saved", arguments: StoreKind.allCases)
  func transients(_ kind: StoreKind) throws {
    let (stack, employee) = try saved(kind)
    employee.setValue("note", forKey: "notes")
    #expect(employee.hasChanges && !employee.hasPersistentChangedValues)
    try stack.context.save()
    #expect(employee.value(forKey: "notes") as? String == "note")
    let again = try #require(try stack.reopened().named("Ann", "Employee"))
    if kind != .inMemory { #expect(again.value(forKey: "notes") == nil) }
  }

  @Test("numbers of any form are taken, and come back in the form of their attribute")
  func numbers() throws {
    let stack = try Stack(.inMemory)
    let employee = stack.insert("Employee", ["name": "Ann"])
    for value in [7, Int16(7), Int64(7), 7.0, UInt8(7), NSNumber(value: 7), Decimal(7)] as [Any] {
      employee.setValue(value, forKey: "salary")
      #expect(employee.value(forKey: "salary") as? Int32 == 7)
      employee.setValue(value, forKey: "ratio")
      #expect(employee.value(forKey: "ratio") as? Double == 7)
    }
    employee.setValue(nil, forKey: "salary")
    #expect(employee.value(forKey: "salary") == nil)
  }
}
