import CoreData
import ExampleArguments

@main
struct FaveFlicksApp {
  static let usage = """
    usage: FaveFlicks6 [--store FILE] COMMAND

      add TITLE [--genre GENRE] [--released YYYY-MM-DD] [--director NAME]
      list [--search TEXT]        TEXT is part of a title or of a director's name, or a genre
      delete TITLE                or, where several movies have the title: delete --id ID

    FILE is an XML document if it ends in .xml. Without it the movies lie in your folder for data.
    """

  static func main() async {
    await CommandLine.run(usage: usage) { arguments in
      let file = try arguments.option("store")
      let command = try Command(&arguments)
      let library = try MovieLibrary(url: file.map { URL(fileURLWithPath: $0) })
      try await run(command, with: library)
    }
  }

  static func run(_ command: Command, with library: MovieLibrary) async throws {
    switch command {
    case .add(let title, let genre, let released, let director):
      print(
        try await library.add(title, genre: genre, released: released, director: director).line)
    case .list(let search):
      for row in try await library.movies(matching: search) { print(row.line) }
    case .delete(let choice):
      print("deleted", try await library.delete(choice).line)
    }
  }
}
