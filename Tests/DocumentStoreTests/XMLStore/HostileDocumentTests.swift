import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("A hostile document")
struct HostileDocumentTests {
  private func refusal(_ text: String) throws -> [Diagnostic] {
    let error = #expect(throws: StoreError.self) { try DocumentReadingTests.load(text: text) }
    return error?.diagnostics ?? []
  }

  @Test(
    "has no document type, so nothing is fetched or expanded",
    arguments: [
      "<!DOCTYPE store SYSTEM \"file:///etc/hostname\"><store/>",
      "<!DOCTYPE store [<!ENTITY e SYSTEM \"file:///etc/hostname\">]><store><Tag><name>&e;</name></Tag></store>",
      "<!DOCTYPE store [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]><store>&b;</store>",
      "<!DOCTYPE store PUBLIC \"-//x\" \"http://localhost:1/x.dtd\"><store/>",
    ])
  func documentType(_ text: String) throws {
    let findings = try refusal("<?xml version=\"1.0\"?>\n" + text)
    #expect(findings.count == 1)
    #expect(findings.first?.message.contains("document type") == true)
    #expect(findings.first?.location.line == 2)
    #expect(findings.first?.location.column == 1)
  }

  @Test("is refused where it is too deep")
  func depth() throws {
    for depth in [250, 5000, 200_000] {
      let text = "<store>" + String(repeating: "<Tag>", count: depth)
      #expect(try refusal(text).last?.message.contains("deep") == true)
    }
  }

  @Test("may have long texts, and no attributes of ten megabytes")
  func sizes() throws {
    let long = String(repeating: "long é text ", count: 2_000_000)
    let graph = try Graph(
      DocumentReadingTests.load(text: "<store><Tag id='t'><name>\(long)</name></Tag></store>")
        .generation)
    #expect(graph.records["t"]?.values["name"] == .string(long))
    let id = String(repeating: "a", count: 11_000_000)
    #expect(throws: StoreError.self) {
      try DocumentReadingTests.load(text: "<store><Tag id='\(id)'><name/></Tag></store>")
    }
  }

  @Test("costs no memory for large numbers in ids")
  func largeNumbers() throws {
    let numbers = (0..<50).map { Int64(1) << $0 }
    let tags = numbers.map { "<Tag id='Tag-\($0)'><name>\($0)</name></Tag>" }.joined()
    let generation = try DocumentReadingTests.load(text: "<store>\(tags)</store>").generation
    #expect(generation.count == 50)
  }

  @Test(
    "of which any prefix is given loads, or is refused with a place",
    arguments: SampleDocuments.names)
  func prefixes(_ name: String) throws {
    let target = try Target(name)
    for end in 0..<target.bytes.count { try target.expectLoadsOrTells(Array(target.bytes[..<end])) }
  }

  @Test("made by chance loads, or is refused with a place", arguments: SampleDocuments.names)
  func mutations(_ name: String) throws {
    let target = try Target(name)
    var random = SeededRandom(UInt64(target.bytes.count))
    for _ in 0..<2500 { try target.expectLoadsOrTells(Self.mutated(target.bytes, &random)) }
  }

  static func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.int(1...3) {
      let place = random.int(0...bytes.count - 1)
      switch random.int(0...4) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.remove(at: place)
      case 2:
        bytes.insert(Array("<>/&\"'=! \u{0}-1e".utf8).randomElement(using: &random) ?? 0, at: place)
      case 3:
        let end = min(bytes.count, place + random.int(1...40))
        let other = random.int(0...bytes.count - 1)
        bytes.insert(contentsOf: bytes[place..<end], at: other)
      default: bytes.removeSubrange(place..<min(bytes.count, place + random.int(1...40)))
      }
      if bytes.isEmpty { bytes = [UInt8(ascii: "<")] }
    }
    return bytes
  }

  /// A sample whose changed forms are read.
  private struct Target {
    let bytes: [UInt8]
    let schema: Schema
    let folder: TemporaryFolder

    init(_ name: String) throws {
      bytes = Array(try SampleDocuments.text(name).utf8)
      schema = try SampleDocuments.schema(name)
      folder = try TemporaryFolder()
      try FileManager.default.copyItem(
        atPath: SampleDocuments.root.appendingPathComponent("SampleData/FoodPin_assets").path,
        toPath: folder.file("FoodPin_assets"))
    }

    func expectLoadsOrTells(_ bytes: [UInt8]) throws {
      let file = StoredFile(path: try folder.write("sample.xml", bytes))
      do throws(StoreError) {
        _ = try XMLFormat(file: file, schema: schema).load()
      } catch {
        let place = error.diagnostics.first?.location
        #expect(place?.line != nil && place?.file == file.path, "\(error)")
      }
    }
  }

  @Test(
    "of which a part comes 20000 times, # its number, is refused with places, and soon",
    arguments: [
      ("<store><Tag ", "a#='1' ", "/></store>"),
      ("<store ", "xmlns:a#='u' ", "/>"),
      ("<store>", "x > y &amp; #\n", "</store>"),
      ("<store>", "<Tag id='t'/>\n", "</store>"),
      (
        "<store>", "<Tag id='t#'><name>n</name><movies><ref id='m#'/></movies></Tag>\n", "</store>"
      ),
      ("<store><Tag><movies refs='", "m# ", "'/></Tag></store>"),
      ("<store><Tag><movies refs='", "# ", "'/></Tag></store>"),
      ("<store>", "<Film#/>", "</store>"),
    ])
  func repeated(_ head: String, _ part: String, _ tail: String) throws {
    let parts = (0..<20_000).map { part.replacing("#", with: "\($0)") }.joined()
    let time = ContinuousClock().measure {
      let error = #expect(throws: StoreError.self) {
        try DocumentReadingTests.load(text: head + parts + tail)
      }
      #expect((1...1001).contains(error?.diagnostics.count ?? 0))
      #expect(error?.diagnostics.allSatisfy { $0.location.file != nil } == true)
    }
    // Far more than it takes, and far less than it took where time grew with the square.
    #expect(time < .seconds(20))
  }

  @Test("in one line is edited in time that grows no faster")
  func longLine() throws {
    let tags = (0..<3000).map { "<Tag id=\"t\($0)\"><name>n</name></Tag>" }.joined()
    let document = try OpenDocument("<store>\(tags)</store>", SampleDocuments.schema("FaveFlicks"))
    try document.edit { edit in
      for number in 0..<3000 { try edit.set("t\(number)", "name", .string("new")) }
    }
    #expect(document.text == "<store>\(tags)</store>".replacing(">n<", with: ">new<"))
  }
}
