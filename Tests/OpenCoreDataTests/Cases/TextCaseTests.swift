import OpenCoreData
import Testing

@Suite("Predicates mean the same everywhere: texts") struct TextCaseTests {
  @Test("case 52: texts are compared canonically, and without case or marks where asked")
  func folding() throws {
    try check([
      PredicateCase("nick BEGINSWITH[cd] 'el'", [], ["alpha", "bravo"]),
      PredicateCase("nick BEGINSWITH 'El'", [], []),
      PredicateCase("nick BEGINSWITH 'É'", [], ["alpha", "bravo"]),
      PredicateCase("nick ==[c] %@", ["ÉLAN"], ["alpha", "bravo"]),
      PredicateCase("nick ==[d] 'elan'", [], []),
      PredicateCase("nick ==[d] 'Elan'", [], ["alpha", "bravo"]),
      PredicateCase("nick ==[cd] 'elan'", [], ["alpha", "bravo"]),
      PredicateCase("nick == %@", ["\u{C9}lan"], ["alpha", "bravo"]),
      PredicateCase("nick == %@", ["E\u{301}lan"], ["alpha", "bravo"]),
      PredicateCase("nick ==[n] %@", ["E\u{301}lan"], ["bravo"]),
      PredicateCase("nick ==[c] 'STRASSE'", [], ["delta", "echo"]),
      PredicateCase("nick ==[c] 'straße'", [], ["delta", "echo"]),
      PredicateCase("nick == 'straße'", [], ["delta"]),
      PredicateCase("nick CONTAINS 'l'", [], ["alpha", "bravo"]),
      PredicateCase("nick CONTAINS 'E'", [], ["echo"]),
      PredicateCase("nick CONTAINS[d] 'E'", [], ["alpha", "bravo", "echo"]),
      PredicateCase("nick ENDSWITH[c] 'SSE'", [], ["delta", "echo"]),
      PredicateCase("nick IN[cd] {'elan', 'AB'}", [], ["alpha", "bravo", "foxtrot"]),
      PredicateCase("nick < 'b'", [], ["echo", "foxtrot", "golf", "hotel"]),
      PredicateCase("nick <[c] 'b'", [], ["foxtrot", "golf", "hotel"]),
    ])
  }

  @Test("case 53: nil is equal to nil, differs from every text, and meets no other condition")
  func nothing() throws {
    try check([
      PredicateCase("nick == nil", [], ["charlie"]),
      PredicateCase("nick = NULL", [], ["charlie"]),
      PredicateCase("nick != nil", [], everybody(but: "charlie")),
      PredicateCase("nil == nick", [], ["charlie"]),
      PredicateCase("nick != 'ab'", [], everybody(but: "foxtrot")),
      PredicateCase("NOT (nick == 'ab')", [], everybody(but: "foxtrot")),
      PredicateCase("nick < 'b' AND name == 'charlie'", [], []),
      PredicateCase("nick >= '' AND name == 'charlie'", [], []),
      PredicateCase("nick CONTAINS '' AND name == 'charlie'", [], []),
      PredicateCase("nick LIKE '*'", [], everybody(but: "charlie")),
      PredicateCase("nick MATCHES '.*'", [], everybody(but: "charlie")),
      PredicateCase("nick BEGINSWITH 'a' OR nick ENDSWITH 'a'", [], ["foxtrot", "golf", "hotel"]),
      PredicateCase("NOT (nick CONTAINS 'a')", [], ["charlie", "echo"]),
      PredicateCase("ratio BETWEEN {-10, 10} AND name == 'charlie'", [], []),
      PredicateCase("ratio + 1 == nil", [], ["charlie"]),
      PredicateCase("nick IN {'ab', 'a*c'}", [], ["foxtrot", "golf"]),
      PredicateCase("nick IN {'ab', nil}", [], ["charlie", "foxtrot"]),
      PredicateCase("department.name == nil", [], ["echo", "hotel"]),
      PredicateCase("department == nil", [], ["echo", "hotel"]),
      PredicateCase("department.name != 'Sales'", [], everybody(but: "alpha", "bravo", "golf")),
      PredicateCase("department.name < 'Z'", [], everybody(but: "echo", "hotel")),
    ])
  }

  @Test("case 56: expressions and patterns must fit the whole text")
  func patterns() throws {
    try check([
      PredicateCase("nick MATCHES 'a|ab'", [], ["foxtrot"]),
      PredicateCase("nick MATCHES 'a|abb'", [], []),
      PredicateCase("nick MATCHES[c] 'S.*E'", [], ["delta", "echo"]),
      PredicateCase("nick LIKE 'a*c'", [], ["golf", "hotel"]),
      PredicateCase("nick LIKE 'a?c'", [], ["golf"]),
      PredicateCase("nick LIKE 'a\\\\*c'", [], ["golf"]),
      PredicateCase("nick LIKE %@", ["a\\*c"], ["golf"]),
      PredicateCase("nick LIKE[cd] 'E?A*'", [], ["alpha", "bravo"]),
      PredicateCase("nick LIKE '?lan'", [], ["alpha", "bravo"]),
      PredicateCase("nick LIKE 'b'", [], []),
      PredicateCase("nick LIKE '*b*'", [], ["foxtrot", "hotel"]),
    ])
  }

  private func everybody(but exceptions: String...) -> [String] {
    CaseCompany.people.map(\.name).filter { !exceptions.contains($0) }
  }
}
