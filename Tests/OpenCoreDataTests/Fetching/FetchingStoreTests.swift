import Foundation
import OpenCoreData
import Testing

@Suite("Fetching from several stores") struct FetchingStoreTests {
  /// The payroll and, in a store of their own, employees with salaries in between.
  private func two(_ kind: StoreKind) throws -> (payroll: Payroll, second: NSPersistentStore) {
    let payroll = try Payroll(kind)
    let second = try payroll.stack.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    for (name, salary) in [("xaver", 11), ("yves", 22), ("zoe", 99)] {
      let employee = payroll.stack.insert("Employee", ["name": name, "salary": salary])
      payroll.context.assign(employee, to: second)
    }
    try payroll.context.save()
    return (payroll, second)
  }

  @Test("results of all stores are merged in order, then cut", arguments: StoreKind.allCases)
  func merging(_ kind: StoreKind) throws {
    let (payroll, second) = try two(kind)
    let request = payroll.request(by: "salary")
    let all = ["charlie", "xaver", "alpha", "yves", "bravo", "zoe"]
    #expect(try payroll.names(request) == all)
    for (offset, limit) in [(0, 2), (1, 3), (4, 9), (6, 1)] {
      request.fetchOffset = offset
      request.fetchLimit = limit
      #expect(try payroll.names(request) == Array(all.dropFirst(offset).prefix(limit)))
      #expect(try payroll.context.count(for: request) == all.dropFirst(offset).prefix(limit).count)
    }
    let plain = payroll.request()
    #expect(try payroll.names(plain) == ["alpha", "bravo", "charlie", "xaver", "yves", "zoe"])
    plain.affectedStores = [second]
    #expect(try payroll.names(plain) == ["xaver", "yves", "zoe"])
    #expect(try payroll.context.count(for: plain) == 3)
  }

  @Test(
    "unsaved changes are merged in, and an object is of one store only",
    arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let (payroll, second) = try two(kind)
    try payroll["yves"].setValue(1, forKey: "salary")
    _ = payroll.stack.insert("Employee", ["name": "new", "salary": 50])
    #expect(
      try payroll.names(payroll.request("salary < 60", by: "-salary"))
        == ["new", "bravo", "alpha", "xaver", "charlie", "yves"])
    #expect(try payroll.names("SELF == %@", payroll["zoe"]) == ["zoe"])
    #expect(try payroll.names("SELF IN %@", [payroll["zoe"], payroll["alpha"]]).count == 2)
    let deletion = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    deletion.predicate = NSPredicate(format: "salary >= 22")
    deletion.affectedStores = [second]
    let batch = NSBatchDeleteRequest(fetchRequest: deletion)
    batch.resultType = .resultTypeCount
    #expect((try payroll.context.execute(batch) as? NSBatchDeleteResult)?.result as? Int == 2)
  }
}

@Suite("What fetches make of objects") struct FetchingObjectTests {
  @Test("objects come as faults, or filled where that is wanted", arguments: StoreKind.allCases)
  func faults(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let context = payroll.stack.anotherContext()
    let request = payroll.request(by: "name")
    #expect(try context.fetch(request).allSatisfy(\.isFault))
    request.returnsObjectsAsFaults = false
    #expect(try context.fetch(request).allSatisfy { !$0.isFault })
  }

  @Test("paths of relationships are read ahead", arguments: StoreKind.allCases)
  func prefetching(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let context = payroll.stack.anotherContext()
    let request = payroll.request("name == 'alpha'")
    request.relationshipKeyPathsForPrefetching = ["department.employees", "tags"]
    let found = try context.fetch(request)
    let read = context.registeredObjects.filter { !$0.isFault }
    #expect(Set(read.compactMap(\.name)) == ["alpha", "Sales", "red"])
    #expect(found.count == 1)
    request.relationshipKeyPathsForPrefetching = ["salary"]
    #expect(throws: CocoaError.self) { try context.fetch(request) }
  }

  @Test(
    "objects that are there keep what they show, unless they are to be refreshed",
    arguments: StoreKind.allCases)
  func refreshing(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let alpha = try payroll["alpha"]
    #expect(alpha.value(forKey: "salary") as? Int32 == 22)
    let other = payroll.stack.anotherContext()
    try other.named("alpha", "Employee")?.setValue(23, forKey: "salary")
    try other.save()
    let request = payroll.request("salary == 23")
    #expect(try payroll.context.fetch(request) == [alpha])
    #expect(alpha.value(forKey: "salary") as? Int32 == 22)
    alpha.setValue("x", forKey: "nick")
    #expect(try payroll.context.fetch(request) == [])
    request.predicate = NSPredicate(format: "name == 'alpha'")
    request.shouldRefreshRefetchedObjects = true
    #expect(try payroll.context.fetch(request) == [alpha])
    #expect(alpha.value(forKey: "salary") as? Int32 == 23)
    #expect(alpha.value(forKey: "nick") as? String == "x")
  }

  @Test("properties that a class adds are found by name", arguments: [StoreKind.inMemory])
  func added(_ kind: StoreKind) throws {
    let model = companyModel(employees: Witness.self)
    let payroll = try Payroll(kind, model)
    let alpha = try payroll["alpha"]
    #expect(alpha.value(forKey: "calls") as? [String] == (alpha as? Witness)?.calls)
    #expect(alpha.value(forKey: "onAwake") == nil)
    #expect(NSPredicate(format: "calls.@count >= 0 AND salary == 22").evaluate(with: alpha))
  }

  @Test("requests copy what they are told, and forget what was worked out")
  func changing() throws {
    let payroll = try Payroll(.binary)
    let request = payroll.request("salary > 20", by: "name")
    #expect(try payroll.names(request) == ["alpha", "bravo"])
    let copy = try #require(request.copy() as? NSFetchRequest<NSManagedObject>)
    copy.predicate = nil
    copy.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    #expect(try payroll.names(copy) == ["charlie", "bravo", "alpha"])
    #expect(try payroll.names(request) == ["alpha", "bravo"])
    let other = try Payroll(.xml)
    try other["alpha"].setValue(1, forKey: "salary")
    #expect(try other.context.fetch(request).map(\.name) == ["bravo"])
  }
}
