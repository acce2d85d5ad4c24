import OpenCoreData
import Testing

@Suite("Predicates about objects") struct IdentityCaseTests {
  /// The names of the employees that meet a predicate, found in each way; nil where the ways differ.
  private func found(
    _ context: NSManagedObjectContext, _ format: String, _ arguments: Any...
  ) throws -> [String]? {
    let predicate = NSPredicate(format: format, argumentArray: arguments)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = predicate
    let fetched = try context.fetch(request).compactMap(\.name)
    let all = try context.all("Employee")
    let filtered = all.filtered(using: predicate).compactMap(\.name)
    let evaluated = all.filter { predicate.evaluate(with: $0) }.compactMap(\.name)
    let count = try context.count(for: request)
    return fetched == filtered && filtered == evaluated && count == fetched.count ? fetched : nil
  }

  private func company(_ kind: StoreKind, isSaved: Bool) throws -> Stack {
    let stack = try Stack(kind, CaseCompany.model())
    CaseCompany.insert(into: stack)
    if isSaved { try stack.context.save() }
    return stack
  }

  @Test(
    "case 57: an object and its id are one to a predicate", arguments: StoreKind.allCases,
    [false, true])
  func objectsAndIDs(_ kind: StoreKind, isSaved: Bool) throws {
    let stack = try company(kind, isSaved: isSaved)
    let context = stack.context
    let sales = try #require(try context.named("Sales", "Department"))
    let alpha = try #require(try context.named("alpha", "Employee"))
    let echo = try #require(try context.named("echo", "Employee"))
    let x = try #require(try context.named("x", "Tag"))
    let staff = ["alpha", "bravo", "golf"]
    #expect(try found(context, "department == %@", sales) == staff)
    #expect(try found(context, "department == %@", sales.objectID) == staff)
    #expect(try found(context, "%@ == department", sales.objectID) == staff)
    #expect(try found(context, "department IN %@", [sales]) == staff)
    #expect(try found(context, "department IN %@", [sales.objectID]) == staff)
    #expect(try found(context, "department != %@", sales)?.count == 5)
    #expect(try found(context, "department == %@", alpha) == [])
    #expect(try found(context, "SELF IN %@", [alpha, echo.objectID]) == ["alpha", "echo"])
    #expect(try found(context, "SELF IN %@", Set([alpha, echo])) == ["alpha", "echo"])
    #expect(try found(context, "SELF == %@", alpha) == ["alpha"])
    #expect(try found(context, "SELF == %@", alpha.objectID) == ["alpha"])
    #expect(try found(context, "NOT (SELF IN %@)", [alpha, echo])?.count == 6)
    #expect(try found(context, "tags CONTAINS %@", x) == ["alpha", "bravo", "foxtrot"])
    #expect(try found(context, "ANY tags == %@", x.objectID) == ["alpha", "bravo", "foxtrot"])
    #expect(try found(context, "%@ IN tags", x) == ["alpha", "bravo", "foxtrot"])
    #expect(try found(context, "ANY tags IN %@", [x]) == ["alpha", "bravo", "foxtrot"])
    #expect(try found(context, "SELF IN %@.employees", x) == ["alpha", "bravo", "foxtrot"])
    #expect(try found(context, "department.name == %@.name", sales) == staff)
  }

  @Test(
    "case 57: objects of another context stand for the same records", arguments: StoreKind.allCases)
  func otherContexts(_ kind: StoreKind) throws {
    let stack = try company(kind, isSaved: true)
    let sales = try #require(try stack.context.named("Sales", "Department"))
    let other = stack.anotherContext()
    #expect(try found(other, "department == %@", sales) == ["alpha", "bravo", "golf"])
    #expect(try found(other, "department == %@", sales.objectID) == ["alpha", "bravo", "golf"])
  }

  @Test(
    "objects and ids are known beside blocks and transient properties",
    arguments: StoreKind.allCases, [false, true])
  func residual(_ kind: StoreKind, isSaved: Bool) throws {
    let stack = try company(kind, isSaved: isSaved)
    let context = stack.context
    let sales = try #require(try context.named("Sales", "Department"))
    let echo = try #require(try context.named("echo", "Employee"))
    let x = try #require(try context.named("x", "Tag"))
    #expect(
      try found(context, "notes != nil OR department == %@", sales) == ["alpha", "bravo", "golf"])
    #expect(try found(context, "notes != nil OR SELF IN %@", [echo.objectID]) == ["echo"])
    #expect(
      try found(context, "notes == nil AND tags CONTAINS %@", x) == ["alpha", "bravo", "foxtrot"])
    let block = NSPredicate { object, _ in (object as? NSManagedObject)?.name == "hotel" }
    let isEcho = NSPredicate(format: "SELF == %@", echo)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [block, isEcho])
    #expect(try context.fetch(request).compactMap(\.name) == ["echo", "hotel"])
    #expect(try context.count(for: request) == 2)
  }
}
