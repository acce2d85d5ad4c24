import Foundation
import Testing

@testable import OpenCoreData

/// Controllers in a view context and in a child of it, both of which change at random, as does a context beside them;
/// each has the others' saves merged.
private final class MeetingTrial {
  private let stack: Stack
  private let contexts: [NSManagedObjectContext]
  private var context: NSManagedObjectContext
  private var dice: Dice
  private var next = 1
  private var pairs:
    [(controller: NSFetchedResultsController<NSManagedObject>, mirror: TableMirror)] = []

  init(_ kind: StoreKind, seed: UInt64) throws {
    stack = try Stack(kind, tableModel())
    dice = Dice(seed: seed)
    context = stack.context
    contexts = [stack.context, stack.context.child(), stack.anotherContext()]
    for context in contexts {
      context.automaticallyMergesChangesFromParent = true
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    }
    for context in contexts.prefix(2) {
      let window = try employees(context, "salary > 10", sortedBy: "name", "number")
      window.fetchRequest.fetchLimit = 4
      try window.performFetch()
      pairs += try [
        employees(context, sortedBy: "number"),
        employees(context, "salary < 50", sortedBy: "salary", "number"),
        employees(context, sortedBy: "department.name", "number", sections: "department.name"),
        employees(context, "ANY tags.name == 't1'", sortedBy: "name", "number", sections: "name"),
        window,
      ].map { ($0, TableMirror($0)) }
    }
  }

  func run(_ steps: Int) throws {
    for step in 0..<steps {
      context = contexts[dice.below(contexts.count)]
      for _ in 0...dice.below(5) { try change() }
      switch dice.below(8) {
      case 0 where context !== stack.context: context.rollback()
      case 1: context.refreshAllObjects()
      case 2: break
      default:
        do {
          try context.save()
        } catch {
          context.rollback()
        }
      }
      // Twice, because what one merges the next may have to take up.
      for context in contexts + contexts { context.processPendingChanges() }
      try check(step)
    }
  }

  private func any(_ entity: String) throws -> NSManagedObject? {
    dice.any(of: try context.all(entity))
  }

  private func change() throws {
    let employee = try any("Employee")
    switch dice.below(12) {
    case 0..<4: try insert()
    case 4: employee?.setValue("n\(dice.below(6))", forKey: "name")
    case 5: employee?.setValue(dice.below(100), forKey: "salary")
    case 6: employee?.setValue(try any("Department"), forKey: "department")
    case 7: try any("Department")?.setValue("n\(dice.below(6))", forKey: "name")
    case 8: try any("Tag")?.setValue("t\(dice.below(3))", forKey: "name")
    case 9:
      employee?.setValue(Set(dice.few(of: try context.all("Tag"), atMost: 3)), forKey: "tags")
    case 10: if let employee { delete(employee) }
    default:
      if dice.chance(30), let gone = try any(dice.one(of: ["Department", "Tag"])) { delete(gone) }
    }
  }

  /// That a parent deletes an object before it is saved no save tells its child.
  private func delete(_ object: NSManagedObject) {
    if context === stack.context, object.isInserted { return }
    context.delete(object)
  }

  private func insert() throws {
    let kind = dice.one(of: ["Employee", "Employee", "Employee", "Department", "Tag"])
    let object = NSEntityDescription.insertNewObject(forEntityName: kind, into: context)
    object.setValue(next, forKey: "number")
    next += 1
    object.setValue(kind == "Tag" ? "t\(dice.below(3))" : "n\(dice.below(6))", forKey: "name")
    if kind == "Employee" { object.setValue(try any("Department"), forKey: "department") }
  }

  private func check(_ step: Int) throws {
    for (index, (controller, mirror)) in pairs.enumerated() {
      let found = try controller.managedObjectContext.fetch(controller.fetchRequest)
      let place: Comment = "step \(step), controller \(index)"
      let shown = numbers(controller.fetchedObjects ?? [])
      try #require(numbers(mirror.sections.flatMap(\.objects)) == shown, place)
      // What its parent has not saved, a child fetches and is not told of.
      let isTold = controller.managedObjectContext === stack.context || !stack.context.hasChanges
      if isTold { try #require(shown == numbers(found), place) }
    }
  }

  private func numbers(_ objects: [NSManagedObject]) -> [Int64] {
    objects.map { $0.value(forKey: "number") as? Int64 ?? -1 }
  }
}

@Suite("Results where contexts meet") struct ResultsMeetingTests {
  @Test(
    "controllers of a parent and of its child show what fetches find, whoever saves",
    arguments: StoreKind.allCases, [1, 4, 5, 11, 29] as [UInt64])
  func meeting(_ kind: StoreKind, _ seed: UInt64) throws {
    try MeetingTrial(kind, seed: seed).run(60)
  }

  @Test("an object that another context changes becomes a result, known here or not")
  func unknown() throws {
    let stack = try Stack(.xml)
    _ = stack.insert("Employee", ["name": "Ann", "salary": 1])
    try stack.context.save()
    let context = stack.anotherContext()
    context.automaticallyMergesChangesFromParent = true
    let controller = try employees(context, "salary > 10", sortedBy: "name")
    let mirror = TableMirror(controller)
    #expect(context.registeredObjects.isEmpty)
    let ann = try #require(try stack.context.named("Ann", "Employee"))
    ann.setValue(20, forKey: "salary")
    try stack.context.save()
    context.processPendingChanges()
    #expect(mirror.sections.first?.objects.map(\.name) == ["Ann"])
  }
}
