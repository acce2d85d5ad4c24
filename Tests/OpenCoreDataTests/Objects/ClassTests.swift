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

  @Test("a to-many value can be cast to a set of its class, and to NSSet")
  func casts() throws {
    let model = companyModel {
      $0["Employee"]?.managedObjectClassName = String(reflecting: Worker.self)
    }
    let stack = try Stack(.inMemory, model)
    let lab = stack.insert("Department", ["name": "Lab"])
    let workers = ["Ann", "Bob"].map { name in
      let worker = Worker(context: stack.context)
      worker.setValue(name, forKey: "name")
      worker.setValue(lab, forKey: "department")
      return worker
    }
    let value = lab.value(forKey: "employees")
    #expect(value as? Set<Worker> == Set(workers))
    #expect((value as? NSSet)?.contains(workers[0]) == true)
    #expect(lab.objects(forRelationship: "employees", as: Worker.self) == workers)
    lab.setValue(NSSet(object: workers[1]), forKey: "employees")
    lab.setValue([workers[0]], forKey: "employees")
    lab.setValue(lab.mutableSetValue(forKey: "employees"), forKey: "employees")
    #expect(lab.many("employees") == [workers[0]])
  }
}
