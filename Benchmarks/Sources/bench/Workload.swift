import Foundation
import OpenCoreData

/// W(n): what `generate.py` writes.
enum Workload {
  static let movieKeys = [
    "id", "title", "genre", "releaseDate", "rating", "runtime", "isFavorite", "summary", "poster",
    "director",
  ]

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
    try forEachLine(of: folder.appendingPathComponent("directors.tsv")) { fields in
      let director = NSEntityDescription.insertNewObject(forEntityName: "Director", into: context)
      director.setValue(Int64(fields[0]), forKey: "id")
      director.setValue(String(fields[1]), forKey: "name")
      directors.append(director)
    }
    var count = 0
    try forEachLine(of: folder.appendingPathComponent("movies.tsv")) { fields in
      let movie = NSEntityDescription.insertNewObject(forEntityName: "Movie", into: context)
      movie.setValue(Int64(fields[0]), forKey: "id")
      movie.setValue(String(fields[1]), forKey: "title")
      movie.setValue(String(fields[2]), forKey: "genre")
      movie.setValue(
        Date(timeIntervalSinceReferenceDate: Double(fields[3]) ?? 0), forKey: "releaseDate")
      movie.setValue(Double(fields[4]), forKey: "rating")
      movie.setValue(Int32(fields[5]), forKey: "runtime")
      movie.setValue(fields[6] == "1", forKey: "isFavorite")
      movie.setValue(String(fields[7]), forKey: "summary")
      movie.setValue(data(hex: fields[8]), forKey: "poster")
      movie.setValue(directors[Int(fields[9]) ?? 0], forKey: "director")
      count += 1
    }
    return count
  }

  static func size(of file: URL) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
  }

  private static func forEachLine(of file: URL, _ body: ([Substring]) -> Void) throws {
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    var rest = text.utf8[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      body(
        rest[..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { Substring($0) })
      rest = rest[rest.index(after: end)...]
    }
  }

  private static func data(hex: Substring) -> Data {
    func digit(_ byte: UInt8) -> UInt8 { byte <= 57 ? byte - 48 : byte - 87 }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(hex.utf8.count / 2)
    var high: UInt8?
    for byte in hex.utf8 {
      if let first = high {
        bytes.append(first << 4 | digit(byte))
        high = nil
      } else {
        high = digit(byte)
      }
    }
    return Data(bytes)
  }
}
