import Foundation
import ModelCodegen
import Testing

@Suite("What generated classes can have beyond Xcode's")
struct ClassExtraTests {
  private static let model =
    Generated.entity(
      "Work",
      """
      <attribute name="title" attributeType="String" defaultValueString="x"/>
      <attribute name="icon" attributeType="Transformable" customClassName="UIImage"/>
      <attribute name="words" optional="YES" attributeType="Transformable" customClassName="[String]"/>
      """)
    + Generated.entity(
      "Movie",
      """
      <attribute name="stars" optional="YES" attributeType="Integer 16"/>
      <relationship name="sequel" optional="YES" maxCount="1" destinationEntity="Movie"/>
      <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Work"/>
      <relationship name="cast" optional="YES" toMany="YES" ordered="YES" destinationEntity="Work"/>
      """, more: "parentEntity=\"Work\"")

  @Test("a snapshot holds all values that other threads may have, inherited ones first")
  func snapshot() {
    let generated = Generated(Self.model) { $0.hasSnapshots = true }
    #expect(
      generated.properties.contains(
        """
        nonisolated public struct MovieSnapshot: Sendable, Hashable, Identifiable {
            public var objectID: NSManagedObjectID
            public var title: String
            public var words: [String]?
            public var stars: Int16?
            public var cast: [NSManagedObjectID]
            public var sequel: NSManagedObjectID?
            public var tags: Set<NSManagedObjectID>

            public var id: NSManagedObjectID { objectID }

            public init(_ object: Movie) {
                objectID = object.objectID
                self.title = object.managed(MovieManagedKeys.title)
        """))
    #expect(
      generated.lines("self.").filter { $0.contains("MovieManagedKeys") }.suffix(3) == [
        """
        self.cast = (object.managed(MovieManagedKeys.cast) as NSOrderedSet)\
        .compactMap { ($0 as? NSManagedObject)?.objectID }
        """,
        "self.sequel = (object.managed(MovieManagedKeys.sequel) as NSManagedObject?)?.objectID",
        """
        self.tags = Set((object.managed(MovieManagedKeys.tags) as Set<NSManagedObject>)\
        .map { $0.objectID })
        """,
      ])
  }

  @Test("key constants name all properties, inherited ones too")
  func keys() {
    let generated = Generated(Self.model) { $0.hasKeys = true }
    #expect(
      generated.properties.contains(
        """
            public enum Keys {
                public static let icon = "icon"
                public static let title = "title"
                public static let words = "words"
                public static let stars = "stars"
                public static let cast = "cast"
                public static let sequel = "sequel"
                public static let tags = "tags"
            }

        """))
  }

  @Test("user info of an entity goes before the options, for its subentities too")
  func choices() {
    let info = """
      <userInfo>
      <entry key="swiftAccess" value="internal"/>
      <entry key="swiftToMany" value="typed"/>
      <entry key="swiftOptionality" value="model"/>
      <entry key="swiftImport" value="CoreData"/>
      <entry key="swiftKeys" value="YES"/>
      <entry key="swiftSnapshot" value="YES"/>
      </userInfo>
      """
    let many =
      "<relationship name=\"xs\" optional=\"YES\" toMany=\"YES\" destinationEntity=\"Other\"/>"
    let generated = Generated(
      Generated.entity("Work", info) + Generated.entity("Other")
        + Generated.entity("Movie", many, more: "parentEntity=\"Work\""))
    #expect(generated.findings == [])
    #expect(generated.properties.contains("\n    var xs: Set<Other> {"))
    #expect(generated.properties.contains("\nimport CoreData\n"))
    #expect(generated.properties.contains("struct MovieSnapshot"))
    #expect(generated.properties.contains("enum Keys"))
    #expect(generated["Other+CoreDataClass.swift"].contains("public class Other"))
  }

  @Test("a choice that is none is reported once, with those that are")
  func badChoice() {
    let info = "<userInfo><entry key=\"swiftToMany\" value=\"sets\"/></userInfo>"
    let generated = Generated(
      Generated.entity("Work", info) + Generated.entity("Movie", more: "parentEntity=\"Work\""))
    #expect(
      generated.findings == [
        "m:2:1: error: user info 'swiftToMany' of entity 'Work' is 'sets'; expected 'untyped' or 'typed'"
      ])
  }

  @Test(
    "a class is Identifiable unless its 'id' may not do",
    arguments: [
      ("UUID", true), ("String", true), ("Transformable", true),
      ("Transformable\" customClassName=\"Point", false),
    ])
  func identifiable(type: String, isIdentifiable: Bool) {
    let generated = Generated.movie("<attribute name=\"id\" attributeType=\"\(type)\"/>")
    #expect(generated.properties.contains("extension Movie: Identifiable {}") == isIdentifiable)
  }

  @Test("a module is imported where its types are in the text, inherited ones in a snapshot only")
  func imports() {
    func attribute(_ name: String, _ type: String) -> String {
      """
      <attribute name="\(name)" attributeType="Integer 16">
      <userInfo><entry key="swiftType" value="\(type)"/></userInfo>
      </attribute>
      """
    }
    let icon = """
      <attribute name="icon" attributeType="Transformable" customClassName="UIKit.UIImage"/>
      """
    let model =
      Generated.entity("Work", attribute("rating", "Ratings.Rating") + icon)
      + Generated.entity("Movie", more: "parentEntity=\"Work\"")
    let plain = Generated(model)
    #expect(
      plain["Work+CoreDataProperties.swift"].contains("import Ratings\npublic import UIKit\n"))
    #expect(!plain.properties.contains("Ratings"))
    let copied = Generated(model) { $0.hasSnapshots = true }.properties
    #expect(copied.contains("\npublic import Ratings\n") && !copied.contains("UIKit"))
  }
}
