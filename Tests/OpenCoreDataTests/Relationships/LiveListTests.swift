import Foundation
import OpenCoreData
import Testing

/// Live lists while the relationship changes by all ways but them.
@Suite("Live lists") struct LiveListTests {
  private let stack: Stack
  private let ann: NSManagedObject
  private let bob: NSManagedObject
  private let steps: [NSManagedObject]

  init() throws {
    let stack = try Stack(.inMemory)
    self.stack = stack
    ann = stack.insert("Employee", ["name": "Ann"])
    bob = stack.insert("Employee", ["name": "Bob"])
    steps = ["a", "b", "c"].map { stack.insert("Step", ["text": $0]) }
    ann.setValue(NSOrderedSet(array: steps), forKey: "steps")
    try stack.context.save()
  }

  private func expect(_ list: NSMutableOrderedSet, _ members: [NSManagedObject], _ rule: Comment) {
    #expect(list.count == members.count && list.array as? [NSManagedObject] == members, rule)
    #expect(ann.list("steps") == members, rule)
  }

  @Test("two lists know what the other takes over")
  func moves() {
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    let other = bob.mutableOrderedSetValue(forKey: "steps")
    other.add(list.object(at: 0))
    expect(list, [steps[1], steps[2]], "moved by the other list")
    #expect(!list.contains(steps[0]) && list.index(of: steps[2]) == 1)
    list.removeObject(at: 0)
    expect(list, [steps[2]], "removed at a place of what is there now")
    list.insert(steps[0], at: 0)
    expect(list, [steps[0], steps[2]], "taken back")
    #expect(other.count == 0)
  }

  @Test("a list follows deletions, the other side, whole assignments and primitive ones")
  func otherWays() {
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    stack.context.delete(steps[1])
    expect(list, [steps[0], steps[2]], "deleted")
    steps[0].setValue(nil, forKey: "employee")
    expect(list, [steps[2]], "left by the other side")
    ann.setValue([steps[2], steps[0]], forKey: "steps")
    expect(list, [steps[2], steps[0]], "assigned")
    ann.setPrimitiveValue([steps[0]], forKey: "steps")
    expect(list, [steps[0]], "assigned primitively")
  }

  @Test("a list follows undo, redo, rollback, refresh and what others save")
  func wholeContext() throws {
    let manager = UndoManager()
    stack.context.undoManager = manager
    let list = ann.mutableOrderedSetValue(forKey: "steps")
    list.remove(steps[1])
    stack.context.processPendingChanges()
    stack.context.undo()
    expect(list, steps, "undone")
    stack.context.redo()
    expect(list, [steps[0], steps[2]], "redone")
    stack.context.rollback()
    expect(list, steps, "rolled back")
    let other = stack.anotherContext()
    let theirs = try #require(try other.named("Ann", "Employee"))
    theirs.mutableOrderedSetValue(forKey: "steps").removeObject(at: 0)
    try other.save()
    stack.context.refresh(ann, mergeChanges: false)
    expect(list, [steps[1], steps[2]], "refreshed")
  }

  @Test("a list of an object that was taken back and put back goes on")
  func revived() {
    stack.context.undoManager = UndoManager()
    let cat = stack.insert("Employee", ["name": "Cat"])
    stack.context.processPendingChanges()
    let list = cat.mutableOrderedSetValue(forKey: "steps")
    stack.context.undo()
    stack.context.redo()
    steps[0].setValue(cat, forKey: "employee")
    #expect(list.count == 1)
  }
}
