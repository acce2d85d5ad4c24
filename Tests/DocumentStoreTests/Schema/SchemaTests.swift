import DocumentStore
import Foundation
import ManagedModel
import Testing

@Suite("A schema of a model")
struct SchemaTests {
  @Test("has a table for each concrete entity, inherited columns first")
  func tables() throws {
    let schema = try Schema(model: Museum.model())
    #expect(schema.tables.map(\.name) == ["Painting", "Room", "Visitor"])
    #expect(schema.tables[0].columns.map(\.name) == ["title", "made", "room", "width"])
    #expect(schema.tableIndex(named: "Work") == nil)
    #expect(schema.tableIndex(named: "Room") == 1)
    #expect(schema.tables[0].columnIndex(named: "width") == 3)
  }

  @Test("gives transient columns no leaves, and a composite one for its presence")
  func leaves() throws {
    let room = try Schema(model: Museum.model()).tables[1]
    #expect(room.columns[room.columnIndex(named: "crowd") ?? 0].leaves.isEmpty)
    let place = room.columns[room.columnIndex(named: "place") ?? 0]
    #expect(place.leaves.count == 3)
    #expect(place.elements.map(\.leaves.count) == [1, 1])
    #expect(room.leafTypes[place.leaves.lowerBound] == .boolean)
  }

  @Test("leads a relationship to the tables of the destination and of those that inherit from it")
  func destinations() throws {
    let room = try Schema(model: Museum.model()).tables[1]
    let works = try #require(room.columns[room.columnIndex(named: "works") ?? 0].relationship)
    #expect(works.destinationTables == [true, false, false])
    #expect(works.inverseColumns == [2, -1, -1])
    #expect(works.destinationName == "Work")
  }

  @Test("writes one side of a pair: the ordered, else the to-one, else the one that sorts first")
  func writtenSides() throws {
    func isWritten(_ entity: String, _ name: String, _ schema: Schema) -> Bool? {
      let table = schema.tables[schema.tableIndex(named: entity) ?? 0]
      return table.columns[table.columnIndex(named: name) ?? 0].relationship?.isWritten
    }
    let schema = try Schema(model: Museum.model())
    #expect(isWritten("Painting", "room", schema) == true)
    #expect(isWritten("Room", "works", schema) == false)
    #expect(isWritten("Room", "tour", schema) == true)
    #expect(isWritten("Visitor", "tourRooms", schema) == false)
    #expect(isWritten("Visitor", "friends", schema) == true)
    #expect(isWritten("Room", "favouriteOf", schema) == true)
    #expect(isWritten("Visitor", "favourites", schema) == false)
  }

  @Test("brings defaults and limits into the column's own type")
  func defaultsAndLimits() throws {
    let painting = try Schema(model: Museum.model()).tables[0]
    let width = painting.columns[3]
    #expect(width.type == .int16)
    #expect(width.defaultValue == .integer(40))
    #expect(width.rules.minimum == .integer(2))
    #expect(width.rules.maximum == .integer(9))
    #expect(width.violations(of: .integer(1)) == [.belowMinimum])
    #expect(width.violations(of: .integer(40_000)) == [.outOfRange])
    #expect(painting.columns[1].rules.minimum == .date(0))
  }

  @Test("refuses a stored attribute without a type, and a configuration that is not there")
  func refusals() throws {
    let model = Museum.model()
    #expect(throws: StoreError.self) { try Schema(model: model, configuration: "Cellar") }
    let entity = NSEntityDescription()
    entity.name = "Thing"
    let attribute = NSAttributeDescription()
    attribute.name = "shape"
    entity.properties = [attribute]
    let untyped = NSManagedObjectModel()
    untyped.entities = [entity]
    untyped.freeze()
    #expect(throws: StoreError.self) { try Schema(model: untyped) }
  }
}

/// A model that has each kind of thing a schema cares about.
enum Museum {
  static func model() -> NSManagedObjectModel {
    let (work, painting, room, visitor) = (
      entity("Work"), entity("Painting"), entity("Room"), entity("Visitor")
    )
    work.isAbstract = true
    work.subentities = [painting]
    let made = attribute("made", .dateAttributeType)
    made.limits.earliest = Date(timeIntervalSinceReferenceDate: 0)
    let width = attribute("width", .integer16AttributeType)
    width.defaultValue = 40
    width.limits.minimum = Decimal(string: "1.5")
    width.limits.maximum = Decimal(string: "9.5")
    let crowd = attribute("crowd", .integer64AttributeType)
    crowd.isTransient = true
    let place = NSCompositeAttributeDescription()
    place.name = "place"
    place.elements = [
      attribute("floor", .integer32AttributeType), attribute("wing", .stringAttributeType),
    ]
    let inRoom = relationship("room", to: room, many: false)
    let works = relationship("works", to: work, many: true)
    let tour = relationship("tour", to: visitor, many: true)
    tour.isOrdered = true
    let tourRooms = relationship("tourRooms", to: room, many: true)
    let friends = relationship("friends", to: visitor, many: true)
    let favourites = relationship("favourites", to: room, many: true)
    let favouriteOf = relationship("favouriteOf", to: visitor, many: true)
    pair(inRoom, works)
    pair(tour, tourRooms)
    pair(favourites, favouriteOf)
    pair(friends, friends)
    work.properties = [attribute("title", .stringAttributeType), made, inRoom]
    painting.properties = [width]
    room.properties = [place, crowd, works, tour, favouriteOf]
    visitor.properties = [tourRooms, friends, favourites]
    let model = NSManagedObjectModel()
    model.entities = [work, painting, room, visitor]
    model.freeze()
    return model
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    return attribute
  }

  private static func relationship(
    _ name: String, to entity: NSEntityDescription, many: Bool
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.maxCount = many ? 0 : 1
    return relationship
  }

  private static func pair(
    _ one: NSRelationshipDescription, _ other: NSRelationshipDescription
  ) {
    one.inverseRelationship = other
    other.inverseRelationship = one
  }
}
