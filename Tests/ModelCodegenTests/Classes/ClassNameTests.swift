import ModelCodegen
import Testing

@Suite("Names in generated classes")
struct ClassNameTests {
  @Test("keywords are quoted wherever they stand for a property")
  func keywords() {
    let generated = Generated.movie("<attribute name=\"default\" attributeType=\"String\"/>") {
      $0.hasKeys = true
      $0.hasSnapshots = true
    }
    #expect(generated.findings == [])
    for line in [
      "public var `default`: String? {", "get { managed(MovieManagedKeys.`default`) }",
      "static let `default` = ManagedKey(\"default\")",
      "public static let `default` = \"default\"",
      "self.`default` = object.managed(MovieManagedKeys.`default`)",
      "case \\Movie.`default`: return \"default\"",
    ] {
      #expect(!generated.lines(line).isEmpty, "\(line)")
    }
  }

  @Test("so are classes and destinations")
  func classes() {
    let generated = Generated(
      Generated.entity("default")
        + Generated.entity(
          "Movie",
          "<relationship name=\"x\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"default\"/>"
        ))
    #expect(generated["default+CoreDataClass.swift"].contains("public class `default`:"))
    #expect(generated.properties.contains("func addToX(_ value: `default`)"))
  }

  @Test(
    "names that every managed object has are reported, with entity, line and remedy",
    arguments: ["objectID", "hasChanges", "description", "init", "self", "entity"])
  func reserved(_ name: String) {
    let generated = Generated.movie("<attribute name=\"\(name)\" attributeType=\"String\"/>")
    #expect(
      generated.findings == [
        """
        m:3:1: error: '\(name)' of 'Movie' is a name that every NSManagedObject already has; choose \
        another name
        """
      ])
  }

  @Test("a name that this library gives managed objects is reported")
  func nameOfLibrary() {
    let generated = Generated.movie("<attribute name=\"propertyKeys\" attributeType=\"String\"/>")
    #expect(
      generated.findings == [
        """
        m:3:1: error: 'propertyKeys' of 'Movie' is a property that this library gives every managed \
        object; give it another name, with elementID="propertyKeys" where data must be kept
        """
      ])
  }

  @Test("types are told from properties of the same names")
  func hiddenTypes() {
    let names = ["Date", "ManagedKey", "NSFetchRequest", "NSSet", "String"]
    let attributes = names.map {
      "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"Date\" usesScalarValueType=\"YES\"/>"
    }
    let generated = Generated.movie(attributes.joined(separator: "\n"))
    #expect(generated.findings == [])
    let lines = [
      "public override class func managedName(of keyPath: AnyKeyPath) -> Swift.String? {",
      "@nonobjc public class func fetchRequest() -> OpenCoreData.NSFetchRequest<Movie> {",
      "return OpenCoreData.NSFetchRequest<Movie>(entityName: \"Movie\")",
      "get { (managed(MovieManagedKeys.NSSet) as Foundation.Date?)?.timeIntervalSinceReferenceDate ?? 0 }",
      "static let ManagedKey = OpenCoreData.ManagedKey(\"ManagedKey\")",
    ]
    for line in lines { #expect(generated.lines(line) == [line]) }
  }

  @Test("names that Swift cannot have are reported")
  func impossible() {
    let property = Generated.movie("<attribute name=\"_\" attributeType=\"String\"/>")
    #expect(
      property.findings == [
        """
        m:3:1: error: '_' of 'Movie' cannot be the name of a property in Swift; give it another one, \
        with elementID="_" where data must be kept
        """
      ])
    for name in ["Self", "Any", "_", "9a", "a-b", "App."] {
      let generated = Generated(
        "<entity name=\"A\" representedClassName=\"\(name)\" codeGenerationType=\"class\"/>")
      #expect(generated.result.files.isEmpty)
      #expect(generated.findings.count == 1 && generated.findings[0].hasPrefix("m:2:1: error: '"))
    }
  }

  @Test("two entities with one class are reported, both by name")
  func sameClass() {
    let generated = Generated(
      """
      <entity name="A" representedClassName="Film" codeGenerationType="class"/>
      <entity name="B" representedClassName=".Film" codeGenerationType="class"/>
      """)
    #expect(
      generated.findings == [
        """
        m:3:1: error: entities 'A' and 'B' both ask for a class 'Film'; name another class for one of \
        them in 'representedClassName', or write the class by hand and remove \
        'codeGenerationType' of both
        """
      ])
    #expect(generated.result.files.count == 2)
  }

  @Test("relationships whose methods would have the same names are reported")
  func sameMethods() {
    let generated = Generated.movie(
      """
      <relationship name="Cast" optional="YES" toMany="YES" destinationEntity="Movie"/>
      <relationship name="cast" optional="YES" toMany="YES" destinationEntity="Movie"/>
      """)
    #expect(
      generated.findings == [
        """
        m:4:1: error: relationships 'Cast' and 'cast' of 'Movie' would both have a method \
        'addToCast(_:)'; rename one of them
        """
      ])
  }

  @Test("a snapshot with the name of another entity's class is reported")
  func snapshotName() {
    let generated = Generated(Generated.entity("Movie") + Generated.entity("MovieSnapshot")) {
      $0.hasSnapshots = true
    }
    #expect(generated.findings.count == 1 && generated.findings[0].contains("'MovieSnapshot'"))
  }

  @Test("a property with the name of the key constants is reported where there are any")
  func keysName() {
    let attribute = "<attribute name=\"Keys\" attributeType=\"String\"/>"
    #expect(Generated.movie(attribute).findings == [])
    let findings = Generated.movie(attribute) { $0.hasKeys = true }.findings
    #expect(findings.count == 1 && findings[0].hasPrefix("m:3:1: error: 'Keys' of 'Movie'"))
  }
}
