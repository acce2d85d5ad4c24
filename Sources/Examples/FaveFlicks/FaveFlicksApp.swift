import CoreData
import ExampleArguments

@main
struct FaveFlicksApp {
  static let usage = """
    usage: FaveFlicks [--store FILE] COMMAND

      add TITLE [--genre GENRE] [--released YYYY-MM-DD] [--director NAME]
      list [--search TEXT]        TEXT is part of a title or of a director's name, or a genre
      delete TITLE                or, where several movies have the title: delete --id ID

    FILE is an XML document if it ends in .xml. Without it the movies lie in your folder for data.
    """

  // The context of a container is for the main thread, which an async main otherwise leaves.
  @MainActor
  static func main() async {
    await CommandLine.run(usage: usage) { arguments in
      let file = try arguments.option("store")
      let command = try Command(&arguments)
      let persistence = try PersistenceController(url: file.map { URL(fileURLWithPath: $0) })
      try run(command, with: MovieList(context: persistence.container.viewContext))
    }
  }

  static func run(_ command: Command, with list: MovieList) throws {
    switch command {
    case .add(let title, let genre, let released, let director):
      print(try list.add(title, genre: genre, released: released, director: director).line)
    case .list(let search):
      for movie in try list.movies(matching: search) { print(movie.line) }
    case .delete(let choice):
      let movie = try list.movie(choice)
      let line = movie.line
      try list.delete(movie)
      print("deleted", line)
    }
  }
}
