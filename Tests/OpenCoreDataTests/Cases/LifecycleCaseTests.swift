import Foundation
import OpenCoreData
import Testing

@Suite("From insertion to deletion, by case") struct LifecycleCaseTests {
  /// A store with an employee, and perhaps a class that counts what it is told.
  private func saved(_ kind: StoreKind) throws -> (stack: Stack, ann: Witness) {
    let stack = try Stack(kind, companyModel(employees: Witness.self))
    let ann = try #require(stack.insert("Employee", ["name": "Ann", "nick": "a"]) as? Witness)
    try stack.context.save()
    return (stack, ann)
  }

  @Test(
    "case 1: a new object has flags, defaults and a temporary id", arguments: StoreKind.allCases)
  func insertion(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: Witness.self))
    let ann = try #require(stack.insert("Employee") as? Witness)
    #expect(ann.isInserted && !ann.isUpdated && !ann.isDeleted && !ann.isFault)
    #expect(ann.hasChanges && ann.objectID.isTemporaryID)
    #expect(ann.value(forKey: "salary") as? Int32 == 100)
    #expect(ann.calls == ["awakeFromInsert 100"])
    ann.setValue("Ann", forKey: "name")
    try stack.context.save()
    #expect(ann.count("awakeFromInsert 100") == 1 && ann.count("awakeFromFetch") == 0)
  }

  @Test(
    "case 2: saving turns the flags off and gives an id that lasts", arguments: StoreKind.allCases)
  func saving(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let temporary = ann.objectID
    try stack.context.save()
    #expect(!ann.isInserted && !ann.isUpdated && !ann.isDeleted && !ann.hasChanges)
    #expect(ann.changedValues().isEmpty && !stack.context.hasChanges)
    let lasting = ann.objectID
    #expect(!lasting.isTemporaryID && lasting != temporary)
    let uri = lasting.uriRepresentation()
    let path = "\(stack.store.identifier)/Employee/p\(kind.firstNumber)"
    #expect(uri.absoluteString == "x-coredata://\(path)")
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == lasting)
    let foreign = try #require(URL(string: "x-coredata://\(UUID())/Employee/p1"))
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: foreign) == nil)
    let reopened = try stack.reopened()
    let again = try #require(
      reopened.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri))
    #expect(try reopened.existingObject(with: again).name == "Ann")
  }

  @Test("case 3: a value that is set back is not written", arguments: StoreKind.allCases)
  func settingBack(_ kind: StoreKind) throws {
    let (stack, ann) = try saved(kind)
    let (bytes, file) = (stack.bytes, fileNumber(stack))
    ann.setValue("Bob", forKey: "name")
    ann.setValue("Ann", forKey: "name")
    #expect(ann.isUpdated && ann.hasChanges && stack.context.hasChanges)
    #expect(!ann.hasPersistentChangedValues && ann.changedValues().isEmpty)
    try stack.context.save()
    #expect(!ann.hasChanges && !stack.context.hasChanges)
    #expect(stack.bytes == bytes && fileNumber(stack) == file)
  }

  /// Another one wherever the file has been written again.
  private func fileNumber(_ stack: Stack) -> Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: stack.url.path)
    return attributes?[.systemFileNumber] as? Int
  }

  @Test(
    "case 4: new, saved and former values are told from each other", arguments: StoreKind.allCases)
  func values(_ kind: StoreKind) throws {
    let (stack, ann) = try saved(kind)
    for name in ["Bob", "Cat"] {
      let before = ann.name
      ann.setValue(name, forKey: "name")
      #expect(ann.changedValues()["name"] as? String == name)
      #expect(ann.committedValues(forKeys: ["name"])["name"] as? String == "Ann")
      #expect(ann.changedValuesForCurrentEvent()["name"] as? String == before)
      stack.context.processPendingChanges()
      #expect(ann.changedValuesForCurrentEvent().isEmpty)
    }
    #expect(ann.changedValues().count == 1)
    try stack.context.save()
    #expect(ann.committedValues(forKeys: ["name"])["name"] as? String == "Cat")
  }

  @Test(
    "case 5: what is set primitively is no change, is not saved and has no other side",
    arguments: StoreKind.allCases)
  func primitives(_ kind: StoreKind) throws {
    let (stack, ann) = try saved(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    ann.setPrimitiveValue("x", forKey: "name")
    ann.setPrimitiveValue(lab, forKey: "department")
    #expect(ann.name == "x" && ann.one("department") === lab && lab.many("employees").isEmpty)
    #expect(ann.changedValues().isEmpty && !ann.hasChanges && !stack.context.hasChanges)
    try stack.context.save()
    let again = try #require(try stack.reopened().named("Ann", "Employee"))
    #expect(again.one("department") == nil)
  }

  @Test(
    "case 6: asking for an object that must exist throws, asking for any object does not",
    arguments: StoreKind.allCases)
  func existence(_ kind: StoreKind) throws {
    let (stack, ann) = try saved(kind)
    let bob = stack.insert("Employee", ["name": "Bob"])
    try stack.context.save()
    let cat = stack.insert("Employee", ["name": "Cat"])
    try stack.context.obtainPermanentIDs(for: [cat])
    let (here, gone, never) = (ann.objectID, bob.objectID, cat.objectID)
    #expect(!never.isTemporaryID)
    stack.context.rollback()
    stack.context.delete(bob)
    try stack.context.save()
    for context in [stack.context, stack.anotherContext()] {
      for id in [gone, never] {
        #expect(code { _ = try context.existingObject(with: id) } == 133000)
        let fault = context.object(with: id)
        #expect(fault.isFault && fault.objectID == id)
        #expect(code { _ = try context.existingObject(with: id) } == 133000)
      }
      let object = context.object(with: here)
      #expect(try context.existingObject(with: here) === object && !object.isFault)
      context.refresh(object, mergeChanges: false)
      #expect(object.isFault)
      #expect(try !context.existingObject(with: here).isFault)
    }
  }

  @Test("case 7: a record is one object in a context", arguments: StoreKind.allCases)
  func identity(_ kind: StoreKind) throws {
    let (stack, ann) = try saved(kind)
    ann.setValue(stack.insert("Department", ["name": "Lab"]), forKey: "department")
    try stack.context.save()
    let other = stack.anotherContext()
    for context in [stack.context, other] {
      let first = try #require(try context.all("Employee").first)
      #expect(try context.all("Employee").first === first)
      #expect(context.object(with: ann.objectID) === first)
      #expect(context.registeredObject(for: ann.objectID) === first)
      #expect(try context.named("Lab", "Department")?.many("employees").first === first)
      #expect((first === ann) == (context === stack.context))
    }
  }

  @Test(
    "case 8: a deleted object is forgotten by its context and can still be read",
    arguments: StoreKind.allCases, [true, false])
  func deletion(_ kind: StoreKind, isRead: Bool) throws {
    let (stack, ann) = try saved(kind)
    ann.setValue(stack.insert("Department", ["name": "Lab"]), forKey: "department")
    _ = stack.insert("Employee", ["name": "Bob"])
    try stack.context.save()
    let context = stack.anotherContext()
    let twin = try #require(try context.existingObject(with: ann.objectID) as? Witness)
    if !isRead { context.refresh(twin, mergeChanges: false) }
    context.delete(twin)
    #expect(twin.isDeleted)
    try context.save()
    #expect(!twin.isDeleted && !twin.hasChanges && twin.managedObjectContext == nil)
    #expect(try context.all("Employee").map(\.name) == ["Bob"])
    #expect(isRead ? twin.name == "Ann" : ["Ann", nil].contains(twin.name))
    #expect(twin.one("department") == nil && twin.many("tags").isEmpty)
  }

  @Test(
    "case 9: what is inserted and deleted between two saves is neither checked nor stored",
    arguments: StoreKind.allCases)
  func vanishing(_ kind: StoreKind) throws {
    let (stack, _) = try saved(kind)
    let bytes = stack.bytes
    for isProcessed in [false, true] {
      let nameless = stack.insert("Employee")
      if isProcessed { stack.context.processPendingChanges() }
      stack.context.delete(nameless)
      #expect(stack.context.insertedObjects.isEmpty)
      try stack.context.save()
      #expect(nameless.managedObjectContext == nil && !stack.context.hasChanges)
    }
    #expect(stack.bytes == bytes)
    #expect(try stack.reopened().all("Employee").map(\.name) == ["Ann"])
  }

  @Test(
    "case 10: what willSave sets is saved, and didSave is called once",
    arguments: StoreKind.allCases)
  func willSave(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel(employees: Witness.self))
    let ann = try #require(stack.insert("Employee", ["name": "Ann"]) as? Witness)
    ann.onWillSave = { if $0.value(forKey: "nick") == nil { $0.setValue("n", forKey: "nick") } }
    try stack.context.save()
    #expect(ann.count("willSave") == 2 && ann.count("didSave") == 1)
    let again = try #require(try stack.reopened().named("Ann", "Employee"))
    #expect(again.value(forKey: "nick") as? String == "n")
  }

  @Test(
    "case 10: willSave that always changes something is stopped, with object and key named",
    arguments: StoreKind.allCases, [true, false])
  func endless(_ kind: StoreKind, isNew: Bool) throws {
    let (stack, old) = try saved(kind)
    let bytes = stack.bytes
    let ann = isNew ? try #require(stack.insert("Employee") as? Witness) : old
    // The last key that is set before the save is another than the one that never settles.
    ann.setValue("b", forKey: "nick")
    ann.setValue("Bob", forKey: "name")
    ann.calls = []
    ann.onWillSave = { $0.setValue("\($0.count("willSave"))", forKey: "nick") }
    let error = try #require(throws: CocoaError.self) { try stack.context.save() }
    #expect(ann.count("willSave") == 1000 && ann.count("didSave") == 0)
    let text = error.localizedDescription
    #expect(text.contains("1000 passes"), "\(text)")
    #expect(text.contains("'nick' of Employee '\(ann.objectID.text)'"), "\(text)")
    #expect(stack.bytes == bytes && stack.context.hasChanges)
    ann.onWillSave = nil
    try stack.context.save()
    #expect(try stack.reopened().named("Bob", "Employee") != nil)
  }
}
