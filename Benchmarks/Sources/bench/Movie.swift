import Foundation
import OpenCoreData

/// The classes of the workload's entities, as `momc` writes them.
final class Movie: NSManagedObject {
  private enum Slots {
    static let id = ManagedKey("id")
    static let title = ManagedKey("title")
    static let genre = ManagedKey("genre")
    static let releaseDate = ManagedKey("releaseDate")
    static let rating = ManagedKey("rating")
    static let runtime = ManagedKey("runtime")
    static let isFavorite = ManagedKey("isFavorite")
    static let summary = ManagedKey("summary")
    static let poster = ManagedKey("poster")
    static let director = ManagedKey("director")
  }

  var id: Int64 {
    get { managed(Slots.id) }
    set { setManaged(newValue, Slots.id) }
  }
  var title: String? {
    get { managed(Slots.title) }
    set { setManaged(newValue, Slots.title) }
  }
  var genre: String? {
    get { managed(Slots.genre) }
    set { setManaged(newValue, Slots.genre) }
  }
  var releaseDate: Date? {
    get { managed(Slots.releaseDate) }
    set { setManaged(newValue, Slots.releaseDate) }
  }
  var rating: Double {
    get { managed(Slots.rating) }
    set { setManaged(newValue, Slots.rating) }
  }
  var runtime: Int32 {
    get { managed(Slots.runtime) }
    set { setManaged(newValue, Slots.runtime) }
  }
  var isFavorite: Bool {
    get { managed(Slots.isFavorite) }
    set { setManaged(newValue, Slots.isFavorite) }
  }
  var summary: String? {
    get { managed(Slots.summary) }
    set { setManaged(newValue, Slots.summary) }
  }
  var poster: Data? {
    get { managed(Slots.poster) }
    set { setManaged(newValue, Slots.poster) }
  }
  var director: Director? {
    get { managed(Slots.director) }
    set { setManaged(newValue, Slots.director) }
  }

  /// Reads every attribute; a number that depends on all of them.
  func readAttributes() -> Int {
    var sum = Int(truncatingIfNeeded: id) &+ Int(runtime) &+ (isFavorite ? 1 : 0) &+ Int(rating)
    sum &+= (title?.utf8.count ?? 0) &+ (genre?.utf8.count ?? 0) &+ (summary?.utf8.count ?? 0)
    sum &+= Int(releaseDate?.timeIntervalSinceReferenceDate ?? 0) &+ (poster?.count ?? 0)
    return sum
  }

  /// Reads every property; a number that depends on all of them.
  func readAll() -> Int { readAttributes() &+ (director == nil ? 0 : 1) }
}

final class Director: NSManagedObject {
  private enum Slots {
    static let id = ManagedKey("id")
    static let name = ManagedKey("name")
  }

  var id: Int64 {
    get { managed(Slots.id) }
    set { setManaged(newValue, Slots.id) }
  }
  var name: String? {
    get { managed(Slots.name) }
    set { setManaged(newValue, Slots.name) }
  }

  /// Reads every property; a number that depends on both.
  func readAll() -> Int { Int(truncatingIfNeeded: id) &+ (name?.utf8.count ?? 0) }
}
