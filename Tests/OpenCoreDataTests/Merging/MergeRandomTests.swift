import Foundation
import Testing

@testable import OpenCoreData

/// Several contexts of one store, all of them edited at random, none of them looking out for the others.
private final class Crowd {
  let stack: Stack
  let contexts: [NSManagedObjectContext]
  private var random: SplitMix
  private var nextNumber = 0

  init(_ kind: StoreKind, seed: UInt64) throws {
    stack = try Stack(
      kind, companyModel { $0["Employee"]?.attributesByName["name"]?.limits = .init() })
    contexts = [stack.context, stack.anotherContext(), stack.anotherContext()]
    random = SplitMix(state: seed)
  }

  func step() throws {
    guard let context = contexts.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<20: insert(into: context)
    case 20..<70: try edit(in: context)
    case 70..<76: if let object = try pick(nil, context) { context.delete(object) }
    case 76..<92: try save(context)
    case 92..<95: context.refreshAllObjects()
    case 95..<96: context.rollback()
    case 96..<97: context.automaticallyMergesChangesFromParent.toggle()
    case 97..<98: context.reset()
    default: context.processPendingChanges()
    }
  }

  private func insert(into context: NSManagedObjectContext) {
    let names = ["Department", "Employee", "Manager", "Tag", "Step", "Locker"]
    let entity = names[Int.random(in: 0..<names.count, using: &random)]
    nextNumber += 1
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    guard entity != "Step", entity != "Locker" else { return }
    object.setValue("n\(nextNumber)", forKey: "name")
  }

  /// Any object of an entity that is not deleted, as far as the context knows.
  private func pick(_ entity: String?, _ context: NSManagedObjectContext) throws -> NSManagedObject?
  {
    let names = ["Department", "Employee", "Employee", "Tag", "Step", "Locker"]
    let entity = entity ?? names[Int.random(in: 0..<names.count, using: &random)]
    let all = try context.all(entity).filter { !$0.isDeleted }
    return all.isEmpty ? nil : all[Int.random(in: 0..<all.count, using: &random)]
  }

  private func edit(in context: NSManagedObjectContext) throws {
    guard let object = try pick(nil, context) else { return }
    let properties = object.entity.relationshipsByName.keys.sorted()
    let isText = Int.random(in: 0..<4, using: &random) == 0
    if isText, object.entity.attributesByName["name"] != nil {
      nextNumber += 1
      return object.setValue("t\(nextNumber)", forKey: "name")
    }
    let key = properties[Int.random(in: 0..<properties.count, using: &random)]
    guard let relationship = object.entity.relationshipsByName[key],
      let other = try pick(relationship.destinationEntity?.name, context)
    else { return }
    let isRemoval = Int.random(in: 0..<3, using: &random) == 0
    if !relationship.isToMany {
      object.setValue(isRemoval ? nil : other, forKey: key)
    } else if relationship.isOrdered {
      let list = object.mutableOrderedSetValue(forKey: key)
      if isRemoval { list.remove(other) } else { list.insert(other, at: 0) }
    } else {
      let set = object.mutableSetValue(forKey: key)
      if isRemoval { set.remove(other) } else { set.add(other) }
    }
  }

  private func save(_ context: NSManagedObjectContext) throws {
    let policy = allMergePolicies[Int.random(in: 0..<5, using: &random)]
    context.mergePolicy = policy
    do {
      try context.save()
    } catch let error as CocoaError where error.code == .managedObjectMerge {
      guard policy === NSMergePolicy.error else { throw error }
      // What the error policy refuses another settles.
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
    }
  }

  /// What is wrong in the contexts and in the store.
  func problems() throws -> [String] {
    var problems = contexts.flatMap { $0.graph.brokenInvariants() }
    let fresh = try stack.reopened()
    for entity in ["Department", "Employee", "Tag", "Step", "Locker"] {
      for object in try fresh.all(entity) { try object.materialize() }
    }
    problems += fresh.graph.brokenInvariants().map { "stored: \($0)" }
    for object in fresh.registeredObjects where object.isFault || object.isDeleted {
      problems.append("stored: \(object.objectID) is named and is not there")
    }
    return problems
  }
}

/// Random numbers that are the same for the same seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Contexts that meet at random") struct MergeRandomTests {
  @Test(
    "both sides of relationships agree in every context and in the store, whatever the policies",
    arguments: StoreKind.allCases, [1, 2, 3, 4])
  func agree(_ kind: StoreKind, seed: UInt64) throws {
    let crowd = try Crowd(kind, seed: seed)
    for step in 0..<600 {
      try crowd.step()
      if step % 10 == 9 {
        let problems = try crowd.problems()
        #expect(problems == [], "at step \(step)")
        if !problems.isEmpty { return }
      }
    }
  }
}
