import Testing

@testable import ModelCodegen

@Suite struct CompilationConditionTests {
  @Test(
    "conditions are true, false or not known",
    arguments: [
      ("os(Linux)", true), ("os(iOS)", false), ("!os(macOS)", true), ("os(Android)", nil),
      ("canImport(ObjectiveC)", false), ("canImport(UIKit)", false),
      ("canImport(Foundation)", true),
      ("canImport(Kit)", nil), ("DEBUG", nil), ("!DEBUG", nil), ("DEBUG && os(iOS)", false),
      ("DEBUG || os(Linux)", true), ("DEBUG || os(iOS)", nil),
      ("(os(iOS) || os(tvOS)) && X", false),
      ("swift(>=5.9)", nil), ("swift(>=5)", true), ("swift(<5)", false), ("swift(>=6)", nil),
      ("compiler(>=6.2)", true), ("compiler(<6.0)", false), ("compiler(>=99)", nil),
      ("targetEnvironment(simulator)", false), ("arch(arm64)", nil), ("true", true),
      ("_runtime(_ObjC)", false), ("&& ||", nil), ("((((", nil), ("", nil),
    ] as [(String, Bool?)])
  func value(condition: String, expected: Bool?) {
    let lexer = SwiftLexer(Array(condition.utf8))
    let words = lexer.tokens.map { String(decoding: lexer.bytes[$0.range], as: UTF8.self) }
    #expect(CompilationCondition.value(of: words) == expected)
  }

  @Test("blocks that are not compiled are left out, others keep their condition")
  func blocks() {
    let tokens = SwiftTokens(
      """
      a
      #if os(iOS)
      b
      #elseif DEBUG
      c
      #if X
      d
      #endif
      #else
      e
      #endif
      f
      #endif
      #elseif
      """)
    let found = tokens.tokens.map { (tokens.text(of: $0), tokens.conditions[$0.condition]) }
    #expect(found.map(\.0) == ["a", "c", "d", "e", "f"])
    #expect(found.map(\.1) == [nil, "(DEBUG)", "(DEBUG) && (X)", "!(DEBUG)", nil])
  }
}
