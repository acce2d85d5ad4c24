import OpenCoreData
import Testing

@Suite("Predicates mean the same everywhere: collections") struct CollectionCaseTests {
  @Test("case 54: ANY is that one exists, NONE that none does, ALL is true of nothing")
  func quantifiers() throws {
    try check([
      PredicateCase("ANY tags.name == 'x'", [], ["alpha", "bravo", "foxtrot"]),
      PredicateCase("SOME tags.name == 'x'", [], ["alpha", "bravo", "foxtrot"]),
      PredicateCase("ANY tags.name == 'q'", [], []),
      PredicateCase("NONE tags.name == 'x'", [], ["charlie", "delta", "echo", "golf", "hotel"]),
      PredicateCase("ALL tags.name == 'x'", [], ["bravo", "charlie", "golf"]),
      PredicateCase("ALL tags.name == 'q'", [], ["charlie", "golf"]),
      PredicateCase("ANY tags.name == nil", [], ["delta", "foxtrot"]),
      PredicateCase("ALL tags.name == nil", [], ["charlie", "delta", "golf"]),
      PredicateCase("ANY tags.name != 'x'", [], ["alpha", "delta", "echo", "foxtrot", "hotel"]),
      PredicateCase("NOT (ANY tags.name != 'x')", [], ["bravo", "charlie", "golf"]),
      PredicateCase("ANY tags.name CONTAINS[c] 'B'", [], ["hotel"]),
      PredicateCase("ANY tags.name IN {'y', 'z'}", [], ["alpha", "echo"]),
      PredicateCase("ANY tags.name == nick", [], []),
      PredicateCase("ANY tags.name < 'y'", [], ["alpha", "bravo", "foxtrot", "hotel"]),
      PredicateCase("ANY steps.text BEGINSWITH 't'", [], ["alpha", "bravo", "delta"]),
      PredicateCase("ANY employees.tags.name == 'x'", [], ["Sales", "Works"], of: "Department"),
      PredicateCase("ANY employees.tags.name == 'y'", [], ["Sales"], of: "Department"),
      PredicateCase("ANY employees.salary >= 30", [], ["Works"], of: "Department"),
      PredicateCase("ALL employees.salary >= 5", [], ["Sales", "Empty"], of: "Department"),
      PredicateCase("NONE employees.salary >= 30", [], ["Sales", "Empty"], of: "Department"),
      PredicateCase("ANY employees.nick == nil", [], ["Works"], of: "Department"),
      PredicateCase("ANY salary == 22", [], ["alpha"]),
      PredicateCase("ALL salary == 22", [], ["alpha"]),
    ])
  }

  @Test("case 54: a to-many path without ANY compares the collection itself")
  func withoutAny() throws {
    try check([
      PredicateCase("tags.name == 'x'", [], []),
      PredicateCase("tags.@count == 0", [], ["charlie", "golf"]),
      PredicateCase("tags.name CONTAINS 'x'", [], ["alpha", "bravo", "foxtrot"]),
      PredicateCase("'x' IN tags.name", [], ["alpha", "bravo", "foxtrot"]),
    ])
  }

  @Test("case 55: subqueries and collection operators count, add and compare members")
  func subqueries() throws {
    try check([
      PredicateCase(
        "SUBQUERY(employees, $e, $e.salary > 20 AND $e.nick != nil).@count >= 2", [], ["Sales"],
        of: "Department"),
      PredicateCase(
        "SUBQUERY(employees, $e, $e.salary < 20 AND $e.nick == nil).@count == 1", [], ["Works"],
        of: "Department"),
      PredicateCase(
        "SUBQUERY(employees, $e, $e.salary > 0).@count == 0", [], ["Empty"], of: "Department"),
      PredicateCase(
        """
        SUBQUERY(employees, $e, SUBQUERY($e.tags, $t, $t.name == 'x' AND $e.salary < 10).@count \
        > 0).@count > 0
        """, [], ["Works"], of: "Department"),
      PredicateCase(
        """
        SUBQUERY(employees, $d, SUBQUERY($d.tags, $t, $t.name != nil AND $d.nick != nil).@count \
        == 2).@count == 1
        """, [], ["Sales"], of: "Department"),
      PredicateCase("SUBQUERY(tags, $t, $t.name == 'ab').@count == 1", [], ["hotel"]),
      PredicateCase("employees.@sum.salary == 52", [], ["Sales"], of: "Department"),
      PredicateCase("employees.@sum.salary == 0", [], ["Empty"], of: "Department"),
      PredicateCase("employees.@avg.salary > 13", [], ["Sales", "Works"], of: "Department"),
      PredicateCase("employees.@avg.salary == 0", [], ["Empty"], of: "Department"),
      PredicateCase("employees.@max.salary == 25", [], ["Sales"], of: "Department"),
      PredicateCase("employees.@min.salary <= 5", [], ["Sales", "Works"], of: "Department"),
      PredicateCase("employees.@max.salary == nil", [], ["Empty"], of: "Department"),
      PredicateCase("employees.@max.nick == 'ab'", [], [], of: "Department"),
      PredicateCase("employees.@count == 3", [], ["Sales", "Works"], of: "Department"),
      PredicateCase("employees.@count < 1", [], ["Empty"], of: "Department"),
      PredicateCase("tags.@count == 2", [], ["alpha", "echo", "foxtrot"]),
      PredicateCase("tags.@max.name == 'y'", [], ["alpha"]),
      PredicateCase("tags.@min.name == 'x'", [], ["alpha", "bravo", "foxtrot"]),
    ])
  }

  @Test("members of an ordered list are found by number, the first and the last by name")
  func elements() throws {
    try check([
      PredicateCase("steps[0].text == 'one'", [], ["alpha"]),
      PredicateCase("steps[FIRST].text == 'two'", [], ["bravo"]),
      PredicateCase("steps[LAST].text == 'three'", [], ["delta"]),
      PredicateCase("steps[SIZE] == 2", [], ["alpha", "bravo"]),
    ])
  }
}
