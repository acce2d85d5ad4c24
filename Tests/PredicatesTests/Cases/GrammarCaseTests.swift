import Predicates
import Testing

@Suite("The grammar of formats") struct GrammarCaseTests {
  /// What a format says of an object whose keys have these values.
  private func holds(_ format: String, _ arguments: Any..., of values: [String: Any]) -> Bool {
    NSPredicate(format: format, argumentArray: arguments).evaluate(with: values)
  }

  @Test("case 58: quoted text is text, also where it looks like a placeholder")
  func quotedPlaceholder() {
    #expect(holds("name == '%@'", of: ["name": "%@"]))
    #expect(holds("name == \"%K %d\"", of: ["name": "%K %d"]))
    #expect(holds("name == '%@' AND size1 == %@", 2, of: ["name": "%@", "size1": 2]))
  }

  @Test("case 58: a reserved word is a key after # and for %K, and an error elsewhere")
  func reservedWords() throws {
    for word in ["size", "first", "last", "in", "any", "all", "none", "contains", "like", "null"] {
      let values: [String: Any] = [word: 1]
      #expect(holds("#\(word) == 1", of: values))
      #expect(holds("%K == 1", word, of: values))
      #expect(throws: PredicateFormatError.self) { try NSPredicate(validating: "\(word) == ") }
    }
    #expect(throws: PredicateFormatError.self) { try NSPredicate(validating: "size == 1") }
    #expect(holds("#a.#size == 1", of: ["a": ["size": 1]]))
  }

  @Test(
    "case 58: keywords are written in any case",
    arguments: [
      "NOT a == 2 AND b IN {1}", "not a == 2 and b in {1}", "Not a == 2 And b In {1}",
      "! a == 2 && b iN {1}", "a != 2 AND truepredicate", "a <> 2 AND self.a != NiL AND b == yes",
      "name beginswith[CD] 'él' and name Like[c] '*N'", "ternary(b == TRUE, 1, 2) = 1",
    ])
  func anyCase(_ format: String) {
    #expect(holds(format, of: ["a": 1, "b": 1, "name": "Elan"]))
  }

  @Test("case 58: NOT binds closest, then AND, then OR")
  func precedence() {
    for bits in 0..<8 {
      let (a, b, c) = (bits & 1, bits >> 1 & 1, bits >> 2)
      let values: [String: Any] = ["a": a, "b": b, "c": c]
      #expect(
        holds("a == 1 OR b == 1 AND c == 1", of: values) == (a == 1 || (b == 1 && c == 1)))
      #expect(
        holds("a == 1 AND b == 1 OR c == 1", of: values) == ((a == 1 && b == 1) || c == 1))
      #expect(holds("NOT a == 1 AND b == 1", of: values) == (a != 1 && b == 1))
      #expect(holds("NOT (a == 1 AND b == 1)", of: values) == !(a == 1 && b == 1))
      #expect(holds("NOT a == 1 OR NOT b == 1", of: values) == (a != 1 || b != 1))
      #expect(holds("NOT NOT a == 1", of: values) == (a == 1))
      #expect(holds("(a == 1 OR b == 1) AND c == 1", of: values) == ((a == 1 || b == 1) && c == 1))
    }
    #expect(holds("1 + 2 * 3 == 7 AND 2 * 3 + 1 == 7 AND (1 + 2) * 3 == 9", of: [:]))
    #expect(holds("10 - 3 - 2 == 5 AND 24 / 4 / 2 == 3 AND -2 + 3 == 1", of: [:]))
    #expect(holds("2 * 2 ** 3 == 16", of: [:]))
  }

  @Test("case 58: of a comparison that is negated remains a compound")
  func negation() {
    let predicate = NSPredicate(format: "NOT available = true")
    let compound = predicate as? NSCompoundPredicate
    #expect(compound?.compoundPredicateType == .not)
    #expect(compound?.subpredicates.first is NSComparisonPredicate)
    #expect(NSPredicate(format: "a == 1") is NSComparisonPredicate)
  }

  @Test(
    "case 59: what a predicate prints is parsed to an equal predicate",
    arguments: [
      "a == 1", "a = 1", "a != 'x'", "a <> nil", "a <= 1.5 && b >= -2", "a =< 1 || b => 2",
      "NOT a == 1", "!(a == 1 AND b == 2) OR c == 3", "a == 1 AND (b == 2 OR c == 3)",
      "(a == 1 OR b == 2) OR c == 3", "a == 1 AND b == 2 AND c == 3", "NOT (NOT a == 1)",
      "ANY tags.name == 'x'", "ALL tags.name ==[cd] 'x'", "NONE tags.name CONTAINS 'x'",
      "SOME a.b.c > 2", "name BEGINSWITH[c] 'a'", "name ENDSWITH[d] 'a'", "name LIKE[cd] 'a*'",
      "name MATCHES '^a.*\\\\d$'", "name CONTAINS[n] 'x'", "name ==[l] 'x'", "name <[cd] 'x'",
      "a IN {1, 2, 3}", "a IN {}", "a IN {'x', nil, TRUE}", "NOT a IN b", "a BETWEEN {1, 2}",
      "a BETWEEN {b, c}", "TRUEPREDICATE", "FALSEPREDICATE", "NOT TRUEPREDICATE",
      "TRUEPREDICATE AND a == 1", "SELF == 1", "SELF.name == 'x'", "SELF IN $list", "a == $x.y",
      "#size == 1", "#in.#any == #null", "a.@count > 1", "a.@sum.b == 2", "@count == 2",
      "a.@max.b.c == nil", "SUBQUERY(a, $x, $x.b == 1 AND $x.c == d).@count > 0",
      "SUBQUERY(a, $x, SUBQUERY($x.b, $y, $y.c == $x.c).@count == 1).@count != 0",
      "a[0] == 1", "a[FIRST].b == 1", "a[LAST] == a[SIZE]", "a['key'] == 1", "a[b] == 1",
      "a + b * c - d / e ** 2 == 1", "(a + b) * c == 1", "a - (b - c) == 1", "-a == -1",
      "a ** b ** c == 1", "abs:(a) == 1", "a & 3 == 1 AND a | 4 == 5 AND ~a ^ 1 == 2",
      "a << 2 == 8 AND a >> 1 == 0", "uppercase:(name) == 'X'", "sum:({a, b}) == 1",
      "now() > a", "CAST(a, 'NSDate') < b", "CAST(1.5, 'NSDate') == b",
      "TERNARY(a == 1, b, c) == 2", "TERNARY(a == 1 OR b == 2, 'x', nil) != 'y'",
      "a UNION b == c", "a INTERSECT b CONTAINS 1", "a MINUS {1} == {}",
      "FUNCTION(a, 'length') == 1", "a == 0x1F", "a == 0b101", "a == 1e10", "a == 9.2e-5",
      "a == 9223372036854775807", "a == -9223372036854775808", "a == 1 AND $x := 2 == 3",
      "a == ''", "a == \"\"", "a == 'it\\'s \"quoted\"'", "a == 'back\\\\slash'",
      "a == 'line\\nbreak\\ttab'", "a == '{}'", "a == '%@ %K'", "a == 'é👩‍👩‍👧\\u00e9'", "ANYKEY == 1",
    ])
  func roundTrip(_ format: String) throws {
    let first: NSPredicate
    do {
      first = try NSPredicate(validating: format)
    } catch {
      Issue.record("\(error)")
      return
    }
    let printed = first.predicateFormat
    let second = try NSPredicate(validating: printed)
    #expect(first == second, "\(format) became \(printed)")
    #expect(first.hash == second.hash)
    #expect(second.predicateFormat == printed)
  }

  @Test("case 59: constants of every kind are printed so that they are read again")
  func constants() throws {
    let uuid = try #require(UUID(uuidString: "12345678-1234-5678-9ABC-DEF012345678"))
    let values: [Any] = [
      "text", "", "it's \"quoted\"", "back\\slash", "line\nbreak\r\t\0", "👩‍👩‍👧 {} %@ $x #y é e\u{301}",
      0, -1, Int64.max, Int64.min, UInt64.max, 0.1, -0.0, 1e300, Double.leastNonzeroMagnitude,
      Double.infinity,
      Float(0.1), true, false, Decimal(string: "0.3") ?? 0,
      Decimal(string: "12345678901234567890.123456789") ?? 0,
      Date(timeIntervalSinceReferenceDate: 0.1), Date(timeIntervalSinceReferenceDate: -1e9),
      Data([0, 1, 255]), Data(), uuid, URL(string: "https://a.b/c?d=%20e") as Any,
      [1, 2], ["a", "b"], [],
    ]
    for value in values {
      let predicate = NSPredicate(format: "a == %@", argumentArray: [value])
      let printed = predicate.predicateFormat
      let read = try NSPredicate(validating: printed)
      #expect(read == predicate, "\(type(of: value)) \(value) became \(printed)")
      #expect(read.evaluate(with: ["a": value]), "\(printed)")
    }
  }

  @Test("case 57: sets of decimals are lists to choose from, whatever else is in them")
  func decimalSets() throws {
    let tenth = try #require(Decimal(string: "0.1"))
    let third = try #require(Decimal(string: "0.3"))
    let decimals: Set<Decimal> = [tenth, third]
    let mixed: Set<AnyHashable> = [tenth, "x", 3]
    for set in [decimals as Any, mixed] {
      #expect(holds("a IN %@", set, of: ["a": tenth]))
      #expect(!holds("a IN %@", set, of: ["a": 1]))
      let predicate = NSPredicate(format: "a IN %@", argumentArray: [set])
      #expect(try NSPredicate(validating: predicate.predicateFormat) == predicate)
    }
    #expect(holds("a IN %@", mixed, of: ["a": "x"]) && holds("a IN %@", mixed, of: ["a": 3.0]))
  }

  @Test("case 61: formats that are too long or too deep are errors, and nothing ends the program")
  func limits() throws {
    let deep = 20_000
    let formats = [
      String(repeating: "(", count: deep) + "a == 1" + String(repeating: ")", count: deep),
      String(repeating: "NOT ", count: deep) + "a == 1",
      String(repeating: "!", count: deep) + "a == 1",
      "a == " + String(repeating: "-", count: deep) + "1",
      "a == " + String(repeating: "{", count: deep) + String(repeating: "}", count: deep),
      "a" + String(repeating: "[0", count: deep) + String(repeating: "]", count: deep) + " == 1",
      "a == 1" + String(repeating: " ** 1", count: deep),
      String(repeating: "TERNARY(a == 1, 1, ", count: deep),
      String(repeating: "SUBQUERY(a, $x, ", count: deep),
      String(repeating: "(", count: deep), String(repeating: "abs:(", count: deep),
    ]
    for format in formats {
      let error = #expect(throws: PredicateFormatError.self) {
        try NSPredicate(validating: format)
      }
      #expect(error?.message.isEmpty == false)
      #expect((1...(format.count + 1)).contains(error?.column ?? 0))
    }
  }

  @Test("case 61: long flat formats are read, or refused with a reason")
  func longFormats() {
    for joint in [" OR ", " AND "] {
      let format = (0..<2_000).map { "a == \($0)" }.joined(separator: joint)
      let predicate = try? NSPredicate(validating: format)
      #expect(predicate.map { ($0 as? NSCompoundPredicate)?.subpredicates.count } ?? 2_000 == 2_000)
    }
    let text = String(repeating: "x", count: 10_000)
    #expect(holds("a == '\(text)'", of: ["a": text]))
  }

  @Test(
    "case 61: an error tells the column and what was expected",
    arguments: [
      ("a ==", 5), ("a == 1 AND", 11), ("a = = 1", 5), ("(a == 1", 1), ("a == 1)", 7),
      ("a == 'x", 6), ("a LIKES 'x'", 3), ("a == {1, 2", 6), ("ANY a", 6), ("", 1),
      ("a ==[q] 'x'", 6), ("SUBQUERY(a, x, b == 1)", 13), ("é == ü = 1", 8), ("a == %@", 6),
    ])
  func errors(_ format: String, _ column: Int) throws {
    let error = #expect(throws: PredicateFormatError.self) { try NSPredicate(validating: format) }
    #expect(error?.format == format)
    #expect(error?.column == column, "\(error?.description ?? "")")
    #expect(error?.message.isEmpty == false)
    #expect(error?.description.contains("^") == true)
  }

  @Test("case 61: what was expected is listed")
  func expectations() {
    let error = #expect(throws: PredicateFormatError.self) { try NSPredicate(validating: "a b") }
    #expect(error?.expected.isEmpty == false)
  }
}
