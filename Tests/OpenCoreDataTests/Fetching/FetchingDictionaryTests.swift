import Foundation
import OpenCoreData
import Testing

@Suite("Fetching dictionaries") struct FetchingDictionaryTests {
  private func request(
    _ columns: [Any]?, by keys: [String] = ["name"]
  ) -> NSFetchRequest<NSDictionary> {
    let request = NSFetchRequest<NSDictionary>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = columns
    request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
    return request
  }

  private func column(
    _ name: String, _ function: String, _ key: String, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    column(
      name, NSExpression(forFunction: function, arguments: [NSExpression(forKeyPath: key)]), type)
  }

  private func column(
    _ name: String, _ expression: NSExpression, _ type: NSAttributeType
  ) -> NSExpressionDescription {
    let description = NSExpressionDescription()
    description.name = name
    description.expression = expression
    description.expressionResultType = type
    return description
  }

  @Test(
    "without columns they have the attributes that have values; what is unsaved does not count",
    arguments: StoreKind.allCases)
  func defaults(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = request(nil)
    request.predicate = NSPredicate(format: "salary > 20")
    let rows = try payroll.context.fetch(request)
    #expect(rows.map { $0["name"] as? String } == ["alpha", "bravo"])
    #expect(rows.map { $0["salary"] as? Int32 } == [22, 25])
    #expect(rows.map { $0["salary"] as? Int } == [22, 25])
    #expect(Set(rows[0].allKeys.compactMap { $0 as? String }) == ["name", "salary"])
  }

  @Test("the object itself is a column in any case", arguments: ["self", "SELF"])
  func objectColumn(key: String) throws {
    let payroll = try Payroll(.inMemory)
    let rows = try payroll.context.fetch(request([key]))
    #expect(Set(rows.compactMap { $0[key] as? NSManagedObjectID }).count == 3)
  }

  @Test("columns are names, paths, descriptions and expressions", arguments: StoreKind.allCases)
  func columns(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let entity = try payroll["alpha"].entity
    let rows = try payroll.context.fetch(
      request([
        try #require(entity.attributesByName["salary"]), "department.name", "department",
        column("id", NSExpression.expressionForEvaluatedObject(), .objectIDAttributeType),
        column("upper", "uppercase:", "name", .stringAttributeType),
      ]))
    #expect(rows.map { $0["department.name"] as? String } == ["Sales", "Works", nil])
    #expect(rows[0]["department"] as? NSManagedObjectID == (try payroll["Sales"].objectID))
    #expect(rows[2]["department"] == nil)
    #expect(rows[1]["id"] as? NSManagedObjectID == (try payroll["bravo"].objectID))
    #expect(rows[0]["upper"] as? String == "ALPHA")
  }

  @Test("they can be cast to Swift's dictionaries")
  func casts() throws {
    let payroll = try Payroll(.inMemory)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name", "salary"]
    let rows = try #require(try payroll.context.fetch(request) as? [[String: Any]])
    #expect(rows.map { $0["salary"] as? Int } == [22, 25, 10])
    #expect(rows[0]["name"] as? String == "alpha")
  }

  @Test("to-many columns and columns that are no keys are errors")
  func wrongColumns() throws {
    let payroll = try Payroll(.inMemory)
    #expect(throws: CocoaError.self) { try payroll.context.fetch(self.request(["tags"])) }
    #expect(throws: CocoaError.self) { try payroll.context.fetch(self.request(["nmae"])) }
    #expect(throws: CocoaError.self) {
      try payroll.context.fetch(
        self.request(["name", self.column("sum", "sum:", "salary", .integer64AttributeType)]))
    }
  }

  @Test("a function over all records gives one dictionary", arguments: StoreKind.allCases)
  func totals(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let columns = [
      column("sum", "sum:", "salary", .integer64AttributeType),
      column("most", "max:", "salary", .integer32AttributeType),
      column("mean", "average:", "salary", .doubleAttributeType),
      column("nicks", "count:", "nick", .integer64AttributeType),
      column("last", "max:", "hired", .dateAttributeType),
    ]
    let request = request(columns, by: [])
    let row = try #require(try payroll.context.fetch(request).first)
    #expect(row["sum"] as? Int == 57 && row["most"] as? Int == 25 && row["mean"] as? Double == 19)
    #expect(row["nicks"] as? Int == 0 && row["last"] == nil)
    request.predicate = NSPredicate(value: false)
    let empty = try payroll.context.fetch(request)
    #expect(empty.count == 1 && empty[0]["sum"] as? Int == 0 && empty[0]["most"] == nil)
  }

  @Test("records are grouped, groups chosen, ordered and cut", arguments: StoreKind.allCases)
  func groups(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    for (name, nick) in [("dora", "x"), ("emil", "y"), ("fred", "x")] {
      _ = payroll.stack.insert("Employee", ["name": name, "nick": nick, "salary": 50])
    }
    try payroll.context.save()
    let number = column("number", "count:", "name", .integer64AttributeType)
    let request = request(["nick", number], by: [])
    request.propertiesToGroupBy = ["nick"]
    request.sortDescriptors = [NSSortDescriptor(key: "nick", ascending: false)]
    func rows() throws -> [String] {
      try payroll.context.fetch(request).map { row in
        "\(row["nick"] as? String ?? "-")\(row["number"] as? Int ?? -1)"
      }
    }
    #expect(try rows() == ["y1", "x2", "-3"])
    request.havingPredicate = NSPredicate(format: "number > 1")
    #expect(try rows() == ["x2", "-3"])
    request.havingPredicate = NSPredicate(format: "count:(name) > 2")
    #expect(try rows() == ["-3"])
    request.havingPredicate = nil
    request.sortDescriptors = [NSSortDescriptor(key: "number", ascending: false)]
    #expect(try rows() == ["-3", "x2", "y1"])
    request.sortDescriptors = [NSSortDescriptor(key: "nick", ascending: false)]
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try rows() == ["x2"])
  }

  @Test(
    "a variable in the condition on groups is the column of its name",
    arguments: StoreKind.allCases)
  func columnVariables(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    for (name, nick) in [("dora", "x"), ("emil", "y"), ("fred", "x")] {
      _ = payroll.stack.insert("Employee", ["name": name, "nick": nick, "salary": 50])
    }
    try payroll.context.save()
    let number = column("number", "count:", "name", .integer64AttributeType)
    let pay = column("pay", "sum:", "salary", .integer64AttributeType)
    let request = request(["nick", number, pay], by: ["nick"])
    request.propertiesToGroupBy = ["nick"]
    func nicks(_ having: NSPredicate) throws -> [String] {
      request.havingPredicate = having
      return try payroll.context.fetch(request).map { $0["nick"] as? String ?? "-" }
    }
    let variable = NSExpression(forVariable: "number")
    #expect(try nicks(NSPredicate(format: "%@ > 1", variable)) == ["-", "x"])
    #expect(try nicks(NSPredicate(format: "$number > 1 AND $pay > 57")) == ["x"])
    #expect(try nicks(NSPredicate(format: "NOT ($pay / $number == 50)")) == ["-"])
    #expect(try nicks(NSPredicate(format: "$nick == 'y' OR sum:(salary) > $pay")) == ["y"])
    for (format, hint) in [
      ("$numbr > 1", "names '$numbr'"), ("$numbr > 1", "did you mean '$number'?"),
      ("$other > 1", "the columns are 'nick', 'number' and 'pay'"),
    ] {
      let error = #expect(throws: CocoaError.self) { try nicks(NSPredicate(format: format)) }
      #expect(error?.localizedDescription.contains(hint) == true)
    }
  }

  @Test("equal dictionaries come once where that is wanted", arguments: StoreKind.allCases)
  func distinct(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    for name in ["dora", "emil"] {
      _ = payroll.stack.insert("Employee", ["name": name, "salary": 10])
    }
    try payroll.context.save()
    let request = request(["salary"], by: ["salary"])
    #expect(
      try payroll.context.fetch(request).map { $0["salary"] as? Int } == [10, 10, 10, 22, 25])
    request.returnsDistinctResults = true
    #expect(try payroll.context.fetch(request).map { $0["salary"] as? Int } == [10, 22, 25])
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try payroll.context.fetch(request).map { $0["salary"] as? Int } == [22])
  }
}
