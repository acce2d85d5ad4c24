import Foundation
import Synchronization
import Testing

@testable import OpenCoreData

/// What ten contexts on queues of their own, one on the main queue and children of some of them do at the same time.
/// The Thread Sanitizer looks at it, too: see scripts/test.sh.
@Suite("Contexts at the same time") struct ConcurrencyTests {
  /// A store, and contexts that merge each other's saves by themselves.
  private final class Workshop: Sendable {
    let coordinator: NSPersistentStoreCoordinator
    let folder: URL
    let workers: [NSManagedObjectContext]
    let view: NSManagedObjectContext
    /// Two children of a worker, one of another, one of the view, and a child of a child.
    let children: [NSManagedObjectContext]
    let inserted = Atomic(0)

    init(_ kind: StoreKind) throws {
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "OpenCoreDataTests-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let model = companyModel { $0["Employee"]?.attributesByName["name"]?.limits = .init() }
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: kind.type, configurationName: nil,
        at: folder.appendingPathComponent("store.\(kind.ending)"), options: kind.options)
      workers = (0..<10).map { _ in NSManagedObjectContext(.privateQueue) }
      view = NSManagedObjectContext(.mainQueue)
      for context in workers + [view] { context.persistentStoreCoordinator = coordinator }
      var children = [workers[0], workers[0], workers[1], view].map(Self.child)
      children.append(Self.child(of: children[0]))
      self.children = children
      for context in all {
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        context.automaticallyMergesChangesFromParent = true
      }
    }

    private static func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      return child
    }

    var all: [NSManagedObjectContext] { workers + [view] + children }

    /// Saves what children have moved into a context, and those above it.
    func saveUpwards(_ context: NSManagedObjectContext?) async throws {
      var next = context
      while let context = next {
        try await context.perform { try context.save() }
        next = context.parent
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// One piece of work of a context, saved at the end.
    func work(_ context: NSManagedObjectContext, _ number: Int) throws {
      let departments = try context.all("Department")
      let employees = try context.all("Employee").filter { !$0.isDeleted }
      let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
      new.setValue("n\(number)", forKey: "name")
      inserted.add(1, ordering: .relaxed)
      if !departments.isEmpty {
        new.setValue(departments[number % departments.count], forKey: "department")
      }
      if !employees.isEmpty {
        let other = employees[number % employees.count]
        other.setValue(number, forKey: "salary")
        other.mutableSetValue(forKey: "friends").add(new)
        let department = departments.isEmpty ? nil : departments[number / 7 % departments.count]
        other.setValue(department, forKey: "department")
      }
      try context.save()
    }

    func fill() throws {
      for name in ["Lab", "Shop", "Yard"] {
        let department = NSEntityDescription.insertNewObject(
          forEntityName: "Department", into: view)
        department.setValue(name, forKey: "name")
      }
      try view.save()
    }
  }

  @Test(
    "ten background contexts, a view and their children edit, save and merge each other's saves",
    arguments: StoreKind.allCases)
  func together(_ kind: StoreKind) async throws {
    let workshop = try Workshop(kind)
    try await workshop.view.perform { try workshop.fill() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, context) in workshop.all.enumerated() {
        group.addTask {
          for round in 0..<6 {
            try await context.perform { try workshop.work(context, round * 11 + index) }
            try await workshop.saveUpwards(context.parent)
          }
        }
      }
      try await group.waitForAll()
    }
    let expected = workshop.inserted.load(ordering: .relaxed)
    for context in workshop.all {
      let (count, problems) = try await context.perform {
        let all = try context.all("Employee")
        for object in all { try object.materialize() }
        return (all.count, context.graph.brokenInvariants())
      }
      #expect(count == expected && problems == [])
    }
  }

  @Test("what a context has merged of another's save is there without a fetch")
  func told() async throws {
    let workshop = try Workshop(.inMemory)
    let (one, view) = (workshop.workers[0], workshop.view)
    let id = try await view.perform {
      try workshop.fill()
      return try view.named("Lab", "Department")?.objectID
    }
    let lab = try #require(id)
    try await one.perform {
      try one.existingObject(with: lab).setValue("Works", forKey: "name")
      try one.save()
    }
    let name = await view.perform { view.registeredObject(for: lab)?.name }
    #expect(name == "Works")
  }
}
