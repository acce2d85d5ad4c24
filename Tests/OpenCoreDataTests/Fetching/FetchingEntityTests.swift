import Foundation
import OpenCoreData
import Testing

@Suite("Conditions about the entity of objects") struct FetchingEntityTests {
  /// alpha, bravo and charlie of a payroll, and the managers mara, in Sales, and mick.
  private func payroll(_ kind: StoreKind, isSaved: Bool) throws -> Payroll {
    let payroll = try Payroll(kind)
    let sales = try payroll["Sales"]
    for name in ["mara", "mick"] {
      let manager = payroll.stack.insert("Manager", ["name": name, "salary": 50])
      if name == "mara" { manager.setValue(sales, forKey: "department") }
    }
    if isSaved { try payroll.context.save() }
    return payroll
  }

  private static let all = ["alpha", "bravo", "charlie", "mara", "mick"]
  private static let cases: [(format: String, names: [String])] = [
    ("entity == %@", ["mara", "mick"]),
    ("%@ == entity", ["mara", "mick"]),
    ("self.entity = %@", ["mara", "mick"]),
    ("entity != %@", ["alpha", "bravo", "charlie"]),
    ("NOT entity == %@", ["alpha", "bravo", "charlie"]),
    ("entity IN {%@}", ["mara", "mick"]),
    ("entity.name == %@.name", ["mara", "mick"]),
    ("%@ != nil AND entity != nil", all),
    ("entity == %@ AND department.name == 'Sales'", ["mara"]),
    ("ANY department.employees.entity == %@", ["alpha", "mara"]),
    ("NONE department.employees.entity == %@", ["bravo", "charlie", "mick"]),
    ("SUBQUERY(department.employees, $e, $e.entity == %@).@count == 1", ["alpha", "mara"]),
    ("entity == %@ OR notes == 'no'", ["mara", "mick"]),
  ]

  @Test(
    "the entity is compared as the same thing in stores, on objects and on unsaved ones",
    arguments: StoreKind.allCases, [false, true])
  func compared(_ kind: StoreKind, isSaved: Bool) throws {
    let payroll = try payroll(kind, isSaved: isSaved)
    let manager = try payroll["mara"].entity
    for (format, names) in Self.cases {
      #expect(try payroll.names(format, manager) == names, "\(format)")
      let predicate = NSPredicate(format: format, argumentArray: [manager])
      let objects = try payroll.context.fetch(payroll.request(by: "name"))
      #expect(objects.filtered(using: predicate).map(\.name) == names, "\(format), on objects")
    }
    #expect(try payroll.names("entity.name BEGINSWITH 'Man'") == ["mara", "mick"])
    #expect(
      try payroll.names("entity.name IN {'Employee', 'Tag'}") == ["alpha", "bravo", "charlie"])
    #expect(try payroll.names("entity IN %@", [manager]) == ["mara", "mick"])
  }

  @Test("the entity's name is an order", arguments: StoreKind.allCases, [false, true])
  func ordered(_ kind: StoreKind, isSaved: Bool) throws {
    let payroll = try payroll(kind, isSaved: isSaved)
    let request = payroll.request(by: "-entity.name", "-name")
    #expect(try payroll.names(request) == ["mick", "mara", "charlie", "bravo", "alpha"])
  }

  @Test(
    "an entity is no text, and has no order",
    arguments: [
      ("entity == 'Manager'", "'entity' of 'Employee' is an entity and is compared with a text"),
      ("entity.nme == 'Manager'", "which has no property 'nme'"),
      ("entity < entity", "entities have no order"),
    ])
  func mistakes(_ format: String, _ text: String) throws {
    let payroll = try payroll(.inMemory, isSaved: true)
    let error = #expect(throws: CocoaError.self) { try payroll.names(format) }
    #expect(error?.localizedDescription.contains(text) == true)
  }
}
