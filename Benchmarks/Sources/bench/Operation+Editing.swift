import Foundation
import OpenCoreData

extension Operation {
  /// Inserts a graph in events, takes all of them back, puts them in force again, and deletes it with what depends
  /// on it; each part is timed for itself.
  static func editGraph(_ paths: [URL], _ repetitions: Int) throws -> Result {
    guard let movieCount = Int(paths[0].lastPathComponent.drop { !$0.isNumber }) else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: paths[0].path])
    }
    var result = Result(amount: movieCount)
    for round in 0..<repetitions {
      let graph = try EditedGraph(movieCount: movieCount)
      if round == 0 { result.setup = Usage.now }
      for (name, part) in graph.parts {
        let begin = Usage.now.seconds
        try part()
        result.parts[name, default: 0] += (Usage.now.seconds - begin) / Double(repetitions)
      }
      try graph.check()
    }
    return result
  }
}

/// Directors with ten movies each, which are deleted with them, and a hundred tags that share all movies: one
/// relationship whose lists stay short, and one whose lists grow with the graph.
private struct EditedGraph {
  private static let moviesOfEvent = 100
  private static let moviesOfDirector = 10
  private static let tagCount = 100

  private let context: NSManagedObjectContext
  private let manager = UndoManager()
  private let eventCount: Int
  private let tags: [NSManagedObject]

  init(movieCount: Int) throws {
    eventCount = movieCount / Self.moviesOfEvent
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    tags = (0..<Self.tagCount).map { number in
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue("tag \(number)", forKey: "name")
      return tag
    }
    context.undoManager = manager
    self.context = context
  }

  var parts: [(String, () throws -> Void)] {
    [("insert", insert), ("undo", undo), ("redo", redo), ("delete", delete)]
  }

  /// Whether every part did what it is measured for.
  func check() throws {
    let left = context.insertedObjects.count
    guard left == Self.tagCount, manager.undoCount == 2 * eventCount else {
      throw CocoaError(
        .validationMissingMandatoryProperty,
        userInfo: [NSLocalizedDescriptionKey: "\(left) objects, \(manager.undoCount) events"])
    }
  }

  // MARK: Parts

  private func insert() {
    for event in 0..<eventCount {
      for number in 0..<Self.moviesOfEvent / Self.moviesOfDirector {
        let director = NSEntityDescription.insertNewObject(forEntityName: "Director", into: context)
        director.setValue("director \(number)", forKey: "name")
        for place in 0..<Self.moviesOfDirector {
          insertMovie(
            event * Self.moviesOfEvent + number * Self.moviesOfDirector + place, of: director)
        }
      }
      context.processPendingChanges()
    }
  }

  private func insertMovie(_ number: Int, of director: NSManagedObject) {
    let movie = NSEntityDescription.insertNewObject(forEntityName: "Movie", into: context)
    movie.setValue(Int64(number), forKey: "number")
    movie.setValue("movie \(number)", forKey: "title")
    movie.setValue(director, forKey: "director")
    // Two different tags, spread so that every event meets most of them.
    let first = number * 7 % Self.tagCount
    movie.setValue(
      Set([tags[first], tags[(first + 1 + number % 50) % Self.tagCount]]), forKey: "tags")
  }

  private func undo() { while manager.canUndo { context.undo() } }

  private func redo() { while manager.canRedo { context.redo() } }

  /// Deletes the directors, those of a hundred movies at a time, in the order in which a fetch gives them.
  private func delete() throws {
    let directors = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Director"))
    let moviesDeleted = { (number: Int) in (number + 1) * Self.moviesOfDirector }
    for (number, director) in directors.enumerated() {
      context.delete(director)
      if moviesDeleted(number) % Self.moviesOfEvent == 0 { context.processPendingChanges() }
    }
  }

  // MARK: Model

  private static func model() -> NSManagedObjectModel {
    let (movie, director, tag) = (entity("Movie"), entity("Director"), entity("Tag"))
    let directed = relationship("movies", to: movie, isToMany: true)
    let by = relationship("director", to: director)
    let tagged = relationship("movies", to: movie, isToMany: true)
    let tags = relationship("tags", to: tag, isToMany: true)
    directed.deleteRule = .cascadeDeleteRule
    (directed.inverseRelationship, by.inverseRelationship) = (by, directed)
    (tagged.inverseRelationship, tags.inverseRelationship) = (tags, tagged)
    movie.properties = [
      attribute("number", .integer64AttributeType), attribute("title", .stringAttributeType), by,
      tags,
    ]
    director.properties = [attribute("name", .stringAttributeType), directed]
    tag.properties = [attribute("name", .stringAttributeType), tagged]
    let model = NSManagedObjectModel()
    model.entities = [movie, director, tag]
    return model
  }

  private static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = true
    return attribute
  }

  private static func relationship(
    _ name: String, to target: NSEntityDescription, isToMany: Bool = false
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = target
    relationship.maxCount = isToMany ? 0 : 1
    relationship.isOptional = true
    relationship.deleteRule = .nullifyDeleteRule
    return relationship
  }
}
