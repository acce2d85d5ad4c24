import Foundation
import OpenCoreData
import Testing

/// References that lead to what is no record any more: objects and stores must say the same of them.
@Suite("Conditions about references to deleted objects") struct FetchingDeletedTests {
  private static let formats: [(entity: String, formats: [String])] = [
    (
      "Employee",
      [
        "department == nil", "department != nil", "department == $works", "department != $works",
        "department IN {$works, $sales}", "department.name == nil", "department.name != nil",
        "department.name == 'Works'", "department.name != 'Sales'",
        "NOT (department.name == 'Sales')", "department.name < 'Z'",
        "department.code IN {'W', nil}",
        "department.name LIKE '*'", "department.employees.@count == 0",
        "department.employees.@count > 0", "ANY department.employees.name == 'charlie'",
        "ALL department.employees.name == 'charlie'", "NONE department.employees == nil",
        "ANY tags.name == 'red'", "ANY tags.name == nil", "ALL tags.name != nil",
        "tags.@count == 1", "SUBQUERY(tags, $t, $t.name == nil).@count == 1",
        "department.name == 'Works' OR salary > 20",
      ]
    ),
    (
      "Department",
      [
        "ANY employees.name == 'bravo'", "ANY employees.name == nil", "ANY employees.salary == nil",
        "ALL employees.salary > 20", "ALL employees.name != nil", "NONE employees.name == nil",
        "NONE employees.salary > 20", "employees.@count == 2", "employees.@count == 1",
        "ANY employees == $bravo", "NONE employees == $bravo", "employees CONTAINS $bravo",
        "$bravo IN employees", "SUBQUERY(employees, $e, $e.salary > 20).@count == 1",
        "SUBQUERY(employees, $e, $e.name == nil).@count == 1",
        "SUBQUERY(employees, $e, $e.department == nil).@count == 1",
        "employees.@sum.salary == 22", "employees.@min.salary == 22",
        "ANY employees.department == nil",
        "ANY employees.tags.name == 'red'", "employees.@avg.salary == 11",
      ]
    ),
    (
      "Tag",
      [
        "ANY employees.name == 'bravo'", "ANY employees.name == nil", "employees.@count == 2",
        "ANY employees.department.name == 'Sales'", "ANY employees.department.name == 'Works'",
        "ANY employees.department == nil", "ALL employees.salary > 20", "ANY employees IN {$bravo}",
      ]
    ),
  ]

  private func model(_ rule: NSDeleteRule) -> NSManagedObjectModel {
    companyModel { entities in
      for entity in entities.values {
        for relationship in entity.relationshipsByName.values { relationship.deleteRule = rule }
      }
    }
  }

  private func compare(
    _ context: NSManagedObjectContext, _ gone: [String: NSManagedObjectID], _ state: String
  ) throws {
    for (entity, formats) in Self.formats {
      for format in formats {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        let predicate = NSPredicate(format: format).withSubstitutionVariables(gone)
        request.predicate = predicate
        let found = Set(try context.fetch(request).map { $0.objectID.text })
        let count = try context.count(for: request)
        let met = try context.all(entity).filter { predicate.evaluate(with: $0) }
        #expect(
          found == Set(met.map { $0.objectID.text }) && count == found.count,
          "\(state): \(entity) where \(format)")
      }
    }
  }

  @Test(
    "what No Action leaves behind is met alike by objects and stores", arguments: StoreKind.allCases
  )
  func noAction(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind, model(.noActionDeleteRule))
    try payroll["charlie"].setValue(payroll["Works"], forKey: "department")
    try payroll["alpha"].mutableSetValue(forKey: "tags").add(
      payroll.stack.insert("Tag", ["name": "blue"]))
    try payroll["bravo"].setValue(payroll["Sales"], forKey: "department")
    try payroll.context.save()
    let gone = try ids(payroll)
    for name in ["Works", "bravo", "blue"] { payroll.context.delete(try payroll[name]) }
    try compare(payroll.context, gone, "before the save")
    try payroll.context.save()
    try compare(payroll.context, gone, "after the save")
    let other = payroll.stack.anotherContext()
    try compare(other, gone, "in another context")
    try other.named("charlie", "Employee")?.setValue("x", forKey: "nick")
    try other.named("Sales", "Department")?.setValue("S", forKey: "code")
    try compare(other, gone, "with unsaved changes")
  }

  @Test(
    "what another context deleted is met alike by objects and stores",
    arguments: StoreKind.allCases,
    [NSDeleteRule.nullifyDeleteRule, .noActionDeleteRule])
  func others(_ kind: StoreKind, _ rule: NSDeleteRule) throws {
    let payroll = try Payroll(kind, model(rule))
    try payroll["charlie"].setValue(payroll["Works"], forKey: "department")
    try payroll.context.save()
    let gone = try ids(payroll)
    let other = payroll.stack.anotherContext()
    try other.named("charlie", "Employee")?.setValue("x", forKey: "nick")
    try other.named("Sales", "Department")?.setValue("S", forKey: "code")
    try other.named("red", "Tag")?.setValue("rot", forKey: "name")
    try compare(other, gone, "before")
    for name in ["Works", "bravo"] { payroll.context.delete(try payroll[name]) }
    try payroll.context.save()
    // Until then objects show what they read, as they do where somebody else changed them.
    other.refreshAllObjects()
    try compare(other, gone, "after")
    try compare(payroll.stack.anotherContext(), gone, "in a third context")
  }

  private func ids(_ payroll: Payroll) throws -> [String: NSManagedObjectID] {
    [
      "works": try payroll["Works"].objectID, "sales": try payroll["Sales"].objectID,
      "bravo": try payroll["bravo"].objectID,
    ]
  }
}
