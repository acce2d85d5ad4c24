import ModelCodegen
import Testing

@Suite("Files of generated classes")
struct ClassFileTests {
  private static let movie = """
    <attribute name="title" optional="YES" attributeType="String"/>
    <attribute name="stars" optional="YES" attributeType="Integer 16" usesScalarValueType="YES"/>
    """

  @Test("a class is a file of its own, with the names of its properties")
  func classFile() {
    #expect(
      Generated.movie(Self.movie)["Movie+CoreDataClass.swift"] == """
        // This file was automatically generated and should not be edited.
        // swift-format-ignore-file
        // swiftlint:disable all

        public import OpenCoreData

        nonisolated public class Movie: NSManagedObject {

            public override class func managedName(of keyPath: AnyKeyPath) -> String? {
                switch keyPath {
                case \\Movie.stars: return "stars"
                case \\Movie.title: return "title"
                default: return super.managedName(of: keyPath)
                }
            }

        }

        """)
  }

  @Test("properties are in an extension, sorted by name, each read and written by its token")
  func propertiesFile() {
    #expect(
      Generated.movie(Self.movie).properties == """
        // This file was automatically generated and should not be edited.
        // swift-format-ignore-file
        // swiftlint:disable all

        public import OpenCoreData

        nonisolated extension Movie {

            @nonobjc public class func fetchRequest() -> NSFetchRequest<Movie> {
                return NSFetchRequest<Movie>(entityName: "Movie")
            }

            public var stars: Int16 {
                get { managed(MovieManagedKeys.stars) }
                set { setManaged(newValue, MovieManagedKeys.stars) }
            }

            public var title: String? {
                get { managed(MovieManagedKeys.title) }
                set { setManaged(newValue, MovieManagedKeys.title) }
            }

        }

        nonisolated extension Movie: Identifiable {}

        nonisolated private enum MovieManagedKeys {
            static let stars = ManagedKey("stars")
            static let title = ManagedKey("title")
        }

        """)
  }

  @Test("Class Definition gives both files, Category/Extension one, Manual/None no file")
  func codegen() {
    func names(_ type: String, _ codegen: ClassOptions.Codegen? = nil) -> [String] {
      let entity = "<entity name=\"Movie\" representedClassName=\"Movie\" \(type)/>"
      return Generated(entity) { $0.codegen = codegen }.result.files.map(\.name)
    }
    let both = ["Movie+CoreDataClass.swift", "Movie+CoreDataProperties.swift"]
    #expect(names("codeGenerationType=\"class\"") == both)
    #expect(names("codeGenerationType=\"category\"") == ["Movie+CoreDataProperties.swift"])
    #expect(names("") == [])
    #expect(names("", .class) == both)
    #expect(names("codeGenerationType=\"class\"", .category) == [both[1]])
  }

  @Test(
    "the class is the last part of what the model names",
    arguments: ["Film", ".Film", "Core.Film"])
  func className(_ stated: String) {
    let generated = Generated(
      "<entity name=\"Movie\" representedClassName=\"\(stated)\" codeGenerationType=\"class\"/>")
    #expect(
      generated.result.files.map(\.name)
        == ["Film+CoreDataClass.swift", "Film+CoreDataProperties.swift"])
    #expect(
      generated.lines("return NSFetchRequest") == [
        "return NSFetchRequest<Film>(entityName: \"Movie\")"
      ])
  }

  @Test("an entity without a class of its own gets none, and is told so where it asks for one")
  func noClass() {
    let entity = "<entity name=\"Movie\" codeGenerationType=\"class\"/>"
    let asking = Generated(entity)
    #expect(asking.result.files.isEmpty)
    #expect(
      asking.findings == [
        """
        m:2:1: error: entity 'Movie' asks for a generated class but names none; add \
        representedClassName="Movie", or remove 'codeGenerationType'
        """
      ])
    #expect(Generated(entity) { $0.codegen = .class }.findings == [])
  }

  @Test("a subentity's class derives from its parent's, and leaves to it what all classes have")
  func inheritance() {
    let generated = Generated(
      Generated.entity("Work", "<attribute name=\"title\" attributeType=\"String\"/>") + "\n"
        + Generated.entity(
          "Movie", "<attribute name=\"length\" attributeType=\"Double\"/>",
          more: "parentEntity=\"Work\""))
    #expect(generated["Movie+CoreDataClass.swift"].contains("public class Movie: Work {"))
    #expect(generated["Work+CoreDataClass.swift"].contains("public class Work: NSManagedObject {"))
    #expect(
      !generated.properties.contains("title") && !generated.properties.contains("Identifiable"))
    // A public import that no public declaration needs draws a warning.
    #expect(generated["Movie+CoreDataClass.swift"].contains("\nimport OpenCoreData\n"))
  }

  @Test(
    "all declarations and imports have the access level that was chosen",
    arguments: ClassOptions.Access.allCases)
  func access(_ level: ClassOptions.Access) {
    let generated = Generated.movie(
      Self.movie + "<attribute name=\"icon\" attributeType=\"Transformable\" "
        + "customClassName=\"UIKit.UIImage\" optional=\"YES\"/>"
    ) {
      $0.access = level
      $0.hasKeys = true
      $0.hasSnapshots = true
    }
    let word = level == .internal ? "" : "\(level.rawValue) "
    #expect(generated.properties.contains("\n\(word)import OpenCoreData\n\(word)import UIKit\n"))
    #expect(generated.properties.contains("\n    \(word)var title: String? {"))
    #expect(generated.properties.contains("\nnonisolated \(word)struct MovieSnapshot:"))
    #expect(generated.properties.contains("\n        \(word)static let title = "))
    #expect(generated["Movie+CoreDataClass.swift"].contains("\nnonisolated \(word)class Movie:"))
    if level != .public {
      #expect(!generated.result.files.contains { $0.text.contains("public") })
    }
  }

  @Test("the shim module is imported where that is asked for")
  func module() {
    let generated = Generated.movie(Self.movie) { $0.module = .coreData }
    #expect(
      generated.lines("public import") == Array(repeating: "public import CoreData", count: 2))
  }

  @Test("the text does not depend on the order in the model")
  func stability() {
    let entities = [
      Generated.entity("A", "<attribute name=\"x\" attributeType=\"String\"/>"),
      Generated.entity("B", Self.movie), Generated.entity("C"),
    ]
    let (one, other) = (
      Generated(entities.joined(separator: "\n")),
      Generated(entities.reversed().joined(separator: "\n"))
    )
    #expect(one.result.files == other.result.files)
    #expect(one.result.files.count == 6)
  }

  @Test("all classes in one file have the imports of each, as visible as any needs them")
  func oneFile() {
    let image = """
      <attribute name="image" attributeType="Transformable" customClassName="UIKit.UIImage"/>
      <userInfo><entry key="swiftAccess" value="internal"/></userInfo>
      """
    let generated = Generated(Generated.entity("Movie", Self.movie) + Generated.entity("A", image))
    let beginning = """
      // swiftlint:disable all

      public import OpenCoreData
      import UIKit

      nonisolated class A: NSManagedObject {

      """
    #expect(generated.result.text.contains(beginning))
    #expect(
      generated.result.text.contains("\n\nnonisolated public class Movie: NSManagedObject {\n"))
    #expect(!generated.result.text.contains("\n\n\n"))
  }
}
