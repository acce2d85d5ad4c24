import OpenCoreData
import Testing

@Suite("Fetches of dictionaries") struct DictionaryCaseTests {
  private func company(_ kind: StoreKind) throws -> Stack {
    let stack = try Stack(kind)
    let works = stack.insert("Department", ["name": "Works"])
    for (name, salary, nick) in [("alpha", 22, "a"), ("bravo", 25, nil), ("charlie", 10, "c")] {
      let object = stack.insert("Employee", ["name": name, "salary": salary])
      object.setValue(nick, forKey: "nick")
      if name != "bravo" { object.setValue(works, forKey: "department") }
    }
    try stack.context.save()
    return stack
  }

  private func request(_ properties: [Any]? = nil) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = properties
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  private func column(
    _ name: String, _ function: String, of key: String, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = name
    column.expression = NSExpression(
      forFunction: function, arguments: [NSExpression(forKeyPath: key)])
    column.expressionResultType = type
    return column
  }

  private func number(_ row: NSDictionary?, _ key: String) -> Int? {
    (row?[key] as? NSNumber)?.intValue ?? (row?[key] as? Int64).map(Int.init)
      ?? (row?[key] as? Int32).map(Int.init) ?? row?[key] as? Int
  }

  private func keys(_ row: NSDictionary?) -> Set<String> {
    Set(row?.allKeys.compactMap { $0 as? String } ?? [])
  }

  @Test(
    "case 47: all attributes are fetched where nothing is said, and nil has no key",
    arguments: StoreKind.allCases)
  func defaultKeys(_ kind: StoreKind) throws {
    let stack = try company(kind)
    let rows = try stack.context.fetch(request())
    #expect(keys(rows.first) == ["name", "salary", "nick"])
    #expect(keys(rows.dropFirst().first) == ["name", "salary"])
    #expect(rows.map { $0["name"] as? String } == ["alpha", "bravo", "charlie"])
    #expect(rows.map { number($0, "salary") } == [22, 25, 10])
  }

  @Test("case 47: a to-one relationship is the id of its object", arguments: StoreKind.allCases)
  func toOne(_ kind: StoreKind) throws {
    let stack = try company(kind)
    let works = try #require(try stack.context.named("Works", "Department"))
    let rows = try stack.context.fetch(request(["name", "department"]))
    #expect(rows.first?["department"] as? NSManagedObjectID == works.objectID)
    #expect(keys(rows.dropFirst().first) == ["name"])
    let path = try stack.context.fetch(request(["department.name"]))
    #expect(path.first?["department.name"] as? String == "Works")
  }

  @Test("case 47: a to-many relationship is an error that names it", arguments: StoreKind.allCases)
  func toMany(_ kind: StoreKind) throws {
    let stack = try company(kind)
    let error = #expect(throws: CocoaError.self) {
      try stack.context.fetch(request(["name", "tags"]))
    }
    #expect(error?.localizedDescription.contains("'tags'") == true)
  }

  @Test("case 47: equal rows are returned once where that is wanted", arguments: StoreKind.allCases)
  func distinct(_ kind: StoreKind) throws {
    let stack = try company(kind)
    try #require(try stack.context.named("bravo", "Employee")).setValue(22, forKey: "salary")
    try stack.context.save()
    let request = request(["salary"])
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
    #expect(try stack.context.fetch(request).map { number($0, "salary") } == [10, 22, 22])
    request.returnsDistinctResults = true
    #expect(try stack.context.fetch(request).map { number($0, "salary") } == [10, 22])
    request.fetchLimit = 1
    request.fetchOffset = 1
    #expect(try stack.context.fetch(request).map { number($0, "salary") } == [22])
  }

  @Test("case 48: an aggregate without groups is one row", arguments: StoreKind.allCases)
  func aggregate(_ kind: StoreKind) throws {
    let stack = try company(kind)
    let total = column("total", "sum:", of: "salary", .integer64AttributeType)
    let request = request([total])
    request.sortDescriptors = nil
    let rows = try stack.context.fetch(request)
    #expect(rows.count == 1)
    #expect(number(rows.first, "total") == 57)
    request.predicate = NSPredicate(format: "salary > 20")
    #expect(number(try stack.context.fetch(request).first, "total") == 47)
  }

  @Test(
    "case 48: rows are grouped, and a condition may choose among the groups",
    arguments: StoreKind.allCases)
  func groups(_ kind: StoreKind) throws {
    let stack = try company(kind)
    try #require(try stack.context.named("bravo", "Employee")).setValue(22, forKey: "salary")
    try stack.context.save()
    let request = request(["salary", column("n", "count:", of: "name", .integer64AttributeType)])
    request.propertiesToGroupBy = ["salary"]
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
    let rows = try stack.context.fetch(request)
    #expect(rows.map { number($0, "salary") } == [10, 22])
    #expect(rows.map { number($0, "n") } == [1, 2])
    request.havingPredicate = NSPredicate(format: "n > 1")
    let some = try stack.context.fetch(request)
    #expect(some.map { number($0, "salary") } == [22])
  }

  @Test(
    "case 48: a plain column that is not grouped by is an error that names it",
    arguments: StoreKind.allCases)
  func notGrouped(_ kind: StoreKind) throws {
    let stack = try company(kind)
    let request = request(["name", "salary"])
    request.propertiesToGroupBy = ["salary"]
    let error = #expect(throws: CocoaError.self) { try stack.context.fetch(request) }
    #expect(error?.localizedDescription.contains("'name'") == true)
  }
}
