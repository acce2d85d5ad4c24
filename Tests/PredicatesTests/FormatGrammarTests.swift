import Foundation
import Predicates
import Testing

/// A format and what its predicate prints; nil where it prints the same.
typealias Printed = (format: String, printed: String?)

@Suite("Formats")
struct FormatGrammarTests {
  @Test("are read and printed in one spelling, which reads equal", arguments: comparisons)
  func comparison(_ format: String, _ printed: String?) throws {
    try check(format, printed)
  }

  @Test("have operators that bind as strongly as they print", arguments: joined)
  func binding(_ format: String, _ printed: String?) throws {
    try check(format, printed)
  }

  @Test("have expressions of every kind", arguments: expressions)
  func expression(_ format: String, _ printed: String?) throws {
    let expression = try NSExpression(validating: format)
    #expect(expression.description == printed ?? format)
    let again = try NSExpression(validating: expression.description)
    #expect(again == expression)
    #expect(again.hash == expression.hash)
  }

  @Test("have keys and paths of keys", arguments: paths)
  func path(_ format: String, _ printed: String?) throws {
    try check(format, printed)
  }

  private func check(_ format: String, _ printed: String?) throws {
    let predicate = try parsed(format)
    #expect(predicate.predicateFormat == printed ?? format)
    let again = try parsed(predicate.predicateFormat)
    #expect(again == predicate)
    #expect(again.hash == predicate.hash)
  }
}

private let comparisons: [Printed] = [
  ("a = 1", "a == 1"),
  ("a == 1", nil),
  ("a==1", "a == 1"),
  ("a != 1", nil),
  ("a <> 1", "a != 1"),
  ("a < 1", nil),
  ("a <= 1", nil),
  ("a =< 1", "a <= 1"),
  ("a > 1", nil),
  ("a >= 1", nil),
  ("a => 1", "a >= 1"),
  ("1 < a", nil),
  ("a BETWEEN {1, 5}", nil),
  ("a between{b,c+1}", "a BETWEEN {b, c + 1}"),
  ("a BETWEEN bounds", nil),
  ("a IN {1, 2}", nil),
  ("a in {'x','y'}", "a IN {\"x\", \"y\"}"),
  ("a IN {}", nil),
  ("a NOT IN {1}", "NOT a IN {1}"),
  ("a not contains 'x'", "NOT a CONTAINS \"x\""),
  ("title contains 'x'", "title CONTAINS \"x\""),
  ("title BeginsWith[CD] 'x'", "title BEGINSWITH[cd] \"x\""),
  ("title ENDSWITH[dc] 'x'", "title ENDSWITH[cd] \"x\""),
  ("title LIKE[ c ] 'x*'", "title LIKE[c] \"x*\""),
  ("title MATCHES[n] '.*'", "title MATCHES[n] \".*\""),
  ("title ==[l] 'x'", "title ==[l] \"x\""),
  ("title <[lndc] 'x'", "title <[cdnl] \"x\""),
  ("title == [c] 'x'", "title ==[c] \"x\""),
  ("title ==[] 'x'", "title == \"x\""),

  ("self isEqual: 'x'", "SELF isEqual: \"x\""),
  ("title hasPrefix:'x'", "title hasPrefix: \"x\""),
  ("TRUEPREDICATE", nil),
  ("falsepredicate", "FALSEPREDICATE"),
  ("YES == true", "1 == 1"),
  ("a == no || a == FALSE", "a == 0 OR a == 0"),
  ("a == NULL", "a == nil"),
  ("nil != a", nil),
  ("SELF > 1", nil),
  ("anykey == 'x'", "ANYKEY == \"x\""),
  ("a == $name", nil),
  ("$a.b == $_b1", nil),
  ("any a.b == 1", "ANY a.b == 1"),
  ("SOME a.b == 1", "ANY a.b == 1"),
  ("ALL a.b LIKE[c] 'x'", "ALL a.b LIKE[c] \"x\""),
  ("NONE a.b == 1", "NOT ANY a.b == 1"),
  ("ALL {1, 2} < 3", nil),
  ("ANY (a.b == 1)", "ANY a.b == 1"),
  ("ANY (a.b) == 1", "ANY a.b == 1"),
  ("ANY a.b IN {1}", nil),
]

private let joined: [Printed] = [
  ("a == 1 OR b == 2 AND c == 3", "a == 1 OR (b == 2 AND c == 3)"),
  ("(a == 1 OR b == 2) AND c == 3", nil),
  ("a == 1 && b == 2 && c == 3", "a == 1 AND b == 2 AND c == 3"),
  ("a == 1 || b == 2 or c == 3", "a == 1 OR b == 2 OR c == 3"),
  ("a == 1 AND (b == 2 AND c == 3)", nil),
  ("NOT a == 1 AND b == 2", nil),
  ("NOT (a == 1 AND b == 2)", nil),
  ("!a == 1", "NOT a == 1"),
  ("!(a == 1)", "NOT a == 1"),
  ("!!a == 1", "NOT NOT a == 1"),
  ("not a == 1 or b == 2 and c == 3", "NOT a == 1 OR (b == 2 AND c == 3)"),
  ("NOT ANY a.b == 1", nil),
  ("NOT a IN {1} AND b == 2", nil),
  ("((a)) == 1", "a == 1"),
  ("(a == 1)", "a == 1"),
  ("((a == 1))", "a == 1"),
  ("(a + 1) * 2 > 3", nil),
  ("a + 1 * 2 > 3", nil),
  ("a - b - c == 1", nil),
  ("a - (b - c) == 1", nil),
  ("a / b * c == 1", nil),
  ("a / (b * c) == 1", nil),
  ("a ** b ** c == 1", nil),
  ("a ** (b ** c) == 1", nil),
  ("-a == 1", "a * -1 == 1"),
  ("-5 ** 2 == 25", nil),
  ("2 - -5 == 7", nil),
  ("2--5 == 7", "2 - -5 == 7"),
  ("-(5) == a", "-5 == a"),
  ("- 5 == a", "-5 == a"),
  ("(flags & 4) != 0", "flags & 4 != 0"),
  ("flags & 4 | 1 ^ 2 == 0", nil),
  ("flags & (4 | 1) == 0", nil),
  ("1 << 2 + 3 == 32", nil),
  ("(1 << 2) + 3 == 7", nil),
  ("8 >> 1 == 4", nil),
  ("~flags & 1 == 1", nil),
  ("~(flags & 1) == 1", nil),
  ("a UNION b == c MINUS d", nil),
  ("a union (b intersect c) == c", "a UNION (b INTERSECT c) == c"),
  ("a union b intersect c == c", "a UNION b INTERSECT c == c"),
  ("(SELF.g)[0] == 2", "g[0] == 2"),
  ("(($v.a)[2]) == 0", "$v.a[2] == 0"),
  ("($x := a + 1) == 3", nil),
  ("$x := a + 1 == 3", "($x := a + 1) == 3"),
  ("TERNARY(a == 1, 2, 3) == 2", nil),
  ("TERNARY(a==1 AND b==2,YES,NO)==YES", "TERNARY(a == 1 AND b == 2, 1, 0) == 1"),
]

private let expressions: [Printed] = [
  ("1", nil), ("-1", nil), ("1.5", nil), (".5", "0.5"), ("1e3", "1000.0"), ("9.2E-5", "9.2e-05"),
  ("2e+2", "200.0"), ("0x1F", "31"), ("0Xff", "255"), ("0o17", "15"), ("0b101", "5"),
  ("007", "7"), ("9223372036854775807", nil), ("-9223372036854775808", nil),
  ("9223372036854775808", nil), ("18446744073709551616", nil),
  ("99999999999999999999999999999999999999", nil), ("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
  ("'it\\'s'", "\"it's\""), ("\"a\\\"b\"", nil), ("'a\"b'", "\"a\\\"b\""),
  ("'\\n\\t\\r\\\\'", "\"\\n\\t\\r\\\\\""), ("'\\x41\\u00e9\\U0001F600'", "\"Aé😀\""),
  ("'\\uD83D\\uDE00'", "\"😀\""), ("'\\101\\7'", "\"A\\x07\""), ("'\\*\\?\\.'", "\"*?.\""),
  ("'%@ {} 🎬'", "\"%@ {} 🎬\""), ("''", "\"\""),
  ("{1, {2, 3}, 'x', a.b}", "{1, {2, 3}, \"x\", a.b}"),
  ("{}.@count", nil), ("'abc'.length", "\"abc\".length"), ("(5).description", nil),
  ("sum(a.b)", "sum:(a.b)"), ("sum:(a.b)", nil), ("SUM(a.b)", "sum:(a.b)"),
  ("max(1, 2, 3)", "max:(1, 2, 3)"), ("count({1, 2})", "count:({1, 2})"),
  ("average({1,2})", "average:({1, 2})"), ("now()", nil), ("NOW()", "now()"),
  ("uppercase:(title)", nil), ("canonical:(title)", nil), ("lowercase(title)", "lowercase:(title)"),
  ("length(title)", "length:(title)"), ("abs(-3)", "abs:(-3)"), ("sqrt(2)", "sqrt:(2)"),
  ("modulus:by:(a, 2)", nil), ("modulus(a, 2)", "modulus:by:(a, 2)"), ("add:to:(1, a)", "1 + a"),
  ("from:subtract:(5, a)", "5 - a"), ("raise:toPower:(a, 2)", "a ** 2"),
  ("bitwiseXor:with:(a, 2)", "a ^ 2"), ("onesComplement:(a)", "~a"), ("random()", nil),
  ("random(6)", "random:(6)"), ("randomn:(6)", nil), ("objectFrom:withIndex:(a, 0)", "a[0]"),
  ("noindex:(a)", nil), ("distanceToLocation:fromLocation:(a, b)", nil),
  ("FUNCTION(a, 'pow:', 3)", "FUNCTION(a, \"pow:\" , 3)"),
  ("function(self, 'class')", "FUNCTION(SELF, \"class\")"),
  (
    "FUNCTION('a/b', 'lastPathComponent').length", "FUNCTION(\"a/b\", \"lastPathComponent\").length"
  ),
  ("FUNCTION(a, 'from:to:', 1, b.c)", "FUNCTION(a, \"from:to:\" , 1, b.c)"),
  ("CAST(a, 'NSNumber')", "CAST(a, \"NSNumber\")"),
  (
    "CAST(CAST(a, 'NSNumber') + (b * 60), 'NSDate')",
    "CAST(CAST(a, \"NSNumber\") + b * 60, \"NSDate\")"
  ),
  ("CAST(7, 'NSDate')", "CAST(7.000000, \"NSDate\")"),
  ("CAST(592299475.577120, \"NSDate\")", nil),
  ("CAST(-0.5, \"NSDate\")", "CAST(-0.500000, \"NSDate\")"),
  ("SUBQUERY(staff, $e, $e.pay > 20 AND $e.nick == nil).@count", nil),
  (
    "subquery(a, $x, SUBQUERY(b, $y, $y == $x).@count > 0)[0]",
    "SUBQUERY(a, $x, SUBQUERY(b, $y, $y == $x).@count > 0)[0]"
  ),
  ("TERNARY(a == nil, 0, a.b)", nil), ("a UNION {1}", nil), ("$x := 1", nil),
  ("a[0][1].b[FIRST]", nil), ("a[last].b['key'][size]", "a[LAST].b[\"key\"][SIZE]"),
  ("SELF[1]", nil), ("ANYKEY", nil), ("SELF", nil), ("$x", nil), ("NIL", "nil"), ("YES", "1"),
]

private let paths: [Printed] = [
  ("a.b.c == 1", nil), ("a . b == 1", "a.b == 1"), ("SELF.a == 1", "a == 1"),
  ("self.a.b == 1", "a.b == 1"), ("a.@count == 1", nil), ("a.@max.pay == 1", nil),
  ("a.@max.#self == a.@min.#self", nil), ("@count == 1", nil), ("#size == 1", nil),
  ("#SELECT == 1", "SELECT == 1"), ("a.size == 1", "a.#size == 1"),
  ("a.first.In == b.last", "a.#first.#In == b.#last"), ("#not == 1", nil),
  ("#self.a == 1", "a == 1"),
  ("sum == count", nil), ("union == 1", nil), ("ternary == 1", nil), ("function == 1", nil),
  ("näme == 1", nil), ("名前.标题 == 'x'", "名前.标题 == \"x\""), ("_a1._ == 1", nil),
  ("a\\x20b == 1", nil), ("\\u0061b == 1", "ab == 1"), ("\\x31st == 1", nil),
  ("a.\\142 == 1", "a.b == 1"), ("$my\\x2Dname == 1", nil), ("🎬.🎞️ == 1", nil),
  ("$v.a.@sum.b == 1", nil), ("SELF == 1", nil), ("#\\x73ize == 1", "#size == 1"),
]
