import Foundation
import OpenCoreData
import Testing

@Suite("Containers") struct ContainerTests {
  private func container(_ url: URL?) -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Company", managedObjectModel: companyModel())
    if let url { container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)] }
    return container
  }

  private func temporaryURL(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())-\(name)")
  }

  @Test("without a description the store is binary, named for the container, in the default folder")
  func defaults() throws {
    let description = try #require(container(nil).persistentStoreDescriptions.first)
    #expect(description.type == NSBinaryStoreType)
    #expect(description.url?.lastPathComponent == "Company.plist")
    #expect(
      description.url?.deletingLastPathComponent().path
        == NSPersistentContainer.defaultDirectoryURL().path)
    #expect(description.shouldMigrateStoreAutomatically && !description.isReadOnly)
  }

  @Test("loading calls back once per store, and says why it failed")
  func load() throws {
    let container = container(URL(fileURLWithPath: "/dev/null"))
    let results = Results()
    container.loadPersistentStores { results.add($0.url?.path, $1) }
    #expect(results.all.count == 1 && results.all[0].0 == "/dev/null" && results.all[0].1 == nil)
    let broken = self.container(temporaryURL("x.sqlite"))
    broken.loadPersistentStores { results.add($0.url?.path, $1) }
    #expect((results.all.last?.1 as? CocoaError)?.code == .persistentStoreInvalidType)
  }

  @Test("the error of loading can be kept in a variable, and caught by its name")
  func loadError() throws {
    let container = container(temporaryURL("x.sqlite"))
    var failure: (any Error)?
    container.loadPersistentStores { failure = $1 }
    do {
      throw try #require(failure)
    } catch CocoaError.persistentStoreInvalidType {
      #expect((failure as NSError?)?.code == NSPersistentStoreInvalidTypeError)
    }
  }

  @Test("background tasks save what the next one reads")
  func background() async throws {
    let url = temporaryURL("tasks.plist")
    defer { try? FileManager.default.removeItem(at: url) }
    let container = container(url)
    try await container.loadPersistentStores()
    let id = try await container.performBackgroundTask { context in
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue("x", forKey: "name")
      try context.save()
      return tag.objectID
    }
    let name = try await container.performBackgroundTask { context in
      try context.existingObject(with: id).value(forKey: "name") as? String
    }
    #expect(name == "x")
  }

  @Test("ten contexts save at the same time and lose nothing", arguments: StoreKind.allCases)
  func concurrency(_ kind: StoreKind) async throws {
    let url = temporaryURL("many.\(kind.ending)")
    defer { try? FileManager.default.removeItem(at: url) }
    let container = container(kind == .inMemory ? URL(fileURLWithPath: "/dev/null") : url)
    if kind != .inMemory { container.persistentStoreDescriptions[0].type = kind.type }
    try await container.loadPersistentStores()
    let lab = try await container.performBackgroundTask { context in
      let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
      lab.setValue("Lab", forKey: "name")
      try context.save()
      return lab.objectID
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<10 {
        group.addTask {
          let context = container.newBackgroundContext()
          for round in 0..<20 {
            try await context.perform {
              let employee = NSEntityDescription.insertNewObject(
                forEntityName: "Employee", into: context)
              employee.setValue("W\(worker)R\(round)", forKey: "name")
              employee.setValue(context.object(with: lab), forKey: "department")
              try context.save()
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let (count, members) = try await container.performBackgroundTask { context in
      (
        try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Employee")),
        context.object(with: lab).count(ofRelationship: "employees")
      )
    }
    #expect(count == 200 && members == 200)
  }

  @Test("perform runs on the context's queue, within itself at once, and passes errors on")
  func perform() async throws {
    let container = container(URL(fileURLWithPath: "/dev/null"))
    try await container.loadPersistentStores()
    let context = container.newBackgroundContext()
    let depth = context.performAndWait { context.performAndWait { 2 } }
    #expect(depth == 2)
    await #expect(throws: CocoaError.self) {
      try await context.perform { throw CocoaError(.coreData) }
    }
    #expect(throws: CocoaError.self) { try context.performAndWait { throw CocoaError(.coreData) } }
    let inside = await context.perform { NSFetchRequest<NSManagedObject>(entityName: "Tag") }
    #expect(inside.entityName == "Tag")
    let found = try await context.perform {
      try NSFetchRequest<NSManagedObject>(entityName: "Tag").execute().count
    }
    #expect(found == 0)
  }

  @MainActor
  @Test("the view context belongs to the main thread and runs there at once")
  func viewContext() throws {
    let container = container(URL(fileURLWithPath: "/dev/null"))
    container.loadPersistentStores { _, _ in }
    let context = container.viewContext
    let tag = context.performAndWait {
      NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    }
    try context.save()
    #expect(!tag.isInserted)
  }

  @Test("a model is found in the working directory, and a missing one says where it was looked for")
  func modelSearch() throws {
    let error = #expect(throws: CocoaError.self) {
      try NSPersistentContainer(validating: "Nowhere")
    }
    let text = error?.localizedDescription ?? ""
    #expect(text.contains("'Nowhere.xcdatamodeld'"))
    #expect(text.contains(FileManager.default.currentDirectoryPath))
  }
}

/// What callbacks said, from whatever thread.
///
/// Safe because of the lock.
private final class Results: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [(String?, (any Error)?)] = []

  func add(_ path: String?, _ error: (any Error)?) {
    lock.withLock { entries.append((path, error)) }
  }

  var all: [(String?, (any Error)?)] { lock.withLock { entries } }
}
