import Foundation
import Testing

@testable import OpenCoreData

/// What a manager does, with whole states in place of actions.
private struct StateTwin {
  /// The states before each group that can be undone.
  var undo: [[Int]] = []
  /// The states after each group that can be redone.
  var redo: [[Int]] = []
  var numbers: [Int] = []
  /// The state when the outermost group was opened, and whether it has an action.
  var before: [Int]?
  var isEmpty = true

  mutating func change(_ numbers: [Int], isRecorded: Bool) {
    self.numbers = numbers
    guard isRecorded else { return }
    isEmpty = false
    redo = []
  }

  mutating func open() {
    guard before == nil else { return }
    before = numbers
    isEmpty = true
  }

  mutating func close(_ levels: Int) {
    if let before, !isEmpty { undo.append(before) }
    before = nil
    isEmpty = true
    if levels > 0 { undo.removeFirst(max(0, undo.count - levels)) }
  }

  mutating func stepBack() {
    guard let state = undo.popLast() else { return }
    redo.append(numbers)
    numbers = state
  }

  mutating func stepForward() {
    guard let state = redo.popLast() else { return }
    undo.append(numbers)
    numbers = state
  }
}

@Suite("Undo at random") struct UndoRandomTests {
  @Test(
    "a manager agrees with a stack of states", arguments: [true, false],
    1...8 as ClosedRange<UInt64>)
  func agrees(groupsByEvent: Bool, seed: UInt64) {
    var random = Dice(seed: seed)
    let levels = Int.random(in: 0...6, using: &random)
    let manager = UndoManager()
    manager.groupsByEvent = groupsByEvent
    manager.levelsOfUndo = levels
    let ledger = Ledger(manager)
    var twin = StateTwin()
    for step in 0..<2000 {
      let nesting = manager.groupingLevel
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<45:
        if !groupsByEvent, nesting == 0 { manager.beginUndoGrouping() }
        twin.open()
        if ledger.numbers.isEmpty || Bool.random(using: &random) {
          ledger.append(step)
        } else {
          ledger.removeLast()
        }
        twin.change(ledger.numbers, isRecorded: true)
      case 45..<55:
        if nesting < 5 { manager.beginUndoGrouping() }
        twin.open()
      case 55..<65:
        if nesting > 0 { manager.endUndoGrouping() }
        if manager.groupingLevel == 0 { twin.close(levels) }
      case 65..<75:
        if nesting == 1 || !groupsByEvent { manager.endEvent() }
        if groupsByEvent, nesting == 1 { twin.close(levels) }
      case 75..<90:
        guard nesting <= 1 else { continue }
        twin.close(levels)
        manager.undo()
        twin.stepBack()
      default:
        guard nesting <= 1 else { continue }
        twin.close(levels)
        manager.redo()
        twin.stepForward()
      }
      #expect(ledger.numbers == twin.numbers)
      #expect(manager.undoCount == twin.undo.count + (twin.isEmpty ? 0 : 1))
      #expect(manager.redoCount == twin.redo.count)
    }
  }
}
