import Foundation
import Testing

@testable import OpenCoreData

@Suite("What goes with a context") struct LifetimeTests {
  /// What must not outlive a context that nobody holds.
  private struct Traces {
    weak var context: NSManagedObjectContext?
    weak var graph: ObjectGraph?
    weak var object: NSManagedObject?

    var areGone: Bool { context == nil && graph == nil && object == nil }
  }

  /// Kinds of work that leave something in a context.
  enum Work: CaseIterable {
    case reading, inserting, saving, deleting, undoing, savingWithUndo, failing, resetting,
      observing
    case sorting
  }

  private func run(_ work: Work, _ context: NSManagedObjectContext) throws -> Traces {
    if work == .undoing || work == .savingWithUndo { context.undoManager = UndoManager() }
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    let lab = NSEntityDescription.insertNewObject(forEntityName: "Department", into: context)
    for object in [ann, lab] { object.setValue("Name", forKey: "name") }
    ann.setValue(lab, forKey: "department")
    switch work {
    case .reading: _ = try context.all("Employee")
    case .inserting: break
    case .saving: try context.save()
    case .deleting:
      try context.save()
      context.delete(ann)
    case .undoing:
      context.processPendingChanges()
      context.delete(ann)
      context.undo()
      context.redo()
    case .savingWithUndo:
      try context.save()
      context.delete(ann)
      try context.save()
      context.undo()
      context.delete(lab)
    case .failing:
      ann.setValue(nil, forKey: "name")
      #expect(throws: CocoaError.self) { try context.save() }
    case .resetting: context.reset()
    case .observing: context.automaticallyMergesChangesFromParent = true
    case .sorting:
      let controller = try employees(context, sortedBy: "name")
      let mirror = TableMirror(controller)
      controller.delegate = mirror
      ann.setValue("Other", forKey: "name")
      context.processPendingChanges()
      #expect(!mirror.takeCalls().isEmpty)
    }
    return Traces(context: context, graph: context.graph, object: ann)
  }

  @Test(
    "a context that nobody holds goes, with its objects", arguments: Work.allCases, [false, true])
  func goes(_ work: Work, _ isChild: Bool) throws {
    let stack = try Stack(.inMemory)
    var parent: NSManagedObjectContext?
    let traces = try autoreleased {
      let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
      if isChild {
        let between = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
        between.persistentStoreCoordinator = stack.coordinator
        context.parent = between
        parent = between
      } else {
        context.persistentStoreCoordinator = stack.coordinator
      }
      return try run(work, context)
    }
    #expect(traces.areGone)
    let graph = Traces(context: parent, graph: parent?.graph, object: nil)
    parent = nil
    #expect(graph.areGone)
  }

  @Test("a coordinator goes with its last context, and its store with it")
  func coordinator() throws {
    weak var coordinator: NSPersistentStoreCoordinator?
    weak var store: NSPersistentStore?
    let traces = try autoreleased {
      let stack = try Stack(.inMemory)
      (coordinator, store) = (stack.coordinator, stack.store)
      return try run(.savingWithUndo, stack.context)
    }
    #expect(traces.areGone && coordinator == nil && store == nil)
  }

  /// Runs a block whose variables are gone afterwards.
  @inline(never)
  private func autoreleased<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }
}
