import Foundation
import Testing

@testable import OpenCoreData

/// A company that changes at random beside controllers whose delegates mirror what they are told.
private final class MirrorTrial {
  private let stack: Stack
  private let context: NSManagedObjectContext
  private var dice: Dice
  private var next = 1
  private var pairs:
    [(controller: NSFetchedResultsController<NSManagedObject>, mirror: TableMirror)] = []

  init(_ kind: StoreKind, seed: UInt64) throws {
    stack = try Stack(kind, tableModel())
    context = stack.context
    dice = Dice(seed: seed)
    context.undoManager = UndoManager()
    try add(nil, ["name", "number"])
    try add("salary < 50", ["salary", "number"])
    try add(nil, ["department.name", "number"], sections: "department.name")
    try add("department.code != 'c'", ["salary", "name", "number"], sections: "salary")
    try add("ANY tags.name == 't1' OR department.employees.@count > 3", ["number"])
    try add(
      "SUBQUERY(friends, $f, $f.salary < 50 AND $f.department.name > 'n3').@count > 0", ["number"])
    try add("salary > 10", ["name", "number"], limit: 4, offset: 2)
    try add(nil, ["department.name", "salary", "number"], sections: "department.name", limit: 9)
    try add(
      "partner.department.name == department.name", ["partner.name", "number"],
      sections: "partner.name")
  }

  private func add(
    _ format: String?, _ keys: [String], sections: String? = nil, limit: Int = 0, offset: Int = 0
  ) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = keys.map {
      NSSortDescriptor(key: $0, ascending: $0 == "number" || dice.chance(50))
    }
    request.fetchLimit = limit
    request.fetchOffset = offset
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections,
      cacheName: nil)
    try controller.performFetch()
    pairs.append((controller, TableMirror(controller)))
  }

  // MARK: Steps

  func run(_ steps: Int) throws {
    for step in 0..<steps {
      for _ in 0...dice.below(6) { try change() }
      switch dice.below(10) {
      case 0: try context.save()
      case 1: try refresh()
      case 2: context.rollback()
      case 3: context.undoManager?.undo()
      case 4: context.undoManager?.redo()
      default: context.processPendingChanges()
      }
      try check(step)
    }
  }

  private func any(_ entity: String) throws -> NSManagedObject? {
    dice.any(of: try context.all(entity))
  }
  private func text() -> String { "n\(dice.below(6))" }

  private func change() throws {
    let employee = try any("Employee")
    switch dice.below(20) {
    case 0..<5: try insert()
    case 5..<7: employee?.setValue(text(), forKey: "name")
    case 7..<9: employee?.setValue(dice.below(100), forKey: "salary")
    case 9..<11: employee?.setValue(try any("Department"), forKey: "department")
    case 11: employee?.setValue(nil, forKey: "department")
    case 12: try any("Department")?.setValue(text(), forKey: "name")
    case 13: try any("Department")?.setValue(["c", "d", nil][dice.below(3)], forKey: "code")
    case 14: try any("Tag")?.setValue("t\(dice.below(3))", forKey: "name")
    case 15:
      employee?.setValue(Set(dice.few(of: try context.all("Tag"), atMost: 3)), forKey: "tags")
    case 16:
      employee?.setValue(
        Set(dice.few(of: try context.all("Employee"), atMost: 3)), forKey: "friends")
    case 17: employee?.setValue(try any("Employee"), forKey: "partner")
    case 18: if let employee { context.delete(employee) }
    default:
      if dice.chance(30), let gone = try any(dice.one(of: ["Department", "Tag"])) {
        context.delete(gone)
      }
    }
  }

  private func insert() throws {
    if try context.all("Employee").count > 40, let employee = try any("Employee") {
      return context.delete(employee)
    }
    let kind = dice.one(of: ["Employee", "Employee", "Employee", "Manager", "Department", "Tag"])
    let object = stack.insert(kind, ["number": next])
    next += 1
    object.setValue(kind == "Tag" ? "t\(dice.below(3))" : text(), forKey: "name")
    if kind == "Employee", dice.chance(70) {
      object.setValue(try any("Department"), forKey: "department")
    }
  }

  /// Lets another context save a change, and refreshes what changed.
  private func refresh() throws {
    try context.save()
    let other = stack.anotherContext()
    guard let stale = try any("Employee") else { return }
    let fresh = try other.existingObject(with: stale.objectID)
    fresh.setValue(text(), forKey: "name")
    fresh.setValue(dice.below(100), forKey: "salary")
    try other.save()
    context.refresh(stale, mergeChanges: dice.chance(50))
  }

  // MARK: Checking

  private func check(_ step: Int) throws {
    for (index, (controller, mirror)) in pairs.enumerated() {
      let found = try context.fetch(controller.fetchRequest)
      var sections: [TableMirror.Section] = []
      for object in found {
        let value = controller.sectionNameKeyPath.flatMap(object.value(forKeyPath:))
        let name = value.map { "\($0)" } ?? ""
        if sections.last?.name != name { sections.append(.init(name: name)) }
        sections[sections.count - 1].objects.append(object)
      }
      if sections.isEmpty, controller.sectionNameKeyPath == nil { sections = [.init(name: "")] }
      let place: Comment = "step \(step), controller \(index)"
      try #require(numbers(TableMirror.sections(of: controller)) == numbers(sections), place)
      try #require(numbers(mirror.sections) == numbers(sections), place)
      guard let object = dice.any(of: found), let path = controller.indexPath(forObject: object)
      else { continue }
      #expect(controller.object(at: path) === object)
    }
  }

  /// Sections as texts that say little enough to be read where a comparison fails.
  private func numbers(_ sections: [TableMirror.Section]) -> [String] {
    sections.map { section in
      let numbers = section.objects.map { "\($0.value(forKey: "number") as? Int64 ?? -1)" }
      return "\(section.name): " + numbers.joined(separator: " ")
    }
  }
}

@Suite("Results at random") struct ResultsRandomTests {
  @Test(
    "a table that is told of changes shows what a fetch finds, after each event",
    arguments: StoreKind.allCases, [9, 26, 27] as [UInt64])
  func mirrors(_ kind: StoreKind, _ seed: UInt64) throws {
    try MirrorTrial(kind, seed: seed).run(80)
  }

  @Test("the longest rise is one, and none is longer", arguments: 1...20 as ClosedRange<UInt64>)
  func longestRise(_ seed: UInt64) {
    var dice = Dice(seed: seed)
    let numbers = (0..<dice.below(9)).map { _ in dice.below(9) }
    let rise = numbers.longestRise
    #expect(zip(rise, rise.dropFirst()).allSatisfy { $0 < $1 && numbers[$0] < numbers[$1] })
    var best = 0
    for mask in 0..<(1 << numbers.count) {
      let part = numbers.indices.filter { mask & (1 << $0) != 0 }
      let rises = zip(part, part.dropFirst()).allSatisfy { numbers[$0] < numbers[$1] }
      if rises { best = max(best, part.count) }
    }
    #expect(rise.count == best)
  }
}
