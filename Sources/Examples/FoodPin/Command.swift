import ExampleArguments
import Foundation

/// What the command line asks for.
enum Command {
  case list(favoritesOnly: Bool, search: String?)
  case add(RestaurantDraft)
  case show(RestaurantChoice, picture: URL?)
  case rate(RestaurantChoice, Restaurant.Rating)
  case favorite(RestaurantChoice, Bool)
  case delete(RestaurantChoice)

  init(_ arguments: inout Arguments) throws {
    let name = try arguments.next("a command (list, add, show, rate, favorite or delete)")
    switch name {
    case "list":
      self = .list(
        favoritesOnly: arguments.flag("favorites"), search: try arguments.option("search"))
    case "add":
      self = .add(try RestaurantDraft(&arguments))
    case "show":
      let picture = try arguments.option("picture").map { URL(fileURLWithPath: $0) }
      self = .show(try RestaurantChoice(&arguments), picture: picture)
    case "rate":
      let choice = try RestaurantChoice(&arguments)
      self = .rate(choice, try Restaurant.Rating(word: arguments.next("the rating")))
    case "favorite":
      let isFavorite = !arguments.flag("off")
      self = .favorite(try RestaurantChoice(&arguments), isFavorite)
    case "delete":
      self = .delete(try RestaurantChoice(&arguments))
    default:
      throw UsageError(
        "there is no command '\(name)'; there are list, add, show, rate, favorite and delete")
    }
    try arguments.finish()
  }
}

/// How a user names a restaurant.
enum RestaurantChoice {
  case name(String)
  case id(String)

  init(_ arguments: inout Arguments) throws {
    if let id = try arguments.option("id") {
      self = .id(id)
    } else {
      self = .name(try arguments.next("the name"))
    }
  }
}

/// What a user says of a new restaurant.
struct RestaurantDraft {
  let name: String
  let type: String
  let location: String
  let phone: String
  let summary: String
  let image: Data
  let rating: Restaurant.Rating?

  init(_ arguments: inout Arguments) throws {
    type = try arguments.option("type") ?? ""
    location = try arguments.option("location") ?? ""
    phone = try arguments.option("phone") ?? ""
    summary = try arguments.option("summary") ?? ""
    rating = try arguments.option("rating").map(Restaurant.Rating.init(word:))
    image = try arguments.option("picture").map(Self.picture) ?? Data()
    name = try arguments.next("the name")
    guard !name.allSatisfy(\.isWhitespace) else { throw UsageError("the name is empty") }
  }

  private static func picture(in file: String) throws -> Data {
    guard let data = FileManager.default.contents(atPath: file) else {
      throw UsageError("the picture '\(file)' cannot be read")
    }
    return data
  }
}

extension Restaurant.Rating {
  init(word: String) throws {
    guard let rating = Self(rawValue: word) else {
      let words = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError("'\(word)' is no rating; there are \(words)")
    }
    self = rating
  }
}
