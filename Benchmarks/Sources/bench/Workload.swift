import Foundation
import OpenCoreData

/// W(n): what `generate.py` writes.
enum Workload {
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
    var directors: [Director] = []
    try Rows.forEach(in: folder.appendingPathComponent("directors.tsv")) { row in
      let director = Director(context: context)
      director.id = row.integer(0)
      director.name = row.text(1)
      directors.append(director)
    }
    var count = 0
    try Rows.forEach(in: folder.appendingPathComponent("movies.tsv")) { row in
      let movie = Movie(context: context)
      movie.id = row.integer(0)
      movie.title = row.text(1)
      movie.genre = row.text(2)
      movie.releaseDate = Date(timeIntervalSinceReferenceDate: Double(row.integer(3)))
      movie.rating = row.number(4)
      movie.runtime = Int32(row.integer(5))
      movie.isFavorite = row.integer(6) == 1
      movie.summary = row.text(7)
      movie.poster = row.data(8)
      movie.director = directors[Int(row.integer(9))]
      count += 1
    }
    return count
  }

  static func size(of file: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
  }
}
