import Foundation
import ManagedModel
import OpenCoreData
import Predicates

/// Compares what fetches find with what asking object after object finds.
final class FetchTwin {
  let world: TwinWorld
  private let seed: UInt64
  /// How many requests were compared.
  private(set) var count = 0
  /// How many of them were refused before they ran, as the checks foretold.
  private(set) var refused = 0

  init(_ kind: StoreKind, seed: UInt64, isIndexed: Bool) throws {
    self.seed = seed
    world = try TwinWorld(kind, seed: seed, isIndexed: isIndexed)
  }

  /// What is told of a difference.
  struct Report: Error, CustomStringConvertible {
    let description: String
  }

  /// Some rounds of edits, each with requests.
  func run(rounds: Int, trials: Int) throws {
    for _ in 0..<rounds {
      world.edit()
      // Objects that have not been looked at are read in another way than those that have their values. The twin
      // looks at all of them, so it comes after all fetches.
      if world.dice.chance(50) { world.readAll() }
      let asked = (0..<trials).map { _ in (FetchTrial(world), world.dice.one(of: Way.all)) }
      let found = asked.map { trial, way in Result { try self.found(trial, way) } }
      let saved = world.anotherContext()
      for (number, (trial, way)) in asked.enumerated() {
        count += 1
        if let message = try difference(trial, way, saved, found[number]) {
          throw smallest(Difference(trial: trial, message: message), way, saved)
        }
      }
      for _ in 0..<(trials / 10) {
        count += 1
        if let report = compareDictionaries(DictionaryTrial(world), saved) { throw report }
      }
      try world.settle()
    }
  }

  func noteRefusal() { refused += 1 }

  /// A fetch that found something else than its twin.
  private struct Difference {
    var trial: FetchTrial
    var message: String
  }

  /// The report of a simple request that differs.
  private func smallest(
    _ difference: Difference, _ way: Way, _ saved: NSManagedObjectContext
  ) -> Report {
    var smallest = difference
    while let simpler = smallest.trial.simpler.lazy.compactMap({ trial -> Difference? in
      let found = Result { try self.found(trial, way) }
      let message = try? self.difference(trial, way, saved, found)
      return message.map { Difference(trial: trial, message: $0) }
    }).first {
      smallest = simpler
    }
    return report("\(way)", smallest.trial.description, smallest.message)
  }

  func report(_ way: String, _ request: String, _ message: String) -> Report {
    Report(
      description: """
        seed \(seed), \(world.stack.kind), request \(count), \(way)
        \(request)
        \(message)
        pending: \(world.edits.joined(separator: "; "))
        """)
  }

  // MARK: The ways of asking

  /// What is asked for.
  private enum Way: CaseIterable {
    case objects, ids, count, saved, savedCount

    /// The more telling ones more often.
    static let all = allCases + [.objects, .objects, .ids]
  }

  /// What a request found and what it should have found, where they differ.
  private func difference(
    _ trial: FetchTrial, _ way: Way, _ saved: NSManagedObjectContext,
    _ result: Result<[String], any Error>
  ) throws -> String? {
    let isSaved = way == .saved || way == .savedCount
    // What the store does not have is nil there, whatever the objects say.
    if isSaved, trial.needsObjects { return nil }
    let expected = try expected(trial, in: isSaved ? saved : world.context)
    switch result {
    case .failure(let error):
      if isRefused(trial) {
        refused += 1
        return nil
      }
      return "threw \(error)\nexpected \(expected)"
    case .success(let found) where way == .count || way == .savedCount:
      return found == ["\(expected.count)"] ? nil : "counted \(found), expected \(expected)"
    case .success(let found):
      return found == expected ? nil : "found    \(found)\nexpected \(expected)"
    }
  }

  private func found(_ trial: FetchTrial, _ way: Way) throws -> [String] {
    let context = world.context
    switch way {
    case .objects:
      let request = trial.request(.managedObjectResultType, as: NSManagedObject.self)
      return try context.fetch(request).map { TwinWorld.label($0.objectID) }
    case .ids:
      let request = trial.request(.managedObjectIDResultType, as: NSManagedObjectID.self)
      return try context.fetch(request).map(TwinWorld.label)
    case .count:
      return [
        "\(try context.count(for: trial.request(.managedObjectResultType, as: NSManagedObject.self)))"
      ]
    case .saved, .savedCount:
      let request = trial.request(.managedObjectResultType, as: NSManagedObject.self)
      request.includesPendingChanges = false
      if way == .savedCount { return ["\(try context.count(for: request))"] }
      return try context.fetch(request).map { TwinWorld.label($0.objectID) }
    }
  }

  /// What the request should find: every object asked, sorted by comparing, cut.
  private func expected(
    _ trial: FetchTrial, in context: NSManagedObjectContext
  ) throws -> [String] {
    try objects(trial, in: context).map { TwinWorld.label($0.objectID) }
  }

  func objects(
    _ trial: FetchTrial, in context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: trial.entity)
    request.includesSubentities = trial.includesSubentities
    var objects = try context.fetch(request)
    if let predicate = trial.predicate {
      objects = try objects.filter { try predicate.matches($0) }
    }
    if !trial.sort.isEmpty { objects = Self.sorted(objects, by: trial.sort) }
    let rest = objects.dropFirst(trial.offset)
    return Array(trial.limit > 0 ? rest.prefix(trial.limit) : rest)
  }

  /// Inserts one after the other, behind those that are equal.
  private static func sorted(
    _ objects: [NSManagedObject], by descriptors: [NSSortDescriptor]
  ) -> [NSManagedObject] {
    var sorted: [NSManagedObject] = []
    for object in objects {
      var place = sorted.count
      while place > 0, precedes(object, sorted[place - 1], descriptors) { place -= 1 }
      sorted.insert(object, at: place)
    }
    return sorted
  }

  private static func precedes(
    _ one: NSManagedObject, _ other: NSManagedObject, _ descriptors: [NSSortDescriptor]
  ) -> Bool {
    for descriptor in descriptors {
      switch descriptor.compare(one, to: other) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return false
  }

  /// Whether the model's checks say that the request cannot run.
  private func isRefused(_ trial: FetchTrial) -> Bool {
    let request = trial.request(.managedObjectResultType, as: NSManagedObject.self)
    guard let entity = world.model.model.entitiesByName[trial.entity] else { return false }
    return problems(of: request.core, for: entity).contains { $0.severity == .error }
  }
}

extension FetchTrial {
  /// Whether only objects can answer.
  fileprivate var needsObjects: Bool {
    condition?.needsObjects == true || sort.contains { $0.key?.contains("mood") == true }
  }
}
