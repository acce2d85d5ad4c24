import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

@Suite("Reading Apple's XML")
struct AppleReadingTests {
  static func load(_ text: String, _ model: String = "FaveFlicks") throws -> StoreContents {
    let folder = try TemporaryFolder()
    let file = StoredFile(path: try folder.write("store.xml", text))
    return try AppleXMLFormat(file: file, schema: AppleDocument.schema(model)).load()
  }

  static func error(_ text: String) -> StoreError? {
    #expect(throws: StoreError.self) { try load(text) }
  }

  @Test("finds objects, values, references and metadata")
  func sample() throws {
    let contents = try Self.load(AppleDocument.films)
    #expect(contents.warnings.isEmpty)
    let graph = try Graph(contents.generation)
    #expect(graph.records.keys.sorted() == ["Director-102", "Movie-103", "Movie-105", "Tag-104"])
    let heat = try #require(graph.records["Movie-103"])
    #expect(heat.values["title"] == .string("Heat"))
    #expect(heat.values["genre"] == .string("Crime & more"))
    #expect(heat.values["releaseDate"] == .date(-158_976_000))
    #expect(heat.references["director"] == ["Director-102"])
    #expect(graph.records["Director-102"]?.references["movies"] == ["Movie-103", "Movie-105"])
    #expect(graph.records["Movie-105"]?.values["title"] == .string(""))
    #expect(graph.records["Movie-105"]?.values["genre"] == .null)
    #expect(contents.metadata["NSStoreUUID"]?.text == "7DFA6DAB-A071-4B34-8DFB-BAC65DD66FDE")
    #expect(contents.metadata["of the application"]?.text == "keep me")
    #expect(contents.generation.tables.map(\.highestNumber) == [110, 110, 110])
  }

  @Test(
    "takes every prolog",
    arguments: [
      "<?xml version=\"1.0\"?>\n<!DOCTYPE database SYSTEM \"file:///nowhere.dtd\">\n\n",
      "<?xml version=\"1.0\" standalone=\"no\"?>\n<!DOCTYPE database SYSTEM \"http://example.org/x\">",
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n", "", "\u{FEFF}",
      "<!-- by hand -->\n",
    ])
  func prologs(_ prolog: String) throws {
    let body = AppleDocument.films.split(separator: "<database>", maxSplits: 1)[1]
    let contents = try Self.load(prolog + "<database>" + body)
    #expect(contents.generation.count == 4)
  }

  @Test("takes files of old versions and of hands: no hashes, no head, any ids, entities of XML")
  func oddFiles() throws {
    let contents = try Self.load(
      """
      <database>
      <object type="Movie" id="ABF"><attribute name="Title" type="string">a &amp; &lt;b&#233;</attribute>
      <relationship name='director' type='0/1' destination='DIRECTOR' idrefs='z7'/></object>
      <object type="director" id="z7"><!-- c --><attribute name="name">x</attribute>
      <relationship name="movies" idrefs=" ABF
        z007 "/></object>
      <object type="MOVIE" id="z007"><attribute name="title"><![CDATA[<y>]]></attribute>
      <relationship name="director" idrefs="z7"></relationship></object>
      </database>
      """)
    let graph = try Graph(contents.generation)
    #expect(graph.records.keys.sorted() == ["ABF", "Director-7", "z007"])
    #expect(graph.records["ABF"]?.values["title"] == .string("a & <bé"))
    #expect(graph.records["z007"]?.values["title"] == .string("<y>"))
    #expect(graph.records["Director-7"]?.references["movies"] == ["ABF", "z007"])
    let empty = try Self.load(
      "<database><databaseInfo><metadata></metadata></databaseInfo></database>")
    #expect(empty.generation.count == 0)
    #expect(empty.metadata.keys.sorted() == ["NSStoreUUID"])
  }

  @Test("takes both sides of a relationship to say what one does, and tells that")
  func oneSide() throws {
    let text = AppleDocument.films.replacing(" idrefs=\"z105 z103\"", with: " idrefs=\"z105\"")
    let contents = try Self.load(text)
    #expect(
      try Graph(contents.generation).records["Director-102"]?.references["movies"]
        == ["Movie-103", "Movie-105"])
    #expect(contents.warnings.map(\.severity) == [.warning])
    #expect(contents.warnings.first?.message.contains("'director' of Movie 'z103'") == true)
    let other = AppleDocument.films.replacing(
      "<relationship name=\"tags\" type=\"0/0\" destination=\"TAG\" idrefs=\"z104\">",
      with: "<relationship name=\"tags\" type=\"0/0\" destination=\"TAG\">")
    #expect(
      try Graph(Self.load(other).generation).records["Movie-103"]?.references["tags"]
        == ["Tag-104"])
  }

  @Test("takes a required relationship without objects, and lets the check of rules tell")
  func requiredRelationship() throws {
    let text = AppleDocument.films.replacing(" idrefs=\"z102\"", with: "")
      .replacing(" idrefs=\"z105 z103\"", with: "")
    #expect(try Self.load(text).generation.count == 4)
  }

  @Test(
    "tells what is wrong, and where",
    arguments: [
      (
        "type=\"TAG\"", "type=\"TAGG\"",
        "there is no entity 'TAGG' in the model; did you mean 'TAG'?"
      ),
      (
        "name=\"title\"", "name=\"titel\"",
        "Movie 'z103' has no property 'titel'; did you mean 'title'?"
      ),
      ("idrefs=\"z104\"", "idrefs=\"z999\"", "names 'z999', and no object has that id"),
      ("idrefs=\"z104\"", "idrefs=\"z102\"", "which is a 'Director'; a 'Tag' was expected"),
      ("idrefs=\"z104\"", "idrefs=\"z104 z104\"", "names 'z104' a second time"),
      ("id=\"z104\"", "id=\"z103\"", "the id 'z103' is taken"),
      ("id=\"z104\"", "id=\"a b\"", "the id 'a b' is not a name"),
      ("id=\"z104\"", "id=\"1]]>\"", "the id '1]]>' is not a name"),
      ("id=\"z104\"", "id=\"a:b\"", "the id 'a:b' is not a name"),
      ("id=\"z104\"", "id=\"\"", "the id of this object is empty"),
      ("id=\"z104\"", "", "this 'object' lacks what it must have, 'type' and 'id'"),
      (
        ">-158976000.00000000000000000000<", ">soon<", "a number of seconds since 2001 was expected"
      ),
      ("<nextObjectID>110<", "<nextObjectID>many<", "'nextObjectID' is not a number"),
      (
        "<object type=\"TAG\"", "<thing/><object type=\"TAG\"",
        "'thing' stands where no such element"
      ),
      ("Crime \\u2600 more", "\\u3dd8", "'genre' of Movie 'z103' has half a character"),
      ("Crime", "&custom;", "the entity 'custom' is not defined"),
      (">Heat<", ">Heat<x/><", "'x' stands where no such element can stand"),
      (
        "<key>of the application</key>", "<key>x</key><key>y</key>",
        "'metadata' is not a property list"
      ),
      (
        "<attribute name=\"name\" type=\"string\">long</attribute>",
        "<attribute name=\"movies\">z103</attribute>", "is a relationship in the model"
      ),
      (
        "<attribute name=\"name\" type=\"string\">long</attribute>",
        "<attribute name=\"name\">a</attribute><attribute name=\"NAME\">b</attribute>",
        "stands in the object a second time"
      ),
      ("</database>", "</databas>", "closes 'database'"),
      ("</database>", "</database>x", "a document is one 'database'"),
      (
        "\"file:///System/Library/DTDs/CoreData.dtd\"", "\"x\" [<!ENTITY e \"x\">]",
        "declarations of its own"
      ),
    ])
  func errors(_ old: String, _ new: String, _ message: String) throws {
    let text = AppleDocument.films
    let range = try #require(text.range(of: old))
    let error = Self.error(text.replacingCharacters(in: range, with: new))
    #expect(error?.reason == .malformed)
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(error?.diagnostics.allSatisfy { $0.location.line != nil } == true)
  }

  @Test("tells of a to-one that two objects claim")
  func twoClaims() {
    let error = Self.error(
      """
      <database><object type="DIRECTOR" id="z1"><attribute name="name">a</attribute>
      <relationship name="movies" idrefs="z3"/></object>
      <object type="DIRECTOR" id="z2"><attribute name="name">b</attribute>
      <relationship name="movies" idrefs="z3"/></object>
      <object type="MOVIE" id="z3"><attribute name="title">t</attribute>
      <relationship name="director" idrefs="z1"/></object></database>
      """)
    #expect(
      error?.diagnostics.first?.message
        == "'movies' of Director 'z2' names 'z3', but 'director' of Movie 'z3' names 'z1' and is to-one; "
        + "remove one of the references")
    #expect(error?.diagnostics.first?.location.line == 4)
  }

  @Test("tells of ids that would be the same in memory")
  func sameIDs() {
    let error = Self.error(
      "<database><object type=\"TAG\" id=\"z5\"/><object type=\"TAG\" id=\"Tag-5\"/></database>")
    #expect(error?.description.contains("the id 'Tag-5' is the same as 'z5' here") == true)
  }

  @Test("is not possible with names that differ by case only")
  func sameNames() throws {
    let tables = ["Item", "ITEM"].enumerated().map {
      TableSchema(name: $1, index: $0, columns: [])
    }
    let error = #expect(throws: StoreError.self) {
      try AppleDialect(Schema(modelName: nil, tables: tables))
    }
    #expect(error?.description.contains("'Item' and 'ITEM' differ by case only") == true)
    let columns = ["name", "Name"].map { ColumnSchema(name: $0, type: .string) }
    let table = TableSchema(name: "Item", index: 0, columns: columns)
    #expect(throws: StoreError.self) { try AppleDialect(Schema(modelName: nil, tables: [table])) }
  }

  @Test("of another model tells so, and drops what describes that one with the next save")
  func otherModel() throws {
    let text = AppleDocument.films.replacing("<key>Tag</key>", with: "<key>Label</key>")
    let document = try AppleDocument(text, AppleDocument.schema("FaveFlicks"))
    let warning = try #require(document.store.warnings.first)
    #expect(warning.message.contains("the model lacks 'Label', and the file does not know 'Tag'"))
    try document.edit { try $0.set("Movie-103", "title", .string("Heat!")) }
    #expect(!document.text.contains("NSStoreModelVersion"))
    #expect(document.text.contains("<key>of the application</key>"))
    try document.expectConsistent()
  }

  @Test("cut anywhere, or changed by chance, loads or is refused with a place")
  func hostile() throws {
    let schema = try AppleDocument.schema("FaveFlicks")
    let folder = try TemporaryFolder()
    let bytes = Array(AppleDocument.films.utf8)
    func check(_ bytes: [UInt8]) throws {
      let file = StoredFile(path: try folder.write("sample.xml", bytes))
      do throws(StoreError) {
        _ = try AppleXMLFormat(file: file, schema: schema).load()
      } catch {
        let place = error.diagnostics.first?.location
        #expect(place?.line != nil && place?.file == file.path, "\(error)")
      }
      _ = try? AppleXMLContents(file)
    }
    for end in stride(from: 0, to: bytes.count, by: 9) { try check(Array(bytes[..<end])) }
    var random = SeededRandom(99)
    for _ in 0..<800 { try check(HostileDocumentTests.mutated(bytes, &random)) }
  }
}
