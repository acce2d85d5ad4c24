import Predicates
import Foundation
import ManagedModel
import Testing

/// Whatever a file was made for, reading it takes little time and memory and does nothing to a screen.
@Suite("Hostile input")
struct HostileInputTests {
  private static func repeated(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let body: String
    let message: String

    var testDescription: String { message }

    init(_ message: String, _ body: String) {
      (self.body, self.message) = (body, message)
    }
  }

  static let cases: [Case] = [
    Case("100000 that a model may have", repeated(100_001) { _ in "<entity/>" }),
    Case(
      "200 attributes that one may have",
      "<entity name=\"A\"\(repeated(500) { " a\($0)='\"'" })/>"),
    Case(
      "more than 250000 properties",
      "<entity name=\"P\">\(repeated(1000) { "<attribute name=\"a\($0)\"/>" })</entity>"
        + repeated(400) { "<entity name=\"E\($0)\" parentEntity=\"P\"/>" }),
    Case(
      "more than 10000 values",
      repeated(50) { number in
        let part =
          "<attribute name=\"x\" attributeType=\"Composite\" composite=\"C\(number + 1)\"/>"
        return "<composite name=\"C\(number)\">\(part)\(part)</composite>"
      } + "<composite name=\"C50\"/>"),
    Case(
      "'E9' under 40 others under 'E0'",
      repeated(50) { "<entity name=\"E\($0)\" parentEntity=\"E\(($0 + 1) % 50)\"/>" }),
    Case(
      "has more than the 10000 bytes",
      "<entity name=\"A\"><attribute name=\"a\" attributeType=\"String\" "
        + "regularExpressionString=\"\(repeated(6000) { _ in "a|" })\"/></entity>"),
    Case("it has more than 1000 bytes", "<entity name=\"\(repeated(2000) { _ in "a" })\"/>"),
    Case("'A\\u{A}\\u{9B}31m' cannot be", "<entity name=\"A&#10;&#x9b;31m\"/>"),
    Case("'a\\u{200D}b' cannot be", "<entity name=\"a\u{200D}b\"/>"),
    Case("type 'St\\u{202E}ring'", attribute("attributeType=\"St\u{202E}ring\"")),
    Case(
      "a number of at most 127 digits is expected",
      attribute("attributeType=\"Double\" maxValueString=\"1e400\"")),
    Case(
      "a number that a Double can hold is expected",
      attribute("attributeType=\"Double\" defaultValueString=\"1e999\"")),
    Case("a byte 0x00", "<entity name=\"A\"/>\0"),
    Case("the attribute 'name' stands twice", "<entity name=\"A\" name=\"B\"/>"),
    Case("the attribute 'name' has no value", "<entity name/>"),
    Case("write &amp; for the character", "<entity name=\"A & B\"/>"),
    Case("write &lt; for the character", "<entity name=\"A < B\"/>"),
    Case("XML cannot hold the character U+001B", "<entity name=\"&#x1b;\"/>"),
    Case("names in a model have no prefix", "<x:entity name=\"A\"/>"),
    Case(
      "at least 1e+300 (seconds since 2001)",
      attribute(
        "attributeType=\"Date\" minDateTimeInterval=\"1e300\" defaultDateTimeInterval=\"-1e308\"")),
    Case(
      "a whole number is expected",
      attribute("attributeType=\"Integer 64\" defaultValueString=\"\(repeated(400) { _ in "9" })\"")
    ),
  ]

  private static func attribute(_ more: String) -> String {
    "<entity name=\"A\"><attribute name=\"a\" optional=\"YES\" \(more)/></entity>"
  }

  @Test("what is too much or no text is refused in one located line", arguments: cases)
  func refused(_ sample: Case) throws {
    let errors = Sample.read(Sample.model(sample.body)).diagnostics
      .filter { $0.severity == .error }
    let error = try #require(errors.first { $0.description.contains(sample.message) })
    #expect(error.location.line != nil)
    #expect(error.description.unicodeScalars.allSatisfy { $0.isShown })
    #expect(error.description.utf8.count < 2000)
  }

  @Test(
    "matching a default with its pattern ends, and the reader says where it did not try",
    arguments: ["(a+)+b", "(a|a)*b", "(a?){30}a{30}b", "a*a*a*a*a*a*a*a*b", "((a*)*)*b"])
  func costlyPattern(_ pattern: String) {
    let text = String(repeating: "a", count: 60)
    let attribute =
      "<attribute name=\"x\" attributeType=\"String\" regularExpressionString=\"\(pattern)\" "
      + "defaultValueString=\"\(text)\"/>"
    let findings = Sample.findings(Sample.entity(attribute))
    #expect(findings.count == 1)
    #expect(
      findings[0].contains("m:4:9: warning: whether the default of attribute 'x' of 'A' matches"))
  }

  @Test("a pattern must be right by itself, and must match the whole text")
  func patterns() throws {
    #expect(TextPattern("a)(b") == nil)
    #expect(TextPattern("[") == nil)
    var steps = 10
    let pattern = try #require(TextPattern("a|ab"))
    #expect(pattern.outcome(for: "ab", steps: &steps) == .matches)
    #expect(pattern.outcome(for: "ab\n", steps: &steps) == .differs)
    #expect(pattern.outcome(for: "xab", steps: &steps) == .differs)
    #expect(steps == 10)
  }

  @Test("names that differ by composition only are one name")
  func composition() {
    let findings = Sample.findings(
      Sample.model("<entity name=\"caf\u{E9}\"/>\n<entity name=\"cafe\u{301}\"/>"))
    #expect(
      findings.count == 1 && findings[0].hasPrefix("m:4:5: error: entity 'café' is declared twice"))
  }

  @Test("a document type is found behind comments that speak of one")
  func documentType() {
    let findings = Sample.findings("<!-- <!DOCTYPE x> -->\n<!DOCTYPE model>\n<model/>")
    #expect(findings.count == 1 && findings[0].hasPrefix("m:2:1: error: a document type"))
  }

  @Test("of long lists the beginning is told, of long messages both ends")
  func shortening() {
    #expect(quotedList([], "and") == "none")
    #expect(quotedList(["a"], "and") == "'a'")
    #expect(list(["a", "b", "c"], "or") == "a, b or c")
    #expect(list((0..<30).map(String.init), "and").hasSuffix("8, 9 and 20 others"))
    #expect("abcdef".shortened(to: 6) == "abcdef")
    #expect(String(repeating: "é", count: 90).shortened(to: 90).count == 90)
    #expect(
      (String(repeating: "a", count: 99) + "b").shortened(to: 30)
        == "aaaaaaaaaaaaaaaaaaaa … aaaaaaaaab")
    let message = String(repeating: "x", count: 5_000_000)
    #expect(Diagnostic(.error, message).description.utf8.count < 1100)
  }

  @Test("what is no file or cannot be entered is told, not opened")
  func otherThings() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let bundle = folder.appendingPathComponent("a\u{1B}[31m.xcdatamodel")
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: bundle.path + "/contents", withDestinationPath: "/dev/zero")
    let findings = NSManagedObjectModel.load(contentsOf: bundle).diagnostics.map(\.description)
    #expect(findings.count == 1)
    #expect(
      findings[0].hasSuffix(
        "a\\u{1B}[31m.xcdatamodel/contents: error: this is no regular file, and is not opened"))
  }
}
