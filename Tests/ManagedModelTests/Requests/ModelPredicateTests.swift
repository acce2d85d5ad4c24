import Foundation
import ManagedModel
import Predicates
import Testing

/// Predicates and expressions in model files: parsed, checked, written as they were.
@Suite("Predicates in models")
struct ModelPredicateTests {
  private static func model(_ attributes: String, predicate: String) -> String {
    Sample.model(
      """
      <entity name="A">
      <attribute name="x" optional="YES" attributeType="String"/>
      <attribute name="n" optional="YES" attributeType="Integer 16"/>
      \(attributes)
      </entity>
      <fetchRequest name="q" entity="A" predicateString="\(predicate)"/>
      """)
  }

  @Test("a predicate and an expression that a file states are there as objects")
  func objects() throws {
    let text = Sample.entity(
      """
      <attribute name="x" optional="YES" attributeType="String"/>
      <attribute name="upper" optional="YES" attributeType="String" derived="YES" \
      derivationExpression="uppercase:(x)"/>
      <fetchedProperty name="same" optional="YES">
      <fetchRequest name="fetchedPropertyFetchRequest" entity="A" predicateString="x == $FETCH_SOURCE.x"/>
      </fetchedProperty>
      <fetchIndex name="i" partialIndexPredicate="x != nil">
      <fetchIndexElement property="x" type="Binary" order="ascending"/>
      <fetchIndexElement expression="length(x)" expressionType="Integer 16" type="Binary" \
      order="ascending"/>
      </fetchIndex>
      """)
    let reading = Sample.read(text)
    #expect(reading.diagnostics.isEmpty)
    let model = try #require(reading.model)
    let entity = try #require(model.entitiesByName["A"])
    let derived = entity.attributesByName["upper"] as? NSDerivedAttributeDescription
    let expression = try #require(derived?.derivationExpression)
    #expect(Derivation(expression) == .text(.uppercase, PropertyPath("x")))
    let fetched = entity.propertiesByName["same"] as? NSFetchedPropertyDescription
    let condition = try #require(fetched?.fetchRequest?.predicate)
    #expect(condition.isEqual(NSPredicate(format: "x == $FETCH_SOURCE.x")))
    let index = try #require(entity.indexes.first)
    #expect(index.partialIndexPredicate?.isEqual(NSPredicate(format: "x != nil")) == true)
    #expect(index.elements[0].property === entity.propertiesByName["x"])
    let computed = try #require(index.elements[1].property as? NSExpressionDescription)
    #expect(computed.expression?.isEqual(try NSExpression(validating: "length(x)")) == true)
    #expect(computed.resultType == .integer16)
    #expect(try String(decoding: model.xmlData(), as: UTF8.self) == text)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    #expect(try copy.xmlData() == model.xmlData() && copy.versionChecksum == model.versionChecksum)
  }

  @Test("what is set in code is written as its format, what is not keeps its bytes")
  func writing() throws {
    let text = Self.model("", predicate: "n&gt;1   and x=='a'")
    let model = try #require(Sample.read(text).model)
    #expect(try String(decoding: model.xmlData(), as: UTF8.self) == text)
    let changed = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
    changed.predicate = NSPredicate(format: "n < 5 AND x == \"b\"")
    model.setFetchRequestTemplate(changed, forName: "q")
    let written = try String(decoding: model.xmlData(), as: UTF8.self)
    #expect(
      written
        == text.replacing(
          "n&gt;1   and x=='a'", with: "n &lt; 5 AND x == &quot;b&quot;"))
    let again = try #require(Sample.read(written).model?.fetchRequestTemplate(forName: "q"))
    #expect(again.predicate?.isEqual(changed.predicate) == true)
  }

  @Test("expressions and conditions that are set in code are written")
  func writingExpressions() throws {
    let derived = NSDerivedAttributeDescription()
    derived.name = "total"
    derived.attributeType = .integer64AttributeType
    derived.derivationExpression = try NSExpression(validating: "parts.@count")
    let parts = NSRelationshipDescription()
    parts.name = "parts"
    let entity = NSEntityDescription()
    entity.name = "A"
    parts.destinationEntity = entity
    parts.inverseRelationship = parts
    entity.properties = [derived, parts]
    let computed = NSExpressionDescription()
    computed.name = "key"
    computed.expression = try NSExpression(validating: "parts.@count")
    computed.resultType = .integer64
    let index = NSFetchIndexDescription(
      name: "i", elements: [.init(property: computed, collationType: .binary)])
    index.partialIndexPredicate = NSPredicate(format: "parts.@count > 1")
    entity.indexes = [index]
    let model = NSManagedObjectModel()
    model.entities = [entity]
    #expect(model.problems().isEmpty)
    let data = try model.xmlData()
    let text = String(decoding: data, as: UTF8.self)
    #expect(text.contains("derivationExpression=\"parts.@count\""))
    #expect(text.contains("partialIndexPredicate=\"parts.@count &gt; 1\""))
    #expect(text.contains("expression=\"parts.@count\" expressionType=\"Integer 64\""))
    let read = NSManagedObjectModel.load(xml: data)
    #expect(read.diagnostics.isEmpty && read.model?.versionChecksum == model.versionChecksum)
    #expect(try read.model?.xmlData() == data)
  }

  @Test("what no text can say is not written")
  func unwritable() throws {
    let model = try #require(Sample.read(Self.model("", predicate: "n == 1")).model)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "A")
    request.predicate = NSPredicate { _, _ in true }
    model.setFetchRequestTemplate(request, forName: "block")
    let attribute = try #require(model.entitiesByName["A"]?.attributesByName["n"])
    attribute.setValidationPredicates(
      [NSPredicate(format: "SELF != 3")], withValidationWarnings: ["Not three."])
    let error = #expect(throws: ModelError.self) { try model.xmlData() }
    #expect(
      error?.diagnostics.map(\.message) == [
        """
        the predicate of fetch request 'block' cannot be stated as a text, in which a model file keeps \
        predicates; leave out blocks and objects
        """,
        """
        attribute 'n' of 'A' has validation predicates that are no limits of the model editor; a model \
        file cannot state them: set them in code after reading it
        """,
      ])
  }

  @Test("a model with a predicate that is none can be used, and says so where it is asked")
  func faulty() throws {
    let reading = Sample.read(Self.model("", predicate: "x == == 3"))
    #expect(reading.hasErrors && reading.isUsable)
    let model = try #require(reading.model)
    let request = try #require(model.fetchRequestTemplate(forName: "q"))
    #expect(request.predicate == nil && request.core.predicateFault?.column == 6)
    let entity = try #require(model.entitiesByName["A"])
    #expect(
      problems(of: request.core, for: entity).map(\.message) == [
        """
        the predicate of fetch request 'q' cannot be parsed, at column 6: '==' stands where a key, a \
        value or '(' is expected
        """
      ])
    let copy = model.fetchRequestFromTemplate(withName: "q", substitutionVariables: [:])
    #expect(copy?.core.predicateFault != nil)
    copy?.predicate = NSPredicate(value: true)
    #expect(copy?.core.predicateFault == nil)
    #expect(try NSManagedObjectModel.load(xml: model.xmlData()).model != nil)
  }

  @Test(
    "a finding has the place of what is meant, whatever it takes to write what is before it",
    arguments: [
      ("x == == 3", 61), ("x &lt; &lt; 3", 63), ("x == &quot;&#228;ö👍🏽&quot; == 3", 90),
      ("  \n x == == 3", 11), ("n &gt; 1 AND xx == 'a'", 69), ("y == 1", 56),
    ])
  func places(_ predicate: String, _ column: Int) throws {
    let found = Sample.read(Self.model("", predicate: predicate)).diagnostics
    #expect(found.map(\.location.column) == [column], "\(found)")
  }

  @Test("a thousand faulty predicates do not hide that a model cannot be used")
  func manyFaults() {
    let requests = (0..<1500).map {
      "<fetchRequest name=\"r\($0)\" entity=\"A\" predicateString=\"x ==\"/>"
    }
    let entity = "<entity name=\"A\"><attribute name=\"x\" attributeType=\"String\"/></entity>"
    let usable = Sample.model(([entity] + requests).joined(separator: "\n"))
    let reading = Sample.read(usable)
    #expect(reading.isUsable && reading.diagnostics.count == 1001)
    let last = "<configuration name=\"C\"/>\n<configuration name=\"C\"/>"
    let spoiled = Sample.model(([entity] + requests + [last]).joined(separator: "\n"))
    #expect(!Sample.read(spoiled).isUsable && Sample.read(spoiled).model == nil)
  }

  @Test("the predicate of a request in a model that is in use does not change")
  func frozen() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = BuildingTests.company()
      model.setFetchRequestTemplate(NSFetchRequest(entityName: "Employee"), forName: "q")
      model.freeze()
      model.fetchRequestTemplate(forName: "q")?.predicate = NSPredicate(value: true)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("cannot set 'predicate' of fetch request 'q'"))
  }

  @Test("a template's copy has values for variables, and is the template otherwise")
  func templates() throws {
    let text = Self.model("", predicate: "x == $NAME AND n &gt; $MIN").replacing(
      "entity=\"A\" predicateString", with: "entity=\"A\" fetchLimit=\"7\" predicateString")
    let model = try #require(Sample.read(text).model)
    let checksum = model.versionChecksum
    model.freeze()
    let copy = try #require(
      model.fetchRequestFromTemplate(
        withName: "q", substitutionVariables: ["NAME": "a", "MIN": 3]))
    #expect(copy.predicate?.isEqual(NSPredicate(format: "x == 'a' AND n > 3")) == true)
    #expect(copy.fetchLimit == 7 && copy.entity === model.entitiesByName["A"])
    copy.fetchLimit = 8
    #expect(model.fetchRequestTemplate(forName: "q")?.fetchLimit == 7)
    #expect(
      model.fetchRequestTemplate(forName: "q")?.predicate?.isEqual(
        NSPredicate(format: "x == $NAME AND n > $MIN")) == true)
    #expect(
      model.fetchRequestFromTemplate(withName: "other", substitutionVariables: [:]) == nil)
    #expect(model.versionChecksum == checksum)
    let entity = try #require(model.entitiesByName["A"])
    let partly = try #require(
      model.fetchRequestFromTemplate(withName: "q", substitutionVariables: ["NAME": "a"]))
    #expect(problems(of: partly.core, for: entity).map(\.part) == ["$MIN"])
  }
}
