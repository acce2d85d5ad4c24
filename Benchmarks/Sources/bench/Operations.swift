import Foundation
import OpenCoreData

/// A named piece of work on some paths, done a number of times.
struct Operation: Sendable {
  var pathCount: Int
  var run: @Sendable ([URL], Int) throws -> Result

  static let all: [String: Operation] = [
    "noop": Operation(pathCount: 1) { _, _ in Result(amount: 0) },
    "open-xml": Operation(pathCount: 1, run: openXML),
    "save-xml": Operation(pathCount: 2, run: saveXML),
    "create-binary": Operation(pathCount: 2, run: createBinary),
    "open-binary-load": Operation(pathCount: 1, run: loadBinary),
    "fetch-binary": Operation(pathCount: 1, run: fetchBinary),
    "fetch-open": Operation(pathCount: 1, run: fetchOpen),
    "fetch-indexed": Operation(pathCount: 1) {
      // What a prepared statement is to SQL.
      let template = NSPredicate(format: "title == $TITLE")
      return try lookUp($0[0], $1) { template.withSubstitutionVariables(["TITLE": $0]) }
    },
    "fetch-parsed": Operation(pathCount: 1) {
      try lookUp($0[0], $1) { NSPredicate(format: "title == %@", $0) }
    },
    "access": Operation(pathCount: 1, run: access),
    "edit-graph": Operation(pathCount: 1, run: editGraph),
    "update-binary": Operation(pathCount: 2) { try update($0, $1, NSBinaryStoreType) },
    "update-xml": Operation(pathCount: 2) { try update($0, $1, NSXMLStoreType) },
  ]

  private static func openXML(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0])
    let file = paths[0].appendingPathComponent("movies.xml")
    var count = 0
    for _ in 0..<repetitions {
      let context = try Workload.open(file, NSXMLStoreType, model)
      count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Movie"))
    }
    return Result(amount: count)
  }

  private static func saveXML(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0])
    var setup = Usage(seconds: 0)
    var work = 0.0  // where the last work ended; start-up counts as preparation
    for _ in 0..<repetitions {
      try? FileManager.default.removeItem(at: paths[1])
      let context = try Workload.open(paths[1], NSXMLStoreType, model)
      try Workload.insert(from: paths[0], into: context)
      let begin = Usage.now.seconds
      setup.seconds += begin - work
      try context.save()
      work = Usage.now.seconds
    }
    return Result(amount: try Workload.size(of: paths[1]), setup: setup)
  }

  private static func createBinary(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0])
    var count = 0
    for _ in 0..<repetitions {
      try? FileManager.default.removeItem(at: paths[1])
      let context = try Workload.open(paths[1], NSBinaryStoreType, model)
      count = try Workload.insert(from: paths[0], into: context)
      try context.save()
      keepToTheEnd(context)
    }
    return Result(amount: count)
  }

  private static func loadBinary(_ paths: [URL], _ repetitions: Int) throws -> Result {
    let model = try Workload.model(in: paths[0].deletingLastPathComponent())
    var count = 0
    for _ in 0..<repetitions {
      let context = try Workload.open(paths[0], NSBinaryStoreType, model)
      let directors = try context.fetch(NSFetchRequest<Director>(entityName: "Director"))
      let movies = try context.fetch(NSFetchRequest<Movie>(entityName: "Movie"))
      var sum = 0
      for director in directors { sum &+= director.readAll() }
      for movie in movies { sum &+= movie.readAll() }
      count = sum == 0 ? 0 : movies.count
      keepToTheEnd(context)
      keepToTheEnd(movies)
    }
    return Result(amount: count)
  }

  private static func update(
    _ paths: [URL], _ repetitions: Int, _ type: String
  ) throws -> Result {
    let model = try Workload.model(in: paths[0].deletingLastPathComponent())
    let context = try Workload.open(paths[0], type, model)
    let movies = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Movie"))
    guard !movies.isEmpty else {
      throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: paths[0].path])
    }
    guard let saves = Int(paths[1].lastPathComponent), saves > 0 else {
      throw CocoaError(.fileReadUnknown, userInfo: [NSFilePathErrorKey: paths[1].path])
    }
    let before = try Workload.size(of: paths[0])
    let setup = Usage.now
    for round in 0..<repetitions * saves {
      // Never the value that is there: ratings end at 5.
      movies[round * 37 % movies.count].setValue(Double(6 + round % 50), forKey: "rating")
      try context.save()
    }
    let end = Usage.now
    let grown = try Workload.size(of: paths[0]) - before
    return Result(amount: grown / (repetitions * saves), setup: setup, end: end)
  }
}

/// Leaves something to the end of the process: taking a graph of objects apart is no part of the work.
func keepToTheEnd(_ thing: Any) { _ = Unmanaged.passRetained(Kept(thing)) }

private final class Kept {
  private let thing: Any
  init(_ thing: Any) { self.thing = thing }
}
