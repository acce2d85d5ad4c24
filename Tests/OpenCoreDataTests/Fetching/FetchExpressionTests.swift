import Foundation
import OpenCoreData
import Testing

@Suite("Fetch requests as expressions") struct FetchExpressionTests {
  private func fetch(
    _ payroll: Payroll, _ request: NSFetchRequest<NSManagedObject>, countOnly: Bool = false
  ) -> NSExpression {
    NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: payroll.context), countOnly: countOnly)
  }

  @Test(
    "have the objects, ids or dictionaries that are found, or their number",
    arguments: StoreKind.allCases)
  func values(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let request = payroll.request("salary > 20", by: "-name")
    let expression = fetch(payroll, request)
    let objects = expression.expressionValue(with: nil, context: nil) as? [NSManagedObject]
    #expect(objects?.map { $0.name } == ["bravo", "alpha"])
    let count = fetch(payroll, request, countOnly: true)
    #expect(count.expressionValue(with: nil, context: nil) as? Int == 2)
    request.resultType = .managedObjectIDResultType
    let ids = expression.expressionValue(with: nil, context: nil) as? [NSManagedObjectID]
    #expect(ids == objects?.map(\.objectID))
    #expect(NSExpression.expression(forFetch: payroll, request).isCountOnlyRequest == false)
  }

  @Test("see unsaved changes", arguments: StoreKind.allCases)
  func pending(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let count = fetch(payroll, payroll.request("salary > 20"), countOnly: true)
    try payroll.edit()
    #expect(count.expressionValue(with: nil, context: nil) as? Int == 3)
  }

  @Test("stand in the condition of another request, saved or not", arguments: StoreKind.allCases)
  func conditions(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let works = payroll.request("code == 'W'", entity: "Department")
    func check(_ inWorks: [String], _ rich: [String]) throws {
      #expect(
        try payroll.names("department IN FETCH(%@, %@, NO)", works, payroll.context) == inWorks)
      let all = payroll.request()
      #expect(
        try payroll.names("salary > 10 * FETCH(%@, %@, YES) / 2", all, payroll.context) == rich)
      #expect(try payroll.names("FETCH(%@, %@, YES) == 1", works, payroll.context).count > 2)
      #expect(try payroll.names("SELF IN FETCH(%@, %@, NO)", all, payroll.context).count > 2)
    }
    try check(["bravo"], ["alpha", "bravo"])
    try payroll["charlie"].setValue(payroll["Works"], forKey: "department")
    try check(["bravo", "charlie"], ["alpha", "bravo"])
    try payroll.edit()
    try check(["charlie"], ["charlie", "delta", "echo"])
    try payroll.context.save()
    try check(["charlie"], ["charlie", "delta", "echo"])
  }

  @Test("are run anew each time a request is", arguments: StoreKind.allCases)
  func freshness(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let works = payroll.request("code == 'W'", entity: "Department")
    let request = payroll.request(
      "department IN FETCH(%@, %@, NO)", works, payroll.context, by: "name")
    #expect(try payroll.names(request) == ["bravo"])
    try payroll["Sales"].setValue("V", forKey: "code")
    works.predicate = NSPredicate(format: "code == 'V'")
    #expect(try payroll.names(request) == ["alpha"])
    try payroll.context.save()
    #expect(try payroll.names(request) == ["alpha"])
  }

  @Test(
    "may take the request or the context from variables and from the object",
    arguments: StoreKind.allCases)
  func dependent(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let works = payroll.request("code == 'W'", entity: "Department")
    let predicate = NSPredicate(format: "department IN FETCH($REQUEST, $CONTEXT, NO)")
    let request = payroll.request(by: "name")
    request.predicate = predicate.withSubstitutionVariables([
      "REQUEST": works, "CONTEXT": payroll.context,
    ])
    #expect(try payroll.names(request) == ["bravo"])
    request.predicate = NSPredicate(
      format: "department IN FETCH(%@, managedObjectContext, NO)", works)
    #expect(throws: CocoaError.self) { try payroll.context.fetch(request) }
    let other = NSPredicate(
      format: "FETCH(TERNARY(salary > 23, %@, %@), %@, YES) == 1", works,
      payroll.request(), payroll.context)
    request.predicate = other
    #expect(try payroll.names(request) == ["bravo"])
  }

  @Test("that fail make the fetch fail, and a request within itself ends")
  func failures() throws {
    let payroll = try Payroll(.xml)
    let wrong = payroll.request("nothing == 1")
    let request = payroll.request("FETCH(%@, %@, YES) == 1", wrong, payroll.context)
    let error = try #require(throws: CocoaError.self) { try payroll.context.fetch(request) }
    #expect(error.localizedDescription.contains("'nothing'"), "\(error.localizedDescription)")
    let circle = payroll.request()
    circle.predicate = NSPredicate(format: "FETCH(%@, %@, YES) == 1", circle, payroll.context)
    let endless = try #require(throws: CocoaError.self) { try payroll.context.fetch(circle) }
    #expect(endless.localizedDescription.contains("more than 16 deep"))
    let none = payroll.request("FETCH(%@, %@, YES) == 1", 5, payroll.context)
    #expect(throws: CocoaError.self) { try payroll.context.fetch(none) }
  }

  @Test("run on the queue of their context")
  func queues() throws {
    let payroll = try Payroll(.inMemory)
    let other = NSManagedObjectContext(.privateQueue)
    other.persistentStoreCoordinator = payroll.context.persistentStoreCoordinator
    let works = payroll.request("code == 'W'", entity: "Department")
    #expect(try payroll.names("department IN FETCH(%@, %@, NO)", works, other) == ["bravo"])
  }
}

extension NSExpression {
  /// As Apple's documentation makes one: by the class that it inherits from.
  fileprivate static func expression(
    forFetch payroll: Payroll, _ request: NSFetchRequest<NSManagedObject>
  ) -> NSFetchRequestExpression {
    let expression = NSFetchRequestExpression.expression(
      forFetch: NSExpression(forConstantValue: request),
      context: NSExpression(forConstantValue: payroll.context), countOnly: false)
    guard let fetch = expression as? NSFetchRequestExpression else {
      preconditionFailure("the factory makes its own class")
    }
    return fetch
  }
}

@Suite("ANYKEY in fetches") struct AnyKeyFetchTests {
  @Test(
    "looks at the attributes and relationships of objects, saved or not",
    arguments: StoreKind.allCases)
  func keys(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    #expect(try payroll.names("ANYKEY == 22") == ["alpha"])
    #expect(try payroll.names("ANYKEY == 'bravo'") == ["bravo"])
    #expect(try payroll.names("ANYKEY == %@", payroll["Works"]) == ["bravo"])
    #expect(try payroll.names("ANYKEY == 'nobody'") == [])
    try payroll["alpha"].setValue(25, forKey: "salary")
    #expect(try payroll.names("ANYKEY == 25") == ["alpha", "bravo"])
    #expect(NSPredicate(format: "ANYKEY == 25").evaluate(with: try payroll["alpha"]))
    #expect(!NSPredicate(format: "ANYKEY == 22").evaluate(with: try payroll["alpha"]))
  }
}
