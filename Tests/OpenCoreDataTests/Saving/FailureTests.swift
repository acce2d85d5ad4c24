import Foundation
import OpenCoreData
import Testing

@Suite("Saves that fail") struct FailureTests {
  @Test(
    "a save that cannot be written changes nothing, and can be repeated", arguments: StoreKind.files
  )
  func unwritable(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let ann = stack.insert("Employee", ["name": "Ann", "department": lab])
    lab.setValue("Shop", forKey: "name")
    let moved = stack.folder.appendingPathExtension("moved")
    try FileManager.default.moveItem(at: stack.folder, to: moved)
    #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(ann.isInserted && ann.objectID.isTemporaryID && ann.one("department") === lab)
    #expect(lab.isUpdated && lab.changedValues()["name"] as? String == "Shop")
    try FileManager.default.moveItem(at: moved, to: stack.folder)
    #expect(try stack.reopened().all("Employee").isEmpty)
    try stack.context.save()
    #expect(!ann.isInserted && !stack.context.hasChanges)
    #expect(try stack.reopened().named("Ann", "Employee")?.one("department")?.name == "Shop")
  }

  @Test("of two stores one may fail: it is named, and what it would have is still pending")
  func oneOfTwo() throws {
    let model = companyModel()
    let byName = model.entitiesByName
    model.setEntities([try #require(byName["Tag"])], forConfigurationName: "Tags")
    model.setEntities(model.entities.filter { $0.name != "Tag" }, forConfigurationName: "Rest")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "Rest", at: nil)
    let lost = URL(fileURLWithPath: "/nowhere/\(UUID())/tags.plist")
    let tags = try coordinator.addPersistentStore(
      ofType: NSBinaryStoreType, configurationName: "Tags", at: lost)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
    lab.setValue("Lab", forKey: "name")
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .persistentStoreIncompleteSave)
    #expect(error?.localizedDescription.contains(tags.url?.path ?? "?") == true)
    #expect(tag.isInserted && !lab.isInserted)
    #expect(context.insertedObjects == [tag])
  }

  @Test("an object that cannot be read says so when it is asked to, and at the next save")
  func unreadable() throws {
    let stack = try Stack(.binary)
    for index in 0..<100 { _ = stack.insert("Employee", ["name": "E\(index)"]) }
    try stack.context.save()
    let context = try stack.reopened()
    let first = try #require(try context.all("Employee").first)
    var bytes = try Data(contentsOf: stack.url)
    let start = try #require(bytes.range(of: Data("E0E1E2".utf8))).lowerBound
    bytes[start] ^= 1
    let handle = try FileHandle(forUpdating: stack.url)
    try handle.write(contentsOf: bytes)
    try handle.close()
    #expect(first.name == nil)
    #expect(throws: CocoaError.self) { try first.materialize() }
    #expect(code { try context.save() } == CocoaError.Code.fileReadCorruptFile.rawValue)
  }

  @Test(
    "a store that was closed is not written any more, whoever still has its objects",
    arguments: StoreKind.allCases)
  func closed(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    try stack.coordinator.remove(stack.store)
    let memory = try stack.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    try? FileManager.default.removeItem(at: stack.url)
    lab.setValue("Shop", forKey: "name")
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .persistentStoreSave && error?.affectedStores == [stack.store])
    #expect(stack.bytes == nil && lab.isUpdated)
    stack.context.reset()
    let shop = stack.insert("Department", ["name": "Shop"])
    try stack.context.save()
    #expect(shop.objectID.persistentStore === memory)
  }

  @Test(
    "objects of a store that has moved cannot be saved into its old file",
    arguments: StoreKind.files)
  func moved(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let bytes = stack.bytes
    _ = try stack.coordinator.migratePersistentStore(
      stack.store, to: stack.folder.appendingPathComponent("copy"), withType: kind.type)
    lab.setValue("Shop", forKey: "name")
    #expect(code { try stack.context.save() } == NSPersistentStoreSaveError)
    #expect(stack.bytes == bytes)
  }

  @Test("a missing folder is named once, with advice", arguments: StoreKind.files)
  func missingFolder(_ kind: StoreKind) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: companyModel())
    let url = URL(fileURLWithPath: "/nowhere/\(UUID())/store")
    try coordinator.addPersistentStore(ofType: kind.type, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    _ = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    let error = #expect(throws: CocoaError.self) { try context.save() }
    #expect(error?.code == .fileNoSuchFile)
    #expect(error?.localizedDescription.contains("make its folder first") == true)
  }

  @Test("what another program wrote in the meantime is not overwritten", arguments: StoreKind.files)
  func otherProgram(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let other = try stack.reopened()
    try other.named("Lab", "Department")?.setValue("Office", forKey: "name")
    try other.save()
    let bytes = stack.bytes
    lab.setValue("Shop", forKey: "name")
    let error = #expect(throws: CocoaError.self) { try stack.context.save() }
    #expect(error?.code == .managedObjectMerge)
    #expect(error?.localizedDescription.contains("Department") == true)
    #expect(stack.bytes == bytes && lab.isUpdated)
  }

  @Test("errors name objects and leave their values out")
  func discretion() throws {
    let stack = try Stack(.inMemory)
    let lab = stack.insert("Department", ["name": "secret", "code": "hidden"])
    try stack.context.save()
    let other = stack.anotherContext()
    try other.named("secret", "Department")?.setValue("private", forKey: "name")
    try other.save()
    lab.setValue("Shop", forKey: "name")
    _ = stack.insert("Department", ["name": "x", "code": "hidden"])
    for _ in 0..<2 {
      let error = #expect(throws: CocoaError.self) { try stack.context.save() }
      let text = error?.localizedDescription ?? ""
      #expect(text.contains("Department 'Department-1'"))
      #expect(!text.contains("secret") && !text.contains("private") && !text.contains("hidden"))
      stack.context.refresh(lab, mergeChanges: true)
    }
  }
}
