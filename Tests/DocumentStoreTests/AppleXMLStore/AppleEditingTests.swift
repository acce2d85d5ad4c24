import Foundation
import Testing

@testable import DocumentStore

@Suite("Saving Apple's XML")
struct AppleEditingTests {
  private func document(_ text: String = AppleDocument.films) throws -> AppleDocument {
    try AppleDocument(text, AppleDocument.schema("FaveFlicks"))
  }

  @Test("without a change leaves every byte, and with one changes the lines of that object only")
  func oneValue() throws {
    let document = try document()
    try document.edit { _ in }
    #expect(document.text == AppleDocument.films)
    try document.edit { try $0.set("Movie-103", "title", .string("Heat <2>")) }
    #expect(
      document.difference == [
        "-        <attribute name=\"title\" type=\"string\">Heat</attribute>",
        "+        <attribute name=\"title\" type=\"string\">Heat \\u3c002\\u3e00</attribute>",
      ])
    try document.expectConsistent()
  }

  @Test("puts a new value where Apple has it, and takes a nil away with its line")
  func comingAndGoing() throws {
    let document = try document()
    try document.edit {
      try $0.set("Movie-105", "releaseDate", .date(1))
      try $0.set("Movie-103", "genre", .null)
      try $0.set("Director-102", "country", .string("US"))
    }
    #expect(
      document.difference == [
        "-        <attribute name=\"genre\" type=\"string\">Crime \\u2600 more</attribute>",
        "+        <attribute name=\"country\" type=\"string\">US</attribute>",
        "+        <attribute name=\"releasedate\" type=\"date\">1.00000000000000000000</attribute>",
      ])
    try document.expectConsistent()
  }

  @Test("of a value that comes beside one that goes leaves no blank line")
  func neighbours() throws {
    let document = try document()
    try document.edit {
      try $0.set("Movie-103", "releaseDate", .null)
      try $0.set("Movie-103", "title", .string("T"))
    }
    try document.edit {
      try $0.set("Movie-103", "genre", .null)
      try $0.set("Movie-103", "releaseDate", .date(2))
    }
    #expect(!document.text.dropFirst(300).contains("\n\n"))
    try document.expectConsistent()
  }

  @Test("writes relationships on both sides, and leaves the order of those that stay")
  func relationships() throws {
    let document = try document()
    try document.edit { try $0.set("Director-102", "movies", to: ["Movie-105"]) }
    #expect(
      document.difference == [
        "-        <relationship name=\"movies\" type=\"0/0\" destination=\"MOVIE\" idrefs=\"z105 z103\"></relationship>",
        "-        <relationship name=\"director\" type=\"0/1\" destination=\"DIRECTOR\" idrefs=\"z102\"></relationship>",
        "+        <relationship name=\"movies\" type=\"0/0\" destination=\"MOVIE\" idrefs=\"z105\"></relationship>",
        "+        <relationship name=\"director\" type=\"0/1\" destination=\"DIRECTOR\"></relationship>",
      ])
    try document.edit { try $0.set("Director-102", "movies", to: ["Movie-103", "Movie-105"]) }
    #expect(document.text == AppleDocument.films)
  }

  @Test("appends new objects, numbered on by the one counter of the file")
  func insertion() throws {
    let document = try document()
    try document.edit {
      let tag = try $0.insert("Tag", ["name": .string("new")])
      let movie = try $0.insert("Movie", ["title": .string("A")])
      $0.setMembers(tag, try $0.column("movies", of: tag), [movie])
      _ = try $0.insert("Director", ["name": .string("D")])
    }
    let new = """
          <object type="TAG" id="z111">
              <attribute name="name" type="string">new</attribute>
              <relationship name="movies" type="0/0" destination="MOVIE" idrefs="z112"></relationship>
          </object>
          <object type="MOVIE" id="z112">
              <attribute name="title" type="string">A</attribute>
              <relationship name="director" type="0/1" destination="DIRECTOR"></relationship>
              <relationship name="tags" type="0/0" destination="TAG" idrefs="z111"></relationship>
          </object>
          <object type="DIRECTOR" id="z113">
              <attribute name="name" type="string">D</attribute>
              <relationship name="movies" type="0/0" destination="MOVIE"></relationship>
          </object>
      </database>
      """
    #expect(
      document.text
        == AppleDocument.films.replacing("</database>", with: new)
        .replacing(">110<", with: ">113<"))
    try document.expectConsistent()
    #expect(try document.store.reference(forID: "Movie-112") != nil)
  }

  @Test("takes an object away with its lines, and never gives its number again")
  func deletion() throws {
    let document = try document()
    try document.edit { $0.delete(try $0.record("Movie-105")) }
    #expect(document.difference.count == 7)
    try document.edit { _ = try $0.insert("Movie", ["title": .string("N")]) }
    #expect(document.text.contains("id=\"z111\""))
    try document.expectConsistent()
    let again = try RecordStore(
      schema: document.store.schema,
      format: AppleXMLFormat(file: document.file, schema: document.store.schema))
    try again.save(
      {
        var changes = ChangeSet(schema: again.schema)
        changes.tables[1].deleted = [1]
        return changes
      }())
    let next = try again.reserve(table: 0, count: 1)[0]
    #expect(try again.id(of: next) == .number(112))
  }

  @Test("keeps what a person wrote: comments, other ids, other layouts")
  func byHand() throws {
    let text =
      "<database>\r\n  <!-- films -->\r\n  <object type='movie' id='heat'><attribute name='Title'>H<!-- c -->eat"
      + "</attribute></object>\r\n  <object type='TAG' id='z3'/>\r\n</database>\r\n"
    let document = try document(text)
    try document.edit {
      try $0.set("heat", "title", .string("X"))
      try $0.set("Tag-3", "name", .string("t"))
      try $0.set("Tag-3", "movies", to: ["heat"])
    }
    try document.expectConsistent()
    #expect(
      document.text.contains("<!-- c --><attribute name=\"title\" type=\"string\">X</attribute>"))
    #expect(document.text.contains("idrefs=\"heat\""))
    #expect(!document.text.contains("databaseInfo"))
    #expect(!document.text.replacing("\r\n", with: "").contains("\n"))
    try document.edit { _ = try $0.insert("Tag", ["name": .string("n")]) }
    #expect(document.text.contains("<nextObjectID>4</nextObjectID>"))
    try document.expectConsistent()
  }

  @Test(
    "fills an empty database",
    arguments: ["<database/>", "<database></database>", "<database>\n</database>"])
  func emptyDatabase(_ text: String) throws {
    let document = try document(text)
    try document.edit { _ = try $0.insert("Tag", ["name": .string("n")]) }
    try document.expectConsistent()
    try document.edit { try $0.set("Tag-1", "name", .string("m")) }
    try document.expectConsistent()
  }

  @Test("writes metadata where they change, and leaves their other keys")
  func metadata() throws {
    let document = try document()
    var metadata = document.store.metadata
    metadata["of the application"] = .string("a & b")
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(
      document.difference == [
        "-                    <string>keep me</string>",
        "+                    <string>a &amp; b</string>",
      ])
    metadata["NSStoreUUID"] = .string("3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    metadata["NSStoreModelVersionHashes"] = nil
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(document.text.contains("<UUID>3F2504E0-4F89-41D3-9A0C-0305E82C3301</UUID>"))
    #expect(document.text.contains("NSStoreModelVersionHashes</key>"))
    #expect(throws: StoreError.self) {
      try document.store.save(
        ChangeSet(schema: document.store.schema), metadata: ["x": .string("\0")])
    }
  }

  @Test(
    "of random changes is read back as it was", arguments: 1...12, ["FaveFlicks", "Everything"])
  func random(_ seed: UInt64, _ name: String) throws {
    let schema = try AppleDocument.schema(name)
    var random = SeededRandom(seed)
    let text =
      name == "FaveFlicks"
      ? AppleDocument.films
      : AppleDocument.head.replacing(/(?s)<metadata>.*<\/metadata>/, with: "<metadata></metadata>")
        + "</database>"
    let document = try AppleDocument(text, schema)
    for _ in 0..<12 {
      try document.edit { edit in
        for _ in 0..<random.int(1...8) { try RandomEditingTests.change(&edit, &random) }
      }
      try document.expectConsistent()
    }
  }

  @Test(
    "writes whole files that hold any records, and number them where they have no numbers",
    arguments: ["FaveFlicks", "FoodPin"])
  func wholeFiles(_ name: String) throws {
    let folder = try TemporaryFolder()
    let schema = try SampleDocuments.schema(name)
    let source = try XMLFormat(
      file: StoredFile(path: SampleDocuments.path(name)), schema: schema
    ).load()
    let file = StoredFile(path: folder.file("first.xml"))
    try AppleXMLFormat.write(
      source.generation, metadata: source.metadata, to: file, expecting: nil)
    let again = try AppleXMLFormat(file: file, schema: schema).load()
    #expect(again.warnings.isEmpty)
    #expect(try Self.values(again.generation) == Self.values(source.generation))
    let copy = StoredFile(path: folder.file("copy.xml"))
    try AppleXMLFormat.write(again.generation, metadata: again.metadata, to: copy, expecting: nil)
    #expect(folder.bytes("copy.xml") == folder.bytes("first.xml"))
  }

  /// All values of all records, whatever their ids.
  private static func values(_ generation: Generation) throws -> [String] {
    try Graph(generation).records.values.map { record in
      record.entity + record.values.sorted { $0.key < $1.key }.map { "\($0)" }.joined()
        + record.references.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.count)" }.joined()
    }.sorted()
  }

  @Test("refuses a composite, and says why")
  func composites() throws {
    let name = "Everything"
    let source = try XMLFormat(
      file: StoredFile(path: SampleDocuments.path(name)), schema: SampleDocuments.schema(name)
    ).load().generation
    let folder = try TemporaryFolder()
    let error = #expect(throws: StoreError.self) {
      try AppleXMLFormat.write(
        source, metadata: [:], to: StoredFile(path: folder.file("e.xml")), expecting: nil)
    }
    #expect(error?.reason == .unstorable)
    #expect(error?.description.contains("is a composite") == true)
    #expect(folder.names.isEmpty)
  }
}
