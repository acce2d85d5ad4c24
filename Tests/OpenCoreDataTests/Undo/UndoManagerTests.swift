import Foundation
import Testing

@testable import OpenCoreData

@Suite("Undo manager") struct UndoManagerTests {
  @Test("a fresh manager groups by event, records, and has nothing to undo")
  func fresh() {
    let manager = UndoManager()
    #expect(manager.groupsByEvent && manager.isUndoRegistrationEnabled)
    #expect(manager.levelsOfUndo == 0 && manager.groupingLevel == 0)
    #expect(manager.runLoopModes == [.default])
    #expect(!manager.canUndo && !manager.canRedo && !manager.isUndoing && !manager.isRedoing)
    manager.undo()
    manager.redo()
    manager.undoNestedGroup()
    #expect(manager.undoCount == 0 && manager.redoCount == 0)
  }

  @Test("a group is undone and redone as a whole, its actions in reverse")
  func wholeGroup() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1, 2)
    ledger.appendGroup(3)
    ledger.manager.undo()
    #expect(ledger.numbers == [1, 2])
    ledger.manager.undo()
    #expect(ledger.numbers == [] && !ledger.manager.canUndo && ledger.manager.redoCount == 2)
    ledger.manager.redo()
    #expect(ledger.numbers == [1, 2])
    ledger.manager.redo()
    #expect(ledger.numbers == [1, 2, 3] && !ledger.manager.canRedo)
  }

  @Test("what is registered outside of undo and redo clears what could be redone")
  func clearsRedo() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.manager.undo()
    #expect(ledger.manager.canRedo)
    ledger.appendGroup(2)
    #expect(!ledger.manager.canRedo && ledger.manager.undoCount == 1)
  }

  @Test("beginning and ending a group without an action leaves both stacks as they were")
  func emptyGroup() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.manager.undo()
    ledger.appendGroup()
    #expect(ledger.manager.undoCount == 0 && ledger.manager.redoCount == 1)
  }

  @Test("the state is undoing or redoing while actions run, and not after")
  func states() {
    let manager = plainManager()
    var seen: [String] = []
    func register() {
      manager.registerUndo(withTarget: manager) { manager in
        seen.append("\(manager.isUndoing) \(manager.isRedoing) \(manager.groupingLevel)")
        register()
      }
    }
    manager.beginUndoGrouping()
    register()
    manager.endUndoGrouping()
    manager.undo()
    manager.redo()
    #expect(seen == ["true false 1", "false true 1"])
    #expect(!manager.isUndoing && !manager.isRedoing && manager.groupingLevel == 0)
  }

  @Test("no more groups than the levels are kept, and the oldest go first")
  func levels() {
    let ledger = Ledger(plainManager())
    ledger.manager.levelsOfUndo = 3
    for number in 1...5 { ledger.appendGroup(number) }
    #expect(ledger.manager.undoCount == 3)
    ledger.manager.levelsOfUndo = 2
    #expect(ledger.manager.undoCount == 2)
    ledger.manager.levelsOfUndo = 0
    while ledger.manager.canUndo { ledger.manager.undo() }
    #expect(ledger.numbers == [1, 2, 3])
  }

  @Test("registration is off until it has been enabled as often as disabled")
  func disabling() {
    let ledger = Ledger(plainManager())
    ledger.manager.disableUndoRegistration()
    ledger.manager.disableUndoRegistration()
    ledger.append(1)
    ledger.manager.enableUndoRegistration()
    #expect(!ledger.manager.isUndoRegistrationEnabled)
    ledger.append(2)
    ledger.manager.enableUndoRegistration()
    #expect(ledger.manager.isUndoRegistrationEnabled && !ledger.manager.canUndo)
    ledger.appendGroup(3)
    #expect(ledger.manager.undoCount == 1)
  }

  @Test("what is not recorded does not clear what could be redone")
  func disabledKeepsRedo() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.manager.undo()
    ledger.manager.disableUndoRegistration()
    ledger.append(2)
    #expect(ledger.manager.canRedo)
  }

  @Test("removing all actions empties both stacks, keeps open groups open, and records again")
  func removeAll() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.appendGroup(2)
    ledger.manager.undo()
    ledger.manager.beginUndoGrouping()
    ledger.manager.disableUndoRegistration()
    ledger.manager.removeAllActions()
    #expect(ledger.manager.undoCount == 0 && ledger.manager.redoCount == 0)
    #expect(ledger.manager.isUndoRegistrationEnabled && ledger.manager.groupingLevel == 1)
    ledger.manager.endUndoGrouping()
    #expect(!ledger.manager.canUndo)
  }

  @Test("removing the actions of a target leaves those of others, in nested groups too")
  func removeTarget() {
    let manager = plainManager()
    let (one, other) = (Ledger(manager), Ledger(manager))
    manager.beginUndoGrouping()
    one.append(1)
    other.appendGroup(2)
    one.appendGroup(3)
    manager.endUndoGrouping()
    one.appendGroup(4)
    manager.removeAllActions(withTarget: one)
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(one.numbers == [1, 3, 4] && other.numbers == [])
    manager.removeAllActions(withTarget: other)
    #expect(!manager.canRedo)
  }

  @Test("a target is not kept alive, and one that has gone is left out")
  func weakTarget() {
    let manager = plainManager()
    let ledger = Ledger(manager)
    manager.beginUndoGrouping()
    ledger.append(1)
    weak var gone: Ledger?
    do {
      let short = Ledger(manager)
      short.append(2)
      gone = short
    }
    manager.endUndoGrouping()
    #expect(gone == nil)
    manager.undo()
    #expect(ledger.numbers == [])
  }
}
