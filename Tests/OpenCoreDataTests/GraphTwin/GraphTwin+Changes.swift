import Foundation

@testable import OpenCoreData

/// The changes, made in the context and in the plain graph.
extension GraphTwin {
  func change(_ count: Int) {
    for _ in 0..<count {
      switch Int.random(in: 0..<90, using: &random) {
      case 0..<22: insert()
      case 22..<36: edit()
      case 36..<48: setWorkplace()
      case 48..<58: tag()
      case 58..<68: walk()
      case 68..<80: befriend()
      default: delete()
      }
    }
  }

  private func insert() {
    let entity =
      ["Department", "Employee", "Manager", "Tag", "Step"].randomElement(using: &random) ?? ""
    if entity != "Step", graph.employees.count > 30 { return delete() }
    let number = nextNumber
    nextNumber += 1
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(number, forKey: "number")
    object.setValue("n\(number)", forKey: entity == "Step" ? "text" : "name")
    objects[number] = object
    if stores == .assigned || stores == .free && flip() && flip() { assign(object) }
    switch entity {
    case "Department": graph.departments[number] = "n\(number)"
    case "Tag": graph.tags[number] = "n\(number)"
    case "Step": graph.steps[number] = "n\(number)"
    default: graph.employees[number] = "n\(number)"
    }
  }

  private func assign(_ object: NSManagedObject) {
    let stores = context.persistentStoreCoordinator?.persistentStores ?? []
    if let store = stores.randomElement(using: &random) { context.assign(object, to: store) }
  }

  /// The store of an object that is in one.
  private func store(_ number: Int) -> NSPersistentStore? {
    // A child's copies know when they are read.
    objects[number]?.fireFault()
    return objects[number]?.shelf?.store
  }

  /// Whether two objects may be related: relationships do not lead from one store into another.
  private func mayMeet(_ one: Int, _ other: Int) -> Bool {
    guard let one = store(one), let other = store(other) else { return true }
    return one === other
  }

  private func edit() {
    if stores == .free, flip(), let number = pick(objects.keys), let object = objects[number],
      object.isInserted, object.shelf?.store == nil
    {
      return assign(object)
    }
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
    guard mayMeet(department, employee) else { return }
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      graph.workplace[employee] = nil
      object(employee)?.setValue(nil, forKey: "department")
    case 1:
      graph.workplace[employee] = department
      object(department)?.mutableSetValue(forKey: "employees").add(objects[employee] as Any)
    case 2:
      var chosen = graph.employees.keys.sorted().filter { _ in flip() && flip() }
      let all = [department] + chosen
      if let leader = all.first(where: { store($0) != nil }) {
        chosen.removeAll { !mayMeet(leader, $0) }
      }
      graph.workplace = graph.workplace.filter { $0.value != department }
      for employee in chosen { graph.workplace[employee] = department }
      object(department)?.setValue(Set(chosen.compactMap { objects[$0] }), forKey: "employees")
    default:
      graph.workplace[employee] = department
      object(employee)?.setValue(objects[department], forKey: "department")
    }
  }

  private func tag() {
    guard let tag = pick(graph.tags.keys), let employee = pick(graph.employees.keys),
      mayMeet(tag, employee)
    else { return }
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
    guard let step = pick(graph.steps.keys), let employee = pick(graph.employees.keys),
      mayMeet(step, employee)
    else { return }
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
    guard let one = pick(graph.employees.keys), let other = pick(graph.employees.keys),
      mayMeet(one, other)
    else { return }
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
}
