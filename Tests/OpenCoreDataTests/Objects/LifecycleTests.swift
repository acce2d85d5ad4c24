import Foundation
import OpenCoreData
import Testing

@Suite("Objects from insertion to deletion") struct LifecycleTests {
  @Test(
    "a new object is inserted, has its defaults and a temporary id", arguments: StoreKind.allCases)
  func insertion(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let employee = stack.insert("Employee")
    #expect(employee.isInserted && !employee.isUpdated && !employee.isDeleted && !employee.isFault)
    #expect(employee.hasChanges && stack.context.hasChanges)
    #expect(employee.objectID.isTemporaryID)
    #expect(employee.value(forKey: "salary") as? Int32 == 100)
    #expect(employee.value(forKey: "name") == nil)
    #expect(stack.context.insertedObjects == [employee])
  }

  @Test(
    "after a save all flags are off and the id is another, lasting one",
    arguments: StoreKind.allCases)
  func firstSave(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let employee = stack.insert("Employee", ["name": "Ann"])
    let temporary = employee.objectID
    try stack.context.save()
    let lasting = employee.objectID
    #expect(!employee.isInserted && !employee.isUpdated && !employee.hasChanges)
    #expect(!lasting.isTemporaryID && lasting != temporary)
    #expect(employee.changedValues().isEmpty)
    let uri = lasting.uriRepresentation()
    let path = "\(stack.store.identifier)/Employee/p\(kind.firstNumber)"
    #expect(uri.absoluteString == "x-coredata://\(path)")
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == lasting)
    let foreign = try #require(URL(string: "x-coredata://\(UUID())/Employee/p1"))
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: foreign) == nil)
  }

  @Test("values come back from another opening of the store", arguments: StoreKind.allCases)
  func reopening(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let hired = Date(timeIntervalSinceReferenceDate: 1234.5)
    let department = stack.insert("Department", ["name": "Lab", "code": "L"])
    _ = stack.insert(
      "Employee", ["name": "Ann", "salary": 7, "hired": hired, "department": department])
    try stack.context.save()
    let context = try stack.reopened()
    let ann = try #require(try context.named("Ann", "Employee"))
    #expect(ann.value(forKey: "salary") as? Int32 == 7)
    #expect(ann.value(forKey: "hired") as? Date == hired)
    #expect(ann.one("department")?.name == "Lab")
    #expect(ann.one("department")?.many("employees") == [ann])
  }
}
