import Foundation
import ManagedModel
import Testing

@testable import ModelCodegen

@Suite("What is marked @NSManaged, held against the model") struct MemberCheckTests {
  private static let model = """
    <model>
      <entity name="Movie" representedClassName="Movie">
        <attribute name="title" attributeType="String"/>
        <attribute name="year" attributeType="Integer 16"/>
        <attribute name="rating" attributeType="Double"/>
        <attribute name="price" attributeType="Decimal"/>
        <attribute name="seen" attributeType="Boolean"/>
        <attribute name="released" attributeType="Date"/>
        <attribute name="poster" attributeType="Binary"/>
        <attribute name="key" attributeType="UUID"/>
        <attribute name="link" attributeType="URI"/>
        <attribute name="anything" attributeType="Transformable"/>
        <relationship name="director" maxCount="1" destinationEntity="Person"/>
        <relationship name="cast" toMany="YES" ordered="YES" destinationEntity="Person"/>
        <relationship name="tags" toMany="YES" destinationEntity="Tag"/>
      </entity>
      <entity name="Person" representedClassName="App.Person"/>
      <entity name="Tag" representedClassName=".Tag">
        <attribute name="name" attributeType="String"/>
      </entity>
      <entity name="Star" representedClassName="Star" parentEntity="Person">
        <attribute name="fame" attributeType="Integer 16"/>
      </entity>
      <entity name="Shared1" representedClassName="Shared">
        <attribute name="one" attributeType="String"/>
      </entity>
      <entity name="Shared2" representedClassName="Shared">
        <attribute name="two" attributeType="String"/>
        <attribute name="one" attributeType="Integer 16"/>
      </entity>
      <entity name="Plain"><attribute name="x" attributeType="String"/></entity>
    </model>
    """

  /// The findings about a file in which each class that the model names is declared.
  private static func findings(_ text: String) -> [Diagnostic] {
    var options = ClassOptions()
    options.ownModule = "App"
    let entities = ClassGenerator(options).generate(xml: Data(model.utf8)).entities
    let classes = """
      class Person: NSManagedObject {}
      class Star: Person {}
      class Tag: NSManagedObject {}
      enum Stars: Int { case one }
      enum Words: String { case one }
      struct Own {}
      """
    return ManagedShims(
      module: "App",
      sources: [
        SwiftSource(path: "Movie.swift", text: text), SwiftSource(path: "All.swift", text: classes),
      ], entities: entities
    ).diagnostics
  }

  private static func inMovie(_ member: String) -> [String] {
    findings("class Movie: NSManagedObject {\n  @NSManaged \(member)\n}").map(\.description)
  }

  @Test(
    "what its entity has is told nothing of",
    arguments: [
      "var title: String?", "var title: String", "var title: NSString?", "var title: Words",
      "var year: Int16", "var year: Int", "var year: NSNumber?", "var year: Stars?",
      "var year: Int32?", "var rating: Double", "var rating: Float", "var price: NSDecimalNumber?",
      "var price: Decimal", "var price: NSNumber?", "var seen: Bool", "var seen: NSNumber",
      "var released: Date?", "var released: TimeInterval", "var released: NSDate?",
      "var poster: Data?", "var key: UUID?", "var link: URL?", "var anything: [String]?",
      "var anything: Int", "var anything: Own?", "var title: Own", "var title: Any?",
      "var title: NSObject?", "var director: Person?", "var director: NSManagedObject?",
      "var director: Star?", "var cast: NSOrderedSet?", "var cast: [Person]",
      "var cast: NSMutableOrderedSet", "var tags: NSSet?", "var tags: Set<Tag>",
      "var tags: NSMutableSet", "var primitiveTitle: String?", "func addToCast(_ v: Person)",
      "func removeFromTags(_ v: NSSet)", "func insertIntoCast(_ v: Person, at i: Int)",
      "func addTagsObject(_ v: Tag)",
    ])
  func fitting(_ member: String) {
    #expect(Self.inMovie(member) == [])
  }

  @Test(
    "a name that its entity does not have is a warning at its line",
    arguments: [
      ("var titel: String?", "has no property 'titel'; did you mean 'title'?"),
      ("var wholly: String?", "has no property 'wholly'; add it to the model, or remove the mark"),
      ("var primitiveTitel: String?", "has no property 'titel'; did you mean 'title'?"),
      ("func addToCasts(_ v: Person)", "has no relationship 'casts'; did you mean 'cast'?"),
      ("func removeFromGenre(_ v: Tag)", "has no relationship 'genre'; add it to the model"),
    ])
  func unknown(member: String, message: String) {
    let found = Self.inMovie(member)
    #expect(found.count == 1)
    let words = member.split { !$0.isLetter }
    #expect(
      found.first?.hasPrefix(
        "Movie.swift:2:\(words[0] == "func" ? 19 : 18): warning: '\(words[1])' is marked '@NSManaged', "
          + "but entity 'Movie' \(message)") == true, "\(found)")
  }

  @Test(
    "a type that its attribute or relationship cannot have is a warning",
    arguments: [
      (
        "var title: Int32",
        "'Int32', but 'title' of entity 'Movie' is an attribute of the type String; use 'String?'"
      ),
      ("var title: Int32?", "'Int32?', but 'title'"), ("var title: Stars", "'Stars', but 'title'"),
      ("var title: Date", "'Date', but 'title'"), ("var title: Person?", "'Person?', but 'title'"),
      ("var title: [String]", "'[String]', but 'title'"),
      ("var year: String", "of the type Integer 16; use 'Int16' or 'NSNumber?'"),
      ("var year: Decimal", "'Decimal', but 'year'"), ("var year: Words", "'Words', but 'year'"),
      ("var price: String?", "of the type Decimal; use 'NSDecimalNumber?'"),
      ("var released: Int", "'Int', but 'released'"), ("var key: String?", "use 'UUID?'"),
      ("var link: String?", "use 'URL?'"), ("var poster: UUID?", "use 'Data?'"),
      ("var director: Tag?", "is a relationship to one 'Person'; use an optional of the class"),
      ("var director: NSSet?", "is a relationship to one 'Person'"),
      ("var cast: NSSet?", "is an ordered relationship to many 'Person'; use 'NSOrderedSet?'"),
      ("var cast: Set<Person>", "is an ordered relationship to many 'Person'"),
      ("var tags: NSOrderedSet?", "is a relationship to many 'Tag'; use 'NSSet?' or a 'Set'"),
      ("var tags: Set<Person>", "is a relationship to many 'Tag'"),
      ("var tags: Tag?", "is a relationship to many 'Tag'"),
    ])
  func unfit(member: String, message: String) {
    let found = Self.inMovie(member)
    #expect(found.count == 1 && found[0].hasPrefix("Movie.swift:2:18: warning: "), "\(found)")
    #expect(found.first?.contains(message) == true, "\(found)")
  }

  @Test(
    "a function for what has no members, or no order, is a warning",
    arguments: [
      (
        "func addToDirector(_ v: Person)",
        "'director' of entity 'Movie' is a relationship to one 'Person'; such functions are"
      ),
      (
        "func insertIntoTags(_ v: Tag, at i: Int)",
        "'tags' of entity 'Movie' is a relationship to many 'Tag'; make"
      ),
      ("func removeFromTags(at i: Int)", "make the relationship ordered in the model"),
    ])
  func functions(member: String, message: String) {
    let found = Self.inMovie(member)
    #expect(found.count == 1 && found.first?.contains(": warning: ") == true)
    #expect(found.first?.contains(message) == true, "\(found)")
  }

  @Test(
    "nothing is said of classes that no entity names, or that several share as one of them has it")
  func shared() {
    #expect(Self.findings("class Other: NSManagedObject { @NSManaged var x: Int }") == [])
    #expect(
      Self.findings(
        "class Shared: NSManagedObject { @NSManaged var one: String?; @NSManaged var two: String? }"
      )
        == [])
    #expect(Self.findings("class Shared: NSManagedObject { @NSManaged var three: Int }").count == 1)
    #expect(Self.findings("extension Person { @NSManaged var fame: Int16 }") == [])
    #expect(Self.findings("extension Star { @NSManaged var fame: String }").count == 1)
  }

  @Test("warnings keep nothing from being written")
  func written() {
    var options = ClassOptions()
    options.ownModule = "App"
    let shims = ManagedShims(
      module: "App",
      sources: [
        SwiftSource(
          path: "A.swift", text: "class Tag: NSManagedObject { @NSManaged var nam: String? }")
      ], entities: ClassGenerator(options).generate(xml: Data(Self.model.utf8)).entities)
    #expect(shims.diagnostics.map(\.severity) == [.warning])
    #expect(shims.symbols.count == 2)
  }
}
