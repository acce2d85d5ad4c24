import Foundation
import OpenCoreData
import Testing

@Suite("Stores of a coordinator") struct CoordinatorTests {
  @Test("metadata is there at once and in the file after the next save", arguments: StoreKind.files)
  func metadata(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    _ = stack.insert("Tag", ["name": "x"])
    try stack.context.save()
    var metadata = stack.coordinator.metadata(for: stack.store)
    #expect(metadata[NSStoreTypeKey] as? String == kind.type)
    #expect(metadata[NSStoreUUIDKey] as? String == stack.store.identifier)
    // Apple's hashes cannot be computed.
    let hashes = kind.isApple ? "OpenCoreDataModelVersionHashes" : NSStoreModelVersionHashesKey
    #expect((metadata[hashes] as? [String: Data])?.count == 6)
    metadata["mine"] = ["a", 1, Date(timeIntervalSince1970: 0)] as [Any]
    stack.coordinator.setMetadata(metadata, for: stack.store)
    let read = {
      try NSPersistentStoreCoordinator.metadataForPersistentStore(
        ofType: kind.type, at: stack.url)
    }
    #expect(try read()["mine"] == nil)
    try stack.context.save()
    #expect((try read()["mine"] as? [Any])?.count == 3)
    #expect(try read()[NSStoreUUIDKey] as? String == stack.store.identifier)
  }

  @Test(
    "a store moves to another type with all its records and ids", arguments: StoreKind.allCases,
    StoreKind.allCases)
  func migrate(_ from: StoreKind, _ to: StoreKind) throws {
    let stack = try Stack(from)
    let lab = stack.insert("Department", ["name": "Lab"])
    for name in ["Ann", "Bob", "Cat"] {
      _ = stack.insert("Employee", ["name": name, "department": lab])
    }
    try stack.context.save()
    let ids = try stack.context.all("Employee").map(\.objectID.text)
    stack.context.delete(try #require(try stack.context.named("Ann", "Employee")))
    try stack.context.save()
    let path = lab.objectID.uriRepresentation().path
    let url = stack.folder.appendingPathComponent("copy")
    let copy = try stack.coordinator.migratePersistentStore(
      stack.store, to: url, options: to.options, withType: to.type)
    #expect(stack.coordinator.persistentStores == [copy] && copy.type == to.type)
    stack.context.reset()
    let found = try #require(try stack.context.named("Lab", "Department"))
    #expect(found.objectID.uriRepresentation().path == path)
    #expect(Set(found.many("employees").compactMap(\.name)) == ["Bob", "Cat"])
    _ = stack.insert("Employee", ["name": "Dan", "department": found])
    try stack.context.save()
    let now = try stack.context.all("Employee").map(\.objectID.text)
    #expect(now.count == 3 && Array(now.prefix(2)) == Array(ids.dropFirst()))
    #expect(now.last.map { !ids.contains($0) } == true)
  }

  @Test("a store is not copied over a file that is there")
  func migrateOverFile() throws {
    let stack = try Stack(.binary)
    _ = stack.insert("Tag")
    try stack.context.save()
    let found = code {
      _ = try stack.coordinator.migratePersistentStore(
        stack.store, to: stack.url, options: nil, withType: NSBinaryStoreType)
    }
    #expect(found == CocoaError.Code.fileWriteFileExists.rawValue)
    #expect(stack.coordinator.persistentStores == [stack.store])
  }

  @Test("a store that is given another place is saved there whole")
  func setURL() throws {
    let stack = try Stack(.binary)
    _ = stack.insert("Tag", ["name": "x"])
    try stack.context.save()
    let url = stack.folder.appendingPathComponent("elsewhere.plist")
    #expect(stack.coordinator.setURL(url, for: stack.store))
    #expect(stack.coordinator.url(for: stack.store) == url)
    _ = stack.insert("Tag", ["name": "y"])
    try stack.context.save()
    let other = NSPersistentStoreCoordinator(
      managedObjectModel: stack.coordinator.managedObjectModel)
    try other.addPersistentStore(ofType: NSBinaryStoreType, configurationName: nil, at: url)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = other
    #expect(try context.all("Tag").count == 2)
  }

  @Test("stores are replaced and destroyed")
  func replace() throws {
    let one = try Stack(.binary)
    _ = one.insert("Tag", ["name": "one"])
    try one.context.save()
    let two = try Stack(.binary)
    _ = two.insert("Tag", ["name": "two"])
    _ = two.insert("Tag", ["name": "three"])
    try two.context.save()
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: companyModel())
    try coordinator.replacePersistentStore(
      at: one.url, withPersistentStoreFrom: two.url, ofType: NSBinaryStoreType)
    #expect(try one.reopened().all("Tag").count == 2)
    try coordinator.destroyPersistentStore(at: one.url, ofType: NSBinaryStoreType)
    #expect(one.bytes == nil)
    #expect(
      code { try two.coordinator.destroyPersistentStore(at: two.url, ofType: NSBinaryStoreType) }
        == 134070)
  }

  @Test("each configuration's entities go to the store that has it")
  func configurations() throws {
    let model = companyModel()
    let byName = model.entitiesByName
    model.setEntities([try #require(byName["Tag"])], forConfigurationName: "Tags")
    model.setEntities(model.entities.filter { $0.name != "Tag" }, forConfigurationName: "Rest")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let rest = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "Rest", at: nil)
    let tags = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: "Tags", at: nil)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    tag.setValue("x", forKey: "name")
    let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
    lab.setValue("Lab", forKey: "name")
    try context.save()
    #expect(tag.objectID.persistentStore === tags && lab.objectID.persistentStore === rest)
    context.reset()
    #expect(try context.all("Tag").count == 1)
    #expect(try context.named("Lab", "Department") != nil)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.affectedStores = [rest]
    #expect(try context.fetch(request).isEmpty)
    try coordinator.remove(tags)
    #expect(coordinator.persistentStores == [rest])
    let late = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    #expect(code { try context.save() } == 134030)
    #expect(late.isInserted)
  }

  @Test("objects go to the store that they are assigned to, or to that of their relations")
  func assignment() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: companyModel())
    let stores = try (0..<2).map { _ in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let make = { (entity: String, name: String) in
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValue(name, forKey: "name")
      return object
    }
    let (lab, ann, bob) = (
      make("Department", "Lab"), make("Employee", "Ann"), make("Employee", "Bob")
    )
    context.assign(lab, to: stores[1])
    ann.setValue(lab, forKey: "department")
    try context.save()
    #expect(
      [lab, ann, bob].map { $0.objectID.persistentStore === stores[1] } == [true, true, false])
    #expect(try context.all("Employee").count == 2)
  }

  @Test("ids are lasting as soon as they are asked for", arguments: StoreKind.allCases)
  func permanentIDs(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    let lab = stack.insert("Department", ["name": "Lab", "employees": Set([ann])])
    try stack.context.obtainPermanentIDs(for: [ann])
    let id = ann.objectID
    #expect(!id.isTemporaryID && ann.isInserted && lab.objectID.isTemporaryID)
    #expect(stack.context.registeredObject(for: id) === ann)
    try stack.context.save()
    #expect(ann.objectID == id && ann.one("department") === lab)
    #expect(stack.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()) == id)
  }

  @Test(
    "a URL of an open store gives an id even where there is no such record",
    arguments: StoreKind.allCases, ["p7", "heat"])
  func absent(_ kind: StoreKind, _ last: String) throws {
    let stack = try Stack(kind)
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    let id = try #require(absentID(stack, "Department", last))
    #expect(id == absentID(stack, "Department", last) && !id.isTemporaryID)
    #expect(id != absentID(stack, "Department", "p8") && id != absentID(stack, "Tag", last))
    #expect(id.uriRepresentation().lastPathComponent == last)
    #expect(id.entity.name == "Department" && id.persistentStore === stack.store)
    #expect(absentID(stack, "Departmant", last) == nil)
    #expect(code { _ = try stack.context.existingObject(with: id) } == 133000)
    let object = stack.context.object(with: id)
    #expect(object.isFault && object.objectID == id)
    #expect(object.name == nil && object.isDeleted)
    #expect(try stack.context.all("Department").isEmpty)
    // What is no more cannot be changed; nothing of it gets into the store.
    object.setValue("Lab", forKey: "name")
    stack.context.rollback()
    ann.setValue("Bob", forKey: "name")
    try stack.context.save()
    #expect(try stack.reopened().named("Bob", "Employee") != nil)
  }

  @Test(
    "an id that was asked for before its record is there leads to it", arguments: StoreKind.allCases
  )
  func early(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let early = try #require(absentID(stack, "Tag", "p\(kind.firstNumber)"))
    let tag = stack.insert("Tag", ["name": "x"])
    try stack.context.save()
    #expect(try stack.context.existingObject(with: early) === tag)
    #expect(stack.context.object(with: early) === tag)
  }

  private func absentID(_ stack: Stack, _ entity: String, _ last: String) -> NSManagedObjectID? {
    URL(string: "x-coredata://\(stack.store.identifier)/\(entity)/\(last)").flatMap {
      stack.coordinator.managedObjectID(forURIRepresentation: $0)
    }
  }
}
