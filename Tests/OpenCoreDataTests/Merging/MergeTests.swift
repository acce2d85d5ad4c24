import Foundation
import Testing

@testable import OpenCoreData

/// A policy that does what it is told after the standard one has done its work.
///
/// Safe because a test sets it before it saves, on one thread.
private final class Picky: NSMergePolicy, @unchecked Sendable {
  var afterwards: (NSMergeConflict) throws -> Void = { _ in }
  private(set) var asked = 0

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    asked += 1
    try super.resolve(optimisticLockingConflicts: list)
    for conflict in list { try afterwards(conflict) }
  }

  var afterUniqueness: () throws -> Void = {}

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    try super.resolve(constraintConflicts: list)
    try afterUniqueness()
  }
}

@Suite("Merge policies") struct MergeTests {
  /// Two contexts that know the same two departments and an employee of the first.
  private struct Two {
    let stack: Stack
    let other: NSManagedObjectContext
    let (lab, shop, ann): (NSManagedObject, NSManagedObject, NSManagedObject)
    let (labTwin, shopTwin, annTwin): (NSManagedObject, NSManagedObject, NSManagedObject)

    init(_ kind: StoreKind, _ policy: NSMergePolicy, rule: NSDeleteRule = .nullifyDeleteRule) throws
    {
      let model = companyModel { entities in
        entities["Department"]?.relationshipsByName["employees"]?.deleteRule = rule
      }
      stack = try Stack(kind, model)
      lab = stack.insert("Department", ["name": "Lab"])
      shop = stack.insert("Department", ["name": "Shop"])
      ann = stack.insert("Employee", ["name": "Ann", "department": lab])
      try stack.context.save()
      other = stack.anotherContext()
      other.mergePolicy = policy
      labTwin = try #require(try other.named("Lab", "Department"))
      shopTwin = try #require(try other.named("Shop", "Department"))
      annTwin = try #require(try other.named("Ann", "Employee"))
      for twin in [labTwin, shopTwin, annTwin] { try twin.materialize() }
    }

    /// Where everybody is, by name, looked at from both sides; nil where the sides differ.
    func staff(_ context: NSManagedObjectContext) throws -> [String: [String]]? {
      var staff: [String: [String]] = [:]
      for department in try context.all("Department") {
        let names = department.many("employees").compactMap(\.name).sorted()
        staff[department.name ?? ""] = names
      }
      for employee in try context.all("Employee") {
        for (department, names) in staff {
          let isThere = names.contains(employee.name ?? "")
          if isThere != (employee.one("department")?.name == department) { return nil }
        }
      }
      return staff
    }
  }

  @Test(
    "of two moves the winner's holds, on both sides", arguments: StoreKind.allCases,
    [
      (NSMergePolicy.mergeByPropertyStoreTrump, "Yard"),
      (NSMergePolicy.mergeByPropertyObjectTrump, "Shop"), (NSMergePolicy.overwrite, "Shop"),
      (NSMergePolicy.rollback, "Yard"),
    ])
  func moves(_ kind: StoreKind, _ expected: (policy: NSMergePolicy, place: String)) throws {
    let two = try Two(kind, expected.policy)
    let yard = two.stack.insert("Department", ["name": "Yard"])
    two.ann.setValue(yard, forKey: "department")
    try two.stack.context.save()
    two.annTwin.setValue(two.shopTwin, forKey: "department")
    try two.other.save()
    let all = ["Lab", "Shop", "Yard"]
    let wanted = Dictionary(
      uniqueKeysWithValues: all.map { ($0, $0 == expected.place ? ["Ann"] : []) })
    #expect(try two.staff(two.other) == wanted)
    #expect(try two.staff(two.stack.reopened()) == wanted)
    #expect(two.other.graph.brokenInvariants() == [] && !two.other.hasChanges)
  }

  @Test(
    "a move into a department that somebody deleted: the store has none, the context makes it again",
    arguments: StoreKind.allCases, [true, false])
  func intoDeleted(_ kind: StoreKind, storeWins: Bool) throws {
    let two = try Two(
      kind, storeWins ? .mergeByPropertyStoreTrump : .mergeByPropertyObjectTrump)
    two.stack.context.delete(two.shop)
    try two.stack.context.save()
    let id = two.shopTwin.objectID
    two.annTwin.setValue(two.shopTwin, forKey: "department")
    two.annTwin.setValue("Eve", forKey: "name")
    try two.other.save()
    let wanted = storeWins ? ["Lab": ["Eve"]] : ["Lab": [], "Shop": ["Eve"]]
    #expect(two.shopTwin.isDeleted == storeWins)
    if !storeWins { #expect(two.shopTwin.objectID == id && !two.shopTwin.hasChanges) }
    for context in [two.other, try two.stack.reopened()] {
      #expect(try context.named("Eve", "Employee") != nil)
      if storeWins, context === two.other {
        // The move had no other aim, so it is dropped.
        #expect(two.annTwin.one("department") === two.labTwin)
      }
      #expect(try two.staff(context) == wanted)
    }
  }

  @Test(
    "a deletion here and a change there: the deletion stands or is taken back with what it did",
    arguments: StoreKind.allCases, [true, false])
  func deletedHere(_ kind: StoreKind, storeWins: Bool) throws {
    let two = try Two(
      kind, storeWins ? .mergeByPropertyStoreTrump : .mergeByPropertyObjectTrump)
    two.lab.setValue("Works", forKey: "name")
    _ = two.stack.insert("Employee", ["name": "Bob", "department": two.lab])
    try two.stack.context.save()
    two.other.delete(two.labTwin)
    #expect(two.annTwin.one("department") == nil)
    try two.other.save()
    let wanted = storeWins ? ["Works": ["Ann", "Bob"], "Shop": []] : ["Shop": []]
    #expect(try two.staff(two.other) == wanted)
    #expect(try two.staff(two.stack.reopened()) == wanted)
    #expect(try two.stack.reopened().all("Employee").count == 2)
  }

  @Test(
    "who came to a department that is deleted here is no less a conflict",
    arguments: StoreKind.allCases)
  func newcomer(_ kind: StoreKind) throws {
    let two = try Two(kind, .error)
    _ = two.stack.insert("Employee", ["name": "Bob", "department": two.lab])
    try two.stack.context.save()
    two.other.delete(two.labTwin)
    #expect(code { try two.other.save() } == 133020)
    two.other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try two.other.save()
    #expect(try two.staff(two.stack.reopened()) == ["Shop": []])
  }

  @Test("what both deleted is no conflict", arguments: StoreKind.allCases)
  func deletedTwice(_ kind: StoreKind) throws {
    let two = try Two(kind, .error)
    two.stack.context.delete(two.shop)
    try two.stack.context.save()
    two.other.delete(two.shopTwin)
    try two.other.save()
    #expect(two.shopTwin.managedObjectContext == nil && !two.other.hasChanges)
    #expect(try two.stack.reopened().all("Department").count == 1)
  }

  @Test(
    "members that both added are all there, lists are taken whole", arguments: StoreKind.allCases,
    [NSMergePolicy.mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump])
  func sets(_ kind: StoreKind, _ policy: NSMergePolicy) throws {
    let two = try Two(kind, policy)
    for name in ["s", "t"] {
      two.ann.mutableOrderedSetValue(forKey: "steps").add(two.stack.insert("Step", ["text": name]))
      two.ann.mutableSetValue(forKey: "tags").add(two.stack.insert("Tag", ["name": name]))
    }
    try two.stack.context.save()
    let other = two.other
    let step = NSEntityDescription.insertNewObject(forEntityName: "Step", into: other)
    step.setValue("x", forKey: "text")
    let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: other)
    tag.setValue("x", forKey: "name")
    two.annTwin.mutableOrderedSetValue(forKey: "steps").add(step)
    two.annTwin.mutableSetValue(forKey: "tags").add(tag)
    try other.save()
    let storeWins = policy === NSMergePolicy.mergeByPropertyStoreTrump
    for context in [other, try two.stack.reopened()] {
      let ann = try #require(try context.named("Ann", "Employee"))
      #expect(ann.many("tags").compactMap(\.name).sorted() == ["s", "t", "x"])
      let steps = ann.list("steps").compactMap { $0.value(forKey: "text") as? String }
      // The new step says itself whose it is; the order of the others is the winner's.
      #expect(steps == (storeWins ? ["s", "t", "x"] : ["x", "s", "t"]))
    }
  }

  // MARK: Policies of one's own

  @Test("a policy of one's own changes what the standard one made", arguments: StoreKind.allCases)
  func custom(_ kind: StoreKind) throws {
    let policy = Picky(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    policy.afterwards = { conflict in
      let both = [conflict.cachedSnapshot?["nick"], conflict.sourceObject.value(forKey: "nick")]
      let text = both.compactMap { $0 as? String }.joined(separator: "+")
      conflict.sourceObject.setValue(text, forKey: "nick")
    }
    let two = try Two(kind, policy)
    two.ann.setValue("a", forKey: "nick")
    try two.stack.context.save()
    two.annTwin.setValue("b", forKey: "nick")
    try two.other.save()
    #expect(policy.asked == 1)
    #expect(
      try two.stack.reopened().named("Ann", "Employee")?.value(forKey: "nick") as? String == "a+b")
  }

  // MARK: Failures

  /// What a context's objects say, fault or not, and what is to be saved.
  private func picture(_ context: NSManagedObjectContext) -> [String] {
    context.registeredObjects.map { object in
      let changes = object.isFault ? [] : object.changedValues().keys.sorted()
      let flags = [object.isInserted, object.isUpdated, object.isDeleted]
      return "\(object.description) \(flags) \(changes)"
    }.sorted()
  }

  enum Failure: CaseIterable { case policy, validation, writing }

  @Test(
    "a save that fails after a policy did its work changes nothing, and can be repeated",
    arguments: StoreKind.files, Failure.allCases)
  func failures(_ kind: StoreKind, _ failure: Failure) throws {
    let policy = Picky(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    let two = try Two(kind, policy)
    two.ann.setValue(two.shop, forKey: "department")
    two.ann.setValue("a", forKey: "nick")
    try two.stack.context.save()
    let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: two.other)
    new.setValuesForKeys(["name": "New", "department": two.labTwin])
    two.annTwin.setValue("b", forKey: "nick")
    two.annTwin.setValue(nil, forKey: "department")
    let before = picture(two.other)
    let bytes = two.stack.bytes
    let moved = two.stack.folder.appendingPathExtension("moved")
    switch failure {
    case .policy: policy.afterwards = { _ in throw CocoaError(.featureUnsupported) }
    case .validation:
      policy.afterwards = { conflict in
        conflict.sourceObject.setValue("x", forKey: "name")
        let context = conflict.sourceObject.managedObjectContext
        _ = context.map { NSEntityDescription.insertNewObject(forEntityName: "Tag", into: $0) }
      }
    case .writing: try FileManager.default.moveItem(at: two.stack.folder, to: moved)
    }
    for _ in 0..<2 { #expect(throws: CocoaError.self) { try two.other.save() } }
    #expect(picture(two.other) == before && new.isInserted)
    #expect(two.other.graph.brokenInvariants() == [])
    policy.afterwards = { _ in }
    if failure == .writing { try FileManager.default.moveItem(at: moved, to: two.stack.folder) }
    #expect(two.stack.bytes == bytes)
    try two.other.save()
    #expect(try two.staff(two.stack.reopened()) == ["Lab": ["New"], "Shop": []])
  }

  @Test(
    "an object that was made a fault by a save that failed is told that it has its values again",
    arguments: StoreKind.allCases)
  func told(_ kind: StoreKind) throws {
    let model = companyModel {
      $0["Employee"]?.managedObjectClassName = String(reflecting: Witness.self)
      $0["Employee"]?.uniquenessConstraints = [["nick"]]
    }
    model.bind(Witness.self)
    let stack = try Stack(kind, model)
    let names = ["Ann", "Bob", "Cid"]
    for name in names { _ = stack.insert("Employee", ["name": name, "nick": name]) }
    try stack.context.save()
    let other = stack.anotherContext()
    let witnesses = try names.map { try #require(try other.named($0, "Employee") as? Witness) }
    for witness in witnesses.dropFirst() { witness.setValue("Ann", forKey: "nick") }
    let policy = Picky(merge: .rollbackMergePolicyType)
    policy.afterUniqueness = {
      // One of the two is read again before the save fails.
      _ = witnesses[1].name
      throw CocoaError(.featureUnsupported)
    }
    other.mergePolicy = policy
    for witness in witnesses { witness.calls = [] }
    #expect(throws: CocoaError.self) { try other.save() }
    for witness in witnesses.dropFirst() {
      let calls = witness.calls.filter { $0 != "willSave" }
      #expect(calls == ["willTurnIntoFault", "didTurnIntoFault", "awakeFromFetch"])
      #expect(!witness.isFault && witness.value(forKey: "nick") as? String == "Ann")
      #expect(witness.changedValues().keys.sorted() == ["nick"])
    }
  }

  @Test("a failed settling of unique values is taken back, too", arguments: StoreKind.allCases)
  func constraintFailure(_ kind: StoreKind) throws {
    let two = try Two(kind, .mergeByPropertyObjectTrump)
    two.lab.setValue("A", forKey: "code")
    try two.stack.context.save()
    let new = NSEntityDescription.insertNewObject(forEntityName: "Department", into: two.other)
    new.setValuesForKeys(["name": "New", "code": "A"])
    let bad = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: two.other)
    bad.setValue("Bad", forKey: "name")
    let before = picture(two.other)
    // The store is closed, so the save fails at last.
    try two.stack.coordinator.remove(two.stack.store)
    #expect(throws: CocoaError.self) { try two.other.save() }
    #expect(picture(two.other) == before)
  }

  // MARK: Watching

  @Test("an object that is watched must be what it was read as", arguments: StoreKind.allCases)
  func watched(_ kind: StoreKind) throws {
    let two = try Two(kind, .error)
    two.other.detectConflicts(for: two.labTwin)
    two.shopTwin.setValue("Store", forKey: "name")
    two.lab.setValue("Works", forKey: "name")
    try two.stack.context.save()
    let error = #expect(throws: CocoaError.self) { try two.other.save() }
    #expect(error?.conflicts(NSMergeConflict.self).first?.sourceObject === two.labTwin)
    two.other.refresh(two.labTwin, mergeChanges: true)
    try two.other.save()
    #expect(two.labTwin.name == "Works")
  }

  @Test(
    "a context that stops merging and begins again goes on by itself", arguments: StoreKind.allCases
  )
  func stopping(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let lab = stack.insert("Department", ["name": "Lab"])
    try stack.context.save()
    let listener = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    listener.persistentStoreCoordinator = stack.coordinator
    listener.automaticallyMergesChangesFromParent = true
    let twin = try listener.performAndWait { try listener.named("Lab", "Department")?.objectID }
    // Stops while the block that merges waits for its turn.
    let gate = DispatchSemaphore(value: 0)
    listener.perform { gate.wait() }
    lab.setValue("Lab 2", forKey: "name")
    try stack.context.save()
    listener.automaticallyMergesChangesFromParent = false
    gate.signal()
    listener.performAndWait {}
    listener.automaticallyMergesChangesFromParent = true
    lab.setValue("Lab 3", forKey: "name")
    try stack.context.save()
    let name = listener.performAndWait {
      twin.flatMap { listener.registeredObject(for: $0)?.name }
    }
    #expect(name == "Lab 3")
  }
}
