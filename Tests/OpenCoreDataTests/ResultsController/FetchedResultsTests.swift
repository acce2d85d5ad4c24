import Foundation
import OpenCoreData
import Testing

@Suite("Sequences of results") struct FetchedResultsTests {
  private func privateContext(_ stack: Stack) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    return context
  }

  private func request() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  private func insert(_ name: String, into context: NSManagedObjectContext) async {
    await context.perform {
      NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        .setValue(name, forKey: "name")
    }
  }

  @Test("values come as they are first, and again after each event that changes them")
  func values() async throws {
    let context = privateContext(try Stack(.inMemory))
    await insert("bravo", into: context)
    let names = context.results(of: request()) { $0.value(forKey: "name") as? String ?? "" }
    var iterator = names.makeAsyncIterator()
    #expect(try await iterator.next() == ["bravo"])
    await insert("alpha", into: context)
    #expect(try await iterator.next() == ["alpha", "bravo"])
    await context.perform {
      for object in context.insertedObjects where object.name == "bravo" { context.delete(object) }
    }
    #expect(try await iterator.next() == ["alpha"])
  }

  @Test("ids come by section, and may be used in another context")
  func ids() async throws {
    let stack = try Stack(.inMemory)
    let context = privateContext(stack)
    await insert("bravo", into: context)
    try await context.perform { try context.save() }
    var iterator = context.results(of: request(), sectionNameKeyPath: "name").makeAsyncIterator()
    let snapshot = try #require(try await iterator.next())
    #expect(snapshot.sectionIdentifiers == ["bravo"])
    let id = try #require(snapshot.itemIdentifiers.first)
    let other = privateContext(stack)
    let name = await other.perform { other.object(with: id).name }
    #expect(name == "bravo")
  }

  @Test("who is slow gets the newest results only")
  func newest() async throws {
    let context = privateContext(try Stack(.inMemory))
    var iterator = context.results(of: request()) { $0.name ?? "" }.makeAsyncIterator()
    #expect(try await iterator.next() == [])
    for name in ["aa", "bb", "cc"] { await insert(name, into: context) }
    #expect(try await iterator.next() == ["aa", "bb", "cc"])
  }

  @Test("a request that cannot be executed ends the iteration with its error")
  func failure() async throws {
    let context = privateContext(try Stack(.inMemory))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    await #expect(throws: (any Error).self) {
      for try await _ in context.results(of: request) {}
    }
  }

  @Test("a value that cannot be made ends the iteration with its error")
  func valueFailure() async throws {
    struct Refusal: Error {}
    let context = privateContext(try Stack(.inMemory))
    await insert("alpha", into: context)
    await #expect(throws: Refusal.self) {
      for try await _ in context.results(
        of: request(), as: { _ in throw Refusal() } as @Sendable (NSManagedObject) throws -> Int)
      {}
    }
  }

  @Test("cancelling the task ends the iteration")
  func cancellation() async throws {
    let context = privateContext(try Stack(.inMemory))
    let names = context.results(of: request()) { $0.name ?? "" }
    let task = Task {
      var count = 0
      for try await _ in names { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value <= 1)
  }
}
