import Foundation
import Testing

@testable import OpenCoreData

@Suite("New objects that go before their parent saves") struct DepartureTests {
  /// How a context loses a new object.
  enum Loss: CaseIterable {
    case deletion, rollback, undo, reset
  }

  private func lose(_ object: NSManagedObject, _ loss: Loss, in context: NSManagedObjectContext) {
    switch loss {
    case .deletion: context.delete(object)
    case .rollback: context.rollback()
    case .undo: context.undo()
    case .reset: context.reset()
    }
  }

  @Test(
    "a child's copy is deleted, however its parent lost the object", arguments: StoreKind.allCases,
    Loss.allCases)
  func copies(_ kind: StoreKind, _ loss: Loss) throws {
    let stack = try Stack(kind)
    stack.context.undoManager = UndoManager()
    let tag = stack.insert("Tag", ["name": "a"])
    stack.context.processPendingChanges()
    let child = stack.context.child()
    let grandchild = child.child()
    let copy = try #require(try child.named("a", "Tag"))
    let copyOfCopy = try #require(try grandchild.named("a", "Tag"))
    let log = NotificationLog(.NSManagedObjectContextObjectsDidChange, child)
    lose(tag, loss, in: stack.context)
    #expect(try grandchild.all("Tag").isEmpty && child.all("Tag").isEmpty)
    #expect(copy.isDeleted && copyOfCopy.isDeleted && !child.hasChanges)
    // What it held stays readable.
    #expect(copy.name == "a")
    child.processPendingChanges()
    let told = log.received.map { $0.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject> }
    #expect(told == [[copy]])
    #expect(throws: CocoaError.self) { try child.existingObject(with: copy.objectID) }
    try child.save()
    try stack.context.save()
    #expect(try stack.reopened().all("Tag").isEmpty)
  }

  @Test("a copy that was not read has no values", arguments: StoreKind.allCases)
  func faults(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    let child = stack.context.child()
    let copy = child.object(with: tag.objectID)
    #expect(copy.isFault)
    stack.context.delete(tag)
    #expect(copy.name == nil && copy.isDeleted)
    try child.save()
  }

  @Test("what undo brings back is there again, with the same copy", arguments: StoreKind.allCases)
  func comingBack(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    stack.context.undoManager = UndoManager()
    let tag = stack.insert("Tag", ["name": "a"])
    stack.context.processPendingChanges()
    let child = stack.context.child()
    let copy = try #require(try child.named("a", "Tag"))
    for _ in 0..<2 {
      stack.context.undo()
      #expect(try child.all("Tag").isEmpty && copy.isDeleted)
      stack.context.redo()
      #expect(try child.all("Tag") == [copy] && !copy.isDeleted && copy.name == "a")
    }
    stack.context.undo()
    child.processPendingChanges()
    #expect(try child.all("Tag").isEmpty)
    stack.context.redo()
    // It comes back and gets a record before the child looks.
    try stack.context.save()
    copy.setValue("b", forKey: "name")
    #expect(try child.all("Tag") == [copy])
    try child.save()
    #expect(tag.name == "b" && !tag.isInserted)
  }

  @Test(
    "a child that has changed such a copy cannot save, loses nothing, and can go on",
    arguments: StoreKind.allCases, [false, true])
  func conflicts(_ kind: StoreKind, isRefreshed: Bool) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    let child = stack.context.child()
    let copy = child.object(with: tag.objectID)
    copy.setValue("b", forKey: "name")
    let fresh = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: child)
    fresh.setValue("c", forKey: "name")
    stack.context.delete(tag)
    #expect(code { try child.save() } == 133_020)
    #expect(copy.isUpdated && copy.name == "b" && fresh.isInserted && fresh.name == "c")
    #expect(stack.context.insertedObjects.isEmpty)
    if isRefreshed {
      child.refresh(copy, mergeChanges: false)
      try child.save()
      try stack.context.save()
      #expect(try stack.reopened().all("Tag").map(\.name) == ["c"])
    } else {
      child.rollback()
      #expect(!child.hasChanges)
      try child.save()
    }
    #expect(copy.name == (isRefreshed ? nil : "a") && copy.isDeleted)
  }

  @Test("related objects stay, without what has gone", arguments: StoreKind.allCases)
  func relations(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let department = stack.insert("Department", ["name": "Sales"])
    let employee = stack.insert("Employee", ["name": "anne", "department": department])
    let child = stack.context.child()
    let copy = child.object(with: employee.objectID)
    #expect(copy.one("department")?.name == "Sales")
    stack.context.delete(department)
    copy.setValue("bill", forKey: "name")
    try child.save()
    #expect(employee.name == "bill" && employee.one("department") == nil)
    #expect(stack.context.graph.brokenInvariants() == [])
    try stack.context.save()
    let saved = try #require(try stack.reopened().named("bill", "Employee"))
    #expect(saved.one("department") == nil)
    child.refresh(copy, mergeChanges: true)
    #expect(copy.name == "bill" && copy.one("department") == nil)
  }

  @Test("a child's new object may lead to one that has gone: the save says so or leaves it out")
  func newRelations() throws {
    let stack = try Stack(.xml)
    let department = stack.insert("Department", ["name": "Sales"])
    let child = stack.context.child()
    let copy = child.object(with: department.objectID)
    let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
    employee.setValue("anne", forKey: "name")
    employee.setValue(copy, forKey: "department")
    stack.context.delete(department)
    #expect(code { try child.save() } == 133_020)
    #expect(employee.isInserted && employee.name == "anne")
    employee.setValue(nil, forKey: "department")
    child.refresh(copy, mergeChanges: false)
    try child.save()
    try stack.context.save()
    #expect(try stack.reopened().named("anne", "Employee")?.one("department") == nil)
  }
}
