import Foundation
import OpenCoreData
import Predicates

/// The company that predicates are tried on, in each of the forms that they can be evaluated on.
struct CaseCompany {
  struct Person {
    var name: String
    var salary: Int32
    var nick: String?
    var ratio: Double?
    /// The name of the department.
    var department: String?
    /// The names of the tags; a tag may have none.
    var tags: [String?]
    var steps: [String]
    var price: Decimal?
    var big: Int64 = 0
  }

  static let departments = ["Sales", "Works", "Empty"]
  static let people = [
    Person(
      name: "alpha", salary: 22, nick: "Élan", ratio: 0.5, department: "Sales",
      tags: ["x", "y"], steps: ["one", "two"], price: Decimal(string: "0.1"),
      big: 9_007_199_254_740_993),
    Person(
      name: "bravo", salary: 25, nick: "E\u{301}lan", ratio: 1, department: "Sales",
      tags: ["x"], steps: ["two", "one"], price: Decimal(string: "0.3"),
      big: 9_007_199_254_740_992),
    Person(
      name: "charlie", salary: 10, nick: nil, ratio: nil, department: "Works",
      tags: [], steps: []),
    Person(
      name: "delta", salary: 30, nick: "straße", ratio: -2.5, department: "Works",
      tags: [nil], steps: ["three"]),
    Person(
      name: "echo", salary: 40, nick: "STRASSE", ratio: 40, department: nil,
      tags: ["y", "z"], steps: []),
    Person(
      name: "foxtrot", salary: 1, nick: "ab", ratio: 0.1, department: "Works",
      tags: ["x", nil], steps: []),
    Person(
      name: "golf", salary: 5, nick: "a*c", ratio: 0.3, department: "Sales",
      tags: [], steps: []),
    Person(
      name: "hotel", salary: 2, nick: "abbc", ratio: 0, department: nil,
      tags: ["ab"], steps: []),
  ]

  // MARK: Dictionaries

  /// The people or the departments as dictionaries: of collections as arrays, of nil as a missing key.
  static func dictionaries(_ entity: String) -> [[String: Any]] {
    entity == "Department" ? departments.map(department) : people.map { person($0) }
  }

  private static func person(_ person: Person, withDepartment: Bool = true) -> [String: Any] {
    var values: [String: Any] = ["name": person.name, "salary": person.salary]
    values["nick"] = person.nick
    values["ratio"] = person.ratio
    values["price"] = person.price
    values["big"] = person.big
    if withDepartment, let name = person.department { values["department"] = ["name": name] }
    values["tags"] = person.tags.map { name in name.map { ["name": $0] } ?? [:] }
    values["steps"] = person.steps.map { ["text": $0] }
    return values
  }

  private static func department(_ name: String) -> [String: Any] {
    let staff = people.filter { $0.department == name }
    return ["name": name, "employees": staff.map { person($0, withDepartment: false) }]
  }

  // MARK: Plain values

  struct PlainTag { var name: String? }
  struct PlainStep { var text: String? }
  struct PlainDepartment {
    var name: String
    var employees: [PlainPerson] = []
  }
  struct PlainPerson {
    var name: String
    var salary: Int32
    var nick: String?
    var ratio: Double?
    var price: Decimal?
    var big: Int64
    var department: PlainDepartment?
    var tags: [PlainTag]
    var steps: [PlainStep]

    init(_ person: Person, withDepartment: Bool = true) {
      name = person.name
      salary = person.salary
      nick = person.nick
      ratio = person.ratio
      price = person.price
      big = person.big
      department = withDepartment ? person.department.map { PlainDepartment(name: $0) } : nil
      tags = person.tags.map(PlainTag.init)
      steps = person.steps.map(PlainStep.init)
    }
  }

  /// The people or the departments as structures without any protocol.
  static func plainValues(_ entity: String) -> [Any] {
    if entity == "Employee" { return people.map { PlainPerson($0) } }
    return departments.map { name in
      let staff = people.filter { $0.department == name }
      return PlainDepartment(
        name: name, employees: staff.map { PlainPerson($0, withDepartment: false) })
    }
  }

  // MARK: Objects

  /// The model of the cases, with a decimal and a large number for every employee.
  static func model() -> NSManagedObjectModel {
    companyModel { entities in
      guard let employee = entities["Employee"] else { return }
      employee.properties += [
        attribute("price", .decimalAttributeType), attribute("big", .integer64AttributeType),
      ]
    }
  }

  /// Inserts everybody into a stack's context; saving is left to the caller.
  static func insert(into stack: Stack) {
    var departments: [String: NSManagedObject] = [:]
    for name in Self.departments {
      departments[name] = stack.insert("Department", ["name": name])
    }
    var tags: [String?: NSManagedObject] = [:]
    for person in people {
      let object = stack.insert(
        "Employee", ["name": person.name, "salary": person.salary, "big": person.big])
      object.setValue(person.price, forKey: "price")
      object.setValue(person.nick, forKey: "nick")
      object.setValue(person.ratio, forKey: "ratio")
      object.setValue(person.department.flatMap { departments[$0] }, forKey: "department")
      for name in person.tags {
        let tag = tags[name] ?? stack.insert("Tag")
        tag.setValue(name, forKey: "name")
        tags[name] = tag
        object.mutableSetValue(forKey: "tags").add(tag)
      }
      let steps = person.steps.map { stack.insert("Step", ["text": $0]) }
      object.setValue(NSOrderedSet(array: steps), forKey: "steps")
    }
  }

  /// The name of an object, a dictionary or a plain value.
  static func name(of member: Any) -> String {
    switch member {
    case let object as NSManagedObject: object.name ?? ""
    case let dictionary as [String: Any]: dictionary["name"] as? String ?? ""
    case let person as PlainPerson: person.name
    case let department as PlainDepartment: department.name
    default: ""
    }
  }
}
