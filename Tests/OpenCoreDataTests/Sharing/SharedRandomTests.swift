import Foundation
import Testing

@testable import OpenCoreData

/// Three programs with one file, against plain dictionaries: each edits the employees that it has made, and puts them into
/// departments and gives them tags that all share, so nothing is a conflict and nothing may be lost.
@Suite("Programs that save in turn, at random") struct SharedRandomTests {
  /// What an employee is, by name.
  private struct Employee: Equatable {
    var salary = 0
    var department: String?
    var tags: Set<String> = []
  }

  private final class Program {
    let context: NSManagedObjectContext
    /// What is saved of it, and what will be.
    var mine: [String: Employee] = [:]

    init(_ context: NSManagedObjectContext) { self.context = context }

    func shared(_ entity: String) throws -> [String: NSManagedObject] {
      Dictionary(try context.all(entity).map { ($0.name ?? "", $0) }) { first, _ in first }
    }
  }

  @Test("lose nothing", arguments: StoreKind.files, 1...6)
  func random(_ kind: StoreKind, seed: Int) throws {
    var random = SplitMix(UInt64(seed) * 31)
    let stack = try Stack(kind)
    for name in ["Aa", "Bb", "Cc"] {
      _ = stack.insert("Department", ["name": name])
      _ = stack.insert("Tag", ["name": name])
    }
    try stack.context.save()
    let programs =
      [Program(stack.context)] + (try (0..<2).map { _ in Program(try stack.reopened()) })
    var count = 0
    for _ in 0..<60 {
      let index = Int(random.next() % 3)
      let program = programs[index]
      if random.next() % 4 == 0 {
        try program.context.persistentStoreCoordinator?.refreshFromFiles()
      }
      for _ in 0...Int(random.next() % 3) {
        count += 1
        try edit(program, "\(index)-\(count)", &random)
      }
      if random.next() % 3 > 0 { try program.context.save() }
    }
    for program in programs { try program.context.save() }
    let expected = programs.reduce(into: [:]) { all, program in
      all.merge(program.mine) { first, _ in first }
    }
    try expectSame(found(stack.reopened()), expected)
    for program in programs {
      try program.context.persistentStoreCoordinator?.refreshFromFiles()
      program.context.refreshAllObjects()
      try expectSame(found(program.context), expected)
    }
  }

  private func expectSame(_ found: [String: Employee], _ expected: [String: Employee]) {
    for name in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[name] == expected[name], "\(name)")
    }
  }

  private func edit(_ program: Program, _ fresh: String, _ random: inout SplitMix) throws {
    let objects = try program.shared("Employee")
    let names = program.mine.keys.sorted()
    let choice = random.next() % 10
    if names.isEmpty || choice < 3 {
      let employee = NSEntityDescription.insertNewObject(
        forEntityName: "Employee", into: program.context)
      employee.setValue(fresh, forKey: "name")
      employee.setValue(0, forKey: "salary")
      program.mine[fresh] = Employee()
      return
    }
    let name = names[Int(random.next() % UInt64(names.count))]
    let employee = try #require(objects[name])
    let places = ["Aa", "Bb", "Cc"]
    let place = places[Int(random.next() % 3)]
    switch choice {
    case 3:
      program.context.delete(employee)
      program.mine[name] = nil
    case 4, 5:
      let salary = Int(random.next() % 1000)
      employee.setValue(salary, forKey: "salary")
      program.mine[name]?.salary = salary
    case 6, 7:
      employee.setValue(try program.shared("Department")[place], forKey: "department")
      program.mine[name]?.department = place
    default:
      let tag = try #require(try program.shared("Tag")[place])
      let isThere = program.mine[name]?.tags.contains(place) == true
      let tags = employee.mutableSetValue(forKey: "tags")
      if isThere { tags.remove(tag) } else { tags.add(tag) }
      if isThere {
        program.mine[name]?.tags.remove(place)
      } else {
        program.mine[name]?.tags.insert(place)
      }
    }
  }

  /// Who is there, and whether both sides of relationships say so.
  private func found(_ context: NSManagedObjectContext) throws -> [String: Employee] {
    var found: [String: Employee] = [:]
    for object in try context.all("Employee") {
      let department = object.one("department")
      let tags = object.many("tags")
      #expect(department.map { $0.many("employees").contains(object) } ?? true)
      #expect(tags.allSatisfy { $0.many("employees").contains(object) })
      found[object.name ?? ""] = Employee(
        salary: Int(object.value(forKey: "salary") as? Int32 ?? -1), department: department?.name,
        tags: Set(tags.compactMap(\.name)))
    }
    for (entity, key) in [("Department", "employees"), ("Tag", "employees")] {
      let all = try context.all(entity).flatMap { $0.many(key) }
      #expect(all.allSatisfy { !$0.isDeleted && $0.name != nil })
    }
    return found
  }
}

/// Random numbers that are the same in every run.
private struct SplitMix {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
