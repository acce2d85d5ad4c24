import Foundation
import OpenCoreData

extension Operation {
  /// The first 100 good action films by title.
  private static func actionFilms() -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Movie")
    request.predicate = NSPredicate(format: "genre CONTAINS %@ AND rating > %@", "Action", 3.5)
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    request.fetchLimit = 100
    return request
  }

  /// Opens a store and fetches from it.
  static func fetchBinary(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0].deletingLastPathComponent())
    var result = Result(amount: 0)
    for _ in 0..<repetitions {
      let context = try Workload.open(paths[0], NSBinaryStoreType, model)
      result = try titles(context.fetch(actionFilms()))
    }
    return result
  }

  /// Fetches from a store that has been fetched from before.
  static func fetchOpen(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0].deletingLastPathComponent())
    let context = try Workload.open(paths[0], NSBinaryStoreType, model)
    keepToTheEnd(context)
    _ = try titles(context.fetch(actionFilms()))
    let setup = Usage.now
    var result = Result(amount: 0)
    for _ in 0..<repetitions { result = try titles(context.fetch(actionFilms())) }
    result.setup = setup
    return result
  }

  /// Reads the titles; hashes their bytes.
  private static func titles(_ movies: [NSManagedObject]) throws -> Result {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for movie in movies {
      let title = movie.value(forKey: "title") as? String ?? ""
      for byte in title.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    }
    return Result(amount: movies.count, check: hash)
  }

  /// Looks for 10 000 titles, each with a request of its own.
  static func lookUp(
    _ file: URL, _ repetitions: Int, predicate: (String) -> NSPredicate
  ) throws -> Result {
    let folder = file.deletingLastPathComponent()
    var titles: [String] = []
    try Rows.forEach(in: folder.appendingPathComponent("movies.tsv")) { titles.append($0.text(1)) }
    titles = (0..<lookups).map { titles[$0 * 7919 % titles.count] }
    let context = try Workload.open(file, NSBinaryStoreType, Workload.model(in: folder))
    keepToTheEnd(context)
    _ = try lookUp(titles, in: context, predicate)
    let setup = Usage.now
    var check: UInt64 = 0
    for _ in 0..<repetitions { check = try lookUp(titles, in: context, predicate) }
    return Result(amount: lookups, setup: setup, check: check)
  }

  private static let lookups = 10_000

  private static func lookUp(
    _ titles: [String], in context: NSManagedObjectContext, _ predicate: (String) -> NSPredicate
  ) throws -> UInt64 {
    var (check, sum) = (UInt64(0), 0)
    for title in titles {
      let request = NSFetchRequest<Movie>(entityName: "Movie")
      request.predicate = predicate(title)
      for movie in try context.fetch(request) {
        check &+= UInt64(movie.id)
        sum &+= movie.readAttributes()
      }
    }
    return sum == 0 ? 0 : check
  }
}
