import ModelCodegen
import Testing

@Suite("Types of generated properties")
struct PropertyTypeTests {
  @Test(
    "as Xcode has them, objects are optional and numbers are NSNumber unless scalars are asked for",
    arguments: [
      ("Integer 16", "NSNumber?", "Int16"), ("Integer 32", "NSNumber?", "Int32"),
      ("Integer 64", "NSNumber?", "Int64"), ("Double", "NSNumber?", "Double"),
      ("Float", "NSNumber?", "Float"), ("Boolean", "NSNumber?", "Bool"),
      ("Decimal", "NSDecimalNumber?", "NSDecimalNumber?"), ("String", "String?", "String?"),
      ("Date", "Date?", "TimeInterval"), ("Binary", "Data?", "Data?"), ("UUID", "UUID?", "UUID?"),
      ("URI", "URL?", "URL?"), ("Transformable", "NSObject?", "NSObject?"),
    ])
  func xcode(type: String, plain: String, scalar: String) {
    for isOptional in ["YES", "NO"] {
      let attribute = "<attribute name=\"x\" optional=\"\(isOptional)\" attributeType=\"\(type)\""
      let generated = Generated.movie("\(attribute) usesScalarValueType=\"NO\"/>")
      #expect(generated.lines("public var x") == ["public var x: \(plain) {"])
      let asScalar = Generated.movie("\(attribute) usesScalarValueType=\"YES\"/>")
      #expect(asScalar.lines("public var x") == ["public var x: \(scalar) {"])
    }
  }

  @Test(
    "by the model, what is required and has a default is never nil, and numbers are Swift's",
    arguments: [
      ("Integer 16", "0", "Int16?", "Int16", "Int16"), ("Boolean", "NO", "Bool?", "Bool", "Bool"),
      ("Double", "0.5", "Double?", "Double", "Double"),
      ("Decimal", "1", "Decimal?", "Decimal?", "Decimal"),
      ("String", "x", "String?", "String?", "String"), ("URI", "a:b", "URL?", "URL?", "URL"),
    ])
  func model(type: String, value: String, optional: String, required: String, present: String) {
    func line(_ more: String) -> [String] {
      let attribute = "<attribute name=\"x\" attributeType=\"\(type)\" \(more)/>"
      return Generated.movie(attribute) { $0.optionality = .model }.lines("public var x")
    }
    #expect(line("optional=\"YES\"") == ["public var x: \(optional) {"])
    #expect(
      line("optional=\"YES\" defaultValueString=\"\(value)\"") == ["public var x: \(optional) {"])
    #expect(line("") == ["public var x: \(required) {"])
    #expect(line("defaultValueString=\"\(value)\"") == ["public var x: \(present) {"])
  }

  @Test("dates as scalars are seconds since the reference date")
  func timeInterval() {
    let generated = Generated.movie(
      "<attribute name=\"day\" attributeType=\"Date\" usesScalarValueType=\"YES\"/>")
    #expect(
      generated.lines("get") == [
        "get { (managed(MovieManagedKeys.day) as Date?)?.timeIntervalSinceReferenceDate ?? 0 }"
      ])
    #expect(
      generated.lines("set") == [
        "set { setManaged(Date(timeIntervalSinceReferenceDate: newValue), MovieManagedKeys.day) }"
      ])
  }

  @Test(
    "transformable attributes have the class that the model names, whose module is imported",
    arguments: [
      ("UIImage", "UIImage", []), (".Point", "Point", []), ("[String]", "[String]", []),
      ("Shapes.Point", "Shapes.Point", ["Shapes"]), ("Movies.Point", "Point", []),
      ("Dictionary&lt;String, [Int64]&gt;", "Dictionary<String, [Int64]>", []),
    ])
  func transformable(stated: String, type: String, imports: [String]) {
    let generated = Generated.movie(
      "<attribute name=\"x\" attributeType=\"Transformable\" customClassName=\"\(stated)\"/>"
    ) { $0.ownModule = "Movies" }
    #expect(generated.lines("public var x") == ["public var x: \(type)? {"])
    #expect(
      generated.lines("public import").dropFirst(2) == imports.map { "public import \($0)" }[...])
  }

  @Test("the module that the model's classes are in is not imported")
  func ownModule() {
    let generated = Generated(
      """
      <entity name="Movie" representedClassName="Core.Movie" codeGenerationType="class">
      <attribute name="x" attributeType="Transformable" customClassName="Core.Point"/>
      </entity>
      """)
    #expect(generated.lines("public var x") == ["public var x: Point? {"])
    #expect(!generated.properties.contains("import Core\n"))
  }

  @Test("composites are dictionaries")
  func composite() {
    let generated = Generated(
      Generated.entity(
        "Movie",
        "<attribute name=\"x\" optional=\"YES\" attributeType=\"Composite\" composite=\"P\"/>")
        + "<composite name=\"P\"><attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>"
        + "</composite>")
    #expect(generated.lines("public var x") == ["public var x: [String: Any]? {"])
  }

  @Test("fetched properties are arrays that cannot be set")
  func fetched() {
    let generated = Generated.movie(
      """
      <fetchedProperty name="similar" optional="YES">
      <fetchRequest name="fetchedPropertyFetchRequest" entity="Movie"/>
      </fetchedProperty>
      """)
    #expect(
      generated.properties.contains(
        """
            public var similar: [Movie]? {
                managed(MovieManagedKeys.similar)
            }

        """))
  }

  @Test("an attribute has the type that its user info names")
  func swiftType() {
    func type(_ more: String, _ stated: String) -> [String] {
      Generated.movie(
        """
        <attribute name="x" attributeType="Integer 16" usesScalarValueType="YES" \(more)>
        <userInfo><entry key="swiftType" value="\(stated)"/></userInfo>
        </attribute>
        """
      ).lines("public var x")
    }
    #expect(type("optional=\"YES\"", "Rating") == ["public var x: Rating? {"])
    #expect(type("", "Rating") == ["public var x: Rating? {"])
    #expect(type("defaultValueString=\"1\"", ".Rating") == ["public var x: Rating {"])
    #expect(type("", "any Shape") == ["public var x: (any Shape)? {"])
  }

  @Test(
    "what is not a type is reported at its attribute",
    arguments: ["Int }", "a; b", "[String", "-", "Point*"])
  func badType(_ stated: String) {
    let custom = Generated.movie(
      "<attribute name=\"x\" attributeType=\"Transformable\" customClassName=\"\(stated)\"/>")
    #expect(
      custom.findings == [
        """
        m:3:1: error: '\(stated)', the type that 'customClassName' gives 'x' of 'Movie', is not one in \
        Swift; expected a name, as in 'Rating', 'Shapes.Point' or '[String]'
        """
      ])
  }

  @Test("types that an entity's class hides are named with their module")
  func hidden() {
    let generated = Generated(
      Generated.entity("Date") + Generated.entity("Set") + Generated.entity("NSFetchRequest")
        + Generated.entity(
          "Movie",
          """
          <attribute name="day" attributeType="Date"/>
          <attribute name="text" attributeType="String"/>
          <relationship name="dates" toMany="YES" optional="YES" destinationEntity="Date"/>
          """)
    ) { $0.toMany = .typed }
    #expect(generated.lines("public var day") == ["public var day: Foundation.Date? {"])
    #expect(generated.lines("public var text") == ["public var text: String? {"])
    #expect(generated.lines("public var dates") == ["public var dates: Swift.Set<Date>? {"])
    #expect(generated.properties.contains("fetchRequest() -> OpenCoreData.NSFetchRequest<Movie>"))
  }
}
