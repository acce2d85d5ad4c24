import Foundation
import OpenCoreData
import Testing

@Suite("Opening stores") struct OpeningTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("Opening-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func coordinator(
    _ model: NSManagedObjectModel = companyModel()
  ) -> NSPersistentStoreCoordinator {
    NSPersistentStoreCoordinator(managedObjectModel: model)
  }

  /// The error of opening something.
  private func failure(
    _ type: String?, _ url: URL?, _ options: [AnyHashable: Any]? = nil,
    _ model: NSManagedObjectModel = companyModel(), configuration: String? = nil
  ) -> CocoaError? {
    do {
      _ = try coordinator(model).addPersistentStore(
        ofType: type, configurationName: configuration, at: url, options: options)
      return nil
    } catch {
      return error as? CocoaError
    }
  }

  /// Saves a department to a new store.
  private func makeStore(
    _ kind: StoreKind, _ name: String, _ model: NSManagedObjectModel = companyModel()
  ) throws -> URL {
    let url = folder.appendingPathComponent(name)
    let coordinator = coordinator(model)
    try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: kind.options)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
    lab.setValue("Lab", forKey: "name")
    try context.save()
    return url
  }

  @Test("types that are not there are refused, with the ones that are")
  func types() throws {
    let url = folder.appendingPathComponent("x.plist")
    #expect(failure(nil, url)?.code.rawValue == 134000)
    #expect(failure("Tape", url)?.code.rawValue == 134000)
    let sqlite = failure(NSSQLiteStoreType, url)
    #expect(sqlite?.code.rawValue == 134000)
    #expect(sqlite?.localizedDescription.contains("NSXMLStoreType") == true)
    let ending = failure(NSBinaryStoreType, folder.appendingPathComponent("x.sqlite"))
    #expect(ending?.localizedDescription.contains("SQLite") == true)
    #expect(
      NSPersistentStoreCoordinator.registeredStoreTypes.sorted() == ["Binary", "InMemory", "XML"])
  }

  @Test("folders, devices, other files and other addresses are refused")
  func places() throws {
    #expect(failure(NSBinaryStoreType, folder)?.localizedDescription.contains("folder") == true)
    let device = failure(NSBinaryStoreType, URL(fileURLWithPath: "/dev/zero"))
    #expect(device?.localizedDescription.contains("device") == true)
    #expect(failure(NSBinaryStoreType, URL(string: "https://example.org"))?.code.rawValue == 134080)
    #expect(failure(NSBinaryStoreType, nil)?.code.rawValue == 134080)
    let text = folder.appendingPathComponent("text.plist")
    try Data("hello".utf8).write(to: text)
    #expect(failure(NSBinaryStoreType, text)?.code.rawValue == 134010)
    #expect(try Data(contentsOf: text) == Data("hello".utf8))
  }

  @Test("/dev/null means a store in memory, and is not touched")
  func devNull() throws {
    let coordinator = coordinator()
    let null = URL(fileURLWithPath: "/dev/null")
    let store = try coordinator.addPersistentStore(
      ofType: NSBinaryStoreType, configurationName: nil, at: null)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    try context.save()
    #expect(!tag.objectID.isTemporaryID && store.url == null)
    let kind = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(kind as? FileAttributeType == .typeCharacterSpecial)
  }

  @Test("a store of another type is refused", arguments: StoreKind.files)
  func otherType(_ kind: StoreKind) throws {
    let url = try makeStore(kind, "store")
    let other = kind.type == NSBinaryStoreType ? NSXMLStoreType : NSBinaryStoreType
    let error = failure(other, url)
    #expect(error?.code.rawValue == 134010)
    #expect(error?.localizedDescription.contains(kind.type) == true)
  }

  @Test("a read-only store is read and not written, and must be there", arguments: StoreKind.files)
  func readOnly(_ kind: StoreKind) throws {
    let options = [NSReadOnlyPersistentStoreOption: true]
    #expect(
      failure(kind.type, folder.appendingPathComponent("none"), options)?.code
        == .fileReadNoSuchFile)
    let url = try makeStore(kind, "store")
    let bytes = try Data(contentsOf: url)
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    #expect(store.isReadOnly)
    try context.named("Lab", "Department")?.setValue("Shop", forKey: "name")
    #expect(code { try context.save() } == 134030)
    #expect(context.hasChanges)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test(
    "another version of the model is refused with both sides' hashes, unless it is ignored",
    arguments: StoreKind.files)
  func versions(_ kind: StoreKind) throws {
    let url = try makeStore(kind, "store")
    let bytes = try Data(contentsOf: url)
    let changed = {
      companyModel { entities in
        let code = entities["Department"]?.attributesByName["code"]
        code?.isOptional = false
        code?.defaultValue = "none"
      }
    }
    let error = failure(kind.type, url, nil, changed())
    #expect(error?.code.rawValue == 134100)
    #expect(error?.localizedDescription.contains("'Department'") == true)
    let info = (error as NSError?)?.userInfo
    let stored = info?["storeVersionHashes"] as? [String: Data]
    let own = info?["modelVersionHashes"] as? [String: Data]
    #expect(stored?["Tag"] == own?["Tag"] && stored?["Department"] != own?["Department"])
    #expect(try Data(contentsOf: url) == bytes)
    let ignore = [NSIgnorePersistentStoreVersioningOption: true]
    #expect(failure(kind.type, url, ignore, changed()) == nil)
    let renamed = companyModel { $0["Department"]?.managedObjectClassName = "Other" }
    #expect(failure(kind.type, url, nil, renamed) == nil)
    let narrower = companyModel {
      $0["Employee"]?.attributesByName["name"]?.limits.maximumLength = 5
    }
    #expect(failure(kind.type, url, nil, narrower) == nil)
  }

  @Test("a configuration that the model has not is an error with a suggestion")
  func configuration() throws {
    let model = companyModel()
    model.setEntities([model.entities[0]], forConfigurationName: "Cloud")
    let error = failure(NSInMemoryStoreType, nil, nil, model, configuration: "Clod")
    #expect(error?.localizedDescription.contains("did you mean 'Cloud'") == true)
  }

  @Test("a document that a person wrote has an identifier, and gets no metadata from a save")
  func handWritten() throws {
    let url = folder.appendingPathComponent("tags.xml")
    try Data("<store>\n  <Tag id=\"red\">\n    <name>red</name>\n  </Tag>\n</store>\n".utf8)
      .write(to: url)
    var identifiers: Set<String> = []
    for name in ["crimson", "scarlet"] {
      let coordinator = coordinator()
      let store = try coordinator.addPersistentStore(type: .xml, at: url)
      identifiers.insert(store.identifier)
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let tag = try #require(try context.all("Tag").first)
      #expect(tag.objectID.text == "red")
      #expect(tag.objectID.uriRepresentation().path == "/Tag/red")
      tag.setValue(name, forKey: "name")
      try context.save()
      let text = try String(contentsOf: url, encoding: .utf8)
      #expect(text == "<store>\n  <Tag id=\"red\">\n    <name>\(name)</name>\n  </Tag>\n</store>\n")
    }
    #expect(identifiers.count == 1 && UUID(uuidString: identifiers.first ?? "") != nil)
  }

  @Test("a file, or a copy of one, is open once in a coordinator", arguments: StoreKind.files)
  func twice(_ kind: StoreKind) throws {
    let url = try makeStore(kind, "store")
    let coordinator = coordinator()
    let store = try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: url, options: kind.options)
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: url)
    let copy = folder.appendingPathComponent("copy")
    try FileManager.default.copyItem(at: url, to: copy)
    for place in [url, link, copy] {
      let error = #expect(throws: CocoaError.self) {
        try coordinator.addPersistentStore(
          ofType: kind.type, configurationName: nil, at: place, options: kind.options)
      }
      #expect(error?.code == .persistentStoreOpen && error?.affectedStores == [store])
    }
    #expect(coordinator.persistentStores == [store])
    let new = folder.appendingPathComponent("new")
    try coordinator.addPersistentStore(
      ofType: kind.type, configurationName: nil, at: new, options: kind.options)
    #expect(
      code {
        try coordinator.addPersistentStore(
          ofType: kind.type, configurationName: nil, at: new, options: kind.options)
      }
        == NSPersistentStoreOpenError)
  }

  @Test("a derived attribute may be missing, even where it is required", arguments: StoreKind.files)
  func derived(_ kind: StoreKind) throws {
    let model = companyModel { entities in
      let count = NSDerivedAttributeDescription()
      count.name = "headcount"
      count.attributeType = .integer64AttributeType
      count.isOptional = false
      entities["Department"]?.properties.append(count)
    }
    let url = try makeStore(kind, "derived", model)
    for name in ["Lab", "Shop"] {
      let coordinator = coordinator(model)
      try coordinator.addPersistentStore(
        ofType: kind.type, configurationName: nil, at: url, options: kind.options)
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      let lab = try #require(try context.named(name, "Department"))
      lab.setValue("Shop", forKey: "name")
      try context.save()
    }
  }
}
