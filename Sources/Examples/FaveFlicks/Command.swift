import ExampleArguments
import Foundation

/// What the command line asks for.
enum Command {
  case add(title: String, genre: String?, released: Date?, director: String?)
  case list(search: String?)
  case delete(MovieChoice)

  init(_ arguments: inout Arguments) throws {
    let name = try arguments.next("a command (add, list or delete)")
    switch name {
    case "add":
      let genre = try arguments.option("genre")
      let released = try arguments.option("released").map(Date.init(day:))
      let director = try arguments.option("director")
      let title = try arguments.next("the title")
      guard !title.allSatisfy(\.isWhitespace) else { throw UsageError("the title is empty") }
      self = .add(title: title, genre: genre, released: released, director: director)
    case "list":
      self = .list(search: try arguments.option("search"))
    case "delete":
      if let id = try arguments.option("id") {
        self = .delete(.id(id))
      } else {
        self = .delete(.title(try arguments.next("the title")))
      }
    default:
      throw UsageError("there is no command '\(name)'; there are add, list and delete")
    }
    try arguments.finish()
  }
}

/// How a user names a movie.
enum MovieChoice {
  case title(String)
  case id(String)
}

extension Date {
  /// The way in which days are written: 1995-12-15.
  static let dayFormat = Date.ISO8601FormatStyle().year().month().day()

  init(day text: String) throws {
    // Reading is lenient, so that what was read is held against the text.
    guard let date = try? Date(text, strategy: Date.dayFormat), date.day == text else {
      throw UsageError("'\(text)' is no day; write it as 1995-12-15")
    }
    self = date
  }

  var day: String { formatted(Date.dayFormat) }
}
