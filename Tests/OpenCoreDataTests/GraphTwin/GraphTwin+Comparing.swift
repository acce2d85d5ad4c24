import OpenCoreData
import Testing

extension GraphTwin {
  func number(_ object: NSManagedObject?) -> Int? { object.map(number(of:)) }
  func number(of object: NSManagedObject) -> Int {
    Int(object.value(forKey: "number") as? Int64 ?? 0)
  }

  /// Fails where the context has something else than the reference.
  func agree(_ moment: String = "") throws {
    let seen = try seen()
    try #require(
      seen == graph, "\(occasion) \(moment): \(seen.differences(from: graph))")
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
