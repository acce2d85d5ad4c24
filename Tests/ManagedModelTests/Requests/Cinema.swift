import ManagedModel
import Predicates
import Testing

/// The model that predicates and requests are held against.
enum Cinema {
  static let text = Sample.model(
    """
    <entity name="Movie" syncable="YES">
        <attribute name="title" optional="YES" attributeType="String"/>
        <attribute name="year" optional="YES" attributeType="Integer 16"/>
        <attribute name="votes" optional="YES" attributeType="Integer 64"/>
        <attribute name="rating" optional="YES" attributeType="Double"/>
        <attribute name="price" optional="YES" attributeType="Decimal"/>
        <attribute name="seen" optional="YES" attributeType="Boolean"/>
        <attribute name="released" optional="YES" attributeType="Date"/>
        <attribute name="poster" optional="YES" attributeType="Binary"/>
        <attribute name="code" optional="YES" attributeType="UUID"/>
        <attribute name="page" optional="YES" attributeType="URI"/>
        <attribute name="extra" optional="YES" attributeType="Transformable"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <attribute name="label" optional="YES" transient="YES" attributeType="String"/>
        <relationship name="director" optional="YES" maxCount="1" deletionRule="Nullify" \
    destinationEntity="Director" inverseName="movies" inverseEntity="Director"/>
        <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Tag" inverseName="movies" inverseEntity="Tag"/>
        <fetchedProperty name="similar" optional="YES">
            <fetchRequest name="fetchedPropertyFetchRequest" entity="Movie" \
    predicateString="year == $FETCH_SOURCE.year"/>
        </fetchedProperty>
    </entity>
    <entity name="Series" parentEntity="Movie" syncable="YES">
        <attribute name="seasons" optional="YES" attributeType="Integer 16"/>
    </entity>
    <entity name="Director" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="movies" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Movie" inverseName="director" inverseEntity="Movie"/>
    </entity>
    <entity name="Tag" syncable="YES">
        <attribute name="name" optional="YES" attributeType="String"/>
        <relationship name="movies" optional="YES" toMany="YES" deletionRule="Nullify" \
    destinationEntity="Movie" inverseName="tags" inverseEntity="Movie"/>
    </entity>
    <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="seats" optional="YES" attributeType="Integer 32"/>
    </composite>
    """)

  static func model() throws -> NSManagedObjectModel {
    let reading = Sample.read(text)
    #expect(reading.diagnostics.isEmpty)
    return try #require(reading.model)
  }

  /// What is said of a predicate for movies.
  static func findings(
    _ format: String, _ arguments: [Any?] = [], entity: String = "Movie"
  ) throws -> [String] {
    let model = try model()
    let entity = try #require(model.entitiesByName[entity])
    let predicate = try NSPredicate(validating: format, arguments: arguments)
    return problems(of: predicate, for: entity).map(\.description)
  }
}
