import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Reading a document")
struct DocumentReadingTests {
  private func load(_ objects: String, _ model: String = "FaveFlicks") throws -> StoreContents {
    try Self.load(text: "<store model=\"\(model)\">\(objects)</store>", model)
  }

  static func load(text: String, _ model: String = "FaveFlicks") throws -> StoreContents {
    try load(bytes: Array(text.utf8), model)
  }

  static func load(bytes: [UInt8], _ model: String = "FaveFlicks") throws -> StoreContents {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("document.xml", bytes))
    return try XMLFormat(file: file, schema: SampleDocuments.schema(model)).load()
  }

  private func findings(_ objects: String, _ model: String = "FaveFlicks") throws -> [String] {
    let error = #expect(throws: StoreError.self) { try load(objects, model) }
    return error?.diagnostics.map(\.message) ?? []
  }

  @Test("takes text as it is: white space, references, character data, comments aside")
  func text() throws {
    let graph = try Graph(
      load(
        "<Movie id=\"m\"><title>\n a&amp;<![CDATA[<b> &lt;]]><!-- no -->&#233;\r\n</title></Movie>"
      )
      .generation)
    #expect(graph.records["m"]?.values["title"] == .string("\n a&<b> &lt;é\n"))
  }

  @Test("takes a missing element for nil, or the default where a value is required")
  func missing() throws {
    let graph = try Graph(
      load(
        """
        <Department id="d"><code>AB</code><name></name></Department>
        <Member id="m"><name>M</name><memberNumber>1</memberNumber><home/></Member>
        """, "Everything"
      ).generation)
    #expect(graph.records["d"]?.values["budget"] == .decimal(0))
    #expect(graph.records["d"]?.values["isOpen"] == .boolean(true))
    #expect(graph.records["d"]?.values["name"] == .string(""))
    #expect(graph.records["m"]?.values["email"] == .null)
    // 'city' is required and has a default, the other parts may be nil.
    #expect(
      graph.records["m"]?.values["home"]
        == .composite([.string(""), .null, .null, .null]))
  }

  @Test("gives objects without id one that nobody has, behind the highest that is there")
  func provisionalIDs() throws {
    let generation = try load(
      """
      <Movie><title>One</title></Movie><Movie id="Movie-7"><title>Two</title></Movie>
      <Movie><title>Three</title></Movie><Tag id="Movie-8"><name>T</name></Tag>
      """
    ).generation
    let movies = generation.tables[try #require(generation.schema.tableIndex(named: "Movie"))]
    #expect(try (0..<3).map(movies.id(of:)) == ["Movie-9", "Movie-7", "Movie-10"])
    #expect(movies.highestNumber == 10)
  }

  @Test("tells ids of our making from those of people")
  func ids() throws {
    let generation = try load(
      """
      <Tag id="Tag-01"><name>1</name></Tag><Tag id="Tag-1"><name>2</name></Tag>
      <Tag id="Tag--1"><name>3</name></Tag><Tag id="Tag-9223372036854775808"><name>4</name></Tag>
      <Tag id="Täg"><name>5</name></Tag>
      """
    ).generation
    let tags = generation.tables[try #require(generation.schema.tableIndex(named: "Tag"))]
    #expect(tags.highestNumber == 1)
    #expect(Set(try Graph(generation).records.keys).count == 5)
  }

  @Test(
    "takes a relationship from either side, and from both where they agree",
    arguments: [
      "<director ref='d'/>|", "|<movies><ref id='m'/></movies>",
      "<director ref='d'/>|<movies refs='m'/>",
      "<director ref='d'></director>|<movies> <!-- --> <ref id='m'></ref></movies>",
    ])
  func eitherSide(_ sides: String) throws {
    let parts = sides.split(separator: "|", omittingEmptySubsequences: false)
    for order in 0...1 {
      let movie = "<Movie id='m'>\(parts[0])<title>M</title></Movie>"
      let director = "<Director id='d'>\(parts[1])<name>D</name></Director>"
      let graph = try Graph(load(order == 0 ? movie + director : director + movie).generation)
      #expect(graph.records["m"]?.references["director"] == ["d"])
      #expect(graph.records["d"]?.references["movies"] == ["m"])
    }
  }

  @Test("adds up what several objects say of one that says nothing itself")
  func mentions() throws {
    let graph = try Graph(
      load(
        """
        <Tag id="a"><name>A</name><movies refs="m"/></Tag><Movie id="m"><title>M</title></Movie>
        <Tag id="b"><name>B</name><movies refs="m n"/></Tag><Movie id="n"><title>N</title></Movie>
        """
      ).generation)
    #expect(graph.records["m"]?.references["tags"] == ["a", "b"])
    #expect(graph.records["n"]?.references["tags"] == ["b"])
  }

  @Test("takes a relationship that is its own inverse from the earlier object, repeated or not")
  func selfInverse() throws {
    let rooms = { (first: String, second: String) in
      """
      <Room id="a"><number>1</number>\(first)</Room><Room id="b"><number>2</number>\(second)</Room>
      <Room id="c"><number>3</number></Room>
      """
    }
    for (first, second) in [
      ("<neighbours refs='b a'/>", ""), ("<neighbours refs='b a'/>", "<neighbours refs='c'/>"),
      ("<neighbours refs='a b'/>", "<neighbours refs='a c'/>"),
    ] {
      let graph = try Graph(load(rooms(first, second), "Everything").generation)
      #expect(graph.records["a"]?.references["neighbours"] == ["a", "b"])
      #expect(graph.records["b"]?.references["neighbours"]?.first == "a")
    }
    let graph = try Graph(load(rooms("", "<neighbours refs='a'/>"), "Everything").generation)
    #expect(graph.records["a"]?.references["neighbours"] == ["b"])
    let messages = try findings(rooms("<neighbours/>", "<neighbours refs='a'/>"), "Everything")
    #expect(messages.count == 1)
    #expect(messages.first?.contains("'neighbours' of Room 'b' names 'a'") == true)
  }

  @Test("keeps the order of a relationship that is ordered")
  func ordered() throws {
    let graph = try Graph(
      load(
        """
        <Exhibition id="e"><title>E</title><opensOn>2023-03-01T09:00:00Z</opensOn>
        <rooms refs="b a"/></Exhibition>
        <Room id="a"><number>1</number></Room><Room id="b"><number>2</number></Room>
        """, "Everything"
      ).generation)
    #expect(graph.records["e"]?.references["rooms"] == ["b", "a"])
    #expect(graph.records["a"]?.references["exhibition"] == ["e"])
  }

  @Test("takes derived values that are there, and refuses transient ones")
  func computed() throws {
    let poster = { (element: String) in
      """
      <Artwork id="a"><accessionNumber>1.1</accessionNumber><title>T</title>\(element)</Artwork>
      """
    }
    let graph = try Graph(
      load(poster("<departmentName>D</departmentName>"), "Everything").generation)
    #expect(graph.records["a"]?.values["departmentName"] == .string("D"))
    let messages = try findings(poster("<displayTitle>D</displayTitle>"), "Everything")
    #expect(
      messages == [
        "'displayTitle' of Artwork 'a' is transient, so it is not kept; remove the element"
      ])
  }

  @Test("allows what editors put on the outermost element")
  func schemaLocation() throws {
    let contents = try Self.load(
      text: """
        <?xml version="1.0"?><?pi x?>
        <store xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xml:lang="en"
          xsi:noNamespaceSchemaLocation="FaveFlicks.xsd" model="FaveFlicks"/>
        """)
    #expect(contents.generation.count == 0)
    #expect(contents.warnings.isEmpty)
  }

  @Test("warns of another model, and goes on")
  func otherModel() throws {
    let contents = try Self.load(text: "<store model=\"Films\"/>")
    #expect(contents.warnings.map(\.severity) == [.warning])
    #expect(contents.warnings.first?.message.contains("'Films'") == true)
  }

  @Test("refuses what is no document of ours, and says what it is")
  func foreign() throws {
    let apple = "<?xml version=\"1.0\"?>\n<database><databaseInfo/></database>"
    let doctype = "<!DOCTYPE database SYSTEM \"file:///System/Library/DTDs/CoreData.dtd\">\n"
    for text in [apple, "<?xml version=\"1.0\"?>\n" + doctype + "<database/>"] {
      let error = #expect(throws: StoreError.self) { try Self.load(text: text) }
      #expect(error?.reason == .unknownFormat)
      #expect(error?.description.contains("Apple") == true)
      #expect(error?.diagnostics.first?.location.line == 2)
    }
  }

  @Test("collects up to a thousand findings")
  func manyFindings() throws {
    let many = String(repeating: "<Movei/>\n", count: 1500)
    let messages = try findings(many)
    #expect(messages.count == 1001)
    #expect(messages.last?.contains("the rest is left out") == true)
  }

  @Test("finds something, with its place, in every broken sample")
  func brokenSamples() throws {
    let folder = SampleDocuments.root.appendingPathComponent("SampleData/Broken").path
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name.hasSuffix(".xml") {
      let path = folder + "/" + name
      let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      let model =
        ["Everything", "FoodPin"].first { text.contains("model=\"\($0)\"") } ?? "FaveFlicks"
      let schema = try SampleDocuments.schema(model)
      var findings: [Diagnostic] = []
      do throws(StoreError) {
        findings = try XMLFormat.findings(
          in: StoredFile(path: path), schema)
      } catch {
        findings = error.diagnostics
      }
      #expect(!findings.isEmpty, "\(name)")
      #expect(
        findings.allSatisfy { $0.location.file == path && $0.location.line != nil }, "\(name)")
      #expect(!findings.contains { $0.message.contains("root:") || $0.message.contains("/etc") })
    }
  }
}
