import Foundation
import OpenCoreData
import Testing

@Suite("Fetched properties and templates") struct FetchedPropertyTests {
  private func model() -> NSManagedObjectModel {
    companyModel { entities in
      let property = NSFetchedPropertyDescription()
      property.name = "peers"
      let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
      request.entity = entities["Employee"]
      request.predicate = NSPredicate(
        format: "salary == $FETCH_SOURCE.salary AND SELF != $FETCH_SOURCE")
      property.fetchRequest = request
      entities["Employee"]?.properties.append(property)
    }
  }

  @Test(
    "a fetched property looks when it is asked and again after a refresh",
    arguments: StoreKind.allCases)
  func lazy(_ kind: StoreKind) throws {
    let payroll = try Payroll(kind, model())
    let alpha = try payroll["alpha"]
    func peers() throws -> [String?] {
      try #require(alpha.value(forKey: "peers") as? [NSManagedObject]).map(\.name)
    }
    #expect(try peers() == [])
    try payroll["bravo"].setValue(22, forKey: "salary")
    #expect(try peers() == [])
    payroll.context.refresh(alpha, mergeChanges: true)
    #expect(try peers() == ["bravo"])
    #expect(throws: CocoaError.self) { try alpha.objects(forFetchedProperty: "pears") }
  }

  @Test("a template gets its variables", arguments: StoreKind.allCases)
  func templates(_ kind: StoreKind) throws {
    let model = companyModel()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    template.predicate = NSPredicate(format: "salary >= $MIN")
    template.sortDescriptors = [NSSortDescriptor(key: "salary", ascending: false)]
    model.setFetchRequestTemplate(template, forName: "rich")
    let payroll = try Payroll(kind, model)
    let request = try #require(
      model.fetchRequestFromTemplate(withName: "rich", substitutionVariables: ["MIN": 22]))
    let found: [Any] = try payroll.context.fetch(request)
    #expect(found.compactMap { ($0 as? NSManagedObject)?.name } == ["bravo", "alpha"])
    let unbound = try #require(model.fetchRequestTemplate(forName: "rich"))
    #expect(throws: CocoaError.self) {
      let _: [Any] = try payroll.context.fetch(unbound)
    }
  }
}
