import Foundation
import OpenCoreData
import Testing

@Suite("Fetching") struct FetchTests {
  private func names(_ objects: [NSManagedObject]) -> [String] { objects.compactMap(\.name) }

  private func request(_ entity: String) -> NSFetchRequest<NSManagedObject> {
    NSFetchRequest(entityName: entity)
  }

  private func staffed(_ kind: StoreKind) throws -> Stack {
    let stack = try Stack(kind)
    for name in ["Ann", "Bob", "Cat"] { _ = stack.insert("Employee", ["name": name]) }
    _ = stack.insert("Manager", ["name": "Max"])
    try stack.context.save()
    return stack
  }

  @Test(
    "saved objects come in the order of their ids, entity after entity, new ones last",
    arguments: StoreKind.allCases)
  func order(_ kind: StoreKind) throws {
    let stack = try staffed(kind)
    _ = stack.insert("Employee", ["name": "New"])
    stack.context.delete(try #require(try stack.context.named("Bob", "Employee")))
    #expect(names(try stack.context.all("Employee")) == ["Ann", "Cat", "Max", "New"])
    let request = request("Employee")
    request.includesPendingChanges = false
    #expect(names(try stack.context.fetch(request)) == ["Ann", "Bob", "Cat", "Max"])
    #expect(try stack.context.count(for: request) == 4)
  }

  @Test("two fetches of one record return one object", arguments: StoreKind.allCases)
  func uniquing(_ kind: StoreKind) throws {
    let stack = try staffed(kind)
    let context = try stack.reopened()
    let ann = try #require(try context.named("Ann", "Employee"))
    #expect(try context.named("Ann", "Employee") === ann)
    #expect(context.registeredObject(for: ann.objectID) === ann)
    #expect(context.object(with: ann.objectID) === ann)
  }

  @Test("subentities are left out when they are not wanted", arguments: StoreKind.allCases)
  func subentities(_ kind: StoreKind) throws {
    let stack = try staffed(kind)
    _ = stack.insert("Manager", ["name": "New"])
    let request = request("Employee")
    request.includesSubentities = false
    #expect(names(try stack.context.fetch(request)) == ["Ann", "Bob", "Cat"])
    #expect(try stack.context.count(for: request) == 3)
    #expect(try stack.context.count(for: self.request("Manager")) == 2)
  }

  @Test(
    "the window is cut after pending changes", arguments: StoreKind.allCases,
    [(0, 2), (1, 2), (3, 0), (4, 5), (9, 1)])
  func window(_ kind: StoreKind, _ window: (offset: Int, limit: Int)) throws {
    let stack = try staffed(kind)
    _ = stack.insert("Employee", ["name": "New"])
    let all = names(try stack.context.all("Employee"))
    let request = request("Employee")
    request.fetchOffset = window.offset
    request.fetchLimit = window.limit
    let rest = all.dropFirst(window.offset)
    let expected = window.limit == 0 ? Array(rest) : Array(rest.prefix(window.limit))
    #expect(names(try stack.context.fetch(request)) == expected)
    #expect(try stack.context.count(for: request) == expected.count)
  }

  @Test("results may be ids and counts", arguments: StoreKind.allCases)
  func resultTypes(_ kind: StoreKind) throws {
    let stack = try staffed(kind)
    let new = stack.insert("Employee", ["name": "New"])
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
    ids.resultType = .managedObjectIDResultType
    let found = try stack.context.fetch(ids)
    #expect(found == (try stack.context.all("Employee")).map(\.objectID))
    #expect(found.last == new.objectID)
    let count = NSFetchRequest<NSNumber>(entityName: "Employee")
    count.resultType = .countResultType
    #expect(try stack.context.fetch(count) == [5])
    let erased = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    let anything: [Any] = try stack.context.fetch(erased)
    #expect(anything.count == 5 && anything.first is NSManagedObject)
  }

  @Test("an entity that is not there is an error with a suggestion")
  func wrongEntity() throws {
    let stack = try Stack(.inMemory)
    let error = #expect(throws: CocoaError.self) { try stack.context.all("Employe") }
    #expect(error?.localizedDescription.contains("did you mean 'Employee'") == true)
  }

  @Test(
    "an id that is not there is an error, and a fault by itself is none",
    arguments: StoreKind.allCases)
  func existing(_ kind: StoreKind) throws {
    let stack = try staffed(kind)
    let id = try #require(try stack.context.named("Ann", "Employee")).objectID
    let context = stack.anotherContext()
    #expect(context.object(with: id).isFault)
    #expect(try context.existingObject(with: id).isFault == false)
    stack.context.delete(try #require(try stack.context.named("Ann", "Employee")))
    try stack.context.save()
    let late = stack.anotherContext()
    let ghost = late.object(with: id)
    #expect(code { _ = try late.existingObject(with: id) } == 133000)
    #expect(ghost.name == nil)
    #expect(code { try ghost.materialize() } == 133000)
  }
}
