import CoreData
import ExampleArguments

@main
struct FoodPinApp {
  static let usage = """
    usage: FoodPin [--store FILE | --preview] COMMAND

      list [--favorites] [--search TEXT]
      add NAME [--type TYPE] [--location PLACE] [--phone NUMBER] [--summary TEXT]
               [--rating RATING] [--picture FILE]
      show NAME [--picture FILE]         writes the picture into a file
      rate NAME RATING                   poor, fair, good, great or superb
      favorite NAME [--off]
      delete NAME

    Where several restaurants have the name, --id ID stands in its place. FILE is an XML document if it
    ends in .xml; without it the restaurants lie in your folder for data. --preview shows some samples.
    """

  // The context of a container is for the main thread, which an async main otherwise leaves.
  @MainActor
  static func main() async {
    await CommandLine.run(usage: usage) { arguments in
      let persistence = try persistence(&arguments)
      let command = try Command(&arguments)
      try run(command, with: RestaurantList(context: try persistence().container.viewContext))
    }
  }

  /// Where the restaurants are; opened when the whole command line is known to be right.
  static func persistence(
    _ arguments: inout Arguments
  ) throws -> () throws -> PersistenceController {
    let file = try arguments.option("store")
    let isPreview = arguments.flag("preview")
    if isPreview, file != nil {
      throw UsageError("'--store' and '--preview' exclude each other")
    }
    return {
      isPreview
        ? try .preview() : try PersistenceController(url: file.map { URL(fileURLWithPath: $0) })
    }
  }

  static func run(_ command: Command, with list: RestaurantList) throws {
    switch command {
    case .list(let favoritesOnly, let search):
      let restaurants = try list.restaurants(favoritesOnly: favoritesOnly, matching: search)
      for restaurant in restaurants { print(restaurant.line) }
    case .add(let draft):
      print(try list.add(draft).line)
    case .show(let choice, let picture):
      let restaurant = try list.restaurant(choice)
      try picture.map { try restaurant.image.write(to: $0) }
      print(restaurant.details)
    case .rate(let choice, let rating):
      try change(choice, in: list) { $0.rating = rating }
    case .favorite(let choice, let isFavorite):
      try change(choice, in: list) { $0.isFavorite = isFavorite }
    case .delete(let choice):
      let restaurant = try list.restaurant(choice)
      let line = restaurant.line
      try list.delete(restaurant)
      print("deleted", line)
    }
  }

  static func change(
    _ choice: RestaurantChoice, in list: RestaurantList, _ edit: (Restaurant) -> Void
  ) throws {
    let restaurant = try list.restaurant(choice)
    edit(restaurant)
    try list.context.save()
    print(restaurant.line)
  }
}
