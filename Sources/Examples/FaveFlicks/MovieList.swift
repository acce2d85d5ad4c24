import CoreData

/// What can be done with the movies.
struct MovieList {
  let context: NSManagedObjectContext

  func movies(matching text: String? = nil) throws -> [Movie] {
    let request: NSFetchRequest<Movie> = Movie.fetchRequest()
    if let text {
      request.predicate = NSPredicate(
        format: "title CONTAINS[cd] %@ OR director.name CONTAINS[cd] %@ OR genre ==[cd] %@",
        text, text, text)
    }
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Movie.releaseDate, ascending: true),
      NSSortDescriptor(keyPath: \Movie.title, ascending: true),
    ]
    return try context.fetch(request)
  }

  func add(_ title: String, genre: String?, released: Date?, director: String?) throws -> Movie {
    let movie = Movie(context: context)
    movie.title = title
    movie.genre = genre
    movie.releaseDate = released
    movie.director = try director.map(self.director(named:))
    try context.save()
    return movie
  }

  func delete(_ movie: Movie) throws {
    context.delete(movie)
    try context.save()
  }

  /// The one movie that is meant.
  func movie(_ choice: MovieChoice) throws -> Movie {
    switch choice {
    case .title(let title):
      let request: NSFetchRequest<Movie> = Movie.fetchRequest()
      request.predicate = NSPredicate(format: "title ==[c] %@", title)
      let found = try context.fetch(request)
      if found.count > 1 { throw MovieError.ambiguous(title, found.map(\.line)) }
      guard let movie = found.first else { throw MovieError.unknownTitle(title) }
      return movie
    case .id(let id):
      guard let movie = try movies().first(where: { $0.shortID == id }) else {
        throw MovieError.unknownID(id)
      }
      return movie
    }
  }

  /// The director of a name, who is new where no movie had him or her before.
  private func director(named name: String) throws -> Director {
    let request: NSFetchRequest<Director> = Director.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", name)
    request.fetchLimit = 1
    if let director = try context.fetch(request).first { return director }
    let director = Director(context: context)
    director.name = name
    return director
  }
}
