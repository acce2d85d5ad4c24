import CoreData
import ExampleArguments

extension Movie {
  /// The last part of the object's URI: enough to tell the movies of one store apart.
  var shortID: String { objectID.uriRepresentation().lastPathComponent }

  /// The movie as a line of a list.
  var line: String {
    let facts = [title, genre, director?.name].compactMap { $0 }.filter { !$0.isEmpty }
      .joined(separator: " · ")
    return "\(releaseDate?.day ?? "no date   ")  \(facts)  [\(shortID)]".forTerminal
  }
}
