import Foundation
import OpenCoreData

/// W(n): what `generate.py` writes.
enum Workload {
  static let movieKeys = [
    "id", "title", "genre", "releaseDate", "rating", "runtime", "isFavorite", "summary", "poster",
    "director",
  ]
  static let attributeKeys = movieKeys.filter { $0 != "director" }

  static func model(in folder: URL) throws -> NSManagedObjectModel {
    try NSManagedObjectModel(loading: folder.appendingPathComponent("Movies.xcdatamodeld"))
  }

  static func open(
    _ file: URL, _ type: String, _ model: NSManagedObjectModel
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: file, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Makes objects of the rows of the .tsv files; says how many movies there are.
  @discardableResult
  static func insert(from folder: URL, into context: NSManagedObjectContext) throws -> Int {
    var directors: [NSManagedObject] = []
    try Rows.forEach(in: folder.appendingPathComponent("directors.tsv")) { row in
      let director = NSEntityDescription.insertNewObject(forEntityName: "Director", into: context)
      director.setValue(row.integer(0), forKey: "id")
      director.setValue(row.text(1), forKey: "name")
      directors.append(director)
    }
    var count = 0
    try Rows.forEach(in: folder.appendingPathComponent("movies.tsv")) { row in
      let movie = NSEntityDescription.insertNewObject(forEntityName: "Movie", into: context)
      movie.setValue(row.integer(0), forKey: "id")
      movie.setValue(row.text(1), forKey: "title")
      movie.setValue(row.text(2), forKey: "genre")
      movie.setValue(
        Date(timeIntervalSinceReferenceDate: Double(row.integer(3))), forKey: "releaseDate")
      movie.setValue(row.number(4), forKey: "rating")
      movie.setValue(Int32(row.integer(5)), forKey: "runtime")
      movie.setValue(row.integer(6) == 1, forKey: "isFavorite")
      movie.setValue(row.text(7), forKey: "summary")
      movie.setValue(row.data(8), forKey: "poster")
      movie.setValue(directors[Int(row.integer(9))], forKey: "director")
      count += 1
    }
    return count
  }

  static func size(of file: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
  }
}
