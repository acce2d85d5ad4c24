import Foundation
import Observation
import OpenCoreData
import Synchronization
import Testing

@Suite("Observation") struct ObservationTests {
  /// Whether something that `read` has read is announced to change while `change` runs.
  private func sees(_ read: () -> Void, changedBy change: () throws -> Void) rethrows -> Bool {
    let seen = Atomic<Bool>(false)
    let flag = Flag()
    withObservationTracking(read) { flag.raise() }
    try change()
    seen.store(flag.isRaised, ordering: .relaxed)
    return seen.load(ordering: .relaxed)
  }

  private final class Flag: Sendable {
    private let state = Mutex(false)
    var isRaised: Bool { state.withLock { $0 } }
    func raise() { state.withLock { $0 = true } }
  }

  private func stack() throws -> Stack {
    let stack = try Stack(.inMemory)
    stack.context.isObservable = true
    return stack
  }

  @Test("sees attributes that were read, and no others")
  func attributes() throws {
    let stack = try stack()
    let ann = stack.insert("Employee", ["name": "Ann"])
    let bob = stack.insert("Employee", ["name": "Bob"])
    #expect(sees({ _ = ann.name }, changedBy: { ann.setValue("Anna", forKey: "name") }))
    #expect(!sees({ _ = ann.name }, changedBy: { ann.setValue(5, forKey: "salary") }))
    #expect(!sees({ _ = ann.name }, changedBy: { bob.setValue("Bobby", forKey: "name") }))
    try stack.context.save()
    #expect(sees({ _ = ann.name }, changedBy: { ann.setValue("Ann", forKey: "name") }))
    #expect(
      sees(
        { _ = ann.primitiveValue(forKey: "nick") }, changedBy: { ann.setValue("x", forKey: "nick") }
      ))
  }

  @Test("sees both sides of relationships, whichever was set")
  func relationships() throws {
    let stack = try stack()
    let ann = stack.insert("Employee", ["name": "Ann"])
    let lab = stack.insert("Department", ["name": "Lab"])
    #expect(
      sees({ _ = lab.many("employees") }, changedBy: { ann.setValue(lab, forKey: "department") }))
    #expect(
      sees({ _ = ann.one("department") }) { lab.mutableSetValue(forKey: "employees").remove(ann) })
    #expect(
      sees({ _ = lab.count(ofRelationship: "employees") }) {
        ann.setValue(lab, forKey: "department")
      })
    #expect(
      sees({ _ = ann.value(forKeyPath: "department.name") }) {
        lab.setValue("Labs", forKey: "name")
      })
    let step = stack.insert("Step")
    #expect(sees({ _ = ann.list("steps") }) { step.setValue(ann, forKey: "employee") })
    #expect(sees({ _ = ann.one("department") }) { stack.context.delete(lab) })
  }

  @Test("sees values go back by undo, rollback and refresh")
  func takenBack() throws {
    let stack = try stack()
    stack.context.undoManager = UndoManager()
    let ann = stack.insert("Employee", ["name": "Ann"])
    try stack.context.save()
    ann.setValue("Anna", forKey: "name")
    stack.context.processPendingChanges()
    #expect(sees({ _ = ann.name }) { stack.context.undo() })
    #expect(ann.name == "Ann")
    ann.setValue("Anna", forKey: "name")
    #expect(sees({ _ = ann.name }) { stack.context.rollback() })
    ann.setValue("Anna", forKey: "name")
    #expect(sees({ _ = ann.name }) { stack.context.refresh(ann, mergeChanges: false) })
    #expect(ann.name == "Ann")
  }

  @Test("keeps what is observed until it is told")
  func retention() throws {
    let stack = try stack()
    _ = stack.insert(
      "Employee", ["name": "Ann", "department": stack.insert("Department", ["name": "Lab"])])
    try stack.context.save()
    let context = stack.anotherContext()
    context.isObservable = true
    let isSeen = try sees({
      _ = try? context.named("Ann", "Employee")?.value(forKeyPath: "department.name")
    }) {
      for _ in 0..<3000 { _ = try context.all("Employee") }
      try context.named("Lab", "Department")?.setValue("Labs", forKey: "name")
    }
    #expect(isSeen)
  }

  @Test("is on in contexts of the main queue, and off in others")
  func whichContexts() throws {
    let stack = try Stack(.inMemory)
    #expect(!stack.context.isObservable)
    #expect(NSManagedObjectContext(.mainQueue).isObservable)
    let ann = stack.insert("Employee", ["name": "Ann"])
    #expect(!sees({ _ = ann.name }, changedBy: { ann.setValue("Anna", forKey: "name") }))
  }

  @Test("survives many readings under observation")
  func many() throws {
    let stack = try stack()
    let all = (0..<1000).map { stack.insert("Employee", ["name": "E\($0)"]) }
    let isSeen = sees({
      for object in all { _ = object.name }
    }) {
      all[777].setValue("Other", forKey: "name")
    }
    #expect(isSeen)
  }
}
