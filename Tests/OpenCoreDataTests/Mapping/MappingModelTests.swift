import Foundation
import OpenCoreData
import Testing

@Suite("Mapping models") struct MappingModelTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("Mapping-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("M.xcmappingmodel"), withIntermediateDirectories: true)
    try Self.sample.write(to: file, atomically: true, encoding: .utf8)
  }

  private var bundle: URL { folder.appendingPathComponent("M.xcmappingmodel") }
  private var file: URL { bundle.appendingPathComponent("xcmapping.xml") }

  private static let sample = """
    <?xml version="1.0" standalone="yes"?>
    <!DOCTYPE database SYSTEM "file:///System/Library/DTDs/CoreData.dtd">

    <database>
        <databaseInfo>
            <version>134481920</version>
            <UUID>7DFA6DAB-A071-4B34-8DFB-BAC65DD66FDE</UUID>
            <nextObjectID>110</nextObjectID>
            <metadata></metadata>
        </databaseInfo>
        <object type="XDDEVATTRIBUTEMAPPING" id="z102">
            <attribute name="name" type="string">name</attribute>
            <relationship name="entitymapping" type="0/1" destination="XDDEVENTITYMAPPING" idrefs="z104"></relationship>
        </object>
        <object type="XDDEVATTRIBUTEMAPPING" id="z103">
            <attribute name="valueexpression" type="string">$source.surname</attribute>
            <attribute name="name" type="string">age</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z104">
            <attribute name="sourcename" type="string">Person</attribute>
            <attribute name="migrationpolicyclassname" type="string">App.PersonPolicy</attribute>
            <attribute name="mappingtypename" type="string">Undefined</attribute>
            <attribute name="mappingnumber" type="int16">2</attribute>
            <attribute name="destinationname" type="string">Person</attribute>
            <relationship name="attributemappings" type="0/0" destination="XDDEVATTRIBUTEMAPPING" idrefs="z102 z103"></relationship>
            <relationship name="relationshipmappings" type="0/0" destination="XDDEVRELATIONSHIPMAPPING" idrefs="z107"></relationship>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z105">
            <attribute name="mappingtypename" type="string">Undefined</attribute>
            <attribute name="mappingnumber" type="int16">1</attribute>
            <attribute name="destinationname" type="string">Tag</attribute>
        </object>
        <object type="XDDEVMAPPINGMODEL" id="z106">
            <attribute name="sourcemodelpath" type="string">App.xcdatamodeld/App.xcdatamodel</attribute>
            <relationship name="entitymappings" type="0/0" destination="XDDEVENTITYMAPPING" idrefs="z104 z105"></relationship>
        </object>
        <object type="XDDEVRELATIONSHIPMAPPING" id="z107">
            <attribute name="name" type="string">boss</attribute>
        </object>
        <object type="XDDEVENTITYMAPPING" id="z108">
            <attribute name="sourcename" type="string">Note</attribute>
            <attribute name="mappingtypename" type="string">Copy</attribute>
            <attribute name="destinationname" type="string">Note</attribute>
        </object>
    </database>
    """

  @Test("are read from the folder and from the file in it")
  func reading() throws {
    for url in [bundle, file] {
      let model = try #require(NSMappingModel(contentsOf: url))
      #expect(model.entityMappings.map(\.name) == ["Tag", "PersonToPerson", "NoteToNote"])
      let types = model.entityMappings.map(\.mappingType)
      #expect(types == [.addEntityMappingType, .customEntityMappingType, .copyEntityMappingType])
      let person = try #require(model.entityMappingsByName["PersonToPerson"])
      #expect(person.sourceEntityName == "Person")
      #expect(person.destinationEntityName == "Person")
      #expect(person.entityMigrationPolicyClassName == "App.PersonPolicy")
      #expect(person.attributeMappings?.map(\.name) == ["age", "name"])
      #expect(person.attributeMappings?.first?.valueExpression?.description == "$source.surname")
      #expect(person.attributeMappings?.last?.valueExpression == nil)
      #expect(person.relationshipMappings?.map(\.name) == ["boss"])
    }
  }

  @Test(
    "that are wrong say why",
    arguments: [
      ("XDDEVMAPPINGMODEL\" id", "OTHER\" id", "there is no mapping model in it"),
      ("$source.surname", "$source.", "the expression '$source.' of 'PersonToPerson.age'"),
      (">Copy<", ">Duplicate<", "has the type 'Duplicate'"),
      ("idrefs=\"z107\"", "idrefs=\"z200\"", "names 'z200', which is not there"),
      (">boss<", "><", "the property mapping 'z107' of 'PersonToPerson' has no name"),
      ("<database>", "<data>", "begins with 'database'"),
    ])
  func broken(_ old: String, _ new: String, _ message: String) throws {
    try Self.sample.replacing(old, with: new).write(to: file, atomically: true, encoding: .utf8)
    let error = #expect(throws: CocoaError.self) { try NSMappingModel(loading: bundle) }
    #expect(error?.localizedDescription.contains(message) == true, "\(String(describing: error))")
    #expect(NSMappingModel(contentsOf: bundle) == nil)
  }

  @Test("that are not there or compiled say so")
  func missing() {
    let nowhere = folder.appendingPathComponent("x.xcmappingmodel")
    #expect(throws: CocoaError.self) { try NSMappingModel(loading: nowhere) }
    #expect(NSMappingModel(contentsOf: nil) == nil)
    #expect(NSMappingModel(from: [], forSourceModel: nil, destinationModel: nil) == nil)
  }

  @Test("between two models are found in bundles, and completed")
  func between() throws {
    let bundle = try #require(Bundle(path: folder.path))
    let (source, destination) = (
      Self.model(["Person", "Note"]), Self.model(["Person", "Note", "Tag"])
    )
    let found = NSMappingModel(
      from: [bundle], forSourceModel: source, destinationModel: destination)
    let person = try #require(found?.entityMappingsByName["PersonToPerson"])
    #expect(person.sourceEntityVersionHash == source.entityVersionHashesByName["Person"])
    #expect(person.destinationEntityVersionHash == destination.entityVersionHashesByName["Person"])
    let name = try #require(person.attributeMappings?.last?.valueExpression)
    let variables: NSMutableDictionary = ["source": ["name": "Ada"] as NSDictionary]
    #expect(name.expressionValue(with: nil, context: variables) as? String == "Ada")
    let boss = try #require(person.relationshipMappings?.first?.valueExpression)
    #expect(boss.function == "destinationInstancesForEntityMappingNamed:sourceInstances:")
    #expect(
      NSMappingModel(
        from: [bundle], forSourceModel: source, destinationModel: Self.model(["Person", "Tag"]))
        == nil)
  }

  private static func model(_ names: [String]) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = names.map { name in
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = ["name", "age"].map { key in
        let attribute = NSAttributeDescription()
        attribute.name = key
        attribute.attributeType = .stringAttributeType
        attribute.isOptional = true
        return attribute
      }
      return entity
    }
    let boss = NSRelationshipDescription()
    boss.name = "boss"
    boss.maxCount = 1
    boss.destinationEntity = model.entities.first
    model.entities.first?.properties.append(boss)
    return model
  }
}
