import Foundation
import OpenCoreData
import Testing

@Suite("Two processes that save at the same time")
struct TallyTests {
  @Test("lose no edit in a thousand saves each", arguments: ["xml", "plist"])
  func thousand(_ ending: String) throws {
    let folder = try TemporaryFolder()
    let file = folder.path("counts.\(ending)")
    let rounds = 1000
    let runs = try ["one", "two"].map { try Tool.start("example-tally", [file, $0, "\(rounds)"]) }
    for run in runs {
      let errors = run.errors.fileHandleForReading.readDataToEndOfFile()
      run.process.waitUntilExit()
      #expect(run.process.terminationStatus == 0, "\(String(decoding: errors, as: UTF8.self))")
    }
    // One that comes later sees the sum, and counts on.
    let last = try Tool.run("example-tally", [file, "three", "1"])
    #expect(last.status == 0, "\(last.errors)")
    #expect(try counts(in: file) == ["all": 2001, "one": 1000, "two": 1000, "three": 1])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).count == 1)
  }

  private func counts(in file: String) throws -> [String: Int] {
    let counter = NSEntityDescription()
    counter.name = "Counter"
    counter.properties = [
      ("name", NSAttributeType.stringAttributeType, false),
      ("count", .integer64AttributeType, true),
    ].map { name, type, isOptional in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = isOptional
      return attribute
    }
    counter.uniquenessConstraints = [["name"]]
    let model = NSManagedObjectModel()
    model.entities = [counter]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: file.hasSuffix("xml") ? NSXMLStoreType : NSBinaryStoreType, configurationName: nil,
      at: URL(fileURLWithPath: file))
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Counter"))
        .reduce(into: [:]) { counts, counter in
          let name = counter.value(forKey: "name") as? String ?? ""
          counts[name, default: 0] += Int(counter.value(forKey: "count") as? Int64 ?? 0)
        }
    }
  }
}
