import Foundation
import ManagedModel
import Testing

/// A model in use does not change.
@Suite("Frozen models")
struct FreezingTests {
  @Test("a frozen model is complete, finds its parts and stays frozen")
  func frozen() throws {
    let model = BuildingTests.company()
    let checksum = model.versionChecksum
    model.freeze()
    model.freeze()
    #expect(model.isFrozen && model.entities.allSatisfy(\.isFrozen))
    #expect(model.versionChecksum == checksum)
    let manager = try #require(model.entitiesByName["Manager"])
    #expect(manager.attributesByName.keys.sorted() == ["level", "salary"])
    #expect(!manager.properties.contains { !$0.isFrozen })
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    copy.entitiesByName["Manager"]?.isAbstract = true
    #expect(!copy.isFrozen && !manager.isAbstract)
  }

  @Test("a frozen model is read by many threads and frozen by several")
  func threads() async {
    let model = BuildingTests.company()
    model.freeze()
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          model.freeze()
          return (0..<200).reduce(0) { sum, _ in
            sum + (model.entitiesByName["Manager"]?.propertiesByName.count ?? 0)
          }
        }
      }
      for await sum in group { #expect(sum == 600) }
    }
  }

  @Test("changing a frozen part stops the program and names it")
  func refuses() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = BuildingTests.company()
      model.freeze()
      model.entitiesByName["Employee"]?.attributesByName["salary"]?.isOptional = false
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("cannot set 'isOptional' of attribute 'salary' of 'Employee'"))
  }

  @Test("changing the entities of a frozen model stops the program")
  func refusesEntities() async {
    await #expect(processExitsWith: .failure) {
      let model = BuildingTests.company()
      model.freeze()
      model.entities = []
    }
  }

  @Test("an entity cannot be put under itself, into two models, or a property into two entities")
  func structure() async {
    await #expect(processExitsWith: .failure) {
      let entity = NSEntityDescription()
      let inner = NSEntityDescription()
      entity.subentities = [inner]
      inner.subentities = [entity]
    }
    await #expect(processExitsWith: .failure) {
      let first = BuildingTests.company()
      NSManagedObjectModel().entities = first.entities
    }
    await #expect(processExitsWith: .failure) {
      let (attribute, first) = (NSAttributeDescription(), NSEntityDescription())
      first.properties = [attribute]
      NSEntityDescription().properties = [attribute]
    }
  }
}
