import Foundation
import OpenCoreData
import Testing

@Suite("Fetching what is not saved") struct FetchingPendingTests {
  @Test("unsaved changes count for condition, order and number", arguments: StoreKind.allCases)
  func overlay(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = payroll.request("salary > 20", by: "name")
    #expect(try payroll.names(request) == ["charlie", "delta", "echo"])
    #expect(try payroll.context.count(for: request) == 3)
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: false)]
    #expect(try payroll.names(request) == ["echo", "delta", "charlie"])
  }

  @Test(
    "without them what is saved decides, and objects show what they hold now",
    arguments: StoreKind.allCases)
  func saved(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = payroll.request("salary > 20", by: "name")
    request.includesPendingChanges = false
    let found = try payroll.context.fetch(request)
    #expect(found.map(\.name) == ["alpha", "bravo"])
    #expect(found.map { $0.value(forKey: "salary") as? Int32 } == [5, 25])
    #expect(try payroll.context.count(for: request) == 2)
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: true)]
    #expect(try payroll.names(request) == ["alpha", "bravo"])
  }

  @Test(
    "the window is cut after everything is in order", arguments: StoreKind.allCases,
    [(0, 2), (1, 2), (2, 0), (3, 9), (9, 1)])
  func window(_ kind: StoreKind, _ window: (offset: Int, limit: Int)) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = payroll.request(by: "salary")
    let all = try payroll.names(request)
    #expect(all == ["alpha", "charlie", "delta", "echo"])
    request.fetchOffset = window.offset
    request.fetchLimit = window.limit
    let rest = all.dropFirst(window.offset)
    let expected = Array(window.limit == 0 ? rest : rest.prefix(window.limit))
    #expect(try payroll.names(request) == expected)
    #expect(try payroll.context.count(for: request) == expected.count)
  }

  @Test(
    "what is equal in order stands in the order of ids, unsaved last",
    arguments: StoreKind.allCases)
  func ties(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    for name in ["alpha", "bravo", "charlie"] {
      try payroll[name].setValue(7, forKey: "salary")
    }
    try payroll.context.save()
    try payroll["bravo"].setValue("x", forKey: "nick")
    _ = payroll.stack.insert("Employee", ["name": "delta", "salary": 7])
    #expect(
      try payroll.names(payroll.request(by: "-salary")) == ["alpha", "bravo", "charlie", "delta"])
    #expect(try payroll.names(payroll.request()) == ["alpha", "bravo", "charlie", "delta"])
  }

  @Test("a path that leads to a changed object sees the change", arguments: StoreKind.allCases)
  func touched(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll["Sales"].setValue("Zales", forKey: "name")
    #expect(try payroll.names("department.name == 'Sales'") == [])
    #expect(try payroll.names("department.name == 'Zales'") == ["alpha"])
    #expect(
      try payroll.names(payroll.request(by: "-department.name")) == ["alpha", "bravo", "charlie"])
    try payroll["red"].setValue("blue", forKey: "name")
    #expect(try payroll.names("ANY tags.name == 'red'") == [])
    #expect(try payroll.names("ANY tags.name == 'blue'") == ["alpha", "bravo"])
    let request = payroll.request("ANY tags.name == 'red'", by: "name")
    request.includesPendingChanges = false
    #expect(try payroll.names(request) == ["alpha", "bravo"])
  }

  @Test("changed links count on both sides", arguments: StoreKind.allCases)
  func links(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll["charlie"].setValue(payroll["Works"], forKey: "department")
    #expect(try payroll.names("department.code == 'W'") == ["bravo", "charlie"])
    let departments = payroll.request(
      "ANY employees.name == 'charlie'", by: "name", entity: "Department")
    #expect(try payroll.names(departments) == ["Works"])
    payroll.context.delete(try payroll["Works"])
    #expect(try payroll.names("department == nil") == ["bravo", "charlie"])
  }

  @Test(
    "a touched record is seen as it is saved now, not as an object read it",
    arguments: StoreKind.allCases)
  func staleness(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    #expect(try payroll["alpha"].value(forKey: "salary") as? Int32 == 22)
    let held = try payroll["alpha"]
    let other = payroll.stack.anotherContext()
    try other.named("alpha", "Employee")?.setValue(99, forKey: "salary")
    try other.save()
    try payroll["Sales"].setValue("Zales", forKey: "name")
    #expect(try payroll.names("salary > 50 AND department.name == 'Zales'") == ["alpha"])
    #expect(held.value(forKey: "salary") as? Int32 == 22)
  }

  @Test("blocks get objects, saved or not", arguments: StoreKind.allCases)
  func blocks(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = payroll.request(by: "name")
    request.predicate = NSPredicate { object, _ in
      ((object as? NSManagedObject)?.value(forKey: "salary") as? Int32 ?? 0) > 20
    }
    #expect(try payroll.names(request) == ["charlie", "delta", "echo"])
    #expect(try payroll.context.count(for: request) == 3)
    request.fetchOffset = 1
    request.fetchLimit = 1
    #expect(try payroll.names(request) == ["delta"])
  }

  @Test("transient properties can be asked and ordered by", arguments: StoreKind.allCases)
  func transients(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let held = try payroll.context.all("Employee")
    for (object, note) in zip(held, ["z", "y", "x"]) {
      object.setPrimitiveValue(note, forKey: "notes")
    }
    #expect(try payroll.names("notes != 'y'") == ["alpha", "charlie"])
    #expect(try payroll.names(payroll.request(by: "notes")) == ["charlie", "bravo", "alpha"])
  }

  @Test("ids of new objects are temporary and in order", arguments: StoreKind.allCases)
  func ids(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    try payroll.edit()
    let request = NSFetchRequest<NSManagedObjectID>(entityName: "Employee")
    request.resultType = .managedObjectIDResultType
    request.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: false)]
    let found = try payroll.context.fetch(request)
    #expect(
      found.map { payroll.context.object(with: $0).name } == ["echo", "delta", "charlie", "alpha"])
    #expect(found.map(\.isTemporaryID) == [true, true, false, false])
  }

  @Test("a new object leads over another new one to what is saved", arguments: StoreKind.allCases)
  func newLeadsToSaved(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let works = stack.insert("Department", ["name": "Works"])
    try stack.context.save()
    let (one, other) = (stack.insert("Employee"), stack.insert("Employee"))
    one.setValue(other, forKey: "partner")
    other.setValue(works, forKey: "department")
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.predicate = NSPredicate(format: "partner.department.name == 'Works'")
    #expect(try stack.context.fetch(request) == [one])
  }
}
