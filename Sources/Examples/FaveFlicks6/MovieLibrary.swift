import CoreData

/// The movies, for use from any task: what comes out are values.
struct MovieLibrary: Sendable {
  private let container: NSPersistentContainer

  /// Opens the store in the default folder, or the file that the user chose.
  init(url: URL? = nil) throws {
    container = NSPersistentContainer(name: "FaveFlicks")
    if let url {
      container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: url)]
    }
    var failure: (any Error)?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
  }

  func movies(matching text: String? = nil) async throws -> [MovieRow] {
    let context = container.newBackgroundContext()
    return try await context.perform {
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
      return try context.fetch(request).map(MovieRow.init)
    }
  }

  func add(
    _ title: String, genre: String?, released: Date?, director: String?
  ) async throws -> MovieRow {
    try await container.performBackgroundTask { context in
      let movie = Movie(context: context)
      movie.title = title
      movie.genre = genre
      movie.releaseDate = released
      movie.director = try director.map { try .named($0, in: context) }
      try context.save()
      return MovieRow(movie)
    }
  }

  func delete(_ choice: MovieChoice) async throws -> MovieRow {
    let row = try await row(choice)
    try await container.performBackgroundTask { context in
      context.delete(try context.existingObject(with: row.movie.objectID))
      try context.save()
    }
    return row
  }

  /// The one movie that is meant.
  private func row(_ choice: MovieChoice) async throws -> MovieRow {
    switch choice {
    case .title(let title):
      let found = try await movies().filter {
        $0.movie.title?.caseInsensitiveCompare(title) == .orderedSame
      }
      if found.count > 1 { throw MovieError.ambiguous(title, found.map(\.line)) }
      guard let row = found.first else { throw MovieError.unknownTitle(title) }
      return row
    case .id(let id):
      guard let row = try await movies().first(where: { $0.shortID == id }) else {
        throw MovieError.unknownID(id)
      }
      return row
    }
  }
}

extension Director {
  /// The director of a name, who is new where no movie had him or her before.
  static func named(_ name: String, in context: NSManagedObjectContext) throws -> Director {
    let request: NSFetchRequest<Director> = Director.fetchRequest()
    request.predicate = NSPredicate(format: "name == %@", name)
    request.fetchLimit = 1
    if let director = try context.fetch(request).first { return director }
    let director = Director(context: context)
    director.name = name
    return director
  }
}
