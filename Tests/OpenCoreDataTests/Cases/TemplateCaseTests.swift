import OpenCoreData
import Testing

@Suite("Requests that models have") struct TemplateCaseTests {
  private func stack(_ kind: StoreKind) throws -> Stack {
    let model = companyModel()
    let template = NSFetchRequest<any NSFetchRequestResult>(entityName: "Employee")
    template.predicate = NSPredicate(format: "salary > $MIN AND name != $NAME")
    template.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    template.fetchLimit = 7
    model.setFetchRequestTemplate(template, forName: "rich")
    let stack = try Stack(kind, model)
    for (name, salary) in [("alpha", 22), ("bravo", 25), ("charlie", 10)] {
      _ = stack.insert("Employee", ["name": name, "salary": salary])
    }
    try stack.context.save()
    return stack
  }

  @Test(
    "case 50: a template's copy has values for its variables and is otherwise the same",
    arguments: StoreKind.allCases)
  func substitution(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let model = stack.coordinator.managedObjectModel
    let request = try #require(
      model.fetchRequestFromTemplate(
        withName: "rich", substitutionVariables: ["MIN": 9, "NAME": "bravo"]))
    #expect(request.predicate == NSPredicate(format: "salary > 9 AND name != 'bravo'"))
    #expect(request.fetchLimit == 7)
    #expect(request.entityName == "Employee")
    let found = try stack.context.fetch(request).compactMap { ($0 as? NSManagedObject)?.name }
    #expect(found == ["charlie", "alpha"])
  }

  @Test(
    "case 50: a variable without a value is an error that names it", arguments: StoreKind.allCases)
  func missing(_ kind: StoreKind) throws {
    let stack = try stack(kind)
    let request = try #require(
      stack.coordinator.managedObjectModel.fetchRequestTemplate(forName: "rich"))
    let error = #expect(throws: CocoaError.self) {
      let _: [Any] = try stack.context.fetch(request)
    }
    #expect(error?.localizedDescription.contains("MIN") == true)
  }
}
