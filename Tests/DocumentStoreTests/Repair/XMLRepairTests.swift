import Foundation
import Testing

@testable import DocumentStore

/// A document of films that somebody broke, and what a repair makes of it.
@Suite("Repairing a document")
struct XMLRepairTests {
  static func repair(
    _ text: String, _ schema: Schema, _ options: RepairOptions = RepairOptions()
  ) throws -> (text: String, findings: [RepairFinding], generation: Generation) {
    let files = SimulatedFileSystem(["d.xml": Array(text.utf8)])
    let saved = try XMLRepair.run(files.stored("d.xml"), schema, options)
    let document = try #require(saved.document)
    let again = SimulatedFileSystem(["n.xml": document])
    _ = try XMLFormat(file: again.stored("n.xml"), schema: schema).load()
    return (String(decoding: document, as: UTF8.self), saved.findings, saved.generation)
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String
    let outcomes: [RepairFinding.Outcome]
    var testDescription: String { name }

    init(
      _ name: String, _ before: String, _ after: String, _ outcomes: RepairFinding.Outcome...
    ) {
      (self.name, self.before, self.after, self.outcomes) = (name, before, after, outcomes)
    }
  }

  private static let heat = "<Movie id=\"heat\"><title>Heat</title></Movie>"

  static let examples = [
    Example(
      "nothing is wrong", "<store>\n<!-- mine --> \(heat)</store>",
      "<store>\n<!-- mine --> \(heat)</store>"),
    Example(
      "an end tag is missing, and the next element says where it belongs",
      "<store><Movie id=\"a\"><title>A\n<genre>G</genre></Movie>\(heat)</store>",
      "<store><Movie id=\"a\"><title>A</title>\n<genre>G</genre></Movie>\(heat)</store>",
      .restored),
    Example(
      "the end of an object is missing",
      "<store><Movie id=\"a\"><title>A</title>\n\(heat)</store>",
      "<store><Movie id=\"a\"><title>A</title></Movie>\n\(heat)</store>", .restored),
    Example(
      "an end tag is misspelled", "<store><Movie id=\"a\"><title>A</titel></Movie></store>",
      "<store><Movie id=\"a\"><title>A</title></Movie></store>", .restored),
    Example(
      "an end tag belongs to nothing", "<store>\(heat)</genre></store>", "<store>\(heat)</store>",
      .restored),
    Example(
      "the document ends too early", "<store></store>\(heat)</store>",
      "<store>\(heat)</store>", .restored),
    Example(
      "signs of XML stand in a text",
      "<store><Movie><title>A & B < C &nbsp;</title></Movie></store>",
      "<store><Movie><title>A &amp; B &lt; C &amp;nbsp;</title></Movie></store>",
      .restored, .restored, .restored),
    Example(
      "quotes are missing",
      "<store><Movie id=a><title>A</title></Movie><Movie id=\"b><title>B</title></Movie></store>",
      "<store><Movie id=\"a\"><title>A</title></Movie><Movie id=\"b\"><title>B</title></Movie></store>",
      .restored, .restored),
    Example(
      "a property is misspelled", "<store><Movie><titel>A</titel></Movie></store>",
      "<store><Movie><title>A</title></Movie></store>", .uncertain),
    Example(
      "an id is there twice",
      "<store>\(heat)\(heat)</store>",
      "<store>\(heat)<Movie><title>Heat</title></Movie></store>", .lost),
    Example(
      "a reference leads nowhere",
      "<store><Movie id=\"a\"><title>A</title>\n<director ref=\"nobody\"/>\n</Movie></store>",
      "<store><Movie id=\"a\"><title>A</title>\n</Movie></store>", .lost),
    Example(
      "a value does not fit, and one is missing",
      "<store><Movie id=\"a\"><releaseDate>soon</releaseDate></Movie></store>",
      "<store><Movie id=\"a\"><title></title></Movie></store>", .lost, .lost),
    Example(
      "an entity is unknown", "<store>\n  <Film/>\n  \(heat)\n</store>",
      "<store>\n  \(heat)\n</store>",
      .lost),
    Example(
      "text stands between the objects", "<store>\(heat) oops </store>", "<store>\(heat)</store>",
      .lost),
    Example(
      "text with signs stands in an object",
      "<store>\(heat)\n<Movie id=\"a\"><title>A</title>= is > not > x</Movie></store>",
      "<store>\(heat)\n<Movie id=\"a\"><title>A</title></Movie></store>", .lost),
    Example(
      "a tag has a name that is none",
      "<store><Movie><title>A <\u{FFFD}b> c</title></Movie></store>",
      "<store><Movie><title>A &lt;\u{FFFD}b> c</title></Movie></store>", .restored),
    Example(
      "both sides of a relationship disagree",
      """
      <store><Movie id="a"><title>A</title><tags refs="t"/></Movie>
      <Tag id="t"><name>T</name><movies refs="b"/></Tag><Movie id="b"><title>B</title>\
      <tags refs="t"/></Movie></store>
      """,
      """
      <store><Movie id="a"><title>A</title><tags refs="t"/></Movie>
      <Tag id="t"><name>T</name><movies refs="b"><ref id="a"/></movies></Tag>\
      <Movie id="b"><title>B</title><tags refs="t"/></Movie></store>
      """, .restored),
    Example(
      "the file was cut off in a value",
      "<store>\(heat)<Movie id=\"a\"><genre>G</genre><title>Cut o",
      "<store>\(heat)<Movie id=\"a\"><title></title><genre>G</genre>\n</Movie>\n</store>\n",
      .lost, .lost, .lost),
    Example(
      "the file was cut off in a tag", "<store>\(heat)\n<Mov", "<store>\(heat)\n\n</store>\n",
      .lost, .lost),
    Example(
      "the file was cut off in a list",
      "<store><Tag id=\"t\"><name>T</name></Tag><Movie id=\"a\"><title>A</title><tags><ref id=\"t\"/><ref i",
      "<store><Tag id=\"t\"><name>T</name></Tag><Movie id=\"a\"><title>A</title><tags><ref id=\"t\"/>\n</tags>\n</Movie>\n</store>\n",
      .lost, .lost),
  ]

  @Test("leaves out what is at fault and keeps the rest as it was written", arguments: examples)
  func mending(_ example: Example) throws {
    let repaired = try Self.repair(example.before, SampleDocuments.schema("FaveFlicks"))
    #expect(repaired.text == example.after)
    #expect(repaired.findings.map(\.outcome) == example.outcomes, "\(repaired.findings)")
  }

  @Test("takes one side of a conflict that a merge left, whichever is asked for")
  func conflict() throws {
    let text = """
      <store>
      <<<<<<< HEAD
      <Movie id="a"><title>Ours</title></Movie>
      ||||||| base
      <Movie id="a"><title>Base</title></Movie>
      =======
      <Movie id="a"><title>Theirs</title></Movie>
      >>>>>>> branch
      </store>
      """
    let schema = try SampleDocuments.schema("FaveFlicks")
    for (takesTheirs, title) in [(false, "Ours"), (true, "Theirs")] {
      var options = RepairOptions()
      options.takesTheirs = takesTheirs
      let repaired = try Self.repair(text, schema, options)
      #expect(repaired.text == "<store>\n<Movie id=\"a\"><title>\(title)</title></Movie>\n</store>")
      #expect(repaired.findings.map(\.line) == [2])
      #expect(repaired.findings.map(\.outcome) == [.lost])
    }
  }

  @Test("names the lines of the file, however much was left out before them")
  func lines() throws {
    let text =
      "<store>\n<Film>\n\n\n</Film>\n<Movie id=\"a\">\n<title>A &</title><runtim/>\n</Movie>\n</store>"
    let findings = try Self.repair(text, SampleDocuments.schema("FaveFlicks")).findings
    #expect(findings.map(\.line) == [2, 7, 7])
    #expect(findings.last?.object == "a" && findings.last?.entity == "Movie")
  }

  @Test("keeps characters, and marks bytes that are none")
  func characters() throws {
    var bytes = Array("<store><Movie><title>caf".utf8)
    bytes += [0xE9, 0x01] + Array("é</title></Movie></store>".utf8)
    let files = SimulatedFileSystem(["d.xml": bytes])
    let saved = try XMLRepair.run(
      files.stored("d.xml"), SampleDocuments.schema("FaveFlicks"), RepairOptions())
    let text = String(decoding: try #require(saved.document), as: UTF8.self)
    #expect(text == "<store><Movie><title>caf\u{FFFD}é</title></Movie></store>")
    #expect(saved.findings.count == 2)
  }

  @Test(
    "saves a document wherever some bytes of it are missing behind its first tag",
    arguments: [1, 2, 3, 6, 11])
  func missingBytes(count: Int) throws {
    let schema = try SampleDocuments.schema("FaveFlicks")
    let text = """
      <store model="FaveFlicks">
        <Movie id="a">
          <title>A</title>
          <genre>C</genre>
          <director ref="d"/>
          <tags>
            <ref id="t"/>
          </tags>
        </Movie>
        <Movie id="b"><title>B</title></Movie>
        <Director id="d">
          <name>D</name>
        </Director>
        <Tag id="t">
          <name>T</name>
        </Tag>
      </store>

      """
    let bytes = Array(text.utf8)
    let first = Array("<store model=\"FaveFlicks\">".utf8).count
    for place in first...bytes.count - count {
      var damaged = bytes
      damaged.removeSubrange(place..<place + count)
      let files = SimulatedFileSystem(["d.xml": damaged])
      let around = String(
        decoding: damaged[max(0, place - 15)..<min(damaged.count, place + 15)], as: UTF8.self)
      do {
        let saved = try XMLRepair.run(files.stored("d.xml"), schema, RepairOptions())
        #expect(saved.generation.count >= 2, "\(around)")
      } catch {
        Issue.record("\(around): \(error)")
      }
    }
  }

  @Test(
    "takes time in proportion to what is broken", .timeLimit(.minutes(1)),
    arguments: ["&", "<!--", "<![CDATA[", "<?", "</a>", "<a b=\"", "<", "</store>"])
  func manyFaults(_ fault: String) throws {
    let text =
      "<store><Movie><title>" + String(repeating: fault, count: 20_000) + "</title></Movie></store>"
    let files = SimulatedFileSystem(["d.xml": Array(text.utf8)])
    let schema = try SampleDocuments.schema("FaveFlicks")
    do {
      let saved = try XMLRepair.run(files.stored("d.xml"), schema, RepairOptions())
      #expect(!saved.findings.isEmpty)
    } catch {
      #expect(error.reason == .malformed)
    }
  }

  @Test(
    "leaves out text where none can stand, however it is written, and nothing else",
    arguments: [
      "x", "a > b", "&lt;x/>", "&#x41;", "<![CDATA[x]]>", "<![CDATA[x]]>y", "y<![CDATA[x]]>",
      "<![CDATA[</title>]]>", "<![CDATA[<![CDATA[]]>", "<![CDATA[]]]]>", "<![CDATA[ ]]>x\n",
      "x<?y z?>x",
      "<!-- > -->x", "x<!-- < -->x", "<![CDATA[x]]><!-- y --><![CDATA[x]]>",
    ])
  func strayText(_ text: String) throws {
    let schema = try SampleDocuments.schema("FaveFlicks")
    let parts = [
      "<store>", "<Movie id=\"a\">", "<title>A</title>", "<genre>C</genre>", "</Movie>",
      "<Movie id=\"b\">", "<title>B</title>", "</Movie>", "</store>",
    ]
    let whole = try Self.repair(parts.joined(), schema).text
    func withoutRemarks(_ text: String) -> String {
      text.replacing(/<!--.*?-->|<\?.*?\?>|\s/, with: "")
    }
    for place in 1..<parts.count {
      var damaged = parts
      damaged.insert(text, at: place)
      let repaired = try Self.repair(damaged.joined(), schema)
      #expect(withoutRemarks(repaired.text) == withoutRemarks(whole), "place \(place)")
      #expect(repaired.findings.allSatisfy { $0.outcome == .lost } && !repaired.findings.isEmpty)
    }
    let everywhere = try Self.repair(parts.joined(separator: text), schema)
    #expect(withoutRemarks(everywhere.text) == withoutRemarks(whole))
  }

  @Test(
    "takes time in proportion to the parts that are left out", .timeLimit(.minutes(1)),
    arguments: ["x<title/>", "a > b<runtime/>", "<![CDATA[x]]><title/>"])
  func manyParts(_ part: String) throws {
    let text = "<store><Movie>" + String(repeating: part, count: 30_000) + "</Movie></store>"
    let repaired = try Self.repair(text, SampleDocuments.schema("FaveFlicks"))
    #expect(!repaired.findings.isEmpty)
    #expect(!repaired.text.contains("x") && !repaired.text.contains(" > "))
  }

  @Test(
    "refuses what has nothing of a document", arguments: ["", "words", "<database/>", "<a><b>"])
  func refusals(_ text: String) throws {
    let files = SimulatedFileSystem(["d.xml": Array(text.utf8)])
    #expect(throws: StoreError.self) {
      try XMLRepair.run(
        files.stored("d.xml"), SampleDocuments.schema("FaveFlicks"), RepairOptions())
    }
  }
}

/// Real documents, damaged at random.
@Suite("Whatever is damaged in a document")
struct RandomDocumentDamageTests {
  enum Damage: CaseIterable {
    case flip, noise, cut, withoutLine, twice, withoutBytes
  }

  @Test(
    "repair ends with a document that is right, and objects that were not touched are as they were",
    // The files that FoodPin's document names are not there in memory.
    arguments: SampleDocuments.names.filter { $0 != "FoodPin" }, 1...12 as ClosedRange<UInt64>)
  func untouched(_ name: String, seed: UInt64) throws {
    let schema = try SampleDocuments.schema(name)
    let bytes = Array(try SampleDocuments.text(name).utf8)
    let files = SimulatedFileSystem(["d.xml": bytes])
    let (contents, state) = try DocumentLoader.load(
      files.stored("d.xml"), schema, files.stored("d.xml").read(limit: 1 << 30))
    let before = try attributes(contents.generation)
    var random = SeededRandom(seed)
    for _ in 0..<12 {
      let damage = Damage.allCases[random.int(0...Damage.allCases.count - 1)]
      let (damaged, places) = self.damaged(bytes, damage, &random)
      let broken = SimulatedFileSystem(["d.xml": damaged])
      let saved: RepairedStore
      do {
        saved = try XMLRepair.run(broken.stored("d.xml"), schema, RepairOptions())
      } catch {
        // Without its first tag nothing is a document.
        #expect(places.lowerBound < state.root.lowerBound + 40, "\(damage) at \(places): \(error)")
        continue
      }
      let again = SimulatedFileSystem(["n.xml": try #require(saved.document)])
      _ = try XMLFormat(file: again.stored("n.xml"), schema: schema).load()
      // What stands in a comment that was broken belongs to it or not, who knows.
      if isInComment(places, bytes) || places.lowerBound < state.root.lowerBound { continue }
      let after = try attributes(saved.generation)
      let touched = touched(contents.generation, state, places)
      let wrong = before.filter { id, values in
        !touched.contains(id) && after[id] != values
      }
      #expect(
        wrong.isEmpty,
        "seed \(seed), \(damage) at \(places): \(wrong.keys.sorted().prefix(4)), \(saved.findings.prefix(4))"
      )
    }
  }

  /// The values of all objects that have an id, relationships left out.
  private func attributes(_ generation: Generation) throws -> [String: [Value]] {
    var objects: [String: [Value]] = [:]
    for table in generation.tables {
      let columns = table.schema.columns.indices.filter {
        !table.schema.columns[$0].type.isRelationship
      }
      for row in table.liveRows() {
        objects[try table.id(of: row)] = try columns.map { try table.value(of: $0, at: row) }
      }
    }
    return objects
  }

  /// The objects that some places belong to or are next to, and those that have no id to be known by.
  private func touched(
    _ generation: Generation, _ state: DocumentState, _ places: Range<Int>
  ) -> Set<String> {
    var all: [(range: Range<Int>, id: String)] = []
    var touched: Set<String> = []
    for (table, spans) in state.spans.enumerated() {
      for row in spans.starts.indices where spans.starts[row] >= 0 {
        guard let id = try? generation.tables[table].id(of: row) else { continue }
        all.append((spans.starts[row]..<spans.ends[row], id))
        if spans.withoutID.contains(row) { touched.insert(id) }
      }
    }
    all.sort { $0.range.lowerBound < $1.range.lowerBound }
    for (index, object) in all.enumerated() {
      let start = index > 0 ? all[index - 1].range.upperBound : 0
      let end = index + 1 < all.count ? all[index + 1].range.lowerBound : Int.max
      if start <= places.upperBound, places.lowerBound <= end { touched.insert(object.id) }
    }
    return touched
  }

  private func isInComment(_ places: Range<Int>, _ bytes: [UInt8]) -> Bool {
    bytes.withView { view in
      var scanner = MarkupScanner(view, 0..<view.count)
      while let token = scanner.next() {
        let isHidden = [.comment, .characterData, .instruction].contains(token.kind)
        if isHidden, token.range.lowerBound <= places.upperBound,
          places.lowerBound <= token.range.upperBound
        {
          return true
        }
      }
      return false
    }
  }

  private func damaged(
    _ bytes: [UInt8], _ damage: Damage, _ random: inout SeededRandom
  ) -> ([UInt8], Range<Int>) {
    let place = random.int(0...bytes.count - 1)
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let line = start..<end
    var result = bytes
    switch damage {
    case .flip:
      result[place] ^= 1 << UInt8(random.int(0...7))
      return (result, place..<place + 1)
    case .noise:
      let range = place..<min(bytes.count, place + random.int(1...20))
      for index in range { result[index] = UInt8(truncatingIfNeeded: random.next()) }
      return (result, range)
    case .cut: return (Array(bytes[..<place]), place..<bytes.count)
    case .withoutLine:
      result.removeSubrange(line)
      return (result, line)
    case .twice:
      result.insert(contentsOf: bytes[line], at: line.upperBound)
      return (result, line)
    case .withoutBytes:
      let range = place..<min(bytes.count, place + random.int(1...40))
      result.removeSubrange(range)
      return (result, range)
    }
  }
}
