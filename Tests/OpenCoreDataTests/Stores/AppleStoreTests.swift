import Foundation
import OpenCoreData
import Testing

@Suite("Stores of Apple's Core Data") struct AppleStoreTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("Apple-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func stack(
    _ url: URL, _ type: String, _ options: [AnyHashable: Any]? = nil
  ) throws -> (NSPersistentStoreCoordinator, NSPersistentStore, NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: companyModel())
    let store = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, store, context)
  }

  private func names(_ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Department")
    return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }.sorted()
  }

  private func add(_ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
    object.setValue(name, forKey: "name")
    try context.save()
    return object
  }

  @Test(
    "are made where that is asked for, and opened without being told",
    arguments: [NSXMLStoreType, NSBinaryStoreType])
  func made(_ type: String) throws {
    let url = folder.appendingPathComponent("new")
    let (_, _, context) = try stack(url, type, [OpenCoreDataAppleFormatOption: true])
    let lab = try add("Lab", context)
    let uri = lab.objectID.uriRepresentation().absoluteString
    let head = try Data(contentsOf: url).prefix(300)
    #expect(
      type == NSXMLStoreType
        ? String(decoding: head, as: UTF8.self).contains("<!DOCTYPE database")
        : head.starts(with: Data("CoreData".utf8)))
    let (coordinator, store, again) = try stack(url, type)
    #expect(try names(again) == ["Lab"])
    #expect(store.warnings.isEmpty)
    #expect(store.metadata[NSStoreTypeKey] as? String == type)
    let name = try #require(URL(string: uri))
    let id = try #require(coordinator.managedObjectID(forURIRepresentation: name))
    #expect(try again.existingObject(with: id).value(forKey: "name") as? String == "Lab")
    let stated = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      ofType: type, at: url)
    #expect(stated[NSStoreUUIDKey] as? String == store.identifier)
    _ = try add("Office", again)
    #expect(try names(try stack(url, type).2) == ["Lab", "Office"])
  }

  @Test("refuse a model of another version", arguments: [NSXMLStoreType, NSBinaryStoreType])
  func versions(_ type: String) throws {
    let url = folder.appendingPathComponent("old")
    let (_, _, context) = try stack(url, type, [OpenCoreDataAppleFormatOption: true])
    _ = try add("Lab", context)
    let model = companyModel()
    let entity = NSEntityDescription()
    entity.name = "Extra"
    model.entities.append(entity)
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let error = #expect(throws: CocoaError.self) {
      try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    #expect(throws: Never.self) {
      try coordinator.addPersistentStore(
        ofType: type, configurationName: nil, at: url,
        options: [NSIgnorePersistentStoreVersioningOption: true])
    }
  }

  @Test(
    "become stores of this library, and these become them",
    arguments: [NSXMLStoreType, NSBinaryStoreType])
  func migration(_ type: String) throws {
    let url = folder.appendingPathComponent("first")
    let (coordinator, store, context) = try stack(url, type, [OpenCoreDataAppleFormatOption: true])
    _ = try add("Lab", context)
    let own = folder.appendingPathComponent("own")
    let moved = try coordinator.migratePersistentStore(store, to: own, withType: type)
    #expect(try FileHandle(forReadingFrom: own).read(upToCount: 8) != Data("CoreData".utf8))
    #expect(try names(try stack(own, type).2) == ["Lab"])
    let back = folder.appendingPathComponent("back")
    let apple = try coordinator.migratePersistentStore(
      moved, to: back, options: [OpenCoreDataAppleFormatOption: true], withType: type)
    #expect(try names(try stack(back, type).2) == ["Lab"])
    _ = try coordinator.migratePersistentStore(
      apple, to: folder.appendingPathComponent("m"), withType: NSInMemoryStoreType)
    let copy = folder.appendingPathComponent("copy")
    try coordinator.replacePersistentStore(
      at: copy, withPersistentStoreFrom: back, ofType: type)
    #expect(try Data(contentsOf: copy) == Data(contentsOf: back))
  }
}
