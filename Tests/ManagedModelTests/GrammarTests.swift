import Predicates
import Foundation
import Testing

@testable import ManagedModel

/// The grammar and the reader agree on what there is.
@Suite("Grammar")
struct GrammarTests {
  @Test("libxml2 understands the grammar")
  func usable() {
    #expect(Grammar.isUsable)
  }

  @Test("the grammar in the program is the file in Schemas")
  func file() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let data = try Data(contentsOf: root.appendingPathComponent("Schemas/xcdatamodel.rng"))
    #expect(Grammar.text == Array(data))
  }

  @Test("the reader knows the elements and attributes that the grammar names")
  func vocabulary() {
    let text = String(decoding: Grammar.text, as: UTF8.self)
    for (name, form) in ElementForm.byName {
      let parts = text.components(separatedBy: "<define name=\"\(name)\">")
      let body = parts.last?.components(separatedBy: "</define>").first ?? ""
      #expect(parts.count == 2, "\(name)")
      let required = body.matches(of: #/\n {6}<attribute name="(\w+)"/#).map { String($0.1) }
      #expect(required == form.required, "\(name)")
      let excepted = body.components(separatedBy: "<except>").last ?? ""
      let typed = Set(excepted.matches(of: #/<name>(\w+)</#).map { String($0.1) })
        .subtracting(required)
      #expect(typed == ElementForm.typed.intersection(form.attributes), "\(name)")
      let texts = body.matches(of: #/Any text: ([\w,\s]+)\./#).flatMap { match in
        match.1.split { $0 == "," || $0.isWhitespace }.map(String.init)
      }
      #expect(typed.union(required).union(texts) == Set(form.attributes), "\(name)")
      let children = body.matches(of: #/\n {10}<ref name="(\w+)"/#).map { String($0.1) }
      #expect(children == form.children + ["unknown"], "\(name)")
    }
  }

  @Test("whatever the grammar refuses is reported, even where no check of ours says more")
  func alone() {
    let text = Sample.model("<elements>\n<element name=\"A\" width=\"wide\"/>\n</elements>")
    let findings = Sample.findings(text)
    #expect(findings.count == 1)
    // What libxml2 says about it is its own affair.
    #expect(
      findings.first?.hasPrefix(
        "m:4:5: error: 'element' is not as the grammar of models wants it (Schemas/xcdatamodel.rng): "
      )
        == true)
  }

  @Test(
    "a suggestion is a near name",
    arguments: [
      ("titel", "title"), ("TITLE", "title"), ("tittle", "title"), ("xyz", nil), ("", nil),
      ("releaseDte", "releaseDate"), (String(repeating: "a", count: 65), nil),
    ])
  func suggestions(_ name: String, _ expected: String?) {
    #expect(suggestion(for: name, among: ["title", "releaseDate"]) == expected)
  }
}
