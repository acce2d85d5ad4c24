import OpenCoreData
import Testing

@Suite("Predicates mean the same everywhere: numbers, lists, ranges") struct NumberCaseTests {
  @Test("case 57: BETWEEN includes both ends and reversed bounds hold nothing")
  func between() throws {
    try check([
      PredicateCase("salary BETWEEN {2, 5}", [], ["golf", "hotel"]),
      PredicateCase("salary BETWEEN {5, 2}", [], []),
      PredicateCase("salary BETWEEN {2, 2}", [], ["hotel"]),
      PredicateCase("salary BETWEEN %@", [[1, 2]], ["foxtrot", "hotel"]),
      PredicateCase("salary BETWEEN {1.5, 4.5}", [], ["hotel"]),
      PredicateCase("name BETWEEN {'b', 'd'}", [], ["bravo", "charlie"]),
      PredicateCase("3 BETWEEN {salary, 4}", [], ["foxtrot", "hotel"]),
    ])
  }

  @Test("case 57: IN asks for members of a list and for parts of a text")
  func membership() throws {
    try check([
      PredicateCase("'b' IN 'abc'", [], CaseCompany.people.map(\.name)),
      PredicateCase("'d' IN 'abc'", [], []),
      PredicateCase("nick IN 'xabx'", [], ["foxtrot"]),
      PredicateCase("'a' IN nick", [], ["alpha", "bravo", "delta", "foxtrot", "golf", "hotel"]),
      PredicateCase("salary IN {1, 10}", [], ["charlie", "foxtrot"]),
      PredicateCase("salary IN {1.0, 10.5}", [], ["foxtrot"]),
      PredicateCase("salary IN %@", [[1, 22, 40]], ["alpha", "echo", "foxtrot"]),
      PredicateCase("salary IN {}", [], []),
      PredicateCase(
        "NOT (salary IN %@)", [[1, 22, 40]], ["bravo", "charlie", "delta", "golf", "hotel"]),
      PredicateCase("{1, 22} CONTAINS salary", [], ["alpha", "foxtrot"]),
      PredicateCase("name IN {nick, 'golf'}", [], ["golf"]),
    ])
  }

  @Test("case 60: numbers are compared by value, whatever their types, and no digit is lost")
  func numbers() throws {
    let tenths: [any Sendable] = ["0.1", "0.2", "0.3"].map { Decimal(string: $0) ?? .nan }
    let everybody = CaseCompany.people.map(\.name)
    try check([
      PredicateCase("1 == 1.0", [], everybody),
      PredicateCase("TRUE == 1", [], everybody),
      PredicateCase("YES != 0", [], everybody),
      PredicateCase("%@ + %@ == %@", tenths, everybody),
      PredicateCase("salary == 22.0", [], ["alpha"]),
      PredicateCase("salary == ratio", [], ["echo"]),
      PredicateCase("ratio == TRUE", [], ["bravo"]),
      PredicateCase("ratio == 1", [], ["bravo"]),
      PredicateCase("ratio < 0.5", [], ["delta", "foxtrot", "golf", "hotel"]),
      PredicateCase("price + %@ == %@", [tenths[1], tenths[2]], ["alpha"]),
      PredicateCase("price == %@", [tenths[2]], ["bravo"]),
      PredicateCase("price > %@", [tenths[1]], ["bravo"]),
      PredicateCase("big == 9007199254740993", [], ["alpha"]),
      PredicateCase("big == 9007199254740992.0", [], ["bravo"]),
      PredicateCase("big > %@", [9_007_199_254_740_992.0], ["alpha"]),
      PredicateCase("big IN {9007199254740992.0}", [], ["bravo"]),
    ])
  }

  @Test(
    "case 60: a text is no number: never equal on values, an error for a fetch that has a key",
    arguments: StoreKind.allCases)
  func textsAndNumbers(_ kind: StoreKind) throws {
    PredicateCase("'1' == 1", [], []).checkOnValues()
    PredicateCase("'1' != 1", [], CaseCompany.people.map(\.name)).checkOnValues()
    PredicateCase("name == 1", [], []).checkOnValues()
    let stack = try Stack(kind, CaseCompany.model())
    // Of two constants the condition is odd and means what it says.
    let constants = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    constants.predicate = NSPredicate(format: "'1' == 1")
    #expect(try stack.context.fetch(constants).isEmpty)
    for format in ["name == 1", "salary == 'x'", "ANY tags.name > 2"] {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
      request.predicate = NSPredicate(format: format)
      let error = #expect(throws: CocoaError.self) { try stack.context.fetch(request) }
      #expect(error?.localizedDescription.contains("never equal") == !format.contains(">"))
    }
  }

  @Test("arithmetic keeps whole numbers exact, and with nil it is nil")
  func arithmetic() throws {
    try check([
      PredicateCase("salary + 1 == 23", [], ["alpha"]),
      PredicateCase("salary * 2 - 4 == 40", [], ["alpha"]),
      PredicateCase("salary * ratio == 11", [], ["alpha"]),
      PredicateCase("-salary == -5", [], ["golf"]),
      PredicateCase("2 ** 3 + salary == 10", [], ["hotel"]),
      PredicateCase("big + 1 == 9007199254740994", [], ["alpha"]),
      PredicateCase("ratio * 2 == nil", [], ["charlie"]),
      PredicateCase("modulus:by:(salary, 4) == 2", [], ["alpha", "charlie", "delta", "hotel"]),
      PredicateCase("abs:(ratio) == 2.5", [], ["delta"]),
      PredicateCase("TERNARY(salary > 20, 'rich', 'poor') == 'rich' AND ratio == 1", [], ["bravo"]),
    ])
  }
}
