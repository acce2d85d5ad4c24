import Foundation
import Testing

@testable import OpenCoreData

@Suite("Undo and stores") struct StoreUndoTests {
  private func stack(_ kind: StoreKind) throws -> Stack {
    let stack = try Stack(kind, hasSecond: true)
    stack.context.undoManager = UndoManager()
    return stack
  }

  /// An object of each store; the two have the same place in theirs.
  private func pair(
    _ stack: Stack, _ entity: String, _ values: [String: Any] = ["name": "ab"]
  ) throws -> (NSManagedObject, NSManagedObject) {
    let objects = [stack.insert(entity, values), stack.insert(entity, values)]
    stack.context.assign(objects[0], to: stack.store)
    stack.context.assign(objects[1], to: try #require(stack.second))
    return (objects[0], objects[1])
  }

  @Test(
    "undoing a saved deletion in one store does not touch what has the same place in the other",
    arguments: StoreKind.allCases)
  func samePlace(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let (lab, shop) = try pair(stack, "Department")
    let (ann, bob) = try pair(stack, "Employee")
    ann.setValue(lab, forKey: "department")
    bob.setValue(shop, forKey: "department")
    try stack.context.save()
    bob.setValue(nil, forKey: "department")
    stack.context.processPendingChanges()
    stack.context.delete(lab)
    try stack.context.save()
    stack.context.undo()
    stack.context.undo()
    #expect(bob.one("department") === shop && shop.many("employees") == [bob])
    #expect(ann.one("department") === lab && lab.many("employees") == [ann])
    try stack.context.save()
    let context = try stack.reopened()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
      request.affectedStores = [store]
      let found = try context.fetch(request)
      #expect(found.count == 1 && found[0].one("department")?.objectID.persistentStore === store)
    }
  }

  @Test(
    "undo takes a new object out of the store of what it was related to",
    arguments: StoreKind.allCases)
  func takenOut(_ kind: StoreKind) throws {
    let stack = try self.stack(kind)
    let (lab, shop) = try pair(stack, "Department")
    let (ann, bob) = (stack.insert("Employee", ["name": "Ann"]), stack.insert("Employee"))
    bob.setValue("Bob", forKey: "name")
    ann.setValue(bob, forKey: "partner")
    stack.context.processPendingChanges()
    ann.setValue(lab, forKey: "department")
    stack.context.undo()
    bob.setValue(shop, forKey: "department")
    stack.context.undo()
    stack.context.redo()
    try stack.context.save()
    #expect([ann, bob].map { $0.objectID.persistentStore } == [stack.second, stack.second])
  }

  @Test(
    "an object that comes back follows what was saved while it was gone",
    arguments: StoreKind.allCases,
    [false, true])
  func follows(_ kind: StoreKind, _ hasSecond: Bool) throws {
    let stack = try Stack(kind, hasSecond: hasSecond)
    let context = stack.context
    context.undoManager = UndoManager()
    let (lab, ann) = (stack.insert("Department"), stack.insert("Employee", ["name": "Ann"]))
    lab.setValue("Lab", forKey: "name")
    ann.setValue(lab, forKey: "department")
    context.processPendingChanges()
    ann.setValue(nil, forKey: "department")
    context.processPendingChanges()
    context.delete(ann)
    context.processPendingChanges()
    if let second = stack.second { context.assign(lab, to: second) }
    try context.save()
    context.undo()
    context.undo()
    #expect(ann.one("department") === lab && lab.many("employees") == [ann])
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
    #expect(ann.objectID.persistentStore === lab.objectID.persistentStore)
    #expect(ann.one("department") === lab)
  }

  /// How an object gets into a store without a record that others could find it by.
  enum Way: CaseIterable { case deletedAndBack, withLastingID, assigned }

  @Test(
    "an object that comes back follows what is in a store and has no record there",
    arguments: StoreKind.allCases, Way.allCases)
  func followsNew(_ kind: StoreKind, _ way: Way) throws {
    for hasSecond in [false, true] {
      let stack = try Stack(kind, hasSecond: hasSecond)
      let context = stack.context
      context.undoManager = UndoManager()
      let (lab, ann) = (stack.insert("Department"), stack.insert("Employee", ["name": "Ann"]))
      lab.setValue("Lab", forKey: "name")
      ann.setValue(lab, forKey: "department")
      context.processPendingChanges()
      context.delete(ann)
      context.processPendingChanges()
      switch way {
      case .deletedAndBack:
        try context.save()
        context.delete(lab)
        try context.save()
        context.undo()
      case .withLastingID: try context.obtainPermanentIDs(for: [lab])
      case .assigned: context.withoutUndo { context.assign(lab, to: stack.second ?? stack.store) }
      }
      context.undo()
      #expect(ann.one("department") === lab && lab.many("employees") == [ann])
      #expect(context.graph.brokenInvariants() == [])
      try context.save()
      #expect(ann.objectID.persistentStore === lab.objectID.persistentStore)
    }
  }

  @Test(
    "undo leaves a new object in its store that has got related to what is saved there",
    arguments: StoreKind.allCases, [false, true])
  func staysWithSaved(_ kind: StoreKind, _ hasSecond: Bool) throws {
    let stack = try Stack(kind, hasSecond: hasSecond)
    let context = stack.context
    let lab = stack.insert("Department", ["name": "Lab"])
    try context.save()
    context.undoManager = UndoManager()
    let people = ["Ann", "Bob", "Cyd"].map { stack.insert("Employee", ["name": $0]) }
    let (ann, bob, cyd) = (people[0], people[1], people[2])
    ann.setValue(bob, forKey: "partner")
    cyd.setValue(Set([ann]), forKey: "friends")
    context.processPendingChanges()
    ann.setValue(lab, forKey: "department")
    try context.save()
    context.delete(ann)
    context.delete(cyd)
    try context.save()
    context.undo()
    context.undo()
    #expect(ann.one("department") == nil && lab.many("employees") == [])
    #expect(ann.one("partner") === bob && bob.one("partner") === ann)
    #expect(ann.many("friends") == [cyd] && cyd.many("friends") == [ann])
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
    #expect(ann.one("partner") === bob && cyd.many("friends") == [ann])
  }

  @Test(
    "undo relates again what was in one store before, unless both have records in different ones",
    arguments: StoreKind.allCases, [false, true])
  func parted(_ kind: StoreKind, _ isDeleted: Bool) throws {
    let stack = try self.stack(kind)
    let context = stack.context
    let (lab, ann) = (stack.insert("Department"), stack.insert("Employee", ["name": "Ann"]))
    lab.setValue("Lab", forKey: "name")
    context.processPendingChanges()
    ann.setValue(lab, forKey: "department")
    context.processPendingChanges()
    ann.setValue(nil, forKey: "department")
    context.processPendingChanges()
    context.assign(lab, to: stack.store)
    context.assign(ann, to: try #require(stack.second))
    try context.save()
    if isDeleted {
      context.delete(ann)
      try context.save()
      context.undo()
    }
    context.undo()
    // Without a record it can go where it belongs.
    #expect((ann.one("department") === lab) == isDeleted)
    #expect(lab.many("employees") == (isDeleted ? [ann] : []))
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
    context.undo()
    context.redo()
    #expect(context.graph.brokenInvariants() == [])
    try context.save()
  }
}
