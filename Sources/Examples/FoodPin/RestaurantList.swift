import CoreData

/// What can be done with the restaurants.
struct RestaurantList {
  let context: NSManagedObjectContext

  func restaurants(
    favoritesOnly: Bool = false, matching text: String? = nil
  ) throws -> [Restaurant] {
    var conditions: [NSPredicate] = []
    if favoritesOnly {
      conditions.append(NSPredicate(format: "isFavorite == %@", NSNumber(value: true)))
    }
    if let text {
      conditions.append(
        NSPredicate(format: "name CONTAINS[cd] %@ OR location CONTAINS[cd] %@", text, text))
    }
    let request: NSFetchRequest<Restaurant> = Restaurant.fetchRequest()
    request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: conditions)
    request.sortDescriptors = [
      NSSortDescriptor(keyPath: \Restaurant.isFavorite, ascending: false),
      NSSortDescriptor(keyPath: \Restaurant.name, ascending: true),
    ]
    return try context.fetch(request)
  }

  func add(_ draft: RestaurantDraft) throws -> Restaurant {
    let restaurant = Restaurant(context: context)
    restaurant.name = draft.name
    restaurant.type = draft.type
    restaurant.location = draft.location
    restaurant.phone = draft.phone
    restaurant.summary = draft.summary
    restaurant.image = draft.image
    restaurant.rating = draft.rating
    try context.save()
    return restaurant
  }

  func delete(_ restaurant: Restaurant) throws {
    context.delete(restaurant)
    try context.save()
  }

  /// The one restaurant that is meant.
  func restaurant(_ choice: RestaurantChoice) throws -> Restaurant {
    switch choice {
    case .name(let name):
      let request: NSFetchRequest<Restaurant> = Restaurant.fetchRequest()
      request.predicate = NSPredicate(format: "name ==[c] %@", name)
      let found = try context.fetch(request)
      if found.count > 1 { throw RestaurantError.ambiguous(name, found.map(\.line)) }
      guard let restaurant = found.first else { throw RestaurantError.unknownName(name) }
      return restaurant
    case .id(let id):
      guard let restaurant = try restaurants().first(where: { $0.shortID == id }) else {
        throw RestaurantError.unknownID(id)
      }
      return restaurant
    }
  }
}
