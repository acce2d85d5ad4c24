import Foundation
import ManagedModel
import Testing

/// Several models made one.
@Suite("Merging models")
struct MergingTests {
  private static func model(_ body: String) throws -> NSManagedObjectModel {
    let reading = Sample.read(Sample.model(body))
    return try #require(reading.model, "\(reading.diagnostics)")
  }

  private static let shared = """
    <entity name="Shared">
        <attribute name="x" attributeType="String" defaultValueString="a"/>
    </entity>
    """

  @Test("entities of both are copied; an equal one counts once")
  func merge() throws {
    let first = try Self.model(Self.shared + "\n<entity name=\"A\" parentEntity=\"Shared\"/>")
    let second = try Self.model(
      """
      <entity name="B" parentEntity="Shared"/>
      <entity name="Shared"><attribute attributeType="String" defaultValueString="a" name="x"/></entity>
      <fetchRequest name="q" entity="B"/>
      <composite name="P"/>
      <configuration name="C"><memberEntity name="B"/></configuration>
      """)
    second.versionIdentifiers = ["2"]
    first.localizationDictionary = ["Entity/A": "Ah"]
    let merged = try NSManagedObjectModel(merging: [first, second])
    #expect(merged.entities.map(\.name) == ["Shared", "A", "B"])
    let shared = try #require(merged.entitiesByName["Shared"])
    #expect(shared.subentities.map(\.name) == ["A", "B"])
    #expect(shared !== first.entitiesByName["Shared"])
    #expect(merged.configurations == ["C"] && merged.versionIdentifiers == ["2"])
    #expect(merged.fetchRequestTemplate(forName: "q")?.entity === merged.entitiesByName["B"])
    #expect(merged.localizationDictionary == ["Entity/A": "Ah"])
    #expect(NSManagedObjectModel(byMerging: [first, second]) != nil)
    let written = try merged.xmlData()
    #expect(NSManagedObjectModel.load(xml: written).diagnostics.isEmpty)
    #expect(
      NSManagedObjectModel.load(xml: written).model?.versionChecksum == merged.versionChecksum)
  }

  @Test("what differs and has one name is refused and named")
  func conflict() throws {
    let first = try Self.model(
      Self.shared + "\n<fetchRequest name=\"q\" entity=\"Shared\"/>\n<composite name=\"P\"/>")
    let second = try Self.model(
      Self.shared.replacingOccurrences(of: "\"a\"", with: "\"b\"")
        + """

        <fetchRequest name="q" entity="Shared" fetchLimit="1"/>
        <composite name="P"><attribute name="x" attributeType="String"/></composite>
        """)
    let error = #expect(throws: ModelError.self) {
      try NSManagedObjectModel(merging: [first, second])
    }
    #expect(
      error?.diagnostics.map(\.message)
        == ["entity 'Shared'", "fetch request 'q'", "composite 'P'"]
        .map {
          "\($0) is in two of the models and differs; only parts that are the same can be merged"
        })
    #expect(NSManagedObjectModel(byMerging: [first, second]) == nil)
  }

  @Test("composites stay shared, and belong to the new model")
  func composites() throws {
    let model = try #require(Sample.read(Sample.everything).model)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    func part(_ model: NSManagedObjectModel) -> NSAttributeDescription? {
      let place = model.entitiesByName["Holding"]?.attributesByName["place"]
      return (place as? NSCompositeAttributeDescription)?.elements.first
    }
    #expect(part(model) != nil && part(model) !== part(copy))
    part(copy)?.isOptional = false
    #expect(part(model)?.isOptional == true)
    let text = String(decoding: try copy.xmlData(), as: UTF8.self)
    #expect(text.contains("<attribute name=\"city\" attributeType=\"String\"/>"))
  }

  @Test("the entities that a store was written with are taken from several models")
  func forStore() throws {
    let old = try Self.model(Self.shared)
    let new = try Self.model(
      Self.shared.replacingOccurrences(of: "String", with: "Binary")
        .replacingOccurrences(of: " defaultValueString=\"a\"", with: ""))
    let metadata: [String: Any] = ["NSStoreModelVersionHashes": old.entityVersionHashesByName]
    let found = NSManagedObjectModel(byMerging: [new, old], forStoreMetadata: metadata)
    #expect(found?.versionChecksum == old.versionChecksum)
    #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: metadata) == nil)
    #expect(NSManagedObjectModel(byMerging: [new], forStoreMetadata: [:]) == nil)
  }

  @Test("no bundle with a model gives no model")
  func noBundles() {
    #expect(NSManagedObjectModel.mergedModel(from: []) == nil)
    let metadata = ["NSStoreModelVersionHashes": ["A": Data()]]
    #expect(NSManagedObjectModel.mergedModel(from: [], forStoreMetadata: metadata) == nil)
  }

  @Test("the models of a bundle are merged, and all their versions are looked through for a store")
  func bundles() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = try Self.model(Self.shared)
    let new = try Self.model(Self.shared.replacingOccurrences(of: "\"x\"", with: "\"y\""))
    try old.write(to: folder.appendingPathComponent("A.xcdatamodeld/A 2.xcdatamodel"))
    try new.write(to: folder.appendingPathComponent("A.xcdatamodeld/A.xcdatamodel"))
    try Self.model("<entity name=\"B\"/>").write(to: folder.appendingPathComponent("B.xcdatamodel"))
    let bundle = try #require(Bundle(url: folder))
    let merged = NSManagedObjectModel.mergedModel(from: [bundle])
    #expect(merged?.entities.map(\.name) == ["Shared", "B"])
    let metadata = ["NSStoreModelVersionHashes": old.entityVersionHashesByName]
    let found = NSManagedObjectModel.mergedModel(from: [bundle], forStoreMetadata: metadata)
    #expect(found?.versionChecksum == old.versionChecksum)
  }
}
