import Foundation
import OpenCoreData
import Testing

@Suite("Query generations") struct GenerationTests {
  /// A context that is pinned, and one that goes on.
  private struct Pinned {
    let stack: Stack
    let view: NSManagedObjectContext

    init(_ kind: StoreKind) throws {
      stack = try Stack(kind)
      for name in ["Ann", "Bob"] { _ = stack.insert("Employee", ["name": name, "salary": 1]) }
      try stack.context.save()
      view = stack.anotherContext()
      try view.setQueryGenerationFrom(.current)
    }

    func saveMore() throws {
      try stack.context.named("Ann", "Employee")?.setValue("Eve", forKey: "name")
      let bob = try #require(try stack.context.named("Bob", "Employee"))
      stack.context.delete(bob)
      _ = stack.insert("Employee", ["name": "Cat"])
      try stack.context.save()
    }

    func names(_ context: NSManagedObjectContext) throws -> [String] {
      try context.all("Employee").compactMap(\.name)
    }
  }

  @Test(
    "a pinned context fetches, counts and reads what was there at its moment",
    arguments: StoreKind.allCases)
  func pinned(_ kind: StoreKind) throws {
    let pinned = try Pinned(kind)
    #expect(pinned.view.queryGenerationToken == .current)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    #expect(try pinned.view.count(for: request) == 2)
    #expect(pinned.view.queryGenerationToken != .current)
    try pinned.saveMore()
    #expect(try pinned.names(pinned.view) == ["Ann", "Bob"])
    let bob = try #require(try pinned.view.named("Bob", "Employee"))
    pinned.view.refreshAllObjects()
    #expect(bob.name == "Bob" && !bob.isDeleted)
    #expect(try pinned.view.existingObject(with: bob.objectID) === bob)
    request.predicate = NSPredicate(format: "name == 'Cat'")
    #expect(try pinned.view.count(for: request) == 0)
    #expect(try pinned.names(pinned.view) == ["Ann", "Bob"])
    try pinned.view.setQueryGenerationFrom(nil)
    #expect(try pinned.names(pinned.view) == ["Ann", "Cat"])
    pinned.view.refreshAllObjects()
    #expect(try pinned.names(pinned.view) == ["Eve", "Cat"])
    #expect(pinned.view.queryGenerationToken == nil)
  }

  @Test("current is the moment of the first reading", arguments: StoreKind.allCases)
  func late(_ kind: StoreKind) throws {
    let pinned = try Pinned(kind)
    try pinned.saveMore()
    #expect(try pinned.names(pinned.view) == ["Eve", "Cat"])
  }

  @Test("a token serves other contexts, later, too", arguments: StoreKind.allCases)
  func handedOn(_ kind: StoreKind) throws {
    let pinned = try Pinned(kind)
    _ = try pinned.names(pinned.view)
    let token = try #require(pinned.view.queryGenerationToken)
    try pinned.saveMore()
    let third = pinned.stack.anotherContext()
    try third.setQueryGenerationFrom(token)
    #expect(try pinned.names(third) == ["Ann", "Bob"])
    #expect(third.queryGenerationToken == token)
  }

  @Test(
    "saving looks at what is newest, and moves the context on", arguments: StoreKind.allCases)
  func saving(_ kind: StoreKind) throws {
    let pinned = try Pinned(kind)
    let ann = try #require(try pinned.view.named("Ann", "Employee"))
    try pinned.saveMore()
    ann.setValue(7, forKey: "salary")
    #expect(code { try pinned.view.save() } == 133020)
    #expect(pinned.view.queryGenerationToken != .current)
    pinned.view.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    try pinned.view.save()
    #expect(ann.name == "Eve" && ann.value(forKey: "salary") as? Int32 == 7)
    #expect(pinned.view.queryGenerationToken == .current)
    #expect(try pinned.names(pinned.view) == ["Eve", "Cat"])
  }

  @Test("merging and resetting move the context on", arguments: StoreKind.allCases, [true, false])
  func moving(_ kind: StoreKind, byMerging: Bool) throws {
    let pinned = try Pinned(kind)
    #expect(try pinned.names(pinned.view) == ["Ann", "Bob"])
    let log = NotificationLog(.NSManagedObjectContextDidSave, pinned.stack.context)
    try pinned.saveMore()
    if byMerging {
      pinned.view.mergeChanges(fromContextDidSave: try #require(log.received.first))
    } else {
      pinned.view.reset()
    }
    #expect(try pinned.names(pinned.view) == ["Eve", "Cat"])
  }

  @Test("batch requests work on what is newest", arguments: StoreKind.allCases)
  func batches(_ kind: StoreKind) throws {
    let pinned = try Pinned(kind)
    _ = try pinned.names(pinned.view)
    try pinned.saveMore()
    let request = NSBatchUpdateRequest(entityName: "Employee")
    request.predicate = NSPredicate(format: "name == 'Cat'")
    request.propertiesToUpdate = ["salary": 9]
    request.resultType = .updatedObjectIDsResultType
    let result = try pinned.view.execute(request) as? NSBatchUpdateResult
    let ids = try #require(result?.result as? [NSManagedObjectID])
    #expect(ids.count == 1)
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: ids.map { $0.uriRepresentation() }],
      into: [pinned.view, pinned.stack.context])
    let cat = try #require(try pinned.stack.context.named("Cat", "Employee"))
    #expect(cat.value(forKey: "salary") as? Int32 == 9)
    #expect(try pinned.names(pinned.view).contains("Cat"))
  }
}
