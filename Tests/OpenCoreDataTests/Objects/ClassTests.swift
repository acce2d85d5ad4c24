import Foundation
import OpenCoreData
import Testing

private class Worker: NSManagedObject {}

private class Clerk: NSManagedObject {
  override class func keyPathsForValuesAffectingValue(forKey key: String) -> Set<String> {
    key == "badge" ? ["name"] : super.keyPathsForValuesAffectingValue(forKey: key)
  }
}

extension Clerk {
  class func fetchRequest() -> NSFetchRequest<Clerk> { NSFetchRequest(entityName: "Employee") }
}

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

  @Test("a class that declares its own request is asked for it, whether or not the type is stated")
  func ownRequest() throws {
    let model = companyModel {
      $0["Employee"]?.managedObjectClassName = String(reflecting: Clerk.self)
    }
    let stack = try Stack(.inMemory, model)
    Clerk(context: stack.context).setValue("Ann", forKey: "name")
    let request = Clerk.fetchRequest()
    request.predicate = NSPredicate(format: "name BEGINSWITH 'A'")
    let clerks = try stack.context.fetch(request)
    #expect(clerks.map(\.name) == ["Ann"])
    let stated: NSFetchRequest<Clerk> = Clerk.fetchRequest()
    #expect(try stack.context.fetch(stated) == clerks)
    let erased: NSFetchRequest<any NSFetchRequestResult> = Clerk.fetchRequest()
    #expect(erased.entityName == "Employee")
    #expect(try stack.context.fetch(erased) as? [Clerk] == clerks)
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

  @Test("an object made with another class than its entity's is an error that says how to make it")
  func wrongInitializer() throws {
    let model = companyModel {
      $0["Employee"]?.managedObjectClassName = String(reflecting: Worker.self)
    }
    let stack = try Stack(.inMemory, model)
    let context = stack.context
    let employee = try #require(NSEntityDescription.entity(forEntityName: "Employee", in: context))
    let plain = NSManagedObject(entity: employee, insertInto: context)
    plain.setValue("Ann", forKey: "name")
    let all = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    #expect(try context.fetch(all) == [plain])
    let error = #expect(throws: CocoaError.self) {
      try context.fetch(NSFetchRequest<Worker>(entityName: "Employee"))
    }
    #expect(error?.localizedDescription.contains("'Worker(context:)'") == true)
    // Who reads it from the store gets the class of the entity.
    try context.save()
    let other = stack.anotherContext()
    #expect(try other.fetch(NSFetchRequest<Worker>(entityName: "Employee")).count == 1)
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

  @Test("what a computed property depends on is what its class says, and otherwise nothing")
  func dependencies() {
    #expect(Clerk.keyPathsForValuesAffectingValue(forKey: "badge") == ["name"])
    #expect(Clerk.keyPathsForValuesAffectingValue(forKey: "name") == [])
    #expect(Worker.keyPathsForValuesAffectingValue(forKey: "badge") == [])
  }
}
