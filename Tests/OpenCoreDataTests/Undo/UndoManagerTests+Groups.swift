import Foundation
import Testing

@testable import OpenCoreData

@Suite("Undo groups") struct UndoGroupTests {
  @Test("groups within a group are undone with it")
  func nested() {
    let ledger = Ledger(plainManager())
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    ledger.appendGroup(2, 3)
    #expect(ledger.manager.groupingLevel == 1)
    ledger.append(4)
    ledger.manager.endUndoGrouping()
    #expect(ledger.manager.undoCount == 1)
    ledger.manager.undo()
    #expect(ledger.numbers == [])
    ledger.manager.redo()
    #expect(ledger.numbers == [1, 2, 3, 4])
  }

  @Test("undoing a nested group leaves the group around it open")
  func undoNested() {
    let ledger = Ledger(plainManager())
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    ledger.appendGroup(2, 3)
    ledger.manager.undoNestedGroup()
    #expect(ledger.numbers == [1] && ledger.manager.groupingLevel == 1)
    #expect(ledger.manager.redoCount == 1)
    ledger.manager.endUndoGrouping()
    ledger.manager.redo()
    #expect(ledger.numbers == [1, 2, 3] && ledger.manager.undoCount == 2)
  }

  @Test("undoing a nested group without open groups undoes the last one")
  func undoNestedAlone() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.appendGroup(2)
    ledger.manager.undoNestedGroup()
    #expect(ledger.numbers == [1])
  }

  @Test("undo and redo close an outermost group that is open")
  func closesOutermost() {
    let ledger = Ledger(plainManager())
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    #expect(ledger.manager.canUndo && ledger.manager.undoCount == 1)
    ledger.manager.undo()
    #expect(ledger.numbers == [] && ledger.manager.groupingLevel == 0)
    ledger.manager.beginUndoGrouping()
    ledger.manager.redo()
    #expect(ledger.numbers == [1] && ledger.manager.groupingLevel == 0)
  }

  @Test("the first action of an event opens its group, and the end of the event closes it")
  func event() {
    let ledger = Ledger(UndoManager())
    ledger.append(1)
    ledger.append(2)
    #expect(ledger.manager.groupingLevel == 1)
    ledger.manager.endEvent()
    #expect(ledger.manager.groupingLevel == 0)
    ledger.append(3)
    ledger.manager.undo()
    #expect(ledger.numbers == [1, 2])
    ledger.manager.endEvent()
    ledger.manager.undo()
    #expect(ledger.numbers == [])
  }

  @Test("a group that an event begins itself lies within the group of the event")
  func explicitWithinEvent() {
    let ledger = Ledger(UndoManager())
    ledger.manager.beginUndoGrouping()
    #expect(ledger.manager.groupingLevel == 2)
    ledger.append(1)
    ledger.manager.endUndoGrouping()
    ledger.appendGroup(2)
    ledger.manager.endEvent()
    #expect(ledger.manager.undoCount == 1)
  }

  @Test("a group that outlives its event keeps the event's group open, until it is ended")
  func groupAcrossEvents() {
    let ledger = Ledger(UndoManager())
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    ledger.manager.endEvent()
    #expect(ledger.manager.groupingLevel == 2)
    ledger.append(2)
    ledger.manager.endUndoGrouping()
    #expect(ledger.manager.groupingLevel == 0)
    ledger.append(3)
    ledger.manager.undo()
    #expect(ledger.numbers == [1, 2])
  }

  @Test("the end of an event leaves groups alone that the program began")
  func endEventWithoutEvent() {
    let ledger = Ledger(plainManager())
    ledger.manager.endEvent()
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    ledger.manager.endEvent()
    #expect(ledger.manager.groupingLevel == 1)
  }

  @Test("a run loop closes the group of the pass in which it was opened, and no later one")
  func runLoop() async {
    let levels = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: RunLoopTrial().run()) }.start()
    }
    #expect(levels == [1, 2, 0, 3])
  }

  @Test("an event can be named until the pass of the run loop is over in which it was")
  func runLoopNames() async {
    let names = await withCheckedContinuation { continuation in
      Thread { continuation.resume(returning: RunLoopTrial().runNames()) }.start()
    }
    #expect(names == ["Soon", ""])
  }
}

/// Groups opened on a thread of its own, whose run loop nobody else uses.
///
/// Safe because that thread alone uses it.
private final class RunLoopTrial: @unchecked Sendable {
  private let ledger = Ledger(UndoManager())
  private var levels: [Int] = []
  private var isOver = false

  func run() -> [Int] {
    ledger.append(0)
    ledger.manager.endEvent()
    then {
      self.ledger.append(1)
      self.levels.append(self.ledger.manager.groupingLevel)
      self.ledger.manager.endEvent()
      self.ledger.append(2)
      self.levels.append(self.ledger.manager.undoCount - 1)
      self.then { self.then { self.isOver = true } }
    }
    while !isOver { _ = RunLoop.current.run(mode: .default, before: .now + 1) }
    return levels + [ledger.manager.groupingLevel, ledger.manager.undoCount]
  }

  /// The names of two events, one named in its pass, and one in a later.
  func runNames() -> [String] {
    var names: [String] = []
    for isSoon in [true, false] {
      isOver = false
      then {
        self.ledger.append(1)
        self.ledger.manager.endEvent()
        if isSoon { self.ledger.manager.setActionName("Soon") }
        self.then {
          if !isSoon { self.ledger.manager.setActionName("Late") }
          self.isOver = true
        }
      }
      while !isOver { _ = RunLoop.current.run(mode: .default, before: .now + 1) }
      names.append(ledger.manager.undoActionName)
    }
    return names
  }

  private func then(_ block: @escaping @Sendable () -> Void) {
    RunLoop.current.perform(block)
  }
}
