import Foundation
import Testing

@testable import OpenCoreData

/// A context driven at random beside a reference graph.
private final class Twin {
  let stack: Stack
  var context: NSManagedObjectContext
  var graph = ReferenceGraph()
  var savedGraph = ReferenceGraph()
  /// The live objects by number.
  var objects: [Int: NSManagedObject] = [:]
  private var nextNumber = 1
  private var random: Dice

  init(_ kind: StoreKind, seed: UInt64) throws {
    let model = companyModel { entities in
      for entity in entities.values where entity.name != "Manager" {
        entity.properties = entity.properties + [attribute("number", .integer64AttributeType)]
      }
      entities["Employee"]?.attributesByName["name"]?.limits = .init()
    }
    stack = try Stack(kind, model)
    context = stack.context
    random = Dice(seed: seed)
  }

  func step() throws {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<22: insert()
    case 22..<36: edit()
    case 36..<48: setWorkplace()
    case 48..<58: tag()
    case 58..<68: walk()
    case 68..<80: befriend()
    case 80..<90: delete()
    case 90..<94: context.processPendingChanges()
    case 94..<98: try save()
    case 98: rollback()
    default: try reopen()
    }
  }

  // MARK: Picking

  private func pick(_ numbers: some Collection<Int>) -> Int? {
    numbers.sorted().randomElement(using: &random)
  }
  private func flip() -> Bool { Bool.random(using: &random) }
  private func object(_ number: Int?) -> NSManagedObject? { number.flatMap { objects[$0] } }

  // MARK: Steps

  private func insert() {
    let entity =
      ["Department", "Employee", "Manager", "Tag", "Step"].randomElement(using: &random) ?? ""
    if entity != "Step", graph.employees.count > 60 { return delete() }
    let number = nextNumber
    nextNumber += 1
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(number, forKey: "number")
    object.setValue("n\(number)", forKey: entity == "Step" ? "text" : "name")
    objects[number] = object
    switch entity {
    case "Department": graph.departments[number] = "n\(number)"
    case "Tag": graph.tags[number] = "n\(number)"
    case "Step": graph.steps[number] = "n\(number)"
    default: graph.employees[number] = "n\(number)"
    }
  }

  private func edit() {
    let text = "t\(Int.random(in: 0..<1000, using: &random))"
    if flip(), let number = pick(graph.employees.keys) {
      graph.employees[number] = text
      object(number)?.setValue(text, forKey: "name")
    } else if let number = pick(graph.departments.keys) {
      graph.departments[number] = text
      object(number)?.setValue(text, forKey: "name")
    }
  }

  private func setWorkplace() {
    guard let department = pick(graph.departments.keys), let employee = pick(graph.employees.keys)
    else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      graph.workplace[employee] = nil
      object(employee)?.setValue(nil, forKey: "department")
    case 1:
      graph.workplace[employee] = department
      object(department)?.mutableSetValue(forKey: "employees").add(objects[employee] as Any)
    case 2:
      let chosen = graph.employees.keys.sorted().filter { _ in flip() && flip() }
      graph.workplace = graph.workplace.filter { $0.value != department }
      for employee in chosen { graph.workplace[employee] = department }
      object(department)?.setValue(Set(chosen.compactMap { objects[$0] }), forKey: "employees")
    default:
      graph.workplace[employee] = department
      object(employee)?.setValue(objects[department], forKey: "department")
    }
  }

  private func tag() {
    guard let tag = pick(graph.tags.keys), let employee = pick(graph.employees.keys) else { return }
    let pair = ReferenceGraph.Pair(employee, tag)
    let (owner, member, key) = flip() ? (employee, tag, "tags") : (tag, employee, "employees")
    let set = object(owner)?.mutableSetValue(forKey: key)
    if flip() {
      graph.tagged.insert(pair)
      set?.add(objects[member] as Any)
    } else {
      graph.tagged.remove(pair)
      set?.remove(objects[member] as Any)
    }
  }

  private func walk() {
    guard let step = pick(graph.steps.keys), let employee = pick(graph.employees.keys) else {
      return
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      graph.setWalker(step, nil)
      object(step)?.setValue(nil, forKey: "employee")
    case 1:
      graph.setWalker(step, employee)
      object(step)?.setValue(objects[employee], forKey: "employee")
    case 2:
      let list = graph.walks[employee, default: []].shuffled(using: &random)
      graph.setSteps(employee, list)
      object(employee)?.setValue(
        NSOrderedSet(array: list.compactMap { objects[$0] }), forKey: "steps")
    default:
      if graph.walks[employee, default: []].contains(step) { return }
      graph.setWalker(step, nil)
      graph.walks[employee, default: []].insert(step, at: 0)
      object(employee)?.mutableOrderedSetValue(forKey: "steps").insert(objects[step] as Any, at: 0)
    }
  }

  private func befriend() {
    guard let one = pick(graph.employees.keys), let other = pick(graph.employees.keys) else {
      return
    }
    if flip() {
      let pair = ReferenceGraph.Pair.unordered(one, other)
      let set = object(one)?.mutableSetValue(forKey: "friends")
      if graph.friends.remove(pair) == nil {
        graph.friends.insert(pair)
        set?.add(objects[other] as Any)
      } else {
        set?.remove(objects[other] as Any)
      }
    } else {
      let partner = flip() ? other : nil
      graph.setPartner(one, partner)
      object(one)?.setValue(object(partner), forKey: "partner")
    }
  }

  private func delete() {
    let all = [graph.departments, graph.employees, graph.employees, graph.tags, graph.steps]
    guard let number = pick((all.randomElement(using: &random) ?? [:]).keys),
      let object = objects[number]
    else { return }
    context.delete(object)
    if graph.departments[number] != nil { graph.deleteDepartment(number) }
    if graph.tags[number] != nil { graph.deleteTag(number) }
    if graph.steps[number] != nil { graph.deleteStep(number) }
    if graph.employees[number] != nil { graph.deleteEmployee(number) }
  }

  private func save() throws {
    try context.save()
    savedGraph = graph
  }

  private func rollback() {
    context.rollback()
    graph = savedGraph
  }

  /// Saves, and goes on with the store as another program would read it.
  private func reopen() throws {
    try save()
    context = try stack.reopened()
    objects = [:]
    for entity in ["Department", "Employee", "Tag", "Step"] {
      for object in try context.all(entity) {
        objects[number(of: object)] = object
      }
    }
  }

  // MARK: Comparing

  private func number(_ object: NSManagedObject?) -> Int? { object.map(number(of:)) }
  private func number(of object: NSManagedObject) -> Int {
    Int(object.value(forKey: "number") as? Int64 ?? 0)
  }

  /// What the context has, in the form of the reference.
  func seen() throws -> ReferenceGraph {
    var seen = ReferenceGraph()
    for object in try context.all("Department") {
      seen.departments[number(of: object)] = object.name
    }
    for object in try context.all("Tag") { seen.tags[number(of: object)] = object.name }
    for object in try context.all("Step") {
      seen.steps[number(of: object)] = object.value(forKey: "text") as? String
    }
    for object in try context.all("Employee") {
      let employee = number(of: object)
      seen.employees[employee] = object.name
      seen.workplace[employee] = number(object.one("department"))
      for tag in object.many("tags") { seen.tagged.insert(.init(employee, number(of: tag))) }
      for friend in object.many("friends") {
        seen.friends.insert(.unordered(employee, number(of: friend)))
      }
      seen.partner[employee] = number(object.one("partner"))
      seen.walks[employee] = object.list("steps").map(number(of:))
    }
    return seen
  }

  /// Whether the other sides say the same.
  func otherSides() throws -> Bool {
    for object in try context.all("Department") {
      let expected = graph.workplace.filter { $0.value == number(of: object) }.keys
      if Set(object.many("employees").map(number(of:))) != Set(expected) { return false }
    }
    for object in try context.all("Tag") {
      let expected = graph.tagged.filter { $0.other == number(of: object) }.map(\.one)
      if Set(object.many("employees").map(number(of:))) != Set(expected) { return false }
    }
    for object in try context.all("Step") {
      let owner = graph.walks.first { $0.value.contains(number(of: object)) }?.key
      if number(object.one("employee")) != owner { return false }
    }
    return true
  }
}

@Suite("Random steps") struct RandomTests {
  @Test("20 000 random steps in all agree with a plain graph", arguments: StoreKind.allCases)
  func agree(_ kind: StoreKind) throws {
    let twin = try Twin(kind, seed: 20_000)
    for step in 0..<7_000 {
      try twin.step()
      if step % 50 == 49 {
        #expect(try twin.seen() == twin.graph, "at step \(step)")
        #expect(try twin.otherSides(), "at step \(step)")
        #expect(twin.context.graph.brokenInvariants() == [], "at step \(step)")
      }
    }
  }
}
