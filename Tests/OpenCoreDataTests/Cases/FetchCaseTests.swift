import OpenCoreData
import Testing

@Suite("Fetches and pending changes") struct FetchCaseTests {
  /// Saved alpha 22, bravo 25, charlie 10; pending alpha 5, charlie 21, no bravo, delta 30, echo 40.
  private func edited(_ kind: StoreKind) throws -> Stack {
    let stack = try Stack(kind)
    for (name, salary) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
      _ = stack.insert("Employee", ["name": name, "salary": salary])
    }
    try stack.context.save()
    try #require(try stack.context.named("alpha", "Employee")).setValue(5, forKey: "salary")
    try #require(try stack.context.named("charlie", "Employee")).setValue(21, forKey: "salary")
    stack.context.delete(try #require(try stack.context.named("bravo", "Employee")))
    _ = stack.insert("Employee", ["name": "delta", "salary": 30])
    _ = stack.insert("Employee", ["name": "echo", "salary": 40])
    return stack
  }

  private func request<T>(
    _ format: String? = nil, sortedBy key: String? = nil, ascending: Bool = true,
    as type: T.Type = NSManagedObject.self
  ) -> NSFetchRequest<T> {
    let request = NSFetchRequest<T>(entityName: "Employee")
    request.predicate = format.map { NSPredicate(format: $0) }
    if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)] }
    return request
  }

  private func names(_ objects: [NSManagedObject]) -> [String] { objects.compactMap(\.name) }

  @Test(
    "case 43: a fetch finds what is pending, or only what is saved", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let context = try edited(kind).context
    let request = request("salary > 20", sortedBy: "name")
    #expect(names(try context.fetch(request)) == ["charlie", "delta", "echo"])
    #expect(try context.count(for: request) == 3)
    request.includesPendingChanges = false
    let saved = try context.fetch(request)
    #expect(names(saved) == ["alpha", "bravo"])
    #expect(saved.first?.value(forKey: "salary") as? Int32 == 5)
    #expect(try context.count(for: request) == 2)
  }

  @Test("case 43: dictionaries are what is saved", arguments: StoreKind.allCases)
  func savedDictionaries(_ kind: StoreKind) throws {
    let stack = try edited(kind)
    let request = request("salary > 20", sortedBy: "name", as: NSDictionary.self)
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name", "salary"]
    let rows = try stack.context.fetch(request)
    #expect(rows.map { $0["name"] as? String } == ["alpha", "bravo"])
    #expect(rows.map { $0["salary"] as? Int32 } == [22, 25])
  }

  @Test(
    "case 44: the window is cut from what is found and pending, in its order",
    arguments: StoreKind.allCases)
  func window(_ kind: StoreKind) throws {
    let stack = try edited(kind)
    let request = request("salary > 20", sortedBy: "salary")
    request.fetchOffset = 1
    request.fetchLimit = 2
    #expect(names(try stack.context.fetch(request)) == ["delta", "echo"])
    let all = self.request(sortedBy: "salary")
    all.fetchOffset = 1
    all.fetchLimit = 2
    #expect(names(try stack.context.fetch(all)) == ["charlie", "delta"])
    #expect(names(try stack.anotherContext().fetch(all)) == ["alpha", "bravo"])
    all.fetchOffset = 9
    #expect(try stack.context.fetch(all).isEmpty)
    #expect(try stack.context.count(for: all) == 0)
    all.fetchOffset = 0
    all.fetchLimit = 0
    #expect(names(try stack.context.fetch(all)) == ["alpha", "charlie", "delta", "echo"])
  }

  @Test(
    "case 45: ids are sorted, those of unsaved objects among the others",
    arguments: StoreKind.allCases)
  func ids(_ kind: StoreKind) throws {
    let stack = try edited(kind)
    let objects = try stack.context.fetch(
      request("salary > 20", sortedBy: "salary", ascending: false))
    let request = request(
      "salary > 20", sortedBy: "salary", ascending: false, as: NSManagedObjectID.self)
    request.resultType = .managedObjectIDResultType
    let ids = try stack.context.fetch(request)
    #expect(names(objects) == ["echo", "delta", "charlie"])
    #expect(ids == objects.map(\.objectID))
    #expect(ids.map(\.isTemporaryID) == [true, true, false])
  }

  @Test(
    "case 46: subentities are included unless they are not wanted, saved and pending",
    arguments: StoreKind.allCases)
  func subentities(_ kind: StoreKind) throws {
    let stack = try edited(kind)
    try stack.context.save()
    _ = stack.insert("Manager", ["name": "saved", "salary": 50])
    try stack.context.save()
    _ = stack.insert("Manager", ["name": "pending", "salary": 60])
    let request = request("salary >= 40", sortedBy: "name")
    #expect(names(try stack.context.fetch(request)) == ["echo", "pending", "saved"])
    #expect(try stack.context.count(for: request) == 3)
    request.includesSubentities = false
    #expect(names(try stack.context.fetch(request)) == ["echo"])
    #expect(try stack.context.count(for: request) == 1)
    let managers = NSFetchRequest<NSManagedObject>(entityName: "Manager")
    managers.predicate = NSPredicate(format: "level == 1 AND salary > 50")
    #expect(names(try stack.context.fetch(managers)) == ["pending"])
  }

  @Test(
    "case 46: an abstract entity stands for its concrete subentities",
    arguments: StoreKind.allCases)
  func abstractEntity(_ kind: StoreKind) throws {
    let stack = try Stack(kind, companyModel { $0["Employee"]?.isAbstract = true })
    _ = stack.insert("Manager", ["name": "one", "salary": 1])
    try stack.context.save()
    _ = stack.insert("Manager", ["name": "two", "salary": 2])
    #expect(names(try stack.context.fetch(request("salary > 0"))) == ["one", "two"])
    #expect(names(try stack.reopened().fetch(request("salary > 0"))) == ["one"])
  }

  @Test(
    "changes at the far end of a path count as long as they are pending",
    arguments: StoreKind.allCases)
  func farEnd(_ kind: StoreKind) throws {
    let stack = try Stack(kind, CaseCompany.model())
    CaseCompany.insert(into: stack)
    try stack.context.save()
    let request = request("department.name == 'Sales'", sortedBy: "name")
    let sales = try #require(try stack.context.named("Sales", "Department"))
    sales.setValue("Trade", forKey: "name")
    #expect(names(try stack.context.fetch(request)) == [])
    try #require(try stack.context.named("Empty", "Department")).setValue("Sales", forKey: "name")
    #expect(names(try stack.context.fetch(request)) == [])
    try #require(try stack.context.named("hotel", "Employee"))
      .setValue(try stack.context.named("Sales", "Department"), forKey: "department")
    #expect(names(try stack.context.fetch(request)) == ["hotel"])
    request.includesPendingChanges = false
    #expect(names(try stack.context.fetch(request)) == ["alpha", "bravo", "golf"])
  }
}
