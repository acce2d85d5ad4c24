import Foundation
import OpenCoreData
import Testing

@Suite("Taking back, refreshing and merging") struct ContextCaseTests {
  // MARK: Taking back and refreshing

  @Test(
    "case 22: what No Action leaves leads to an object that counts as deleted, or to an error",
    arguments: StoreKind.allCases, [true, false])
  func noAction(_ kind: StoreKind, deletes: Bool) throws {
    let model = companyModel { entities in
      entities["Department"]?.relationshipsByName["employees"]?.deleteRule = .noActionDeleteRule
    }
    let stack = try Stack(kind, model)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    let context = stack.anotherContext()
    context.shouldDeleteInaccessibleFaults = deletes
    let twin = try #require(try context.named("Ann", "Employee"))
    let there = try #require(twin.one("department"))
    stack.context.delete(lab)
    #expect(ann.one("department") === lab)
    try stack.context.save()
    #expect(there.isFault && there.name == nil)
    #expect(there.isDeleted == deletes && !context.hasChanges)
    #expect(throws: CocoaError.self) { try context.existingObject(with: there.objectID) }
    if deletes {
      try context.save()
    } else {
      #expect(code { try context.save() } == 133000)
      try context.save()
    }
  }

  @Test(
    "case 32: rollback forgets new objects, restores changed ones and revives deleted ones",
    arguments: StoreKind.allCases)
  func rollback(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    try stack.context.save()
    let undo = UndoManager()
    stack.context.undoManager = undo
    let bob = stack.insert("Employee", ["name": "Bob", "department": lab])
    ann.setValue("Eve", forKey: "name")
    stack.context.processPendingChanges()
    stack.context.delete(lab)
    stack.context.processPendingChanges()
    #expect(undo.canUndo)
    stack.context.rollback()
    #expect(!undo.canUndo && !undo.canRedo)
    #expect(!stack.context.registeredObjects.contains(bob) && bob.managedObjectContext == nil)
    #expect(ann.name == "Ann" && ann.changedValues().isEmpty && ann.one("department") === lab)
    #expect(!lab.isDeleted && lab.many("employees") == [ann] && !stack.context.hasChanges)
  }

  @Test(
    "case 33: refreshing without merging makes a fault, with merging it keeps what was changed",
    arguments: StoreKind.allCases)
  func refresh(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: Witness.self))
    let ann = try #require(
      stack.insert("Employee", ["name": "Ann", "nick": "a", "salary": 1]) as? Witness)
    try stack.context.save()
    let other = stack.anotherContext()
    let twin = try #require(try other.named("Ann", "Employee"))
    twin.setValuesForKeys(["nick": "b", "salary": 2])
    try other.save()
    ann.setValue("Eve", forKey: "name")
    ann.setValue("temporary", forKey: "notes")
    ann.calls = []
    stack.context.refresh(ann, mergeChanges: true)
    #expect(ann.name == "Eve" && ann.value(forKey: "nick") as? String == "b")
    #expect(ann.value(forKey: "notes") as? String == "temporary")
    #expect(ann.changedValues().keys.sorted() == ["name", "notes"])
    stack.context.refresh(ann, mergeChanges: false)
    #expect(ann.isFault && !ann.hasChanges)
    #expect(ann.count("willTurnIntoFault") == 1 && ann.count("didTurnIntoFault") == 1)
    #expect(ann.name == "Ann" && ann.value(forKey: "salary") as? Int32 == 2)
    #expect(ann.value(forKey: "notes") == nil && !stack.context.hasChanges)
  }

  // MARK: Queues

  @Test(
    "case 42: a context that is used off its queue is named, in debug builds",
    arguments: StoreKind.allCases)
  func offQueue(_ kind: StoreKind) async throws {
    #if DEBUG
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [kind = kind as StoreKind] in
        let stack = try Stack(kind)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = stack.coordinator
        context.name = "importer"
        _ = try context.all("Tag")
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("'importer' is used off its queue"), "\(text)")
    #endif
  }

  @Test(
    "case 42: waiting within a block of the same context waits for nobody",
    arguments: StoreKind.allCases)
  func nesting(_ kind: StoreKind) async throws {
    let stack = try Stack(kind)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    let names = try await context.perform {
      try context.performAndWait {
        let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
        tag.setValue("red", forKey: "name")
        try context.save()
        return try context.performAndWait { try context.all("Tag").compactMap(\.name) }
      }
    }
    #expect(names == ["red"])
    #expect(try stack.reopened().all("Tag").map(\.name) == ["red"])
  }

  // MARK: Merging

  /// A context with an object that is changed elsewhere, one that is deleted elsewhere, and one that is left alone.
  private struct Pair {
    let stack: Stack
    let view: NSManagedObjectContext
    let (changed, deleted, quiet): (NSManagedObject, NSManagedObject, NSManagedObject)

    init(_ kind: StoreKind) throws {
      stack = try Stack(kind)
      for name in ["Ann", "Bob", "Cat"] { _ = stack.insert("Employee", ["name": name]) }
      try stack.context.save()
      view = stack.anotherContext()
      changed = try #require(try view.named("Ann", "Employee"))
      deleted = try #require(try view.named("Bob", "Employee"))
      quiet = try #require(try view.named("Cat", "Employee"))
    }

    /// Changes the first, deletes the second, inserts another, and saves.
    func saveElsewhere() throws {
      try stack.context.named("Ann", "Employee")?.setValuesForKeys(["name": "Eve", "salary": 7])
      let bob = try #require(try stack.context.named("Bob", "Employee"))
      stack.context.delete(bob)
      _ = stack.insert("Employee", ["name": "Dan"])
      try stack.context.save()
    }
  }

  @Test(
    "case 40: a save's notification lists exactly what was saved, and merging takes it up",
    arguments: StoreKind.allCases, [true, false])
  func mergeNotification(_ kind: StoreKind, withObjects: Bool) throws {
    let pair = try Pair(kind)
    let notes = NotificationLog(
      withObjects
        ? .NSManagedObjectContextDidSave : .NSManagedObjectContextDidSaveObjectIDs,
      pair.stack.context)
    try pair.saveElsewhere()
    let note = try #require(notes.received.first)
    if withObjects {
      let keys = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey]
      #expect(keys.map { (note.userInfo?[$0] as? Set<NSManagedObject>)?.count } == [1, 1, 1])
    }
    let changes = NotificationLog(.NSManagedObjectContextObjectsDidChange, pair.view)
    let merges = NotificationLog(.NSManagedObjectContextDidMergeChangesObjectIDs, pair.view)
    pair.view.mergeChanges(fromContextDidSave: note)
    #expect(pair.changed.name == "Eve")
    #expect(pair.deleted.isDeleted && pair.deleted.name == "Bob")
    #expect(pair.quiet.name == "Cat" && !pair.quiet.isFault && !pair.view.hasChanges)
    let info = try #require(changes.received.last?.userInfo)
    #expect(info[NSRefreshedObjectsKey] as? Set<NSManagedObject> == [pair.changed])
    #expect(info[NSDeletedObjectsKey] as? Set<NSManagedObject> == [pair.deleted])
    let inserted = try #require((info[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.first)
    #expect(inserted.name == "Dan" && pair.view.registeredObjects.contains(inserted))
    let ids = try #require(merges.received.first?.userInfo)
    #expect(ids[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID> == [inserted.objectID])
    #expect(ids[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID> == [pair.deleted.objectID])
  }

  @Test(
    "case 41: without automatic merging a context keeps what it read until it is refreshed",
    arguments: StoreKind.allCases)
  func stale(_ kind: StoreKind) throws {
    let pair = try Pair(kind)
    #expect(!pair.view.automaticallyMergesChangesFromParent)
    try pair.saveElsewhere()
    #expect(pair.changed.name == "Ann" && !pair.deleted.isDeleted)
    pair.view.refresh(pair.changed, mergeChanges: true)
    #expect(pair.changed.name == "Eve")
  }

  @Test(
    "case 41: with automatic merging it has what others saved, and its own changes besides",
    arguments: StoreKind.allCases)
  func automatic(_ kind: StoreKind) throws {
    let pair = try Pair(kind)
    pair.view.automaticallyMergesChangesFromParent = true
    pair.changed.setValue("Own", forKey: "name")
    pair.quiet.setValue("Kit", forKey: "name")
    try pair.saveElsewhere()
    #expect(pair.changed.name == "Own" && pair.changed.value(forKey: "salary") as? Int32 == 7)
    #expect(pair.changed.changedValues().keys.sorted() == ["name"])
    #expect(pair.deleted.isDeleted && pair.quiet.name == "Kit")
    try pair.view.save()
    #expect(try pair.stack.reopened().all("Employee").compactMap(\.name) == ["Own", "Kit", "Dan"])
    pair.view.automaticallyMergesChangesFromParent = false
    try pair.stack.context.named("Dan", "Employee")?.setValue("Don", forKey: "name")
    try pair.stack.context.save()
    #expect(try pair.view.named("Dan", "Employee") == nil)
  }
}
