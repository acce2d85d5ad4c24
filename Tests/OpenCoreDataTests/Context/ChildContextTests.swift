import Foundation
import Testing

@testable import OpenCoreData

@Suite("Child contexts") struct ChildContextTests {
  private func insert(
    _ entity: String, into context: NSManagedObjectContext, _ values: [String: Any] = [:]
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    for (key, value) in values { object.setValue(value, forKey: key) }
    return object
  }

  @Test(
    "case 37: a child's save goes to its parent, and with the parent's into the file",
    arguments: StoreKind.allCases)
  func saving(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    _ = stack.insert("Tag", ["name": "old"])
    try stack.context.save()
    let bytes = stack.bytes
    let child = stack.context.child()
    let sibling = stack.context.child()
    let department = insert("Department", into: child, ["name": "Sales"])
    let employee = insert("Employee", into: child, ["name": "anne", "department": department])
    #expect(try stack.context.all("Employee").isEmpty)
    try child.save()
    #expect(!child.hasChanges && !employee.isInserted && employee.objectID.isTemporaryID)
    #expect(stack.context.insertedObjects.count == 2)
    #expect(stack.context.insertedObjects.allSatisfy { $0.objectID.isTemporaryID })
    #expect(stack.bytes == bytes)
    let parents = try #require(try stack.context.named("anne", "Employee"))
    #expect(parents !== employee && parents.objectID == employee.objectID)
    #expect(parents.one("department")?.many("employees") == [parents])
    #expect(try sibling.named("anne", "Employee")?.one("department")?.name == "Sales")
    try stack.context.save()
    #expect(try stack.reopened().named("anne", "Employee")?.one("department")?.name == "Sales")
    #expect(try child.all("Employee") == [employee])
    #expect(!employee.objectID.isTemporaryID && employee.objectID == parents.objectID)
    #expect(employee.one("department") === department)
  }

  @Test("case 37: a child sees what its parent has not saved", arguments: StoreKind.allCases)
  func seeing(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let kept = stack.insert("Tag", ["name": "kept"])
    let gone = stack.insert("Tag", ["name": "gone"])
    try stack.context.save()
    kept.setValue("changed", forKey: "name")
    stack.context.delete(gone)
    let fresh = stack.insert("Tag", ["name": "fresh"])
    let child = stack.context.child()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    #expect(try child.fetch(request).map(\.name) == ["changed", "fresh"])
    #expect(try child.count(for: request) == 2)
    request.predicate = NSPredicate(format: "name BEGINSWITH 'f'")
    #expect(try child.fetch(request).map(\.objectID) == [fresh.objectID])
    #expect(child.object(with: fresh.objectID).name == "fresh")
    #expect(throws: CocoaError.self) { try child.existingObject(with: gone.objectID) }
    #expect(!child.hasChanges)
    let grandchild = child.child()
    #expect(try grandchild.all("Tag").compactMap(\.name).sorted() == ["changed", "fresh"])
  }

  @Test(
    "case 38: what a child does not save is nothing to its parent", arguments: StoreKind.allCases)
  func discarding(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    try stack.context.save()
    var child: NSManagedObjectContext? = stack.context.child()
    let mine = try #require(child?.object(with: tag.objectID))
    mine.setValue("b", forKey: "name")
    child?.delete(mine)
    #expect(tag.name == "a" && !tag.isDeleted && !stack.context.hasChanges)
    child = nil
    #expect(try stack.context.all("Tag").map(\.name) == ["a"])
  }

  @Test(
    "a deletion in a child, with what its rules take along, is one in the parent",
    arguments: StoreKind.allCases)
  func deleting(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let steps = ["1", "2"].map { stack.insert("Step", ["text": $0]) }
    let walker = stack.insert("Employee", ["name": "anne", "steps": NSOrderedSet(array: steps)])
    let department = stack.insert("Department", ["name": "Sales", "employees": Set([walker])])
    try stack.context.save()
    let child = stack.context.child()
    child.delete(child.object(with: walker.objectID))
    try child.save()
    #expect(walker.isDeleted && steps.allSatisfy(\.isDeleted))
    #expect(department.many("employees").isEmpty)
    try stack.context.save()
    #expect(try stack.reopened().all("Step").isEmpty)
  }

  @Test("a child changes only what it has changed in the parent", arguments: StoreKind.allCases)
  func merging(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let employee = stack.insert("Employee", ["name": "anne", "salary": 1])
    let departments = ["one", "two"].map { stack.insert("Department", ["name": $0]) }
    try stack.context.save()
    let child = stack.context.child()
    let mine = child.object(with: employee.objectID)
    mine.setValue("bill", forKey: "name")
    mine.setValue(child.object(with: departments[0].objectID), forKey: "department")
    employee.setValue(2, forKey: "salary")
    employee.setValue(departments[1], forKey: "department")
    try child.save()
    #expect(employee.name == "bill" && employee.value(forKey: "salary") as? Int32 == 2)
    #expect(employee.one("department") === departments[0])
    #expect(departments[0].many("employees") == [employee])
    #expect(departments[1].many("employees").isEmpty)
    #expect(stack.context.graph.brokenInvariants() == [])
  }

  @Test(
    "a child that changes what its parent has deleted cannot save, and loses nothing",
    arguments: StoreKind.allCases)
  func conflict(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    try stack.context.save()
    let child = stack.context.child()
    let mine = child.object(with: tag.objectID)
    mine.setValue("b", forKey: "name")
    let fresh = insert("Tag", into: child, ["name": "c"])
    stack.context.delete(tag)
    #expect(code { try child.save() } == 133_020)
    #expect(fresh.isInserted && mine.isUpdated && stack.context.insertedObjects.isEmpty)
    child.delete(mine)
    #expect(code { try child.save() } == 133_020)
    child.refresh(mine, mergeChanges: false)
  }

  @Test("a child checks what it saves", arguments: StoreKind.allCases)
  func validation(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let child = stack.context.child()
    _ = insert("Employee", into: child)
    #expect(code { try child.save() } == 1570)
    #expect(!stack.context.hasChanges)
  }

  @Test("lasting ids can be had for new objects of a child", arguments: StoreKind.allCases)
  func permanentIDs(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let child = stack.context.child()
    let tag = insert("Tag", into: child, ["name": "a"])
    try child.obtainPermanentIDs(for: [tag])
    let id = tag.objectID
    #expect(!id.isTemporaryID)
    try child.save()
    try stack.context.save()
    #expect(try stack.context.existingObject(with: id).name == "a")
    #expect(try child.existingObject(with: id) === tag)
  }

  @Test(
    "a new object of the parent can be changed and deleted in the child",
    arguments: StoreKind.allCases)
  func newObjects(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    let other = stack.insert("Tag", ["name": "x"])
    let child = stack.context.child()
    child.object(with: tag.objectID).setValue("b", forKey: "name")
    child.delete(child.object(with: other.objectID))
    try child.save()
    #expect(tag.name == "b" && tag.isInserted)
    #expect(other.managedObjectContext == nil)
    #expect(try stack.context.all("Tag") == [tag])
    #expect(try child.all("Tag").map(\.name) == ["b"])
  }

  @Test("undo in the parent takes a child's save back", arguments: StoreKind.allCases)
  func undo(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    try stack.context.save()
    stack.context.undoManager = UndoManager()
    let child = stack.context.child()
    child.object(with: tag.objectID).setValue("b", forKey: "name")
    _ = insert("Tag", into: child, ["name": "c"])
    try child.save()
    stack.context.undo()
    #expect(tag.name == "a" && !stack.context.hasChanges)
    stack.context.redo()
    #expect(tag.name == "b")
    #expect(try stack.context.all("Tag").count == 2)
  }

  @Test(
    "a child that merges by itself takes up what its siblings and its parent save",
    arguments: StoreKind.allCases)
  func automaticMerging(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let tag = stack.insert("Tag", ["name": "a"])
    let gone = stack.insert("Tag", ["name": "gone"])
    try stack.context.save()
    let (child, sibling) = (stack.context.child(), stack.context.child())
    child.automaticallyMergesChangesFromParent = true
    let mine = child.object(with: tag.objectID)
    let lost = child.object(with: gone.objectID)
    #expect(mine.name == "a" && lost.name == "gone")
    sibling.object(with: tag.objectID).setValue("b", forKey: "name")
    sibling.delete(sibling.object(with: gone.objectID))
    let fresh = insert("Tag", into: sibling, ["name": "c"])
    try sibling.save()
    child.processPendingChanges()
    #expect(mine.name == "b" && lost.isDeleted && !child.hasChanges)
    #expect(child.registeredObjects.contains { $0.objectID == fresh.objectID })
    try stack.context.save()
    child.processPendingChanges()
    #expect(child.registeredObjects.filter { $0.name == "c" }.count == 1)
    let other = stack.anotherContext()
    try #require(try other.named("b", "Tag")).setValue("d", forKey: "name")
    try other.save()
    child.processPendingChanges()
    #expect(mine.name == "d")
    #expect(try child.all("Tag").compactMap(\.name).sorted() == ["c", "d"])
  }

  @Test("a child tells records of two stores apart that have the same place in each")
  func stores() throws {
    let stack = try Stack(.inMemory)
    let second = try stack.coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: URL(string: "memory:second"))
    let one = stack.insert("Tag", ["name": "one"])
    let two = stack.insert("Tag", ["name": "two"])
    stack.context.assign(one, to: stack.store)
    stack.context.assign(two, to: second)
    try stack.context.save()
    one.setValue("changed", forKey: "name")
    let child = stack.context.child()
    #expect(child.object(with: two.objectID).name == "two")
    #expect(child.object(with: one.objectID).name == "changed")
    child.object(with: two.objectID).setValue("also", forKey: "name")
    try child.save()
    #expect(one.name == "changed" && two.name == "also")
  }

  @Test(
    "a child finds its parent's new object in the store where it is now",
    arguments: StoreKind.allCases, [false, true])
  func storesLeft(_ kind: StoreKind, _ isRead: Bool) throws {
    let stack = try Stack(kind, hasSecond: true)
    let second = try #require(stack.second)
    let (lab, shop) = (
      stack.insert("Department", ["name": "Lab"]), stack.insert("Department", ["name": "Shop"])
    )
    stack.context.assign(lab, to: stack.store)
    stack.context.assign(shop, to: second)
    try stack.context.save()
    stack.context.undoManager = UndoManager()
    let ann = stack.insert("Employee", ["name": "Ann"])
    stack.context.processPendingChanges()
    ann.setValue(lab, forKey: "department")
    let child = stack.context.child()
    let copy = child.object(with: ann.objectID)
    if isRead { #expect(copy.name == "Ann") }
    stack.context.undo()
    ann.setValue(shop, forKey: "department")
    child.refreshAllObjects()
    #expect(copy.one("department")?.name == "Shop")
    let bob = insert("Employee", into: child, ["name": "Bob", "partner": copy])
    bob.setValue(child.object(with: shop.objectID), forKey: "department")
    #expect(child.graph.brokenInvariants() == [])
    try child.save()
    try stack.context.save()
    #expect(shop.many("employees").map(\.name).sorted { $0 ?? "" < $1 ?? "" } == ["Ann", "Bob"])
    #expect(lab.many("employees").isEmpty && ann.objectID.persistentStore === second)
  }

  @Test(
    "what a child has put into a store and rolled back is where its parent has it",
    arguments: StoreKind.allCases, [false, true])
  func storesRolledBack(_ kind: StoreKind, _ isMerged: Bool) throws {
    let stack = try Stack(kind, hasSecond: true)
    let second = try #require(stack.second)
    let (lab, shop) = (
      stack.insert("Department", ["name": "Lab"]), stack.insert("Department", ["name": "Shop"])
    )
    stack.context.assign(lab, to: stack.store)
    stack.context.assign(shop, to: second)
    try stack.context.save()
    let ann = stack.insert("Employee", ["name": "Ann"])
    let bob = stack.insert("Employee", ["name": "Bob", "partner": ann])
    let child = stack.context.child()
    let copy = child.object(with: ann.objectID)
    let other = child.object(with: bob.objectID)
    copy.setValue(child.object(with: lab.objectID), forKey: "department")
    if isMerged {
      // Both have put it into a store, and not into the same.
      let fresh = insert("Employee", into: child, ["name": "Cyd", "friends": Set([copy])])
      ann.setValue(shop, forKey: "department")
      child.refreshAllObjects()
      #expect(other.one("partner") === copy && fresh.many("friends").isEmpty)
      #expect(copy.many("friends").isEmpty)
    } else {
      child.rollback()
      #expect(copy.one("department") == nil)
      ann.setValue(shop, forKey: "department")
    }
    child.rollback()
    child.refreshAllObjects()
    #expect(copy.one("department")?.name == "Shop")
    other.setValue(child.object(with: shop.objectID), forKey: "department")
    try child.save()
    try stack.context.save()
    #expect(shop.many("employees") == [ann, bob] && lab.many("employees").isEmpty)
  }

  @Test("children on queues of their own can work at the same time")
  func queues() async throws {
    let stack = try Stack(.inMemory)
    let root = NSManagedObjectContext(.privateQueue)
    root.persistentStoreCoordinator = stack.coordinator
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          let child = NSManagedObjectContext(.privateQueue)
          child.parent = root
          try await child.perform {
            for number in 0..<50 {
              let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: child)
              tag.setValue("\(worker) \(number)", forKey: "name")
              try child.save()
              _ = try child.all("Tag")
            }
          }
        }
        group.addTask {
          for _ in 0..<20 { try await root.perform { try root.save() } }
        }
      }
      try await group.waitForAll()
    }
    try root.performAndWait { () throws in try root.save() }
    #expect(try stack.context.all("Tag").count == 200)
  }

  @Test(
    "what a child deletes leaves what its parent has related to it meanwhile",
    arguments: [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule])
  func deletingUnknowing(_ rule: NSDeleteRule) throws {
    let model = companyModel {
      $0["Department"]?.relationshipsByName["employees"]?.deleteRule = rule
    }
    let stack = try Stack(.xml, model)
    let saved = stack.insert("Department", ["name": "Saved"])
    try stack.context.save()
    let new = stack.insert("Department", ["name": "New"])
    let child = stack.context.child()
    let theirs = [saved, new].map { child.object(with: $0.objectID) }
    #expect(theirs.allSatisfy { $0.many("employees").isEmpty })
    let staff = [saved, new].map { stack.insert("Employee", ["name": "Ann", "department": $0]) }
    for department in theirs { child.delete(department) }
    try child.save()
    if rule == .cascadeDeleteRule {
      #expect(try stack.context.all("Employee").isEmpty)
    } else {
      #expect(staff.allSatisfy { $0.one("department") == nil })
    }
    try stack.context.save()
    #expect(try stack.reopened().all("Department").isEmpty)
  }
}
