import Foundation
import Testing

@testable import OpenCoreData

@Suite("Undo in contexts") struct ContextUndoTests {
  private func stack(_ kind: StoreKind) throws -> Stack {
    let stack = try Stack(kind)
    stack.context.undoManager = UndoManager()
    return stack
  }

  @Test("case 34: without a manager undo and redo do nothing", arguments: StoreKind.allCases)
  func noManager(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    stack.context.undo()
    stack.context.redo()
    #expect(stack.context.undoManager == nil)
    #expect(tag.name == "a" && tag.isInserted)
  }

  @Test(
    "case 34: undo gives the old value and what there is to save", arguments: StoreKind.allCases)
  func value(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let tag = stack.insert("Tag", ["name": "old"])
    try stack.context.save()
    tag.setValue("new", forKey: "name")
    stack.context.processPendingChanges()
    stack.context.undo()
    #expect(tag.name == "old" && !tag.hasChanges && !stack.context.hasChanges)
    stack.context.redo()
    #expect(tag.name == "new" && tag.isUpdated && stack.context.hasChanges)
    #expect(tag.changedValues() as? [String: String] == ["name": "new"])
  }

  /// A department with two employees, tags and steps in order, saved.
  private func department(_ stack: Stack) throws -> (NSManagedObject, [NSManagedObject]) {
    let staff = ["bill", "anne"].map { name in
      let steps = ["3", "1", "2"].map { stack.insert("Step", ["text": $0]) }
      return stack.insert(
        "Employee",
        [
          "name": name, "salary": 7, "steps": NSOrderedSet(array: steps),
          "tags": Set([stack.insert("Tag", ["name": name])]),
        ])
    }
    let department = stack.insert("Department", ["name": "Sales", "employees": Set(staff)])
    try stack.context.save()
    return (department, staff)
  }

  private static func cascading() -> NSManagedObjectModel {
    companyModel {
      $0["Department"]?.relationshipsByName["employees"]?.deleteRule = .cascadeDeleteRule
    }
  }

  @Test(
    "case 35: a deletion that cascaded comes back whole, saved or not",
    arguments: StoreKind.allCases,
    [false, true])
  func deletion(_ kind: StoreKind, isSaved: Bool) throws {
    let stack = try Stack(kind, Self.cascading())
    let (department, staff) = try self.department(stack)
    stack.context.undoManager = UndoManager()
    stack.context.delete(department)
    if isSaved { try stack.context.save() }
    stack.context.undo()
    #expect(!department.isDeleted && staff.allSatisfy { !$0.isDeleted })
    #expect(department.many("employees") == Set(staff))
    for one in staff {
      #expect(one.one("department") === department)
      #expect(one.list("steps").map { $0.value(forKey: "text") as? String } == ["3", "1", "2"])
      #expect(one.many("tags").first?.many("employees") == [one])
      #expect(one.value(forKey: "salary") as? Int32 == 7)
    }
    #expect(stack.context.hasChanges == isSaved)
    #expect(stack.context.graph.brokenInvariants() == [])
    try stack.context.save()
    let reopened = try stack.reopened()
    #expect(try reopened.all("Step").count == 6)
    let anne = try #require(try reopened.named("anne", "Employee"))
    #expect(anne.one("department")?.name == "Sales")
    #expect(anne.list("steps").map { $0.value(forKey: "text") as? String } == ["3", "1", "2"])
    stack.context.redo()
    #expect(department.isDeleted && staff.allSatisfy(\.isDeleted))
  }

  @Test(
    "case 35: undoing an insertion removes the object, redoing does not awake it as new",
    arguments: StoreKind.allCases, [false, true])
  func insertion(_ kind: StoreKind, isSaved: Bool) throws {
    let model = companyModel()
    model.entitiesByName["Tag"]?.managedObjectClassName = "UndoneTag"
    let stack = try Stack(kind, model)
    stack.context.undoManager = UndoManager()
    model.bind(UndoneTag.self)
    let tag = try #require(stack.insert("Tag", ["name": "a"]) as? UndoneTag)
    if isSaved { try stack.context.save() }
    stack.context.undo()
    #expect(isSaved ? tag.isDeleted : tag.managedObjectContext == nil)
    #expect(try stack.context.all("Tag").isEmpty)
    if isSaved { try stack.context.save() }
    stack.context.redo()
    #expect(try stack.context.all("Tag") == [tag])
    #expect(tag.name == "a" && tag.isInserted && !tag.isDeleted)
    #expect(tag.insertions == 1)
    #expect(tag.events == (isSaved ? [.undoInsertion, .undoDeletion] : [.undoDeletion]))
    try stack.context.save()
    #expect(try stack.reopened().all("Tag").map(\.name) == ["a"])
  }

  @Test("case 36: what one event changes is one step", arguments: StoreKind.allCases)
  func grouping(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let tag = stack.insert("Tag", ["name": "0"])
    stack.context.processPendingChanges()
    for name in ["1", "2"] { tag.setValue(name, forKey: "name") }
    stack.context.processPendingChanges()
    tag.setValue("3", forKey: "name")
    stack.context.undo()
    #expect(tag.name == "2")
    stack.context.undo()
    #expect(tag.name == "0")
    stack.context.redo()
    #expect(tag.name == "2")
    #expect(stack.context.undoManager?.undoCount == 2)
  }

  @Test("case 36: changes while registration is off leave no step", arguments: StoreKind.allCases)
  func registration(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let tag = stack.insert("Tag", ["name": "0"])
    stack.context.processPendingChanges()
    stack.context.undoManager?.disableUndoRegistration()
    tag.setValue("1", forKey: "name")
    stack.context.processPendingChanges()
    stack.context.undoManager?.enableUndoRegistration()
    #expect(stack.context.undoManager?.undoCount == 1)
    stack.context.withoutUndo { tag.setValue("2", forKey: "name") }
    #expect(stack.context.undoManager?.undoCount == 1 && tag.name == "2")
  }

  @Test(
    "changes beside undo do not break the two sides of a relationship",
    arguments: StoreKind.allCases)
  func unknownChanges(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let employee = stack.insert("Employee", ["name": "anne"])
    let departments = ["one", "two"].map { stack.insert("Department", ["name": $0]) }
    stack.context.processPendingChanges()
    employee.setValue(departments[0], forKey: "department")
    stack.context.processPendingChanges()
    stack.context.withoutUndo { employee.setValue(departments[1], forKey: "department") }
    stack.context.undo()
    #expect(stack.context.graph.brokenInvariants() == [])
    stack.context.redo()
    #expect(stack.context.graph.brokenInvariants() == [])
  }

  @Test("a block without undo may forget all actions", arguments: StoreKind.allCases)
  func forgettingAll(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let (context, manager) = (stack.context, UndoManager())
    context.undoManager = manager
    context.withoutUndo {
      _ = stack.insert("Employee", ["name": "Ann"])
      context.withoutUndo { manager.removeAllActions() }
      manager.removeAllActions()
    }
    #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
    // So may who is told of the end of the event.
    let token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
    ) { _ in manager.removeAllActions() }
    defer { NotificationCenter.default.removeObserver(token) }
    context.withoutUndo { _ = stack.insert("Employee", ["name": "Bob"]) }
    #expect(manager.isUndoRegistrationEnabled && !manager.canUndo)
    try context.save()
  }

  @Test("a block of perform is one step, whatever it processes and saves")
  func blocks() throws {
    let stack = try Stack(.inMemory)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    try context.performAndWait {
      context.undoManager = UndoManager()
      _ = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      context.processPendingChanges()
      try context.save()
      _ = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    }
    try context.performAndWait { () throws in
      #expect(context.undoManager?.undoCount == 1)
      context.undo()
      #expect(try context.all("Tag").isEmpty)
    }
  }

  @Test("a group has a name and is undone in one step", arguments: StoreKind.allCases)
  func names(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    stack.context.withUndoGroup("Add Tags") {
      for name in ["a", "b"] {
        _ = stack.insert("Tag", ["name": name])
        stack.context.processPendingChanges()
      }
    }
    #expect(stack.context.undoManager?.undoActionName == "Add Tags")
    stack.context.undoManager?.undo()
    #expect(try stack.context.all("Tag").isEmpty)
    #expect(stack.context.undoManager?.redoActionName == "Add Tags")
  }

  @Test("an event is named when it is over, or before it begins", arguments: StoreKind.allCases)
  func eventNames(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let (context, manager) = (stack.context, try #require(stack.context.undoManager))
    let tag = stack.insert("Tag", ["name": "0"])
    context.processPendingChanges()
    manager.setActionName("Add")
    #expect(manager.undoActionName == "Add")
    manager.setActionName("Add Tag")
    tag.setValue("1", forKey: "name")
    try context.save()
    manager.setActionName("Rename")
    context.performAndWait { tag.setValue("2", forKey: "name") }
    manager.setActionName("Colour")
    #expect(manager.undoActionName == "Colour")
    var names: [String] = []
    while manager.canUndo {
      names.append(manager.undoActionName)
      context.undo()
    }
    #expect(names == ["Colour", "Rename", "Add Tag"])
    #expect(manager.redoActionName == "Add Tag")
    context.redo()
    #expect(manager.undoActionName == "Add Tag" && manager.redoActionName == "Rename")
  }

  @Test("a name given between events is that of the one which has none")
  func namesBetween() throws {
    let stack = try self.stack(.inMemory)
    let (context, manager) = (stack.context, try #require(stack.context.undoManager))
    manager.setActionName("Add")
    let tag = stack.insert("Tag", ["name": "0"])
    context.processPendingChanges()
    manager.setActionName("Rename")
    tag.setValue("1", forKey: "name")
    context.processPendingChanges()
    tag.setValue("2", forKey: "name")
    context.processPendingChanges()
    tag.setValue("3", forKey: "name")
    manager.setActionName("Last")
    context.processPendingChanges()
    var names: [String] = []
    while manager.canUndo {
      names.append(manager.undoActionName)
      context.undo()
    }
    #expect(names == ["Last", "", "Rename", "Add"])
  }

  @Test("what was undone in between is not named")
  func namesAfterUndo() throws {
    let stack = try self.stack(.inMemory)
    let (context, manager) = (stack.context, try #require(stack.context.undoManager))
    for name in ["a", "b"] {
      _ = stack.insert("Tag", ["name": name])
      context.processPendingChanges()
    }
    context.undo()
    manager.setActionName("Late")
    #expect(manager.undoActionName == "" && manager.redoActionName == "")
  }

  @Test("the manager's own undo takes changes along that are not processed yet")
  func checkpoint() throws {
    let stack = try self.stack(.inMemory)
    let tag = stack.insert("Tag", ["name": "0"])
    stack.context.processPendingChanges()
    tag.setValue("1", forKey: "name")
    stack.context.undoManager?.undo()
    #expect(tag.name == "0")
  }

  @Test("rolling back and resetting leave nothing to undo", arguments: StoreKind.allCases)
  func forgetting(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    for isReset in [false, true] {
      _ = stack.insert("Tag", ["name": "a"])
      stack.context.processPendingChanges()
      #expect(stack.context.undoManager?.canUndo == true)
      if isReset { stack.context.reset() } else { stack.context.rollback() }
      #expect(stack.context.undoManager?.canUndo == false)
    }
  }

  @Test("observers may change objects: that is an event of its own in the same step")
  func observers() throws {
    let stack = try self.stack(.inMemory)
    let tag = stack.insert("Tag", ["name": "0"])
    stack.context.processPendingChanges()
    let observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextObjectsDidChange, object: stack.context, queue: nil
    ) { [context = stack.context] notice in
      let updated = notice.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject>
      let isUndoing = context.undoManager?.isUndoing ?? false
      guard let tag = updated?.first, tag.name == "1", !isUndoing else { return }
      #expect(tag.changedValuesForCurrentEvent() as? [String: String] == ["name": "0"])
      tag.setValue("2", forKey: "name")
    }
    defer { NotificationCenter.default.removeObserver(observer) }
    tag.setValue("1", forKey: "name")
    stack.context.processPendingChanges()
    #expect(tag.name == "2")
    stack.context.undo()
    #expect(tag.name == "0")
  }
}

/// Counts what it is told.
private final class UndoneTag: NSManagedObject {
  var insertions = 0
  var events: [NSSnapshotEventType] = []

  override func awakeFromInsert() { insertions += 1 }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { events.append(flags) }
}
