import Foundation
import OpenCoreData
import Testing

/// Mistakes of the program end it, with a text that says which.
@Suite("Misuse") struct MisuseTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("an unknown key is named, with the nearest one")
  func unknownKey() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory)
      stack.insert("Employee").setValue("x", forKey: "nam")
    }
    #expect(text(result).contains("'Employee' has no property 'nam'; did you mean 'name'?"))
  }

  @Test("a value of another type is named with entity, key and type")
  func wrongType() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory)
      stack.insert("Employee").setValue(5, forKey: "name")
    }
    #expect(text(result).contains("unacceptable type of value for 'name' of 'Employee'"))
    #expect(text(result).contains("Int"))
  }

  @Test("an object of another entity is refused with both named")
  func wrongEntity() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory)
      stack.insert("Employee").setValue(stack.insert("Tag"), forKey: "department")
    }
    #expect(text(result).contains("expected 'Department', got 'Tag'"))
  }

  @Test("an object of another context is refused with both named")
  func otherContext() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory)
      let other = stack.anotherContext()
      let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: other)
      stack.insert("Employee").setValue(lab, forKey: "department")
    }
    #expect(text(result).contains("between objects in different contexts"))
    #expect(text(result).contains("Department"))
  }

  @Test("a context off its queue is named, in debug builds")
  func offQueue() async throws {
    #if DEBUG
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let stack = try Stack(.inMemory)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = stack.coordinator
        context.name = "importer"
        _ = try context.all("Tag")
      }
      #expect(text(result).contains("'importer' is used off its queue"))
    #endif
  }

  @Test("a context without a name that is used off its queue is told, too, in debug builds")
  func unnamedOffQueue() async throws {
    #if DEBUG
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = try NSManagedObjectContext(.privateQueue).all("Tag")
      }
      #expect(text(result).contains(": a managed object context is used off its queue, in "))
    #endif
  }

  @Test("a container without a model says which one has nearly its name")
  func nearModel() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent("Somewhere.xcdatamodeld"),
        withIntermediateDirectories: true)
      #expect(FileManager.default.changeCurrentDirectoryPath(folder.path))
      _ = NSPersistentContainer(name: "Somwhere")
    }
    #expect(text(result).contains("; did you mean 'Somewhere'?"))
  }

  @Test("a container without a model says where it was looked for")
  func missingModel() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = NSPersistentContainer(name: "Nowhere")
    }
    #expect(text(result).contains("there is no model 'Nowhere'"))
  }

  @Test("an abstract entity has no objects")
  func abstractEntity() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory, companyModel { $0["Tag"]?.isAbstract = true })
      _ = stack.insert("Tag")
    }
    #expect(text(result).contains("'Tag' is abstract"))
  }

  @Test("a model in use cannot be changed")
  func frozenModel() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let stack = try Stack(.inMemory)
      stack.coordinator.managedObjectModel.entities[0].name = "Other"
    }
    #expect(text(result).contains("in use by a coordinator"))
  }
}
