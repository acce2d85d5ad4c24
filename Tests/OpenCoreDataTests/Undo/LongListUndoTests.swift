import Foundation
import Testing

@testable import OpenCoreData

@Suite("Undo of long lists") struct LongListUndoTests {
  /// Employees who share a tag: so many that an event keeps only what it changed of them.
  private static let size = 40

  @Test(
    "any edits of a long list are undone and redone, saved or not",
    arguments: [(false, 1), (false, 2), (true, 3), (true, 4)])
  func random(isSaved: Bool, seed: Int) throws {
    let stack = try Stack(.inMemory)
    let tag = stack.insert("Tag", ["name": "shared"])
    var staff = (0..<Self.size).map { _ in stack.insert("Employee", ["name": "anne"]) }
    tag.setValue(Set(staff), forKey: "employees")
    if isSaved { try stack.context.save() }
    stack.context.processPendingChanges()
    stack.context.undoManager = UndoManager()
    var states = [members(of: tag)]
    var number = UInt64(seed)
    func next(_ limit: Int) -> Int {
      number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(number >> 33) % limit
    }
    for _ in 0..<60 {
      let kinds = 1 << next(3) | 1 << next(3)
      for _ in 0..<4 {
        if kinds & 1 != 0 {
          staff.append(stack.insert("Employee", ["name": "bill", "tags": Set([tag])]))
        }
        let one = staff[next(staff.count)]
        if kinds & 2 != 0 { one.mutableSetValue(forKey: "tags").remove(tag) }
        if kinds & 4 != 0, staff.count > 20 {
          stack.context.delete(staff.remove(at: next(staff.count)))
        }
      }
      stack.context.processPendingChanges()
      let now = members(of: tag)
      if now != states.last || stack.context.undoManager?.undoCount ?? 0 >= states.count {
        states.append(now)
      }
    }
    #expect(stack.context.undoManager?.undoCount == states.count - 1)
    for state in states.dropLast().reversed() {
      stack.context.undo()
      #expect(members(of: tag) == state)
      #expect(state.allSatisfy { ($0.value(forKey: "tags") as? Set)?.contains(tag) == true })
    }
    if isSaved { #expect(!tag.hasChanges && !stack.context.hasChanges) }
    for state in states.dropFirst() {
      stack.context.redo()
      #expect(members(of: tag) == state)
    }
  }

  @Test("what a long list held when the event began can be asked for")
  func eventStart() throws {
    let stack = try Stack(.inMemory)
    let tag = stack.insert("Tag", ["name": "shared"])
    let staff = (0..<Self.size).map { _ in stack.insert("Employee", ["name": "anne"]) }
    tag.setValue(Set(staff), forKey: "employees")
    try stack.context.save()
    let fresh = stack.insert("Employee", ["name": "bill", "tags": Set([tag])])
    let before = tag.changedValuesForCurrentEvent()["employees"] as? Set<NSManagedObject>
    #expect(before == Set(staff) && members(of: tag) == Set(staff + [fresh]))
    stack.context.delete(staff[3])
    let still = tag.changedValuesForCurrentEvent()["employees"] as? Set<NSManagedObject>
    #expect(still == Set(staff))
  }

  private func members(of tag: NSManagedObject) -> Set<NSManagedObject> {
    tag.value(forKey: "employees") as? Set<NSManagedObject> ?? []
  }
}
