import Foundation
import Testing

@testable import OpenCoreData

@Suite("Which store new objects go to") struct StoreChoiceTests {
  private func employee(_ stack: Stack, _ name: String) -> NSManagedObject {
    stack.insert("Employee", ["name": name])
  }

  @Test(
    "related new objects go to one store, however they are related", arguments: StoreKind.allCases)
  func chain(_ kind: StoreKind) throws {
    let stack = try Stack(kind, hasSecond: true)
    let second = try #require(stack.second)
    let chain = (0..<4).map { employee(stack, "E\($0)") }
    let lab = stack.insert("Department", ["name": "Lab"])
    chain[0].setValue(chain[1], forKey: "partner")
    chain[2].setValue(chain[3], forKey: "partner")
    chain[1].setValue(Set([chain[2]]), forKey: "friends")
    stack.context.assign(lab, to: second)
    lab.setValue(Set([chain[3]]), forKey: "employees")
    try stack.context.save()
    #expect(chain.allSatisfy { $0.objectID.persistentStore === second })
    let context = try stack.reopened()
    #expect(try context.named("E0", "Employee")?.one("partner")?.name == "E1")
    #expect(try context.named("E3", "Employee")?.one("department")?.name == "Lab")
  }

  @Test("assigning an object assigns what it is related to")
  func assigned() throws {
    let stack = try Stack(.inMemory, hasSecond: true)
    let (ann, bob, cid) = (employee(stack, "Ann"), employee(stack, "Bob"), employee(stack, "Cid"))
    ann.setValue(bob, forKey: "partner")
    bob.setValue(Set([cid]), forKey: "friends")
    stack.context.assign(cid, to: try #require(stack.second))
    try stack.context.save()
    #expect([ann, bob, cid].allSatisfy { $0.objectID.persistentStore === stack.second })
  }

  @Test("an object set primitively goes where its relation is")
  func primitive() throws {
    let stack = try Stack(.inMemory, hasSecond: true)
    let lab = stack.insert("Department", ["name": "Lab"])
    stack.context.assign(lab, to: try #require(stack.second))
    let ann = employee(stack, "Ann")
    ann.setPrimitiveValue(lab, forKey: "department")
    try stack.context.save()
    #expect(ann.objectID.persistentStore === stack.second && lab.many("employees") == [ann])
  }

  @Test("a save that fails leaves new objects in no store", arguments: StoreKind.allCases)
  func failure(_ kind: StoreKind) throws {
    let stack = try Stack(kind, hasSecond: true)
    let shop = stack.insert("Department", ["name": "Shop"])
    stack.context.assign(shop, to: try #require(stack.second))
    _ = stack.insert("Department", ["name": "Lab", "code": "x"])
    try stack.context.save()
    let twin = stack.insert("Department", ["name": "Twin", "code": "x"])
    let ann = employee(stack, "Ann")
    #expect(throws: CocoaError.self) { try stack.context.save() }
    ann.setValue(shop, forKey: "department")
    stack.context.delete(twin)
    try stack.context.save()
    #expect(ann.objectID.persistentStore === stack.second)
  }

  @Test("related objects that no store can have together are an error that names both")
  func tornApart() throws {
    let model = companyModel()
    let byName = model.entitiesByName
    model.setEntities([try #require(byName["Tag"])], forConfigurationName: "Tags")
    model.setEntities(model.entities.filter { $0.name != "Tag" }, forConfigurationName: "Rest")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for name in ["Tags", "Rest"] {
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: name, at: nil)
    }
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    ann.setValue("Ann", forKey: "name")
    ann.setValue(Set([tag]), forKey: "tags")
    let error = #expect(throws: CocoaError.self) { try context.save() }
    let text = error?.localizedDescription ?? ""
    #expect(error?.code == .persistentStoreSave)
    #expect(text.contains("Tag '") && text.contains("Employee '"))
    ann.setValue(Set<NSManagedObject>(), forKey: "tags")
    try context.save()
    #expect(!tag.isInserted && !ann.isInserted)
  }

  @Test(
    "a merge policy settles conflicts in two stores at once", arguments: StoreKind.allCases,
    [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .rollbackMergePolicyType])
  func merging(_ kind: StoreKind, _ type: NSMergePolicyType) throws {
    let stack = try Stack(kind, hasSecond: true)
    let tags = [stack.insert("Tag", ["name": "one"]), stack.insert("Tag", ["name": "two"])]
    stack.context.assign(tags[0], to: stack.store)
    stack.context.assign(tags[1], to: try #require(stack.second))
    try stack.context.save()
    let other = stack.anotherContext()
    for tag in tags { other.object(with: tag.objectID).setValue("theirs", forKey: "name") }
    for (tag, name) in zip(tags, ["mine", "my own"]) { tag.setValue(name, forKey: "name") }
    try other.save()
    stack.context.mergePolicy = NSMergePolicy(merge: type)
    try stack.context.save()
    let expected =
      type == .rollbackMergePolicyType ? ["theirs", "theirs"] : ["mine", "my own"]
    #expect(tags.map(\.name) == expected)
    #expect(try stack.reopened().all("Tag").compactMap(\.name).sorted() == expected)
  }

  @Test("a child of a child sees what either has changed, in two stores")
  func grandchild() throws {
    let stack = try Stack(.inMemory, hasSecond: true)
    let tags = [stack.insert("Tag", ["name": "one"]), stack.insert("Tag", ["name": "two"])]
    stack.context.assign(tags[0], to: stack.store)
    stack.context.assign(tags[1], to: try #require(stack.second))
    try stack.context.save()
    tags[0].setValue("a", forKey: "name")
    let child = stack.context.child()
    child.object(with: tags[1].objectID).setValue("b", forKey: "name")
    let grandchild = child.child()
    #expect(try grandchild.named("a", "Tag") != nil)
    #expect(try grandchild.named("b", "Tag") != nil)
    #expect(try grandchild.all("Tag").count == 2)
  }
}
