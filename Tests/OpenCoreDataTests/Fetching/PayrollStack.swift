import Foundation
import OpenCoreData

/// A saved company with salaries, and edits that are not saved: what fetches must tell apart.
struct Payroll {
  let stack: Stack
  var context: NSManagedObjectContext { stack.context }

  /// Departments Sales and Works (of code W); alpha 22 in Sales, bravo 25 in Works, charlie 10 in none; tags red
  /// (alpha, bravo) and one without a name (charlie).
  init(_ kind: StoreKind, _ model: NSManagedObjectModel = companyModel()) throws {
    stack = try Stack(kind, model)
    let sales = stack.insert("Department", ["name": "Sales"])
    let works = stack.insert("Department", ["name": "Works", "code": "W"])
    let red = stack.insert("Tag", ["name": "red"])
    let nameless = stack.insert("Tag")
    for (name, salary, department, tag) in [
      ("alpha", 22, sales as NSManagedObject?, red), ("bravo", 25, works, red),
      ("charlie", 10, nil, nameless),
    ] {
      let employee = stack.insert("Employee", ["name": name, "salary": salary])
      employee.setValue(department, forKey: "department")
      employee.setValue(Set([tag]), forKey: "tags")
    }
    try stack.context.save()
  }

  /// Pending: alpha 5, charlie 21, bravo deleted, delta 30 and echo 40 new.
  func edit() throws {
    try self["alpha"].setValue(5, forKey: "salary")
    try self["charlie"].setValue(21, forKey: "salary")
    context.delete(try self["bravo"])
    _ = stack.insert("Employee", ["name": "delta", "salary": 30])
    _ = stack.insert("Employee", ["name": "echo", "salary": 40])
  }

  /// The employee, else the department or the tag, of a name.
  subscript(name: String) -> NSManagedObject {
    get throws {
      for entity in ["Employee", "Department", "Tag"] {
        if let found = try context.named(name, entity) { return found }
      }
      throw CocoaError(.coreData)
    }
  }

  func request(
    _ format: String? = nil, _ arguments: Any?..., by keys: String..., entity: String = "Employee"
  ) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    if let format {
      request.predicate = NSPredicate(
        format: format, argumentArray: arguments.map { $0 ?? NSNull() })
    }
    request.sortDescriptors = keys.map { key in
      key.hasPrefix("-")
        ? NSSortDescriptor(key: String(key.dropFirst()), ascending: false)
        : NSSortDescriptor(key: key, ascending: true)
    }
    return request
  }

  /// The names of what a request finds.
  func names(_ request: NSFetchRequest<NSManagedObject>) throws -> [String] {
    try context.fetch(request).map { $0.name ?? "-" }
  }

  func names(_ format: String, _ arguments: Any?..., by key: String = "name") throws -> [String] {
    let request = request(by: key)
    request.predicate = NSPredicate(format: format, argumentArray: arguments.map { $0 ?? NSNull() })
    return try names(request)
  }
}
