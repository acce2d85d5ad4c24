import CoreData

/// The class of the entity, written by hand: its codegen is Manual/None.
class Restaurant: NSManagedObject {
  @NSManaged var name: String
  @NSManaged var type: String
  @NSManaged var location: String
  @NSManaged var phone: String
  @NSManaged var summary: String
  @NSManaged var image: Data
  @NSManaged var isFavorite: Bool
  @NSManaged var ratingText: String?
}

extension Restaurant {
  @nonobjc class func fetchRequest() -> NSFetchRequest<Restaurant> {
    NSFetchRequest<Restaurant>(entityName: "Restaurant")
  }

  enum Rating: String, CaseIterable {
    case poor, fair, good, great, superb

    var stars: String {
      let count = (Rating.allCases.firstIndex(of: self) ?? 0) + 1
      return String(repeating: "★", count: count) + String(repeating: "☆", count: 5 - count)
    }
  }

  /// The rating, which is stored as a text; nil where there is none, and where the text is another.
  var rating: Rating? {
    get { ratingText.flatMap(Rating.init) }
    set { ratingText = newValue?.rawValue }
  }
}
