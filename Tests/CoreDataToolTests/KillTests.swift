import Foundation
import OpenCoreData
import Testing

@Suite("A process that is killed in the middle of a save")
struct KillTests {
  @Test(
    "leaves the old file or the new one, and nothing in between",
    arguments: [NSXMLStoreType, NSBinaryStoreType])
  func kill(_ type: String) throws {
    let folder = try TemporaryFolder()
    let model = try NSManagedObjectModel(
      loading: Tool.schemas.appendingPathComponent("FaveFlicks.xcdatamodeld"))
    let file = folder.url.appendingPathComponent(type == NSXMLStoreType ? "a.xml" : "a.plist")
    try fill(file, type, model)

    var random = SplitMix(seed: 20_261_130)
    var span = try duration(of: edit(file, "Start"))
    var genre = "Start"
    var (survivors, victims) = (0, 0)
    for round in 0..<60 {
      let before = try Data(contentsOf: file)
      let started = try edit(file, "Genre \(round)")
      usleep(UInt32(random.next(below: UInt64(span * 1.2e6))))
      // Started but perhaps finished: then the signal meets nobody.
      Foundation.kill(started.process.processIdentifier, SIGKILL)
      started.process.waitUntilExit()

      let after = try Data(contentsOf: file)
      let found = try self.genre(in: file, type, model)
      // A part of a save may lie behind the end of a binary store.
      let isOld =
        type == NSBinaryStoreType ? found == genre && after.starts(with: before) : after == before
      if isOld {
        #expect(found == genre)
        victims += 1
        // On a machine that has become slower, or faster, the moments move to where saves end now.
        span *= 1.15
      } else {
        #expect(found == "Genre \(round)")
        if type == NSXMLStoreType {
          #expect(after == replacing(genre, by: "Genre \(round)", in: before))
        }
        survivors += 1
        span /= 1.15
      }
      genre = found ?? ""
    }
    // Else the moments were not spread over the saves.
    #expect(survivors > 0)
    #expect(victims > 0)
  }

  @Test("between or in saves that append leaves all that were completed")
  func killAppending() throws {
    let folder = try TemporaryFolder()
    let schema = Tool.schemas.appendingPathComponent("FaveFlicks.xcdatamodeld")
    let model = try NSManagedObjectModel(loading: schema)
    let file = folder.url.appendingPathComponent("a.plist")
    try fill(file, NSBinaryStoreType, model)
    let values = (1...2000).map { "Genre \($0)" }
    var random = SplitMix(seed: 7)
    var size = try Data(contentsOf: file).count
    var (completed, appended) = (0, 0)
    for _ in 0..<12 {
      let started = try Tool.start(
        "example-edit", [file.path, schema.path, "Movie", "Movie-1", "genre"] + values)
      // As soon as it has begun to save, and then a while.
      let first = started.output.fileHandleForReading.availableData
      usleep(UInt32(random.next(below: 40_000)))
      Foundation.kill(started.process.processIdentifier, SIGKILL)
      let output = first + started.output.fileHandleForReading.readDataToEndOfFile()
      started.process.waitUntilExit()

      let saved = String(decoding: output, as: UTF8.self).split(separator: "\n").count
      let found = try #require(try genre(in: file, NSBinaryStoreType, model))
      // The last one may have been completed and not told.
      #expect(values[max(saved - 1, 0)...min(saved, values.count - 1)].contains(found))
      completed += saved
      let now = try Data(contentsOf: file).count
      if now > size { appended += 1 }
      size = now
    }
    #expect(completed > 12)
    #expect(appended > 0)
  }

  /// Fills a store with so much that writing it takes its time.
  private func fill(_ file: URL, _ type: String, _ model: NSManagedObjectModel) throws {
    let context = try open(file, type, model)
    try context.performAndWait {
      for number in 1...3000 {
        let movie = NSEntityDescription.insertNewObject(forEntityName: "Movie", into: context)
        movie.setValue("Movie with the number \(number)", forKey: "title")
        movie.setValue(number == 1 ? "Start" : "Drama", forKey: "genre")
      }
      try context.save()
    }
  }

  private func open(
    _ file: URL, _ type: String, _ model: NSManagedObjectModel
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: type, configurationName: nil, at: file, options: nil)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func genre(in file: URL, _ type: String, _ model: NSManagedObjectModel) throws -> String?
  {
    let context = try open(file, type, model)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Movie")
    request.fetchLimit = 1
    return try context.performAndWait {
      try context.fetch(request).first?.value(forKey: "genre") as? String
    }
  }

  private func edit(_ file: URL, _ genre: String) throws -> Tool.Started {
    let model = Tool.schemas.appendingPathComponent("FaveFlicks.xcdatamodeld").path
    return try Tool.start(
      "example-edit", [file.path, model, "Movie", "Movie-1", "genre", genre])
  }

  private func duration(of started: Tool.Started) throws -> Double {
    let begin = Date()
    started.process.waitUntilExit()
    #expect(started.process.terminationStatus == 0)
    return Date().timeIntervalSince(begin)
  }

  private func replacing(_ old: String, by new: String, in document: Data) -> Data {
    var text = String(decoding: document, as: UTF8.self)
    if let range = text.range(of: "<genre>\(old)</genre>") {
      text.replaceSubrange(range, with: "<genre>\(new)</genre>")
    }
    return Data(text.utf8)
  }
}

/// Random numbers that are the same in every run.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below bound: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ mixed >> 31) % max(bound, 1)
  }
}
