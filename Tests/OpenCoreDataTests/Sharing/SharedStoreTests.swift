import Foundation
import Testing

@testable import OpenCoreData

@Suite("Two programs with one file") struct SharedStoreTests {
  /// Two coordinators on one file that have read the same department and two employees.
  struct Two {
    let stack: Stack
    let other: NSManagedObjectContext
    let (lab, ann, bob): (NSManagedObject, NSManagedObject, NSManagedObject)
    let (labTwin, annTwin, bobTwin): (NSManagedObject, NSManagedObject, NSManagedObject)

    init(_ kind: StoreKind, _ policy: NSMergePolicy = .error) throws {
      stack = try Stack(kind)
      lab = stack.insert("Department", ["name": "Lab"])
      ann = stack.insert("Employee", ["name": "Ann", "department": lab])
      bob = stack.insert("Employee", ["name": "Bob", "department": lab])
      try stack.context.save()
      other = try stack.reopened()
      other.mergePolicy = policy
      labTwin = try #require(try other.named("Lab", "Department"))
      annTwin = try #require(try other.named("Ann", "Employee"))
      bobTwin = try #require(try other.named("Bob", "Employee"))
      for twin in [labTwin, annTwin, bobTwin] { try twin.materialize() }
    }

    /// A department or an employee as a third program reads it.
    func saved(_ name: String, _ entity: String = "Employee") throws -> NSManagedObject? {
      try stack.reopened().named(name, entity)
    }

    /// The ids and tags of everybody, by name, in the file.
    func staff() throws -> [String: [String]] {
      try stack.reopened().all("Department").reduce(into: [:]) { staff, department in
        staff[department.name ?? ""] = department.many("employees").compactMap(\.name).sorted()
      }
    }
  }

  @Test("edits of different objects are both kept, without a word", arguments: StoreKind.files)
  func disjoint(_ kind: StoreKind) throws {
    let two = try Two(kind)
    for round in 1...5 {
      two.ann.setValue(200 + round, forKey: "salary")
      try two.stack.context.save()
      two.bobTwin.setValue(300 + round, forKey: "salary")
      try two.other.save()
    }
    #expect(try two.saved("Ann")?.value(forKey: "salary") as? Int32 == 205)
    #expect(try two.saved("Bob")?.value(forKey: "salary") as? Int32 == 305)
    // What the context had read stays until it asks anew.
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == 100)
    two.other.refresh(two.annTwin, mergeChanges: true)
    #expect(two.annTwin.value(forKey: "salary") as? Int32 == 205)
  }

  @Test(
    "of one object, the default policy lists the conflicts and writes nothing",
    arguments: StoreKind.files)
  func error(_ kind: StoreKind) throws {
    let two = try Two(kind)
    two.ann.setValue(200, forKey: "salary")
    try two.stack.context.save()
    two.annTwin.setValue(300, forKey: "salary")
    two.bobTwin.setValue("B", forKey: "nick")
    let bytes = two.stack.bytes
    for _ in 0..<2 {
      let error = try #require(throws: CocoaError.self) { try two.other.save() }
      #expect(error.code == .persistentStoreSaveConflicts || error.code == .managedObjectMerge)
      let conflicts: [NSMergeConflict] = error.conflicts()
      #expect(conflicts.map(\.sourceObject) == [two.annTwin])
      #expect(two.stack.bytes == bytes)
      #expect(two.annTwin.value(forKey: "salary") as? Int32 == 300)
      #expect(two.other.hasChanges)
    }
    two.other.refresh(two.annTwin, mergeChanges: false)
    try two.other.save()
    #expect(try two.saved("Ann")?.value(forKey: "salary") as? Int32 == 200)
    #expect(try two.saved("Bob")?.value(forKey: "nick") as? String == "B")
  }

  @Test(
    "of one object, the other policies decide", arguments: StoreKind.files,
    [
      (NSMergePolicy.mergeByPropertyStoreTrump, 200, "A", 7),
      (NSMergePolicy.mergeByPropertyObjectTrump, 300, "A", 7),
      (NSMergePolicy.overwrite, 300, nil, 7), (NSMergePolicy.rollback, 200, "A", nil),
    ] as [(NSMergePolicy, Int32, String?, Int16?)])
  func policies(
    _ kind: StoreKind,
    _ expected: (policy: NSMergePolicy, salary: Int32, nick: String?, small: Int16?)
  ) throws {
    let two = try Two(kind, expected.policy)
    two.ann.setValue(200, forKey: "salary")
    two.ann.setValue("A", forKey: "nick")
    try two.stack.context.save()
    two.annTwin.setValue(300, forKey: "salary")
    two.annTwin.setValue(7, forKey: "small")
    two.bobTwin.setValue(400, forKey: "salary")
    try two.other.save()
    let ann = try #require(try two.saved("Ann"))
    for ann in [ann, two.annTwin] {
      #expect(ann.value(forKey: "salary") as? Int32 == expected.salary)
      #expect(ann.value(forKey: "nick") as? String == expected.nick)
      #expect(ann.value(forKey: "small") as? Int16 == expected.small)
    }
    #expect(try two.saved("Bob")?.value(forKey: "salary") as? Int32 == 400)
  }

  @Test(
    "new objects of both are kept, each with an id and in its relationships",
    arguments: StoreKind.files)
  func insertions(_ kind: StoreKind) throws {
    let two = try Two(kind)
    let mine = two.stack.insert("Employee", ["name": "Cy", "department": two.lab])
    let theirs = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: two.other)
    theirs.setValue("Di", forKey: "name")
    theirs.setValue(two.labTwin, forKey: "department")
    // An id that is given before the other program gives the same.
    try two.other.obtainPermanentIDs(for: [theirs])
    try two.stack.context.save()
    try two.other.save()
    #expect(theirs.objectID.text != mine.objectID.text)
    #expect(try two.staff() == ["Lab": ["Ann", "Bob", "Cy", "Di"]])
    two.stack.context.refreshAllObjects()
    try two.stack.coordinator.refreshFromFiles()
    two.stack.context.refreshAllObjects()
    #expect(two.lab.many("employees").compactMap(\.name).sorted() == ["Ann", "Bob", "Cy", "Di"])
    #expect(mine.name == "Cy")
  }

  @Test("members that both add to a set are both there", arguments: StoreKind.files)
  func sets(_ kind: StoreKind) throws {
    let two = try Two(kind)
    for (context, ann, name) in [
      (two.stack.context, two.ann, "one"), (two.other, two.annTwin, "two"),
      (two.stack.context, two.ann, "three"),
    ] {
      let tag = NSEntityDescription.insertNewObject(forEntityName: "Tag", into: context)
      tag.setValue(name, forKey: "name")
      ann.mutableSetValue(forKey: "tags").add(tag)
      try context.save()
    }
    let tags = try #require(try two.saved("Ann")).many("tags")
    #expect(tags.compactMap(\.name).sorted() == ["one", "three", "two"])
    #expect(tags.allSatisfy { $0.many("employees").count == 1 })
  }

  @Test("an object that one deletes and the other edits is a conflict", arguments: StoreKind.files)
  func deletion(_ kind: StoreKind) throws {
    let two = try Two(kind)
    two.stack.context.delete(two.ann)
    try two.stack.context.save()
    two.annTwin.setValue(300, forKey: "salary")
    let error = try #require(throws: CocoaError.self) { try two.other.save() }
    #expect(error.conflicts(NSMergeConflict.self).count == 1)
    two.other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try two.other.save()
    #expect(try two.staff() == ["Lab": ["Ann", "Bob"]])
    #expect(try two.saved("Ann")?.value(forKey: "salary") as? Int32 == 300)
  }

  @Test("what must be unique is unique in the end", arguments: StoreKind.files)
  func uniqueness(_ kind: StoreKind) throws {
    let two = try Two(kind)
    _ = two.stack.insert("Department", ["name": "Shop", "code": "X"])
    try two.stack.context.save()
    two.labTwin.setValue("X", forKey: "code")
    let error = try #require(throws: CocoaError.self) { try two.other.save() }
    #expect(error.conflicts(NSConstraintConflict.self).count == 1)
    two.labTwin.setValue("Y", forKey: "code")
    try two.other.save()
    #expect(try two.saved("Lab", "Department")?.value(forKey: "code") as? String == "Y")
  }

  @Test("a store that both make anew is one store", arguments: StoreKind.files)
  func appeared(_ kind: StoreKind) throws {
    let stack = try Stack(kind)
    let other = try stack.reopened()
    for (context, name) in [(stack.context, "One"), (other, "Two"), (stack.context, "Three")] {
      let department = NSEntityDescription.insertNewObject(
        forEntityName: "Department", into: context)
      department.setValue(name, forKey: "name")
      try context.save()
    }
    let names = try stack.reopened().all("Department").compactMap(\.name).sorted()
    #expect(names == ["One", "Three", "Two"])
    let identifiers = [stack.context, other].compactMap {
      $0.persistentStoreCoordinator?.persistentStores[0].identifier
    }
    #expect(Set(identifiers).count == 1)
  }

  @Test("batch requests start from what others have saved", arguments: StoreKind.files)
  func batches(_ kind: StoreKind) throws {
    let two = try Two(kind)
    two.ann.setValue("A", forKey: "nick")
    _ = two.stack.insert("Employee", ["name": "Cy"])
    try two.stack.context.save()
    let update = NSBatchUpdateRequest(entityName: "Employee")
    update.propertiesToUpdate = ["salary": 500]
    try two.other.execute(update)
    let all = try two.stack.reopened().all("Employee")
    #expect(all.compactMap { $0.value(forKey: "salary") as? Int32 } == [500, 500, 500])
    #expect(try two.saved("Ann")?.value(forKey: "nick") as? String == "A")
  }

  @Test("metadata that only one has set stays", arguments: StoreKind.files)
  func metadata(_ kind: StoreKind) throws {
    let two = try Two(kind)
    let otherStore = try #require(two.other.persistentStoreCoordinator?.persistentStores[0])
    two.stack.store.metadata["mine"] = "1"
    try two.stack.context.save()
    otherStore.metadata["theirs"] = "2"
    try two.other.save()
    two.ann.setValue("A", forKey: "nick")
    try two.stack.context.save()
    for metadata in [two.stack.store.metadata, otherStore.metadata] {
      #expect(metadata["mine"] as? String == "1")
    }
    let third = try two.stack.reopened().persistentStoreCoordinator?.persistentStores[0].metadata
    #expect(third?["mine"] as? String == "1" && third?["theirs"] as? String == "2")
  }
}
