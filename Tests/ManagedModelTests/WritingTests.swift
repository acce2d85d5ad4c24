import Foundation
import ManagedModel
import Testing

/// What is written back.
@Suite("Writing models")
struct WritingTests {
  private static func text(_ model: NSManagedObjectModel) throws -> String {
    String(decoding: try model.xmlData(), as: UTF8.self)
  }

  /// What stays as it is: oddly written, unknown, redundant.
  static let kept = [
    Sample.everything,
    "<model/>",
    "<model userDefinedModelVersionIdentifier = '1&quot;2'\n\t>\n</model >\n<!-- end -->\n",
    Sample.everything.replacingOccurrences(of: "\n", with: "\r\n") + "\r\n",
    Sample.everything.replacingOccurrences(of: " attributeType", with: "\n   attributeType"),
    Sample.model(
      """
      <entity name="A" representedClassName="" color="red">
          <later><x>text &amp; more</x></later>
          <attribute name="a" optional="NO" attributeType="Integer 16" defaultValueString="NO"/>
          <attribute name="b" attributeType="Boolean" defaultValueString="100"/>
          <attribute name="c" attributeType="Date" minValueString="12/4/2013" \
      defaultDateTimeInterval="0.0" defaultValueString="2013-04-23"/>
          <attribute name="d" attributeType="Transformable" valueTransformerName=""/>
          <attribute name="e" attributeType="Double" defaultValueString="1" maxValueString="2.50"/>
          <relationship name="f" optional="YES" minCount="1" maxCount="1" deletionRule="Deny" \
      destinationEntity="A" inverseName="f" inverseEntity="A"/>
          <uniquenessConstraints/>
          <userInfo><entry key="k" value="1"/><entry key="k" value="2"/></userInfo>
      </entity>
      <fetchRequest name="q" entity="A" returnDistinctResults="NO"/>
      """),
  ]

  @Test("a model that was not changed gives the bytes it was read from", arguments: kept)
  func unchanged(_ text: String) throws {
    let reading = Sample.read(text)
    let model = try #require(reading.model, "\(reading.diagnostics)")
    #expect(try Self.text(model) == text)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(try Self.text(copy) == text)
    model.freeze()
    #expect(try Self.text(model) == text)
  }

  /// A change of a model, what goes in the file and what comes instead.
  struct Edit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
    var change: @Sendable (NSManagedObjectModel) throws -> Void
  }

  private static func edit(
    _ name: String, _ old: String, _ new: String,
    _ change: @escaping @Sendable (NSManagedObjectModel) throws -> Void
  ) -> Edit {
    Edit(testDescription: name, old: old, new: new, change: change)
  }

  private static func attribute(
    _ name: String, in model: NSManagedObjectModel
  ) throws -> NSAttributeDescription {
    try #require(model.entitiesByName["Holding"]?.attributesByName[name])
  }

  static let edits: [Edit] = [
    edit("flag added", "name=\"price\"", "name=\"price\" optional=\"YES\"") {
      $0.entitiesByName["Painting"]?.attributesByName["price"]?.isOptional = true
    },
    edit("flag removed", "name=\"day\" optional=\"YES\"", "name=\"day\"") {
      try attribute("day", in: $0).isOptional = false
    },
    edit("value changed", "maxValueString=\"9\"", "maxValueString=\"12.5\"") {
      try attribute("count", in: $0).limits.maximum = 12.5
    },
    edit("default changed", "\"a &quot;b&quot;\"", "\"&lt;c&gt;&amp;\"") {
      try attribute("name", in: $0).defaultValue = "<c>&"
    },
    edit("default of a date removed", " defaultDateTimeInterval=\"3600\"", "") {
      try attribute("day", in: $0).defaultValue = nil
    },
    edit("type changed", "\"Integer 16\"", "\"Integer 32\"") {
      try attribute("count", in: $0).attributeType = .integer32AttributeType
    },
    edit(
      "counts changed", "toMany=\"YES\" deletionRule", "toMany=\"YES\" maxCount=\"7\" deletionRule"
    ) { $0.entitiesByName["Person"]?.relationshipsByName["holdings"]?.maxCount = 7 },
    edit("delete rule changed", "\"Deny\"", "\"Cascade\"") {
      $0.entitiesByName["Person"]?.relationshipsByName["holdings"]?.deleteRule = .cascadeDeleteRule
    },
    edit("class changed", "\".Holding\"", "\"Shop.Holding\"") {
      $0.entitiesByName["Holding"]?.managedObjectClassName = "Shop.Holding"
    },
    edit(
      "attribute added", "defaultValueString=\"0.0\"/>\n",
      "defaultValueString=\"0.0\"/>\n        <attribute name=\"z\" optional=\"YES\" "
        + "attributeType=\"Integer 64\" usesScalarValueType=\"YES\"/>\n"
    ) { model in
      let new = NSAttributeDescription()
      new.name = "z"
      new.attributeType = .integer64AttributeType
      try #require(model.entitiesByName["Painting"]).properties.append(new)
    },
    edit(
      "attribute removed",
      "        <attribute name=\"work\" optional=\"YES\" transient=\"YES\"/>\n", ""
    ) { model in
      let entity = try #require(model.entitiesByName["Holding"])
      entity.properties = entity.properties.filter { $0.name != "work" }
    },
    edit(
      "user info changed", "<entry key=\"hint\" value=\"&lt;name&gt;\"/>",
      "<entry key=\"hint\" value=\"x\"/>\n                <entry key=\"more\" value=\"y\"/>"
    ) { try attribute("name", in: $0).userInfo = ["hint": "x", "more": "y"] },
    edit(
      "constraint added", "            </uniquenessConstraint>\n        </uniquenessConstraints>",
      """
                  </uniquenessConstraint>
                  <uniquenessConstraint>
                      <constraint value="count"/>
                      <constraint value="day"/>
                  </uniquenessConstraint>
              </uniquenessConstraints>
      """
    ) { $0.entitiesByName["Holding"]?.uniquenessConstraints.append(["count", "day"]) },
    edit(
      "constraints removed",
      """
              <uniquenessConstraints>
                  <uniquenessConstraint>
                      <constraint value="name"/>
                  </uniquenessConstraint>
              </uniquenessConstraints>

      """, ""
    ) { $0.entitiesByName["Holding"]?.uniquenessConstraints = [] },
    edit(
      "member added", "        <memberEntity name=\"Person\"/>\n",
      "        <memberEntity name=\"Person\"/>\n        <memberEntity name=\"Holding\"/>\n"
    ) { model in
      let entities = ["Person", "Holding"].compactMap { model.entitiesByName[$0] }
      model.setEntities(entities, forConfigurationName: "People")
    },
    edit(
      "members removed",
      """
          <configuration name="People">
              <memberEntity name="Person"/>
          </configuration>
      """, "    <configuration name=\"People\"/>"
    ) { $0.setEntities([], forConfigurationName: "People") },
    edit(
      "template removed",
      "    <fetchRequest name=\"All\" entity=\"Holding\" fetchLimit=\"5\" includeSubentities=\"YES\" "
        + "resultType=\"2\"/>\n", ""
    ) { $0.setFetchRequestTemplate(nil, forName: "All") },
    edit(
      "template changed", "fetchLimit=\"5\" includeSubentities=\"YES\"",
      "fetchLimit=\"6\" includePropertyValues=\"YES\""
    ) { model in
      let request = try #require(model.fetchRequestTemplate(forName: "All")?.duplicate())
      request.fetchLimit = 6
      request.includesSubentities = false
      request.includesPropertyValues = true
      model.setFetchRequestTemplate(request, forName: "All")
    },
    edit("index turned", "order=\"descending\"", "order=\"ascending\"") {
      $0.entitiesByName["Holding"]?.indexes.first?.elements.first?.isAscending = true
    },
    edit(
      "entity removed",
      """
          <entity name="Painting" representedClassName="Painting" parentEntity="Holding" syncable="YES">
              <attribute name="price" attributeType="Decimal" defaultValueString="0.0"/>
              <!-- a note -->
          </entity>

      """, ""
    ) { model in
      model.entitiesByName["Holding"]?.subentities = []
      model.entities = model.entities.filter { $0.name != "Painting" }
    },
    edit(
      "entity added", "        <userInfo/>\n    </entity>\n",
      "        <userInfo/>\n    </entity>\n    <entity name=\"Room\" syncable=\"YES\"/>\n"
    ) { model in
      let room = NSEntityDescription()
      room.name = "Room"
      model.entities.append(room)
    },
    edit(
      "version named", "userDefinedModelVersionIdentifier=\"\"",
      "userDefinedModelVersionIdentifier=\"2.0\""
    ) { $0.versionIdentifiers = ["2.0"] },
    edit(
      "part of a composite added", "attributeType=\"String\"/>\n    </composite>",
      "attributeType=\"String\"/>\n        <attribute name=\"zip\" optional=\"YES\" "
        + "attributeType=\"String\"/>\n    </composite>"
    ) { model in
      let zip = NSAttributeDescription()
      zip.name = "zip"
      zip.attributeType = .stringAttributeType
      let place = try attribute("place", in: model) as? NSCompositeAttributeDescription
      place?.elements.append(zip)
    },
  ]

  @Test("a change touches only what it changes", arguments: edits)
  func changed(_ edit: Edit) throws {
    let model = try #require(Sample.read(Sample.everything).model)
    try edit.change(model)
    let expected = Sample.everything.replacing(edit.old, with: edit.new, maxReplacements: 1)
    try #require(expected != Sample.everything)
    #expect(try Self.text(model) == expected)
    #expect(Sample.read(expected).diagnostics.isEmpty)
  }

  @Test("a renamed entity is renamed wherever it is named")
  func renaming() throws {
    let model = try #require(Sample.read(Sample.everything).model)
    model.entitiesByName["Person"]?.name = "Human"
    let expected = Sample.everything
      .replacingOccurrences(of: "Entity=\"Person\"", with: "Entity=\"Human\"")
      .replacingOccurrences(of: "entity name=\"Person\"", with: "entity name=\"Human\"")
      .replacingOccurrences(of: "memberEntity name=\"Person\"", with: "memberEntity name=\"Human\"")
    // The member's element goes with its name and a new one comes.
    #expect(try Self.text(model) == expected)
  }

  @Test("new parts follow the file's own line ends and indentation")
  func ownStyle() throws {
    let text = "<model>\r\n\t<entity name=\"A\"/>\r\n</model>"
    let model = try #require(Sample.read(text).model)
    let new = NSAttributeDescription()
    new.name = "x"
    new.attributeType = .stringAttributeType
    model.entities.first?.properties = [new]
    #expect(
      try Self.text(model) == """
        <model>\r
        \t<entity name="A">\r
        \t    <attribute name="x" optional="YES" attributeType="String"/>\r
        \t</entity>\r
        </model>
        """)
  }

  @Test("what XML cannot hold is refused with its name")
  func refuses() throws {
    let entity = NSEntityDescription()
    entity.name = "A\u{1}"
    entity.userInfo = ["k": 1]
    let id = NSAttributeDescription()
    id.name = "id"
    id.type = .objectID
    entity.properties = [id]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    let error = #expect(throws: ModelError.self) { try model.xmlData() }
    #expect(
      error?.diagnostics.map(\.message) == [
        "'name' of 'entity' has the character U+0001, which XML cannot hold",
        """
        the user info of entity 'A\u{1}' has something that is no text; a model file keeps texts only
        """,
        "attribute 'id' of 'A\u{1}' has the type ObjectID, which a model file cannot state",
      ])
  }
}
