import Foundation
import OpenCoreData

/// A class as `momc` writes it.
private final class Film: NSManagedObject {
  private enum Slots {
    static let year = ManagedKey("year")
    static let rating = ManagedKey("rating")
    static let title = ManagedKey("title")
    static let released = ManagedKey("released")
    static let studio = ManagedKey("studio")
    static let sequels = ManagedKey("sequels")
  }

  var year: Int64 {
    get { managed(Slots.year) }
    set { setManaged(newValue, Slots.year) }
  }
  var rating: Double {
    get { managed(Slots.rating) }
    set { setManaged(newValue, Slots.rating) }
  }
  var title: String? {
    get { managed(Slots.title) }
    set { setManaged(newValue, Slots.title) }
  }
  var released: Date? {
    get { managed(Slots.released) }
    set { setManaged(newValue, Slots.released) }
  }
  var studio: Film? {
    get { managed(Slots.studio) }
    set { setManaged(newValue, Slots.studio) }
  }
  var sequels: Set<Film> {
    get { managed(Slots.sequels) }
    set { setManaged(newValue, Slots.sequels) }
  }
  var sequelSet: NSSet? {
    get { managed(Slots.sequels) }
    set { setManaged(newValue, Slots.sequels) }
  }
}

/// What a class with stored properties costs.
private final class PlainFilm {
  var year: Int64 = 0
  var rating = 0.0
  var title: String?
  var released: Date?
}

extension Operation {
  /// Reads and sets properties of a hundred saved objects, again and again; gives nanoseconds for one access.
  ///
  /// A context of its own queue is used, whose objects are not observed; `observable` is the main queue's.
  static func access(_ paths: [URL], _ repetitions: Int) throws -> Result {
    var result = Result(amount: AccessedFilms.count)
    result.setup = Usage.now
    for isObservable in [false, true] {
      let films = try AccessedFilms(isObservable: isObservable)
      for _ in 0..<repetitions {
        for (name, nanoseconds) in films.measure() {
          let name = isObservable ? "observable-\(name)" : name
          result.parts[name, default: 0] += nanoseconds / Double(repetitions)
        }
      }
    }
    return result
  }
}

private struct AccessedFilms {
  static let count = 100
  private static let rounds = 10_000

  private let context: NSManagedObjectContext
  private let films: [Film]
  private let plain: [PlainFilm]

  init(isObservable: Bool) throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
    try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    self.context = context
    context.isObservable = isObservable
    context.persistentStoreCoordinator = coordinator
    let films = (0..<Self.count).map { _ in Film(context: context) }
    for (index, film) in films.enumerated() {
      film.title = "A title of twenty ch"
      film.year = Int64(1900 + index)
      film.rating = Double(index) / 10
      film.released = Date(timeIntervalSinceReferenceDate: Double(index))
      film.studio = films[index / 10]
    }
    try context.save()
    self.films = films
    plain = films.map { film in
      let plain = PlainFilm()
      plain.title = film.title
      plain.year = film.year
      return plain
    }
  }

  private static func model() -> NSManagedObjectModel {
    let film = NSEntityDescription()
    film.name = "Film"
    film.managedObjectClassName = String(reflecting: Film.self)
    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    let (studio, sequels) = (NSRelationshipDescription(), NSRelationshipDescription())
    (studio.name, sequels.name) = ("studio", "sequels")
    studio.maxCount = 1
    for (one, other) in [(studio, sequels), (sequels, studio)] {
      one.destinationEntity = film
      one.inverseRelationship = other
    }
    film.properties = [
      attribute("year", .integer64AttributeType), attribute("rating", .doubleAttributeType),
      attribute("title", .stringAttributeType), attribute("released", .dateAttributeType),
      studio, sequels,
    ]
    let model = NSManagedObjectModel()
    model.entities = [film]
    return model
  }

  /// Nanoseconds for each kind of access.
  func measure() -> [(String, Double)] {
    let (title, date) = ("Another title of 20 c", Date(timeIntervalSinceReferenceDate: 7))
    return [
      ("get-int64", time(films) { film, sum in sum = sum &* 31 &+ film.year }),
      ("get-double", time(films) { film, sum in sum &+= Int64(film.rating) }),
      (
        "get-string",
        time(films) { film, sum in sum = sum &* 31 &+ Int64(film.title?.utf8.count ?? 0) }
      ),
      ("get-date", time(films) { film, sum in sum &+= film.released == nil ? 0 : 1 }),
      ("get-to-one", time(films) { film, sum in sum &+= film.studio == nil ? 0 : 1 }),
      ("get-set", time(films, 10) { film, sum in sum &+= Int64(film.sequels.count) }),
      ("get-nsset", time(films, 10) { film, sum in sum &+= Int64(film.sequelSet?.count ?? 0) }),
      (
        "set-int64",
        time(films) { film, sum in
          film.year = sum; sum &+= 1
        }
      ),
      ("set-double", time(films) { film, sum in film.rating = Double(sum) }),
      ("set-string", time(films) { film, _ in film.title = title }),
      ("set-date", time(films) { film, _ in film.released = date }),
      ("set-to-one", time(films, 10) { film, _ in film.studio = films[0] }),
      ("stored-get-int64", time(plain) { film, sum in sum = sum &* 31 &+ film.year }),
      (
        "stored-get-string",
        time(plain) { film, sum in sum = sum &* 31 &+ Int64(film.title?.utf8.count ?? 0) }
      ),
      (
        "stored-set-int64",
        time(plain) { film, sum in
          film.year = sum; sum &+= 1
        }
      ),
      ("stored-set-string", time(plain) { film, _ in film.title = title }),
    ]
  }

  /// Nanoseconds for one call of a body.
  ///
  /// References are not counted on the way to an object: that would cost more than what is measured, and the compiler
  /// can leave it out for one side and not for the other.
  @inline(__always)
  private func time<Object: AnyObject>(
    _ objects: [Object], _ divisor: Int = 1, _ body: (Object, inout Int64) -> Void
  ) -> Double {
    let borrowed = objects.map(Unmanaged.passUnretained)
    var sum: Int64 = 0
    for object in borrowed { object._withUnsafeGuaranteedRef { body($0, &sum) } }
    let rounds = Self.rounds / divisor
    let begin = Self.processorTime
    for _ in 0..<rounds {
      for object in borrowed { object._withUnsafeGuaranteedRef { body($0, &sum) } }
    }
    let nanoseconds = Self.processorTime - begin
    keep(sum)
    return nanoseconds / Double(rounds * objects.count)
  }

  /// The nanoseconds that the process has had so far; finer than what the system counts in ticks.
  private static var processorTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// Uses a number, so that what made it is not left out.
@inline(never)
private func keep(_ number: Int64) {
  if number == .min { print(number) }
}
