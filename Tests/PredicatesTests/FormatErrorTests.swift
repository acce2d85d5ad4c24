import Foundation
import Predicates
import Testing

/// A format, the column of its mistake and what is said of it.
typealias Mistake = (format: String, column: Int, message: String)

@Suite("Errors of formats")
struct FormatErrorTests {
  @Test("say what is wrong, where, and what to do", arguments: mistakes)
  func mistake(_ format: String, _ column: Int, _ message: String) throws {
    let error = try failure(format)
    #expect(error.message == message)
    #expect(error.column == column)
    #expect(error.format == format)
    #expect(
      error.description.hasPrefix("cannot parse the format at column \(column): \(message)\n"))
    #expect(error.localizedDescription == error.description)
  }

  @Test("point to the place below the format", arguments: excerpts)
  func excerpt(_ format: String, _ lines: String) throws {
    let error = try failure(format)
    #expect(
      error.description == "cannot parse the format at column \(error.column): \(error.message)\n"
        + lines)
  }

  @Test(
    "list what could have come",
    arguments: [
      ("a ==", ["a key", "a value", "("]), ("a == 1 b", ["AND", "OR", "an operator"]),
      ("ANY a", ["an operator that compares"]), ("a. == 1", ["a key"]), ("(a == 1", [")"]),
      ("a IN {1 2}", [",", "}"]), ("a ==[x] 1", ["c", "d", "n", "l", "]"]), ("a === 1", []),
      ("a[]", ["a number", "a key in quotes", "FIRST", "LAST", "SIZE"]),
    ])
  func expected(_ format: String, _ expected: [String]) throws {
    #expect(try failure(format).expected == expected)
  }

  @Test(
    "tell arguments that are missing, left over, or of another kind", arguments: argumentMistakes)
  func arguments(_ format: String, _ arguments: [ArgumentValue], _ column: Int, _ message: String)
    throws
  {
    let error = try failure(format, arguments.map(\.value))
    #expect(error.message == message)
    #expect(error.column == column)
  }

  @Test("never hold the arguments' values")
  func secrets() throws {
    let error = try failure("a == %d", ["secret"])
    #expect(!error.description.contains("secret"))
  }

  @Test("of expressions are errors too")
  func expressions() throws {
    let error = try #require(throws: PredicateFormatError.self) {
      _ = try NSExpression(validating: "a == 1")
    }
    #expect(error.message.hasPrefix("'a == 1' is a condition, and the format takes a value"))
  }
}

/// An argument of a test: texts, numbers and nil are all that these need.
enum ArgumentValue: Sendable {
  case text(String), whole(Int), real(Double), nothing

  var value: Any? {
    switch self {
    case .text(let value): value
    case .whole(let value): value
    case .real(let value): value
    case .nothing: nil
    }
  }
}

private let methodMessage =
  "'(' stands where an operator that compares is expected; "
  + "a method is called by FUNCTION(object, 'name:')"

private func optionMessage(_ found: String) -> String {
  "'\(found)' is no option of a comparison; options are c, d, n and l, as in [cd]; "
    + "a list is written {1, 2}"
}

private func reservedMessage(_ word: String) -> String {
  "'\(word)' is a reserved word; a key of that name is written #\(word)"
}

private let argumentMistakes: [(String, [ArgumentValue], Int, String)] = [
  ("a == %@ AND b == %@", [.whole(1)], 18, "there is no argument for '%@'; 1 argument is given"),
  ("a == %@", [], 6, "there is no argument for '%@'; 0 arguments are given"),
  ("a == %@", [.whole(1), .whole(2)], 8, "2 arguments are given, and the format uses 1"),
  ("a == 1", [.whole(1)], 7, "1 argument is given, and the format uses 0"),
  (
    "a == '%@'", [.whole(1)], 10,
    "1 argument is given, and the format uses 0; in quotes a placeholder is plain text, so leave the quotes out"
  ),
  ("a == %d", [.text("x")], 6, "'%d' takes a whole number, and argument 1 is String; use %@"),
  ("a == %d", [.real(1.5)], 6, "'%d' takes a whole number, and argument 1 is Double; use %f"),
  ("a == %d", [.nothing], 6, "'%d' takes a whole number, and argument 1 is nil; use %@"),
  (
    "b == %@ AND a == %f", [.whole(1), .text("x")], 18,
    "'%f' takes a number, and argument 2 is String; use %@"
  ),
  ("a == %s", [.whole(1)], 6, "'%s' takes text, and argument 1 is Int; use %@"),
  (
    "a == %c", [.text("xy")], 6,
    "'%c' takes a character or its number, and argument 1 is String; use %@"
  ),
  ("%K == 1", [.whole(1)], 1, "'%K' takes a key path as text, and argument 1 is Int; use %@"),
  ("%K == 1", [.text("a..b")], 1, "'a..b' is no path of keys"),
  ("%K == 1", [.text("")], 1, "'' is no path of keys"),
  ("a.%d == 1", [.whole(1)], 3, "'%d' stands where a key is expected"),
  (
    "FUNCTION(a, %@) == 1", [.whole(1)], 13,
    "FUNCTION takes the name of a method as text: FUNCTION(object, 'name:', argument)"
  ),
]

private let excerpts: [(String, String)] = [
  (
    "a == 1 AND",
    "  a == 1 AND\n            ^"
  ),
  (
    "name CONTAIN 'x'",
    "  name CONTAIN 'x'\n       ^~~~~~~"
  ),
  (
    "(a == 1",
    "  (a == 1\n  ^"
  ),
  (
    "a\u{0}b == 1",
    "  a␀b == 1\n   ^"
  ),
  (
    "a == 1 \u{200B}AND b == 2",
    "  a == 1 ·AND b == 2\n         ^"
  ),
  (
    "a\t==\tx\ty",
    "  a == x y\n         ^"
  ),
  (
    "名前 == \"x\" ANDD b",
    "  名前 == \"x\" ANDD b\n              ^~~~"
  ),
  (
    "a == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AN b == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'",
    "  …aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AN b == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa…\n                                         ^~"
  ),
  (
    "a = 1\nAND b =\n",
    "  a = 1␊AND b =␊\n                ^"
  ),
  (
    "👩\u{200D}👩\u{200D}👧 = 1 ORR b = 1",
    "  👩\u{200D}👩\u{200D}👧 = 1 ORR b = 1\n         ^~~"
  ),
]

private let mistakes: [Mistake] = [
  ("", 1, "the format ends where a key, a value or '(' is expected"),
  ("   ", 4, "the format ends where a key, a value or '(' is expected"),
  ("name", 1, "'name' is a value and no condition; compare it, as in name == YES"),
  ("isDone", 1, "'isDone' is a value and no condition; compare it, as in isDone == YES"),
  ("YES", 1, "'YES' is a value and no condition; write TRUEPREDICATE"),
  ("a + 1", 1, "'a + 1' is a value and no condition; compare it, as in a + 1 == YES"),
  ("a ==", 5, "the format ends where a key, a value or '(' is expected"),
  ("== 1", 1, "'==' stands where a key, a value or '(' is expected"),
  ("a == 1 AND", 11, "the format ends where a key, a value or '(' is expected"),
  ("a == 1 b == 2", 8, "'b' stands where AND, OR or an operator is expected; put text in quotes"),
  ("name CONTAIN 'x'", 6, "'CONTAIN' is no operator; did you mean 'CONTAINS'?"),
  ("name BEGINWITH 'x'", 6, "'BEGINWITH' is no operator; did you mean 'BEGINSWITH'?"),
  ("a == 1 ADN b == 2", 8, "'ADN' is no operator; did you mean 'AND'?"),
  (
    "name == John Smith", 14,
    "'Smith' stands where AND, OR or an operator is expected; put text in quotes"
  ),
  ("name LIKE 'x", 11, "the text has no closing quote"),
  ("a === 1", 3, "'===' is not known; write =="),
  ("a !== 1", 3, "'!==' is not known; write !="),
  ("a =~ 'x'", 3, "'=~' is not known; write MATCHES"),
  ("a ?? b == 1", 3, "'??' is not known; write TERNARY(a != nil, a, b)"),
  (
    "a ? b : c", 3,
    "'?' is not known; write %@ for a value, TERNARY(condition, a, b) for a choice"
  ),
  ("a.b() == 1", 4, methodMessage),
  (
    "a() == 1", 1,
    "there is no function 'a'; a method of an object is called by FUNCTION(object, 'name:', argument)"
  ),
  (
    "a !contains 'x'", 3,
    "'!' stands where an operator that compares is expected; for the opposite write NOT"
  ),
  ("a IN (1, 2)", 8, "',' stands where ')' is expected; a list is written {1, 2}"),
  (
    "a IN 1, 2", 7,
    "',' stands where AND, OR or an operator is expected; a list is written {1, 2}"
  ),
  ("a IN [1, 2]", 7, optionMessage("1")), ("a IN ['x']", 7, optionMessage("'x'")),
  ("any == 1", 1, reservedMessage("any")), ("b == 1 AND all.x > 1", 12, reservedMessage("all")),
  ("(none IN {1})", 2, reservedMessage("none")), ("SOME + 1 == 2", 1, reservedMessage("SOME")),
  ("not == 1", 1, reservedMessage("not")), ("NOT any LIKE 'x'", 5, reservedMessage("any")),
  ("! == 1", 3, "'==' stands where a key, a value or '(' is expected"),
  ("name == \u{201C}x\u{201D}", 9, "'\u{201C}' is not known; write \""),
  ("a ≥ 1", 3, "'≥' is not known; write >="),
  ("(a == 1", 1, "'(' is not closed; put ')'"),
  ("a == 1)", 7, "')' closes nothing"),
  ("a IN {1, 2", 6, "'{' is not closed; put '}'"),
  ("a IN {1 2}", 9, "'2' stands where ',' or '}' is expected"),
  ("a IN {1,}", 9, "'}' stands where a key, a value or '(' is expected"),
  (
    "a[0 == 1", 3,
    "'0 == 1' is a condition, and an index takes a value; TERNARY(condition, YES, NO) makes a value of it"
  ),
  ("a[] == 1", 3, "']' stands where a number, a key in quotes, FIRST, LAST or SIZE is expected"),
  ("a == 1]", 7, "']' closes nothing"),
  ("size == 1", 1, "'size' is a reserved word; a key of that name is written #size"),
  ("a == last", 6, "'last' is a reserved word; a key of that name is written #last"),
  (
    "in == 1", 1,
    "'in' is a reserved word and has nothing before it; a key of that name is written #in"
  ),
  (
    "a == 1 AND OR b == 2", 12,
    "'OR' is a reserved word and has nothing before it; a key of that name is written #OR"
  ),
  (
    "AND a == 1", 1,
    "'AND' is a reserved word and has nothing before it; a key of that name is written #AND"
  ),
  ("(a == 1) == YES", 10, "'==' compares the result of a comparison; join comparisons with AND"),
  ("a == b == c", 8, "'==' compares the result of a comparison; join comparisons with AND"),
  (
    "a == (b == c)", 6,
    "'(b == c)' is a condition, and a comparison takes a value; TERNARY(condition, YES, NO) makes a value of it"
  ),
  (
    "1 + (a == 1) == 2", 5,
    "'(a == 1)' is a condition, and + takes a value; TERNARY(condition, YES, NO) makes a value of it"
  ),
  ("NOT a", 5, "'a' is a value and no condition; compare it, as in a == YES"),
  ("a AND b == 1", 1, "'a' is a value and no condition; compare it, as in a == YES"),
  ("ANY a.b", 8, "the format ends where an operator that compares is expected"),
  (
    "ANY (a == 1 AND b == 2)", 1,
    "ANY takes one comparison; for more write SUBQUERY(collection, $x, …).@count > 0"
  ),
  (
    "ANY NOT a == 1", 1,
    "ANY takes one comparison; for more write SUBQUERY(collection, $x, …).@count > 0"
  ),
  ("ANY a NOT IN b", 7, "ANY does not go with NOT behind it; write NOT ANY …, or use SUBQUERY"),
  ("ANY a isEqual: b", 7, "ANY does not go with a comparison by a method; use SUBQUERY"),
  ("a isEqual:[c] b", 3, "a comparison by a method has no options"),
  ("a foo:bar: b", 3, "'foo:bar:' takes more than one argument; a comparison gives one"),
  ("a BETWEEN 1 AND 5", 11, "BETWEEN takes two bounds as a list: BETWEEN {1, 5}"),
  ("a BETWEEN {1}", 11, "BETWEEN takes two bounds, not 1"),
  ("a BETWEEN {1, 2, 3}", 11, "BETWEEN takes two bounds, not 3"),
  ("a ==[x] 1", 6, "'x' is no option of a comparison; options are c, d, n and l, as in [cd]"),
  ("a ==[cdw] 1", 6, "'cdw' is no option of a comparison; options are c, d, n and l, as in [cd]"),
  ("a ==[c 1", 8, optionMessage("1")), ("a ==[1] 1", 6, optionMessage("1")),
  ("a := 1", 1, "only a variable can be assigned: $name := value"),
  (
    "FORMATSTRING('%H', a) == 1", 1,
    "there is no function 'FORMATSTRING'; a method of an object is called by FUNCTION(object, 'name:', argument)"
  ),
  ("lenght(a) == 1", 1, "there is no function 'lenght'; did you mean 'length'?"),
  ("upercase(a) == 'X'", 1, "there is no function 'upercase'; did you mean 'uppercase'?"),
  ("abs() == 1", 1, "'abs' takes 1 argument, not 0"),
  ("abs(1, 2) == 1", 1, "'abs' takes 1 argument, not 2"),
  ("now(1) == 1", 1, "'now' takes 0 arguments, not 1"),
  ("sum() == 1", 1, "'sum' takes 1 or more arguments, not 0"),
  ("FUNCTION(a) == 1", 11, "')' stands where ',' is expected"),
  (
    "FUNCTION(a, b) == 1", 13,
    "FUNCTION takes the name of a method as text: FUNCTION(object, 'name:', argument)"
  ),
  (
    "FUNCTION(a, 'x y') == 1", 13,
    "FUNCTION takes the name of a method as text: FUNCTION(object, 'name:', argument)"
  ),
  ("FUNCTION(a, 'pow:') == 1", 1, "'pow:' takes 1 argument, not 0"),
  ("CAST(a, NSDate) == 1", 9, "CAST takes the name of a class as text: CAST(value, 'NSDate')"),
  ("CAST(a) == 1", 7, "')' stands where ',' is expected"),
  (
    "SUBQUERY(a, x, x == 1).@count == 1", 13,
    "SUBQUERY takes a variable: SUBQUERY(collection, $x, $x.key == 1)"
  ),
  ("SUBQUERY(a, $x, $x) == 1", 17, "'$x' is a value and no condition; compare it, as in $x == YES"),
  ("TERNARY(a, 1, 2) == 1", 9, "'a' is a value and no condition; compare it, as in a == YES"),
  ("TERNARY(a == 1, 1) == 1", 18, "')' stands where ',' is expected"),
  (
    "FETCH(a, b, c) == 1", 13,
    "FETCH takes YES or NO last, which says whether it only counts"
  ),
  ("FETCH(a, b) == 1", 11, "')' stands where ',' is expected"),
  (
    "size == 1", 1,
    "'size' is a reserved word; a key of that name is written #size"
  ),
  (
    "a UTI-CONFORMS-TO 'public.image'", 3,
    "UTI-CONFORMS-TO is not supported; compare the identifiers as texts"
  ),
  ("a UTI-EQUALS 'x'", 3, "UTI-EQUALS is not supported; compare the identifiers as texts"),
  ("a == 1;", 7, "';' means nothing in a format"),
  ("a == `x`", 6, "'`' is no quote; write '"),
  ("a: == 1", 4, "'==' stands where '(' is expected"),
  (
    "a == 'x\\d'", 8,
    "'\\d' is no escape; for a backslash write '\\\\', and see that Swift needs two for each in a literal"
  ),
  ("a == 12abc", 6, "'12abc' is no number; a key that begins with a digit is passed as %K"),
  ("a == 0x", 6, "'0x' is no number; a key that begins with a digit is passed as %K"),
  ("a == 0b12", 6, "'0b12' is no number; a key that begins with a digit is passed as %K"),
  ("a == 1e999", 6, "the number is too large"),
  ("a == 1_000", 6, "'1_000' is no number; a key that begins with a digit is passed as %K"),
  ("a == 999999999999999999999999999999999999999", 6, "the number is too large"),
  ("$ == 1", 1, "'$' has no name; a variable is written $name"),
  ("# == 1", 1, "'#' has no name behind it"),
  ("a.@ == 1", 3, "'@' has no name behind it"),
  ("a. == 1", 4, "'==' stands where a key is expected"),
  ("a..b == 1", 3, "'.' stands where a key is expected"),
  ("a.5 == 1", 2, "'.5' stands where an operator that compares is expected"),
  ("a == %@", 6, "there is no argument for '%@'; 0 arguments are given"),
  (
    "a == %q", 6,
    "a percent sign means nothing outside quotes; for a remainder write modulus:by:(a, b)"
  ),
  (
    "a == %", 6,
    "a percent sign means nothing outside quotes; for a remainder write modulus:by:(a, b)"
  ),
  (
    "a % 2 == 0", 3,
    "a percent sign means nothing outside quotes; for a remainder write modulus:by:(a, b)"
  ),
  (
    "a == 1 %% 2", 8,
    "a percent sign means nothing outside quotes; for a remainder write modulus:by:(a, b)"
  ),
  ("a\u{0}b == 1", 2, "the invisible character U+0000 means nothing in a format"),
  ("a == 1 \u{200B}AND b == 2", 8, "the invisible character U+200B means nothing in a format"),
  ("a\t==\tx\ty", 8, "'y' stands where AND, OR or an operator is expected; put text in quotes"),
  ("名前 == \"x\" ANDD b", 11, "'ANDD' is no operator; did you mean 'AND'?"),
  (
    "a == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' AN b == 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'",
    62, "'AN' is no operator; did you mean 'AND'?"
  ),
  ("a = 1\nAND b =\n", 15, "the format ends where a key, a value or '(' is expected"),
  ("👩\u{200D}👩\u{200D}👧 = 1 ORR b = 1", 7, "'ORR' is no operator; did you mean 'OR'?"),
  ("e\u{301} == 1 x", 8, "'x' stands where AND, OR or an operator is expected; put text in quotes"),
  ("TRUE AND a == 1", 1, "'TRUE' is a value and no condition; write TRUEPREDICATE"),
  ("(a, b) == 1", 3, "',' stands where ')' is expected; a list is written {1, 2}"),
  ("a == {1: 2}", 8, "':' means nothing by itself; a variable is assigned by :="),
  ("!", 2, "the format ends where a key, a value or '(' is expected"),
  ("a LIKE[c]", 10, "the format ends where a key, a value or '(' is expected"),
  ("SELF.%K == 1", 6, "there is no argument for '%K'; 0 arguments are given"),
  ("a == %d x", 6, "there is no argument for '%d'; 0 arguments are given"),
  ("a CONTAINSS 'x'", 3, "'CONTAINSS' is no operator; did you mean 'CONTAINS'?"),
  ("a EQUALS 1", 3, "'EQUALS' is no operator; write =="),
  ("a IS NULL", 3, "'IS' is no operator; write == or !="),
  ("a IS NOT NULL", 3, "'IS' is no operator; write == or !="),
]
