import CoreData

extension Restaurant {
  /// Adds some restaurants, for a preview.
  static func addSamples(to context: NSManagedObjectContext) {
    let samples: [(name: String, type: String, location: String, rating: Rating?)] = [
      ("Zum Anker", "Fish", "Am Hafen 2", .superb),
      ("Blue Kettle", "Tea house", "9 Mill Lane", .good),
      ("L'Écluse", "Bistro", "Quai Nord", nil),
    ]
    for sample in samples {
      let restaurant = Restaurant(context: context)
      restaurant.name = sample.name
      restaurant.type = sample.type
      restaurant.location = sample.location
      restaurant.phone = "555-0100"
      restaurant.summary = "A sample."
      restaurant.image = samplePicture
      restaurant.rating = sample.rating
      restaurant.isFavorite = sample.rating == .superb
    }
  }

  /// A picture of four by four points, as PNG.
  private static let samplePicture =
    Data(
      base64Encoded: """
        iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAAEElEQVR42mM4UWEDRwzEcQBykhfBshFzxwAAAABJRU5E\
        rkJggg==
        """) ?? Data()
}
