import Foundation
import struct Synchronization.Mutex
import Testing

@testable import OpenCoreData

@Suite("Changes of results") struct ResultsChangeTests {
  private final class Office {
    let stack: Stack
    let controller: NSFetchedResultsController<NSManagedObject>
    let mirror: TableMirror
    var context: NSManagedObjectContext { stack.context }

    /// Three employees, "bravo", "delta", "foxtrot", by name, or in sections by department.
    init(
      _ kind: StoreKind = .inMemory, _ format: String? = nil, sections: String? = nil
    ) throws {
      let stack = try Stack(kind)
      for (name, department) in [("bravo", "Sales"), ("delta", "Works"), ("foxtrot", "Works")] {
        let place =
          try stack.context.named(department, "Department")
          ?? stack.insert("Department", ["name": department])
        _ = stack.insert("Employee", ["name": name, "department": place])
      }
      try stack.context.save()
      self.stack = stack
      if let sections {
        controller = try employees(
          stack.context, format, sortedBy: sections, "name", sections: sections)
      } else {
        controller = try employees(stack.context, format, sortedBy: "name")
      }
      mirror = TableMirror(controller)
    }

    subscript(name: String) -> NSManagedObject {
      get throws {
        let known = try context.named(name, "Employee") ?? context.named(name, "Department")
        return try #require(known)
      }
    }

    /// The calls that the changes of a block bring.
    func calls(_ block: () throws -> Void) rethrows -> [String] {
      _ = mirror.takeCalls()
      try block()
      context.processPendingChanges()
      return mirror.takeCalls()
    }
  }

  @Test("case 51: a change of the section key is a move", arguments: StoreKind.allCases)
  func sectionKey(_ kind: StoreKind) throws {
    let office = try Office(kind, sections: "department.name")
    let sales = try office["Sales"]
    let calls = try office.calls { try office["delta"].setValue(sales, forKey: "department") }
    #expect(calls == ["will", "move delta 1.0 0.1", "did"])
  }

  @Test(
    "case 51: what the predicate does not take any more is deleted", arguments: StoreKind.allCases)
  func leaving(_ kind: StoreKind) throws {
    let office = try Office(kind, "salary < 500")
    let calls = try office.calls { try office["delta"].setValue(1000, forKey: "salary") }
    #expect(calls == ["will", "delete delta 0.1 -", "did"])
    let back = try office.calls { try office["delta"].setValue(10, forKey: "salary") }
    #expect(back == ["will", "insert delta - 0.1", "did"])
  }

  @Test("case 51: a change of another entity brings no call", arguments: StoreKind.allCases)
  func unrelated(_ kind: StoreKind) throws {
    let office = try Office(kind)
    let calls = try office.calls {
      _ = office.stack.insert("Tag", ["name": "x"])
      try office["Sales"].setValue("c", forKey: "code")
    }
    #expect(calls == [])
  }

  @Test("an object that changes in its place is updated, whether it has been saved or not")
  func update() throws {
    let office = try Office()
    let saved = try office.calls { try office["delta"].setValue(7, forKey: "salary") }
    #expect(saved == ["will", "update delta 0.1 0.1", "did"])
    let echo = office.stack.insert("Employee", ["name": "echo"])
    #expect(office.calls {} == ["will", "insert echo - 0.2", "did"])
    #expect(
      office.calls { echo.setValue(7, forKey: "salary") } == ["will", "update echo 0.2 0.2", "did"])
  }

  @Test("a change of what sorts is a move where the place is another, else an update")
  func sortKey() throws {
    let office = try Office()
    let kept = try office.calls { try office["delta"].setValue("dora", forKey: "name") }
    #expect(kept == ["will", "update dora 0.1 0.1", "did"])
    let moved = try office.calls { try office["dora"].setValue("alpha", forKey: "name") }
    #expect(moved == ["will", "move alpha 0.1 0.0", "did"])
  }

  @Test(
    "deletions come first, then insertions, moves and updates, each with the places of its side")
  func together() throws {
    let office = try Office()
    _ = office.stack.insert("Employee", ["name": "golf"])
    office.context.processPendingChanges()
    let (bravo, foxtrot, golf) = (try office["bravo"], try office["foxtrot"], try office["golf"])
    let calls = office.calls {
      foxtrot.setValue("alpha", forKey: "name")
      golf.setValue(1, forKey: "salary")
      office.context.delete(bravo)
      _ = office.stack.insert("Employee", ["name": "charlie"])
    }
    #expect(
      calls == [
        "will", "delete bravo 0.0 -", "insert charlie - 0.1", "move alpha 0.2 0.0",
        "update golf 0.3 0.3", "did",
      ])
  }

  @Test("two objects that change places are one move")
  func swap() throws {
    let office = try Office()
    let calls = try office.calls {
      let (bravo, delta) = (try office["bravo"], try office["delta"])
      bravo.setValue("dd", forKey: "name")
      delta.setValue("bb", forKey: "name")
    }
    #expect(calls.count == 4 && calls.filter { $0.hasPrefix("move") }.count == 1)
    #expect(calls.filter { $0.hasPrefix("update") }.count == 1)
  }

  @Test("sections come and go with their objects, and are told first")
  func sections() throws {
    let office = try Office(sections: "department.name")
    let bravo = try office["bravo"]
    let calls = office.calls {
      let base = office.stack.insert("Department", ["name": "Base"])
      bravo.setValue(base, forKey: "department")
      _ = office.stack.insert("Employee", ["name": "alone"])
    }
    #expect(
      calls == [
        "will", "delete section Sales 0", "insert section  0", "insert section Base 1",
        "insert alone - 0.0", "move bravo 0.0 1.0", "did",
      ])
  }

  @Test("a related object that changes moves what it orders and names, and nobody else")
  func relatedObject() throws {
    let office = try Office(sections: "department.name")
    let calls = try office.calls { try office["Works"].setValue("Arts", forKey: "name") }
    #expect(
      calls == [
        "will", "delete section Works 1", "insert section Arts 0", "move delta 1.0 0.0",
        "move foxtrot 1.1 0.1", "did",
      ])
    let order = try office.calls { try office["Arts"].setValue("c", forKey: "code") }
    #expect(order == [])
  }

  @Test("a related object that a condition leads to lets results come and go")
  func relatedCondition() throws {
    let office = try Office(.inMemory, "department.code == 'a' OR ANY tags.name == 't'")
    let coded = try office.calls { try office["Works"].setValue("a", forKey: "code") }
    #expect(coded == ["will", "insert delta - 0.0", "insert foxtrot - 0.1", "did"])
    let tag = office.stack.insert("Tag", ["name": "s"])
    tag.setValue(Set([try office["bravo"]]), forKey: "employees")
    office.context.processPendingChanges()
    #expect(
      office.calls { tag.setValue("t", forKey: "name") } == ["will", "insert bravo - 0.0", "did"])
    #expect(office.calls { office.context.delete(tag) } == ["will", "delete bravo 0.0 -", "did"])
  }

  @Test("refreshed objects count as updated, at their new places")
  func refreshed() throws {
    let office = try Office()
    let other = office.stack.anotherContext()
    try #require(try other.named("delta", "Employee")).setValue("zulu", forKey: "name")
    try other.save()
    let delta = try office["delta"]
    let calls = office.calls { office.context.refresh(delta, mergeChanges: false) }
    #expect(calls == ["will", "move zulu 0.1 0.2", "did"])
  }

  @Test("saving brings no call")
  func saving() throws {
    let office = try Office()
    try office["delta"].setValue(7, forKey: "salary")
    office.context.processPendingChanges()
    #expect(try office.calls { try office.context.save() } == [])
  }

  @Test("a window is kept full: what leaves it makes room for the next")
  func window() throws {
    let office = try Office()
    office.controller.fetchRequest.fetchLimit = 2
    try office.controller.performFetch()
    office.mirror.reload(office.controller)
    let calls = try office.calls { office.context.delete(try office["bravo"]) }
    #expect(calls == ["will", "delete bravo 0.0 -", "insert foxtrot - 0.1", "did"])
  }

  @Test("an event that a delegate makes is told after the one that it is being told of")
  func nested() throws {
    final class Editor: NSObject, NSFetchedResultsControllerDelegate {
      var calls: [String] = []
      func controller(
        _ controller: TableMirror.Controller, didChange anObject: Any, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {
        let object = anObject as? NSManagedObject
        calls.append(object?.name ?? "")
        guard calls.count == 1, let context = object?.managedObjectContext else { return }
        let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
        new.setValue("second", forKey: "name")
        context.processPendingChanges()
      }
      func controllerDidChangeContent(_ controller: TableMirror.Controller) { calls.append("did") }
    }
    let office = try Office()
    let editor = Editor()
    office.controller.delegate = editor
    _ = office.stack.insert("Employee", ["name": "first"])
    office.context.processPendingChanges()
    #expect(editor.calls == ["first", "did", "second", "did"])
  }

  @Test("resetting the context fetches again: all objects are others")
  func reset() throws {
    let office = try Office()
    let before = office.controller.fetchedObjects
    _ = office.calls { office.context.reset() }
    #expect(office.controller.fetchedObjects?.compactMap(\.name) == ["bravo", "delta", "foxtrot"])
    #expect(office.mirror.sections.first?.objects == office.controller.fetchedObjects)
    #expect(office.controller.fetchedObjects != before)
  }

  @Test("what another context saved counts when it is merged", arguments: StoreKind.allCases)
  func merged(_ kind: StoreKind) throws {
    let office = try Office(kind)
    office.context.automaticallyMergesChangesFromParent = true
    let other = office.stack.anotherContext()
    NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
      .setValue("alpha", forKey: "name")
    try #require(try other.named("delta", "Employee")).setValue("zulu", forKey: "name")
    other.delete(try #require(try other.named("bravo", "Employee")))
    try other.save()
    office.context.processPendingChanges()
    #expect(office.controller.fetchedObjects?.compactMap(\.name) == ["alpha", "foxtrot", "zulu"])
    #expect(office.mirror.takeCalls().filter { $0.hasPrefix("move") } == ["move zulu 0.1 0.2"])
  }

  @Test("undo and redo are followed")
  func undone() throws {
    let office = try Office()
    office.context.undoManager = UndoManager()
    let delta = try office["delta"]
    _ = office.calls { office.context.delete(delta) }
    let back = office.calls { office.context.undo() }
    #expect(back == ["will", "insert delta - 0.1", "did"])
    #expect(office.calls { office.context.redo() } == ["will", "delete delta 0.1 -", "did"])
  }

  @Test("a change looks at a few of many results only, and many changes at each result a few times")
  func cost() throws {
    let stack = try Stack(.inMemory)
    let many = (0..<2048).map { stack.insert("Employee", ["salary": $0 * 2]) }
    let comparisons = Mutex(0)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.sortDescriptors = [
      NSSortDescriptor(key: "salary", ascending: true) { one, other in
        comparisons.withLock { $0 += 1 }
        let (one, other) = (one as? Int32 ?? 0, other as? Int32 ?? 0)
        return one < other ? .orderedAscending : one > other ? .orderedDescending : .orderedSame
      }
    ]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: nil,
      cacheName: nil)
    try controller.performFetch()
    let mirror = TableMirror(controller)
    func cost(_ change: () -> Void) -> Int {
      comparisons.withLock { $0 = 0 }
      change()
      stack.context.processPendingChanges()
      return comparisons.withLock { $0 }
    }
    #expect(cost { many[100].setValue(3001, forKey: "salary") } <= 24)
    #expect(cost { stack.context.delete(many[7]) } == 0)
    let all = cost { for object in many.dropFirst(1024) { object.setValue(1, forKey: "salary") } }
    #expect(all <= 2048 * 12)
    #expect(mirror.sections.first?.objects == controller.fetchedObjects)
  }
}
