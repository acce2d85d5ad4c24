import Foundation
import OpenCoreData
import Testing

@Suite("Fetching by objects and ids") struct FetchingConstantTests {
  @Test("an object and its id mean the same", arguments: StoreKind.allCases)
  func equality(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let sales = try payroll["Sales"]
    #expect(try payroll.names("department == %@", sales) == ["alpha"])
    #expect(try payroll.names("department == %@", sales.objectID) == ["alpha"])
    #expect(try payroll.names("department != %@", sales) == ["bravo", "charlie"])
    let some = [try payroll["alpha"], try payroll["charlie"]]
    #expect(try payroll.names("SELF IN %@", some) == ["alpha", "charlie"])
    #expect(try payroll.names("SELF IN %@", some.map(\.objectID)) == ["alpha", "charlie"])
    #expect(try payroll.names("SELF IN %@", Set(some)) == ["alpha", "charlie"])
    #expect(try payroll.names("NOT (SELF IN %@)", some) == ["bravo"])
    #expect(try payroll.names("%@ CONTAINS SELF", some) == ["alpha", "charlie"])
    #expect(try payroll.names("ANY tags == %@", payroll["red"]) == ["alpha", "bravo"])
    #expect(
      try payroll.names("department IN %@", payroll.context.all("Department")) == [
        "alpha", "bravo",
      ])
  }

  @Test(
    "an unsaved object equals no saved record, and what is unsaved can name it",
    arguments: StoreKind.allCases)
  func unsaved(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let new = payroll.stack.insert("Department", ["name": "New"])
    let temporary = new.objectID
    #expect(try payroll.names("department == %@", new) == [])
    try payroll["charlie"].setValue(new, forKey: "department")
    #expect(try payroll.names("department == %@", new) == ["charlie"])
    #expect(try payroll.names("department == %@", temporary) == ["charlie"])
    #expect(try payroll.names("department != %@", new) == ["alpha", "bravo"])
    try payroll.context.obtainPermanentIDs(for: [new])
    #expect(try payroll.names("department == %@", new.objectID) == ["charlie"])
    #expect(try payroll.names("department == %@", temporary) == ["charlie"])
    try payroll.context.save()
    #expect(try payroll.names("department == %@", new) == ["charlie"])
    #expect(try payroll.names("department == %@", temporary) == ["charlie"])
    #expect(payroll.context.object(with: temporary) === new)
  }

  @Test(
    "a request asks anew for an object that was saved in between", arguments: StoreKind.allCases)
  func caching(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let new = payroll.stack.insert("Department", ["name": "New"])
    let request = payroll.request("department == %@", new)
    #expect(try payroll.names(request) == [])
    try payroll["alpha"].setValue(new, forKey: "department")
    #expect(try payroll.names(request) == ["alpha"])
    try payroll.context.save()
    #expect(try payroll.names(request) == ["alpha"])
    request.predicate = NSPredicate(format: "salary > 20")
    #expect(try payroll.names(request) == ["alpha", "bravo"])
    request.fetchLimit = 1
    #expect(try payroll.names(request) == ["alpha"])
  }

  @Test("an object of another store equals none of this one")
  func otherStore() throws {
    let payroll = try Payroll(.xml)
    let other = try Payroll(.binary)
    #expect(try payroll.names("department == %@", other["Sales"]) == [])
    #expect(try payroll.names("department != %@", other["Sales"]).count == 3)
  }

  @Test(
    "an object is the same in a condition that only objects can decide",
    arguments: StoreKind.allCases)
  func blocks(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let sales = try payroll["Sales"]
    for (format, constant) in [
      ("department == %@", sales), ("department == %@", sales.objectID),
      ("department IN %@", [sales]), ("department IN %@", Set([sales.objectID])),
    ] as [(String, Any)] {
      let request = payroll.request(by: "name")
      request.predicate = NSCompoundPredicate(orPredicateWithSubpredicates: [
        NSPredicate(format: format, constant),
        NSPredicate { object, _ in (object as? NSManagedObject)?.name == "charlie" },
      ])
      #expect(try payroll.names(request) == ["alpha", "charlie"])
      #expect(try payroll.context.count(for: request) == 2)
    }
  }

  @Test("a path leads on from an object", arguments: StoreKind.allCases)
  func paths(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind)
    let predicate = NSPredicate(format: "department == $WHO.department AND name != $WHO.name")
    let request = payroll.request()
    request.predicate = predicate.withSubstitutionVariables(["WHO": try payroll["alpha"]])
    #expect(try payroll.names(request) == [])
    try payroll["charlie"].setValue(payroll["Sales"], forKey: "department")
    #expect(try payroll.names(request) == ["charlie"])
    try payroll.context.save()
    #expect(try payroll.names(request) == ["charlie"])
  }
}
