import Foundation
import OpenCoreData
import Testing

@Suite("Batch requests") struct FetchingBatchTests {
  private func names(_ context: NSManagedObjectContext, _ entity: String = "Employee") throws
    -> [String]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try context.fetch(request).map { $0.name ?? "-" }
  }

  // MARK: Insert

  @Test(
    "records are inserted from dictionaries, with defaults and links", arguments: StoreKind.allCases
  )
  func insertion(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = NSBatchInsertRequest(
      entityName: "Employee",
      objects: [
        ["name": "delta", "department": try payroll["Sales"].objectID],
        ["name": "echo", "salary": 7, "tags": [try payroll["red"]]],
      ])
    request.resultType = .objectIDs
    let result = try payroll.context.execute(request) as? NSBatchInsertResult
    let ids = try #require(result?.result as? [NSManagedObjectID])
    #expect(ids.count == 2)
    let context = try payroll.stack.reopened()
    #expect(try names(context) == ["alpha", "bravo", "charlie", "delta", "echo"])
    let delta = try #require(try context.named("delta", "Employee"))
    #expect(delta.value(forKey: "salary") as? Int32 == 100)
    #expect(delta.one("department")?.many("employees").contains(delta) == true)
    let red = try #require(try context.named("red", "Tag"))
    #expect(Set(red.many("employees").map(\.name)) == ["alpha", "bravo", "echo"])
    #expect(payroll.context.object(with: ids[0]).name == "delta")
  }

  @Test("blocks fill dictionaries or objects until they say that it is enough")
  func handlers() throws {
    let payroll = try Payroll(.binary)
    var rest = ["dora", "emil"]
    let filling = NSBatchInsertRequest(
      entityName: "Employee",
      dictionaryHandler: { dictionary in
        guard let name = rest.popLast() else { return true }
        dictionary["name"] = name
        return false
      })
    filling.resultType = .count
    #expect((try payroll.context.execute(filling) as? NSBatchInsertResult)?.result as? Int == 2)
    var count = 0
    let making = NSBatchInsertRequest(
      entityName: "Employee",
      managedObjectHandler: { object in
        count += 1
        object.setValue("new\(count)", forKey: "name")
        return count == 3
      })
    #expect((try payroll.context.execute(making) as? NSBatchInsertResult)?.result as? Bool == true)
    #expect(
      try names(payroll.stack.reopened()) == [
        "alpha", "bravo", "charlie", "dora", "emil", "new1", "new2",
      ])
  }

  @Test(
    "one wrong record keeps all from being inserted", arguments: StoreKind.allCases,
    [
      (["name": "x"], 1670), ([:], 1570), (["name": "nora", "salary": -1], 1620),
      (["name": "nora", "salary": "many"], 1550), (["nmae": "nora"], 134060),
      (["name": "nora", "notes": "n"], 134060),
    ] as [([String: any Sendable], Int)])
  func refusedInsertion(_ kind: StoreKind, _ wrong: (values: [String: any Sendable], code: Int))
    throws
  {
    let payroll = try Payroll(kind)
    let before = payroll.stack.bytes
    let request = NSBatchInsertRequest(
      entityName: "Employee", objects: [["name": "delta"], wrong.values])
    #expect(code { _ = try payroll.context.execute(request) } == wrong.code)
    #expect(try names(payroll.context) == ["alpha", "bravo", "charlie"])
    #expect(payroll.stack.bytes == before)
  }

  @Test("values that must be unique stay so", arguments: StoreKind.allCases)
  func uniqueness(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    func insert(_ codes: String...) throws {
      _ = try payroll.context.execute(
        NSBatchInsertRequest(
          entityName: "Department", objects: codes.map { ["name": "Dep", "code": $0] }))
    }
    #expect(code { try insert("W") } == 133021)
    #expect(code { try insert("A", "A") } == 133021)
    try insert("A", "B")
    let update = NSBatchUpdateRequest(entityName: "Department")
    update.propertiesToUpdate = ["code": "Z"]
    #expect(code { _ = try payroll.context.execute(update) } == 133021)
    #expect(try payroll.context.all("Department").count == 4)
  }

  @Test(
    "conditions that code adds to the model hold for batches too", arguments: StoreKind.allCases)
  func conditions(_ kind: StoreKind) throws {
    let model = companyModel {
      $0["Employee"]?.attributesByName["nick"]?.setValidationPredicates(
        [NSPredicate(format: "SELF BEGINSWITH 'n'")], withValidationWarnings: ["wrong nick"])
    }
    let payroll = try Payroll(kind, model)
    let request = NSBatchInsertRequest(
      entityName: "Employee",
      objects: [["name": "nora", "nick": "no"], ["name": "max", "nick": "x"]])
    #expect(code { _ = try payroll.context.execute(request) } == 1550)
    request.objectsToInsert?.removeLast()
    _ = try payroll.context.execute(request)
    #expect(try names(payroll.context).contains("nora"))
  }

  // MARK: Update

  @Test("records are updated by constants and expressions", arguments: StoreKind.allCases)
  func update(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = NSBatchUpdateRequest(entityName: "Employee")
    request.predicate = NSPredicate(format: "department.name != nil AND salary > 20")
    request.propertiesToUpdate = [
      "nick": "rich", "salary": NSExpression(format: "salary + 1"), "department": NSNull(),
    ]
    request.resultType = .updatedObjectsCountResultType
    #expect((try payroll.context.execute(request) as? NSBatchUpdateResult)?.result as? Int == 2)
    let context = try payroll.stack.reopened()
    let alpha = try #require(try context.named("alpha", "Employee"))
    #expect(alpha.value(forKey: "salary") as? Int32 == 23)
    #expect(alpha.value(forKey: "nick") as? String == "rich" && alpha.one("department") == nil)
    #expect(try context.named("Sales", "Department")?.many("employees").isEmpty == true)
    #expect(try context.named("charlie", "Employee")?.value(forKey: "nick") == nil)
  }

  @Test("an update that would break a rule changes nothing", arguments: StoreKind.allCases)
  func refusedUpdate(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let before = payroll.stack.bytes
    func update(_ values: [String: Any]) throws {
      let request = NSBatchUpdateRequest(entityName: "Employee")
      request.propertiesToUpdate = values
      _ = try payroll.context.execute(request)
    }
    #expect(code { try update(["salary": NSExpression(format: "salary - 15")]) } == 1620)
    #expect(code { try update(["name": NSNull()]) } == 1560)
    #expect(code { try update(["nam": "x"]) } == 134060)
    #expect(code { try update(["nick": NSExpression(format: "salry")]) } == 134060)
    #expect(payroll.stack.bytes == before)
    #expect(try payroll.names("nick == nil AND salary >= 10").count == 3)
  }

  @Test("links to one object take it away from the former owner", arguments: StoreKind.allCases)
  func links(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let locker = payroll.stack.insert("Locker", ["no": 1])
    try payroll["alpha"].setValue(locker, forKey: "locker")
    try payroll["alpha"].setValue(payroll["bravo"], forKey: "partner")
    try payroll.context.save()
    let request = NSBatchUpdateRequest(entityName: "Employee")
    request.predicate = NSPredicate(format: "name == 'charlie'")
    request.propertiesToUpdate = [
      "locker": locker.objectID, "partner": try payroll["bravo"],
      "department": try payroll["Sales"].objectID,
    ]
    _ = try payroll.context.execute(request)
    let context = try payroll.stack.reopened()
    let charlie = try #require(try context.named("charlie", "Employee"))
    let alpha = try #require(try context.named("alpha", "Employee"))
    #expect(charlie.one("locker")?.one("owner") === charlie && alpha.one("locker") == nil)
    #expect(charlie.one("partner")?.one("partner") === charlie && alpha.one("partner") == nil)
    #expect(charlie.one("department")?.many("employees") == [alpha, charlie])
  }

  // MARK: Delete

  private func deletion(_ format: String, _ entity: String = "Employee") -> NSBatchDeleteRequest {
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    request.predicate = NSPredicate(format: format)
    let deletion = NSBatchDeleteRequest(fetchRequest: request)
    deletion.resultType = .resultTypeCount
    return deletion
  }

  @Test("deleting lets go of and takes along what the rules say", arguments: StoreKind.allCases)
  func deletion(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    for text in ["one", "two"] {
      let step = payroll.stack.insert("Step", ["text": text])
      try payroll["alpha"].mutableOrderedSetValue(forKey: "steps").add(step)
    }
    try payroll.context.save()
    let result = try payroll.context.execute(deletion("salary > 20")) as? NSBatchDeleteResult
    #expect(result?.result as? Int == 4)
    let context = try payroll.stack.reopened()
    #expect(try names(context) == ["charlie"])
    #expect(try context.all("Step").isEmpty)
    #expect(try context.named("red", "Tag")?.many("employees").isEmpty == true)
    #expect(try context.named("Sales", "Department")?.many("employees").isEmpty == true)
  }

  @Test("records are deleted by their ids, each once", arguments: StoreKind.allCases)
  func deletionByID(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let id = try payroll["alpha"].objectID
    let request = NSBatchDeleteRequest(objectIDs: [id, id])
    request.resultType = .resultTypeObjectIDs
    let first = try payroll.context.execute(request) as? NSBatchDeleteResult
    #expect(first?.result as? [NSManagedObjectID] == [id])
    let second = try payroll.context.execute(request) as? NSBatchDeleteResult
    #expect(second?.result as? [NSManagedObjectID] == [])
    #expect(try names(payroll.stack.reopened()) == ["bravo", "charlie"])
  }

  @Test(
    "what Deny forbids, or a required link, keeps all from being deleted",
    arguments: StoreKind.allCases)
  func refusedDeletion(_ kind: StoreKind) throws {
    let model = companyModel {
      $0["Department"]?.relationshipsByName["employees"]?.deleteRule = .denyDeleteRule
    }
    let payroll = try Payroll(kind, model)
    let before = payroll.stack.bytes
    #expect(code { _ = try payroll.context.execute(deletion("name != ''", "Department")) } == 1560)
    #expect(code { _ = try payroll.context.execute(deletion("code == 'W'", "Department")) } == 1600)
    #expect(payroll.stack.bytes == before)
    _ = try payroll.context.execute(deletion("name == 'bravo'"))
    _ = try payroll.context.execute(deletion("code == 'W'", "Department"))
    #expect(try names(payroll.stack.reopened(), "Department") == ["Sales"])

    let strict = companyModel {
      $0["Employee"]?.relationshipsByName["department"]?.isOptional = false
    }
    let bound = try Stack(kind, strict)
    let office = bound.insert("Department", ["name": "Office"])
    bound.insert("Employee", ["name": "Ann"]).setValue(office, forKey: "department")
    try bound.context.save()
    #expect(
      code { _ = try bound.context.execute(deletion("name == 'Office'", "Department")) } == 1570)
    #expect(try bound.context.all("Department").count == 1)
  }

  @Test("offset, limit and order choose what is deleted", arguments: StoreKind.allCases)
  func window(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
    request.fetchLimit = 1
    _ = try payroll.stack.coordinator.execute(
      NSBatchDeleteRequest(fetchRequest: request), with: payroll.context)
    #expect(try names(payroll.stack.reopened()) == ["alpha", "bravo"])
  }

  @Test("a store that is only read is not changed")
  func readOnly() throws {
    let payroll = try Payroll(.xml)
    let coordinator = NSPersistentStoreCoordinator(
      managedObjectModel: payroll.stack.coordinator.managedObjectModel)
    try coordinator.addPersistentStore(
      ofType: NSXMLStoreType, configurationName: nil, at: payroll.stack.url,
      options: [NSReadOnlyPersistentStoreOption: true])
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    #expect(code { _ = try context.execute(deletion("salary > 20")) } == 134030)
  }

  @Test(
    "a fraction for a whole number is an error of validation that names it, and changes nothing",
    arguments: StoreKind.allCases, [1.5, .nan, .infinity, 1e300] as [Double])
  func fractionForInteger(_ kind: StoreKind, _ number: Double) throws {
    let payroll = try Payroll(kind)
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.propertiesToUpdate = ["salary": number]
    update.predicate = NSPredicate(format: "name == 'alpha'")
    let insertion = NSBatchInsertRequest(
      entityName: "Employee", objects: [["name": "delta", "salary": number]])
    for request in [update, insertion] as [NSPersistentStoreRequest] {
      #expect {
        try payroll.context.execute(request)
      } throws: { error in
        let error = error as NSError
        return error.code == CocoaError.Code.managedObjectValidation.rawValue
          || (1550...1680).contains(error.code)
            && error.localizedDescription.contains("'salary' of ")
      }
    }
    let fresh = try payroll.stack.reopened()
    #expect(try fresh.all("Employee").count == 3)
    #expect(try fresh.named("alpha", "Employee")?.value(forKey: "salary") as? Int32 == 22)
  }
}
