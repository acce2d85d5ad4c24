import Foundation
import ManagedModel
import Testing

/// What a model file's texts mean.
@Suite("Reading models")
struct ReadingTests {
  private let model: NSManagedObjectModel

  init() throws {
    let reading = Sample.read(Sample.everything)
    try #require(reading.diagnostics.isEmpty, "\(reading.diagnostics)")
    model = try #require(reading.model)
  }

  @Test("entities keep the order of the file and their flags")
  func entities() throws {
    #expect(model.entities.map(\.name) == ["Holding", "Painting", "Person"])
    let holding = try #require(model.entitiesByName["Holding"])
    #expect(holding.managedObjectClassName == ".Holding")
    #expect(holding.isAbstract && !holding.isConcrete)
    #expect(holding.renamingIdentifier == "Item")
    #expect(holding.versionHashModifier == "2")
    #expect(holding.codeGeneration == "class")
    #expect(holding.managedObjectModel === model)
    #expect(model.entitiesByName["Person"]?.renamingIdentifier == "Person")
  }

  @Test("a subentity has inherited properties first, then its own")
  func inheritance() throws {
    let painting = try #require(model.entitiesByName["Painting"])
    let holding = try #require(model.entitiesByName["Holding"])
    #expect(painting.superentity === holding)
    #expect(holding.subentities == [painting])
    #expect(holding.subentitiesByName["Painting"] === painting)
    #expect(painting.properties.map(\.name) == holding.properties.map(\.name) + ["price"])
    #expect(painting.ownProperties.map(\.name) == ["price"])
    #expect(painting.attributesByName["name"] === holding.attributesByName["name"])
    #expect(painting.isKindOf(entity: holding) && !holding.isKindOf(entity: painting))
    #expect(painting.rootEntity === holding)
    #expect(holding.selfAndDescendants == [holding, painting])
    #expect(painting.effectiveUniquenessConstraints == [["name"]])
  }

  @Test("attributes have types, limits and defaults of their types")
  func attributes() throws {
    let attributes = try #require(model.entitiesByName["Holding"]).attributesByName
    let count = try #require(attributes["count"])
    #expect(count.attributeType == .integer16AttributeType && count.type == .integer16)
    #expect(count.defaultValue as? Int16 == 0)
    #expect(count.limits.minimum == -1 && count.limits.maximum == 9)
    #expect(count.isIndexed && count.isOptional && count.usesScalarValueType == true)
    let day = try #require(attributes["day"])
    #expect(day.defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 3600))
    #expect(day.limits.earliest == Date(timeIntervalSinceReferenceDate: 0))
    let name = try #require(attributes["name"])
    #expect(!name.isOptional)
    #expect(name.defaultValue as? String == "a \"b\"")
    #expect(name.limits.minimumLength == 1 && name.limits.maximumLength == 80)
    #expect(name.limits.pattern == "[a-z <>&\"]+")
    #expect(name.userInfo as? [String: String] == ["hint": "<name>"])
    #expect(name.attributeValueClassName == "NSString")
    let upper = try #require(attributes["upper"] as? NSDerivedAttributeDescription)
    #expect(upper.derivationText == "uppercase:(name)")
    let place = try #require(attributes["place"] as? NSCompositeAttributeDescription)
    #expect(place.elements.map(\.name) == ["city"])
    #expect(attributes["work"]?.isTransient == true)
  }

  @Test("relationships lead to their destination and back")
  func relationships() throws {
    let person = try #require(model.entitiesByName["Person"])
    let holding = try #require(model.entitiesByName["Holding"])
    let holdings = try #require(person.relationshipsByName["holdings"])
    let owner = try #require(holding.relationshipsByName["owner"])
    #expect(holdings.destinationEntity === holding && holdings.inverseRelationship === owner)
    #expect(owner.inverseRelationship === holdings)
    #expect(holdings.isToMany && holdings.isOrdered && holdings.deleteRule == .denyDeleteRule)
    #expect(!owner.isToMany && owner.maxCount == 1 && owner.minCount == 0)
    #expect(person.relationships(forDestination: holding) == [holdings])
  }

  @Test("requests, indexes, constraints and configurations are found by name")
  func others() throws {
    let holding = try #require(model.entitiesByName["Holding"])
    let all = try #require(model.fetchRequestTemplate(forName: "All"))
    #expect(all.entity === holding && all.fetchLimit == 5)
    #expect(all.resultType == .dictionaryResultType)
    #expect(all.includesSubentities && !all.includesPropertyValues)
    let similar = holding.propertiesByName["similar"] as? NSFetchedPropertyDescription
    #expect(similar?.fetchRequest?.core.predicateText == "name == $FETCH_SOURCE.name")
    #expect(similar?.fetchRequest?.includesPropertyValues == true)
    let index = try #require(holding.indexes.first)
    #expect(index.elements.first?.property === holding.propertiesByName["name"])
    #expect(index.elements.first?.isAscending == false)
    #expect(holding.uniquenessConstraints as? [[String]] == [["name"]])
    #expect(model.configurations == ["People"])
    #expect(model.entities(forConfigurationName: "People")?.map(\.name) == ["Person"])
    #expect(model.entities(forConfigurationName: nil)?.count == 3)
    #expect(model.entities(forConfigurationName: "Nobody") == nil)
  }

  @Test(
    "defaults are read by the attribute's type",
    arguments: [
      ("Integer 16", "0.0", Int16(0) as any Hashable & Sendable),
      ("Integer 32", "-7", Int32(-7)), ("Integer 64", "9223372036854775807", Int64.max),
      ("Boolean", "YES", true), ("Boolean", "100", true), ("Boolean", "0.0", false),
      ("Double", "1.5", 1.5), ("Float", "0.25", Float(0.25)), ("String", " ", " "),
      ("UUID", "3F2504E0-4F89-41D3-9A0C-0305E82C3301", uuid), ("URI", "a:b", uri),
    ])
  func defaults(type: String, text: String, value: any Hashable & Sendable) throws {
    let reading = Sample.read(
      Sample.entity(
        "<attribute name=\"x\" attributeType=\"\(type)\" defaultValueString=\"\(text)\"/>"))
    let attribute = reading.model?.entitiesByName["A"]?.attributesByName["x"]
    #expect(attribute?.plainDefault as? AnyHashable == AnyHashable(value))
  }

  @Test("counts follow toMany, and an optional relationship may be empty")
  func counts() throws {
    let text = """
      <relationship name="a" maxCount="1" destinationEntity="A" inverseName="a" inverseEntity="A"/>
      <relationship name="b" optional="YES" minCount="1" maxCount="1" destinationEntity="A"/>
      <relationship name="c" toMany="YES" destinationEntity="A"/>
      <relationship name="d" optional="YES" toMany="YES" minCount="2" maxCount="9" \
      destinationEntity="A"/>
      """
    let reading = Sample.read(Sample.entity(text))
    let found = try #require(reading.model?.entities.first).relationshipsByName
    let counts = ["a", "b", "c", "d"].map { [found[$0]?.minCount, found[$0]?.maxCount] }
    #expect(counts == [[1, 1], [1, 1], [0, 0], [2, 9]])
    #expect(found["c"]?.deleteRule == .nullifyDeleteRule)
  }
}

private let uuid = UUID(uuidString: "3F2504E0-4F89-41D3-9A0C-0305E82C3301")!
private let uri = URL(string: "a:b")!
