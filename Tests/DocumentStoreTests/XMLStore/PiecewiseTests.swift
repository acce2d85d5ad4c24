import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

/// The parser gets a document piece by piece, and must not notice.
@Suite("A document that is read in pieces")
struct PiecewiseTests {
  /// Lengths of what goes before, most of them where libxml2's buffers have their ends.
  private static let paddings: [Int] = {
    let ends = [4_000, 4_096, 8_000]
    return stride(from: 0, to: 9_000, by: 997) + ends.flatMap { $0 - 40...$0 + 4 }
  }()

  /// The one name of a document's one tag.
  private func name(in text: String) throws -> Value? {
    let graph = try Graph(DocumentReadingTests.load(text: text).generation)
    #expect(graph.records.count == 1)
    return graph.records.values.first?.values["name"]
  }

  private func document(_ padding: Int, _ text: String) -> String {
    "<store><Tag><name>" + String(repeating: "a", count: padding) + text + "</name></Tag></store>"
  }

  @Test(
    "is refused for the same reason wherever its mistake is",
    arguments: [
      "]]>", "]]]]>", "&nothing;", "&", "&#0;", "<", "<!-- a -- b -->", "\u{1}", "</nam>",
    ])
  func mistakes(_ mistake: String) throws {
    func findings(_ padding: Int) -> [Diagnostic] {
      let text = document(padding, mistake)
      let error = #expect(throws: StoreError.self, "after \(padding) characters") {
        try DocumentReadingTests.load(text: text)
      }
      return error?.diagnostics ?? []
    }
    let first = try #require(findings(0).first)
    for padding in Self.paddings {
      let finding = try #require(findings(padding).first)
      #expect(finding.message == first.message)
      #expect(finding.location.column == first.location.column.map { $0 + padding })
    }
  }

  @Test(
    "has the same text wherever it is cut",
    arguments: [
      ("]]&gt;", "]]>"), ("]]", "]]"), ("]]]]]]&lt;", "]]]]]]<"), ("<![CDATA[]]]]>", "]]"),
      ("&amp;&#233;", "&é"), ("é🎬日本", "é🎬日本"), ("\r\n\r\n", "\n\n"), ("<!-- ]]> -->b", "b"),
    ])
  func texts(_ source: String, _ value: String) throws {
    for padding in Self.paddings {
      let name = try name(in: document(padding, source))
      #expect(name == .string(String(repeating: "a", count: padding) + value))
    }
  }

  @Test(
    "is refused where something follows a NUL behind it, or a NUL alone",
    arguments: ["\0", "\0<x>", " \0 <!-- a -->", "\n\0\0\0", "<!-- a -->\0"])
  func afterwards(_ rest: String) throws {
    for padding in Self.paddings {
      let text = document(padding, "")
      let error = #expect(throws: StoreError.self) {
        try DocumentReadingTests.load(text: text + rest)
      }
      #expect(error?.description.contains("U+0000") == true)
    }
    #expect(throws: StoreError.self) { try DocumentReadingTests.load(text: rest + document(1, "")) }
  }

  @Test("may have many brackets, and no end of a CDATA section behind them", arguments: 0..<20)
  func brackets(seed: UInt64) throws {
    var random = SeededRandom(seed)
    let padding = Int.random(in: 0..<9_000, using: &random)
    let brackets = String(repeating: "]", count: Int.random(in: 2..<9_000, using: &random))
    let name = try name(in: document(padding, brackets))
    #expect(name == .string(String(repeating: "a", count: padding) + brackets))
    #expect(throws: StoreError.self) {
      try DocumentReadingTests.load(text: document(padding, brackets + ">"))
    }
  }
}
