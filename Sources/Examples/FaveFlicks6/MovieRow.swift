import CoreData
import ExampleArguments

/// What a list shows of a movie: values, which may leave the context's queue.
struct MovieRow: Sendable {
  /// The movie's own values, in the struct that the plugin generates because the model asks for `swiftSnapshot`.
  let movie: MovieSnapshot
  let director: String?

  init(_ movie: Movie) {
    self.movie = MovieSnapshot(movie)
    director = movie.director?.name
  }

  /// The last part of the object's URI: enough to tell the movies of one store apart.
  var shortID: String { movie.objectID.uriRepresentation().lastPathComponent }

  /// The movie as a line of a list.
  var line: String {
    let facts = [movie.title, movie.genre, director].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " · ")
    return "\(movie.releaseDate?.day ?? "no date   ")  \(facts)  [\(shortID)]".forTerminal
  }
}
