import Foundation
import ManagedModel
import Testing

@testable import DocumentStore

/// Documents that are right and unlike what a program would write.
@Suite("A save of an odd document")
struct OddDocumentTests {
  private func document(_ text: String, _ model: String = "FaveFlicks") throws -> OpenDocument {
    try OpenDocument(text, SampleDocuments.schema(model))
  }

  @Test("tells ids apart that differ in bytes only")
  func idsInBytes() throws {
    let (one, other) = ("caf\u{E9}", "cafe\u{301}")
    let document = try document(
      """
      <store>
        <Movie id="m">
          <title>M</title>
          <tags>
            <ref id="\(one)"/>
          </tags>
        </Movie>
        <Movie id="n"><title>N</title><tags refs="\(one)"/></Movie>
        <Tag id="\(one)"><name>One</name></Tag>
        <Tag id="\(other)"><name>Other</name></Tag>
      </store>

      """)
    try document.edit {
      try $0.set("m", "tags", to: [other])
      try $0.set("n", "tags", to: [other])
    }
    try document.expectConsistent()
    let tag = try #require(try document.store.reference(forID: other))
    for id in ["m", "n"] {
      let movie = try #require(try document.store.reference(forID: id))
      let saved = try XMLFormat(file: document.file, schema: document.store.schema).load()
      let column = try #require(
        document.store.schema.tables[movie.table].columnIndex(named: "tags"))
      let members = try saved.generation.tables[movie.table].value(of: column, at: movie.row)
        .members
      #expect(members == [tag])
    }
  }

  @Test("knows ids that are written with references")
  func escapedIDs() throws {
    let document = try document(
      """
      <store>
        <Movie id="m">
          <title>M</title>
          <director ref="&#x64;"/>
          <tags>
            <ref id="&#97;"/>
            <ref id="b"/>
          </tags>
        </Movie>
        <Movie id="n"><title>N</title><tags refs="&#97;&#32;b"/></Movie>
        <Director id="d"><name>D</name></Director>
        <Tag id="a"><name>A</name></Tag>
        <Tag id="b"><name>B</name></Tag>
      </store>

      """)
    try document.edit {
      try $0.set("m", "tags", to: ["a"])
      try $0.set("n", "genre", .string("x"))
    }
    try document.expectConsistent()
    #expect(
      Set(document.difference) == [
        "-      <ref id=\"b\"/>",
        "-  <Movie id=\"n\"><title>N</title><tags refs=\"&#97;&#32;b\"/></Movie>",
        "+  <Movie id=\"n\"><genre>x</genre><title>N</title><tags refs=\"&#97;&#32;b\"/></Movie>",
      ])
  }

  @Test(
    "takes what goes and brings what comes in one line",
    arguments: [" ", "  ", "\t", "\r", " <!-- c --> "])
  func oneLine(_ space: String) throws {
    let parts = [
      "<store>", "<Movie id=\"m\">", "<title>M</title>", "<director ref=\"d\"/>", "<tags>",
      "<ref id=\"a\"/>", "<ref id=\"b\"/>", "</tags>", "</Movie>", "<Director id=\"d\">",
      "<name>D</name>", "</Director>", "<Tag id=\"a\">", "<name>A</name>", "</Tag>",
      "<Tag id=\"b\">", "<name>B</name>", "</Tag>", "</store>",
    ]
    let document = try document(parts.joined(separator: space))
    try document.edit { edit in
      edit.delete(try edit.record("b"))
      _ = try edit.insert("Tag", ["name": .string("C")])
      try edit.set("m", "director", to: [])
      try edit.set("m", "tags", to: [])
      try edit.set("m", "genre", .string("G"))
    }
    try document.expectConsistent()
    try document.edit { edit in
      edit.delete(try edit.record("d"))
      edit.delete(try edit.record("m"))
      let movie = try edit.insert("Movie", ["title": .string("N")])
      let tags = try edit.column("tags", of: movie)
      try edit.setMembers(movie, tags, [edit.record("a")])
    }
    try document.expectConsistent()
    let comments = document.text.components(separatedBy: "<!--").count
    #expect(!space.contains("<") || comments > 6)
  }

  @Test(
    "puts its first objects and its metadata inside the root, whatever stands around it",
    arguments: [
      "<store/>", "<store></store>", "<store />", "<store\n/>", "<store>\n</store>",
      "<store><!-- a --></store>",
    ], ["", "<!-- b -->", "<?b <c>?>", "\n<!-- b -->", "  "])
  func around(_ root: String, _ rest: String) throws {
    let document = try document("<!-- <before> -->" + root + rest)
    for name in ["Tag", "Director"] {
      try document.edit { _ = try $0.insert(name, ["name": .string("N")]) }
      try document.expectConsistent()
    }
    var metadata = document.store.metadata
    metadata["a"] = .integer(1)
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    try document.expectConsistent()
    #expect(document.text.hasSuffix("</store>" + rest))
    let bare = try self.document("<!-- <before> -->" + root + rest)
    try bare.store.save(ChangeSet(schema: bare.store.schema), metadata: metadata)
    try bare.expectConsistent()
  }

  @Test("writes a relationship of new objects with the one that comes first")
  func newObjectsOfSubentities() throws {
    let person = NSEntityDescription()
    person.name = "Person"
    let employee = NSEntityDescription()
    employee.name = "Employee"
    let friends = NSRelationshipDescription()
    friends.name = "friends"
    friends.destinationEntity = person
    friends.inverseRelationship = friends
    friends.maxCount = 0
    friends.isOptional = true
    person.properties = [friends]
    person.subentities = [employee]
    let model = NSManagedObjectModel()
    model.entities = [person, employee]
    model.freeze()
    let document = try OpenDocument(
      "<store>\n  <Employee id=\"e\"/>\n\n</store>\n", Schema(model: model))
    try document.edit { edit in
      let person = try edit.insert("Person")
      let (one, two) = (try edit.insert("Employee"), try edit.insert("Employee"))
      let column = try edit.column("friends", of: person)
      edit.setMembers(one, column, [two])
      edit.setMembers(person, column, [one])
    }
    try document.expectConsistent()
  }

  @Test("keeps a file that another object names in another spelling")
  func fileInTwoSpellings() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("F"), withIntermediateDirectories: true)
    try folder.write("F/a.png", [1, 2, 3])
    try folder.write("F/\u{E9}", [4])
    try folder.write("F/e\u{301}", [5])
    func pin(_ id: String, _ path: String) -> String {
      "<Restaurant id=\"\(id)\"><name>N</name><type>T</type><location>L</location><phone>1</phone>"
        + "<summary>S</summary><image href=\"\(path)\"/></Restaurant>"
    }
    let document = try OpenDocument(
      "<store assets=\"F\">\(pin("p", "F/a.png"))\(pin("q", "F/&#x61;.png"))"
        + "\(pin("r", "F/\u{E9}"))\(pin("s", "F/e\u{301}"))</store>",
      SampleDocuments.schema("FoodPin"), in: folder)
    try document.edit { $0.delete(try $0.record("p")) }
    #expect(folder.bytes("F/a.png") == [1, 2, 3])
    try document.expectConsistent()
    try document.edit { $0.delete(try $0.record("q")) }
    #expect(folder.bytes("F/a.png") == nil)
    try document.edit { $0.delete(try $0.record("r")) }
    #expect(folder.bytes("F/\u{E9}") == nil)
    #expect(folder.bytes("F/e\u{301}") == [5])
    try document.expectConsistent()
  }

  @Test("gives files names that a file system takes, however long the id")
  func longID() throws {
    let id = String(repeating: "é", count: 300)
    let document = try document(
      "<store><Restaurant id=\"\(id)\"><name>N</name><type>T</type><location>L</location>"
        + "<phone>1</phone><summary>S</summary><image>AQI=</image></Restaurant></store>", "FoodPin")
    try document.edit { try $0.set(id, "image", .data(Data(repeating: 1, count: 50_000))) }
    try document.expectConsistent()
  }

  @Test("keeps comments in the metadata when they change")
  func commentsInMetadata() throws {
    let document = try document(
      """
      <store>
        <store-metadata><!-- mine --><dict><key>a</key><!-- one --><integer>1</integer></dict></store-metadata>
        <Tag id="t"><name>T</name></Tag>
      </store>

      """)
    var metadata = document.store.metadata
    metadata["a"] = .integer(2)
    try document.store.save(ChangeSet(schema: document.store.schema), metadata: metadata)
    #expect(document.text.contains("  <!-- mine -->\n  <!-- one -->\n  <store-metadata><dict>"))
    try document.expectConsistent()
    try document.edit { try $0.set("t", "name", .string("U")) }
    try document.expectConsistent()
  }

  @Test(
    "comes to nothing where the document is refused, with a cure",
    arguments: [
      ("<store><store-metadata a=\"1\"><dict/></store-metadata></store>", "'a'"),
      ("<store><store-metadata>x<dict/></store-metadata></store>", "text"),
      ("<store xmlns=\"urn:x\"><Tag id=\"t\"/></store>", "remove the attribute 'xmlns'"),
      (
        "<store><Tag id=\"Tag-\(RecordID.largestNumber)\"><name>T</name></Tag>"
          + "<Tag><name>U</name></Tag></store>", "an id of your own"
      ),
    ])
  func refused(_ text: String, _ part: String) throws {
    let error = #expect(throws: StoreError.self) { try document(text) }
    #expect(error?.diagnostics.first?.message.contains(part) == true)
  }

  @Test("takes numbers for text that are larger than those of ids can be")
  func largeNumbers() throws {
    let document = try document(
      "<store><Tag id=\"Tag-9223372036854775807\"><name>T</name></Tag><Tag><name>U</name></Tag></store>"
    )
    try document.edit { edit in
      _ = try edit.insert("Tag", ["name": .string("V")])
      edit.delete(try edit.record("Tag-9223372036854775807"))
    }
    try document.expectConsistent()
  }
}
