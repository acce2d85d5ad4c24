import Foundation
import Testing

@testable import DocumentStore

@Suite("A save edits a document")
struct EditingTests {
  private static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- Films -->
    <store model="FaveFlicks">

      <!-- first -->
      <Movie id="heat">
        <title>Heat</title>       <!-- the 1995 one -->
        <genre>Crime</genre>
        <director ref="mann"/>
        <tags>
          <ref id="long"/>
          <!-- not classic yet -->
          <ref id="night"/>
        </tags>
      </Movie>

      <Movie id='ran'><title>Ran</title><tags><ref id="long"/></tags></Movie>

      <Movie>
        <title>Thief</title>
        <releaseDate>1981-03-27T00:00:00Z</releaseDate>
        <tags refs="night"/>
      </Movie>

      <Director id="mann">
        <name>Michael <!-- K. --> Mann</name>
      </Director>
      <Director id="kurosawa">
        <name>Akira Kurosawa</name>
        <movies>
          <ref id="ran"/>
        </movies>
      </Director>
      <Tag id="long"><name>Long</name></Tag>
      <Tag id="night"><name>Night</name></Tag>
      <Tag id="classic"><name>Classic</name></Tag>

      <!-- the end -->
    </store>

    """

  private func document(_ text: String = text) throws -> OpenDocument {
    try OpenDocument(text, SampleDocuments.schema("FaveFlicks"))
  }

  @Test("in one line where one value changes")
  func oneValue() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "genre", .string("Crime & <Punishment>")) }
    #expect(
      document.difference == [
        "-    <genre>Crime</genre>", "+    <genre>Crime &amp; &lt;Punishment&gt;</genre>",
      ])
    try document.expectConsistent()
  }

  @Test("beside a comment in the same line")
  func commentBeside() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "title", .string("Heat 2")) }
    #expect(
      document.difference == [
        "-    <title>Heat</title>       <!-- the 1995 one -->",
        "+    <title>Heat 2</title>       <!-- the 1995 one -->",
      ])
    try document.expectConsistent()
  }

  @Test("with a comment inside the text moved before it")
  func commentInside() throws {
    let document = try document()
    try document.edit { try $0.set("mann", "name", .string("Mann")) }
    #expect(
      document.difference == [
        "-    <name>Michael <!-- K. --> Mann</name>", "+    <!-- K. -->", "+    <name>Mann</name>",
      ])
    try document.expectConsistent()
  }

  @Test("with a line for a value that was nil, behind its predecessor in the model's order")
  func newValue() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "releaseDate", .date(0.5)) }
    #expect(
      document.difference == ["+    <releaseDate>2001-01-01T00:00:00.5Z</releaseDate>"])
    #expect(
      document.text.contains(
        "<genre>Crime</genre>\n    <releaseDate>2001-01-01T00:00:00.5Z</releaseDate>\n    <director"
      ))
    try document.expectConsistent()
  }

  @Test("first in the object where no predecessor is there")
  func firstValue() throws {
    let document = try document()
    try document.edit { try $0.set("mann", "country", .string("USA")) }
    #expect(document.difference == ["+    <country>USA</country>"])
    try document.edit { try $0.set("mann", "bornOn", .date(-1e17)) }
    #expect(
      document.text.contains(
        "<Director id=\"mann\">\n    <bornOn seconds=\"-1e17\"/>\n    <country>USA</country>\n"))
    try document.expectConsistent()
  }

  @Test("within the line of an object that has one line")
  func inline() throws {
    let document = try document()
    try document.edit { edit in
      try edit.set("ran", "genre", .string("Drama"))
      try edit.set("ran", "tags", to: ["long", "classic"])
    }
    #expect(
      document.difference == [
        "-  <Movie id='ran'><title>Ran</title><tags><ref id=\"long\"/></tags></Movie>",
        "+  <Movie id='ran'><genre>Drama</genre><title>Ran</title><tags><ref id=\"long\"/>"
          + "<ref id=\"classic\"/></tags></Movie>",
      ])
    try document.expectConsistent()
  }

  @Test("without the line of a value that is nil now")
  func nilValue() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "genre", .null) }
    #expect(document.difference == ["-    <genre>Crime</genre>"])
    try document.edit { try $0.set("heat", "genre", .string("")) }
    #expect(document.text.contains("<genre></genre>"))
    try document.expectConsistent()
  }

  @Test("with a line for each member that comes or goes")
  func members() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "tags", to: ["long", "night", "classic"]) }
    #expect(document.difference == ["+      <ref id=\"classic\"/>"])
    try document.edit { try $0.set("heat", "tags", to: ["night", "classic"]) }
    #expect(document.difference == ["-      <ref id=\"long\"/>", "+      <ref id=\"classic\"/>"])
    try document.expectConsistent()
  }

  @Test("keeps comments among members when the last of them goes")
  func noMembers() throws {
    let document = try document()
    try document.edit { try $0.set("heat", "tags", to: []) }
    #expect(
      document.difference == [
        "-    <tags>", "+    <!-- not classic yet -->", "-      <ref id=\"long\"/>",
        "-      <!-- not classic yet -->", "-      <ref id=\"night\"/>", "-    </tags>",
      ])
    try document.expectConsistent()
  }

  @Test("keeps members in an attribute while there are at most eight, and gives the object an id")
  func membersInAttribute() throws {
    let document = try document()
    let thief = try #require(try Self.record(titled: "Thief", document.store))
    try document.edit { edit in
      let tags = try edit.column("tags", of: thief)
      edit.setMembers(thief, tags, try ["night", "classic"].map(edit.record))
    }
    #expect(
      document.difference == [
        "-  <Movie>", "+  <Movie id=\"Movie-1\">", "-    <tags refs=\"night\"/>",
        "+    <tags refs=\"night classic\"/>",
      ])
    try document.expectConsistent()
    try document.edit { edit in
      let tags = try edit.column("tags", of: thief)
      let more = try (0..<7).map { try edit.insert("Tag", ["name": .string("\($0)")]) }
      edit.setMembers(thief, tags, try ["night", "classic"].map(edit.record) + more)
    }
    #expect(
      document.text.contains("    <tags>\n      <ref id=\"night\"/>\n      <ref id=\"classic\"/>\n")
    )
    try document.expectConsistent()
  }

  @Test("keeps the side of a relationship that a person wrote on the other object")
  func otherSide() throws {
    let document = try document()
    try document.edit { try $0.set("ran", "director", to: ["mann"]) }
    #expect(
      document.difference.filter { $0.contains("ran") || $0.contains("movies") } == [
        "-  <Movie id='ran'><title>Ran</title><tags><ref id=\"long\"/></tags></Movie>",
        "+  <Movie id='ran'><title>Ran</title><director ref=\"mann\"/><tags><ref id=\"long\"/></tags></Movie>",
        "-    <movies>", "-      <ref id=\"ran\"/>", "-    </movies>",
      ])
    try document.expectConsistent()
  }

  @Test("changes one line where an object leaves a list that a person wrote on the other side")
  func leavesOtherSide() throws {
    let document = try document()
    try document.edit { edit in
      try edit.set("kurosawa", "movies", to: ["ran", "heat"])
    }
    #expect(
      document.difference == [
        "-    <director ref=\"mann\"/>", "+    <director ref=\"kurosawa\"/>",
        "+      <ref id=\"heat\"/>",
      ])
    try document.expectConsistent()
    try document.edit { try $0.set("ran", "director", to: []) }
    #expect(
      document.difference == [
        "-    <director ref=\"mann\"/>", "+    <director ref=\"kurosawa\"/>",
        "-      <ref id=\"ran\"/>", "+      <ref id=\"heat\"/>",
      ])
    try document.expectConsistent()
  }

  @Test("puts new objects behind the last of their entity, in its layout")
  func newObjects() throws {
    let document = try document()
    try document.edit { edit in
      let tag = try edit.insert("Tag", ["name": .string("New")])
      let movie = try edit.insert("Movie", ["title": .string("Alien")])
      edit.setMembers(movie, try edit.column("tags", of: movie), [tag])
    }
    #expect(
      document.difference == [
        "+  <Movie id=\"Movie-2\">", "+    <title>Alien</title>", "+    <tags>",
        "+      <ref id=\"Tag-1\"/>", "+    </tags>", "+  </Movie>", "+",
        "+  <Tag id=\"Tag-1\"><name>New</name></Tag>",
      ])
    #expect(document.text.contains("</Movie>\n\n  <Movie id=\"Movie-2\">"))
    #expect(document.text.contains("Classic</name></Tag>\n  <Tag id=\"Tag-1\">"))
    try document.expectConsistent()
  }

  @Test("takes deleted objects with their lines, and references to them")
  func deletion() throws {
    let document = try document()
    try document.edit { edit in
      edit.delete(try edit.record("heat"))
      edit.delete(try edit.record("night"))
    }
    #expect(
      document.difference.filter { $0.hasPrefix("+") } == [
        "+  <Movie id=\"Movie-1\">"
      ])
    #expect(!document.text.contains("heat"))
    #expect(!document.text.contains("night"))
    #expect(document.text.contains("<!-- first -->"))
    try document.expectConsistent()
  }

  @Test("gives an object an id when a reference to it is written")
  func idForReference() throws {
    let document = try document()
    let thief = try #require(try Self.record(titled: "Thief", document.store))
    try document.edit { edit in
      let kurosawa = try edit.record("kurosawa")
      let movies = try edit.column("movies", of: kurosawa)
      edit.setMembers(kurosawa, movies, edit.members(kurosawa, movies) + [thief])
    }
    #expect(
      document.difference == [
        "-  <Movie>", "+  <Movie id=\"Movie-1\">", "+      <ref id=\"Movie-1\"/>",
      ])
    try document.expectConsistent()
  }

  @Test("leaves the file as it is where nothing changes")
  func nothing() throws {
    let document = try document()
    let before = try document.file.stamp()
    try document.edit { _ in }
    try document.edit { try $0.set("heat", "genre", .string("Crime")) }
    #expect(try document.file.stamp() == before)
    #expect(document.difference.isEmpty)
  }

  static func record(titled title: String, _ store: RecordStore) throws -> RecordReference? {
    let table = try #require(store.schema.tableIndex(named: "Movie"))
    let column = try #require(store.schema.tables[table].columnIndex(named: "title"))
    for row in store.current.tables[table].liveRows()
    where try store.current.tables[table].value(of: column, at: row) == .string(title) {
      return RecordReference(table: table, row: row)
    }
    return nil
  }
}
