import Foundation
import OpenCoreData
import Testing

private class Worker: NSManagedObject {}

@Suite("Classes of entities") struct ClassTests {
  @Test("a class is found by the name that the model gives, with or without its module")
  func lookup() throws {
    for name in ["Worker", ".Worker", String(reflecting: Worker.self)] {
      let model = companyModel { $0["Employee"]?.managedObjectClassName = name }
      let stack = try Stack(.inMemory, model)
      let worker = Worker(context: stack.context)
      worker.setValue("Ann", forKey: "name")
      try stack.context.save()
      let found = try stack.anotherContext().fetch(NSFetchRequest<Worker>(entityName: "Employee"))
      #expect(found.count == 1 && found[0].name == "Ann")
      #expect(stack.insert("Employee") is Worker)
    }
  }

  @Test("results of another class than the request's are an error that says so")
  func wrongClass() throws {
    let stack = try Stack(.inMemory)
    _ = stack.insert("Tag", ["name": "x"])
    let error = #expect(throws: CocoaError.self) {
      try stack.context.fetch(NSFetchRequest<Worker>(entityName: "Tag"))
    }
    #expect(error?.localizedDescription.contains("Worker") == true)
  }
}
