import Testing

@testable import ModelCodegen

@Suite struct SwiftLexerTests {
  private func texts(_ text: String) -> [String] {
    let lexer = SwiftLexer(Array(text.utf8))
    return lexer.tokens.map { String(decoding: lexer.bytes[$0.range], as: UTF8.self) }
  }

  @Test(
    "strings, comments and patterns are told from code",
    arguments: [
      ("a /* b /* c */ d */ e", ["a", "e"]),
      ("a // b \" c\nd", ["a", "d"]),
      ("\"a // b\" c", ["\"a // b\"", "c"]),
      (#""a\"b" c"#, [#""a\"b""#, "c"]),
      ("#\"a\"b\\\"# c", ["#\"a\"b\\\"#", "c"]),
      ("\"\"\"\n\"a\"\n{\n\"\"\" c", ["\"\"\"\n\"a\"\n{\n\"\"\"", "c"]),
      ("#\"\"\"# c", ["#\"\"\"#", "c"]),
      ("#\"\"\"\na\"#\n\"\"\"# c", ["#\"\"\"\na\"#\n\"\"\"#", "c"]),
      (#""a\(b)c" d"#, [#""a\("#, "b", #")c""#, "d"]),
      (#""\(f("}", (1)))" d"#, [#""\("#, "f", "(", "\"}\"", ",", "(", "1", ")", ")", ")\"", "d"]),
      ("#\"\\(a)\\#(b)\"# c", ["#\"\\(a)\\#(", "b", ")\"#", "c"]),
      ("\"\\(\"\\(a)\")\" b", ["\"\\(", "\"\\(", "a", ")\"", ")\"", "b"]),
      ("\"open\nb", ["\"open", "b"]),
      ("let r = /a\"b/ c", ["let", "r", "=", "/a\"b/", "c"]),
      ("x / y / z", ["x", "/", "y", "/", "z"]),
      ("#/a\"\n/# c", ["#/a\"\n/#", "c"]),
      ("`class` a", ["`class`", "a"]),
      ("1.5e3...2", ["1.5e3", ".", ".", ".", "2"]),
      ("a->b", ["a", "->", "b"]),
      ("héros 映画", ["héros", "映画"]),
      ("#!/usr/bin/swift \"\na", ["a"]),
      ("\u{FEFF}a", ["a"]),
    ])
  func tokens(text: String, expected: [String]) {
    #expect(texts(text) == expected)
  }

  @Test("a token knows whether it begins a line and whether white space is before it")
  func layout() {
    let tokens = SwiftLexer(Array("a b\nc/**/d(e".utf8)).tokens
    #expect(tokens.map(\.startsLine) == [true, false, true, false, false, false])
    #expect(tokens.map(\.isSpaced) == [true, true, true, true, false, false])
  }
}
