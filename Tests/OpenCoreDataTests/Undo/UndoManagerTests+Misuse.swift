import Foundation
import Testing

@testable import OpenCoreData

/// Mistakes of the program end it, with a text that says which.
@Suite("Undo misuse") struct UndoMisuseTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test("ending a group that was not begun")
  func unbalancedEnd() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { UndoManager().endUndoGrouping() }
    #expect(text(result).contains("endUndoGrouping() has no group to end"))
  }

  @Test("ending a group within an action that did not begin it")
  func unbalancedEndWithinAction() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.endUndoGrouping() }
      manager.undo()
    }
    #expect(text(result).contains("endUndoGrouping() has no group to end"))
  }

  @Test("undo while a nested group is open")
  func undoWithinNested() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.beginUndoGrouping()
      manager.undo()
    }
    #expect(text(result).contains("undo() is called while 2 undo groups are open"))
  }

  @Test("redo while an undo is running")
  func redoWithinUndo() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.redo() }
      manager.undo()
    }
    #expect(text(result).contains("redo() is called by an action"))
  }

  @Test("an action that leaves a group open")
  func groupLeftOpen() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { $0.beginUndoGrouping() }
      manager.undo()
    }
    #expect(text(result).contains("a group that it did not end"))
  }

  @Test("undoing a nested group after loose actions")
  func looseActions() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = UndoManager()
      manager.registerUndo(withTarget: manager) { _ in }
      manager.undoNestedGroup()
    }
    #expect(text(result).contains("actions are registered after the last group"))
  }

  @Test("registering without a group")
  func noGroup() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let manager = plainManager()
      manager.registerUndo(withTarget: manager) { _ in }
    }
    #expect(text(result).contains("outside of a group; call beginUndoGrouping()"))
  }

  @Test("enabling registration that is on")
  func unbalancedEnable() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { UndoManager().enableUndoRegistration() }
    #expect(text(result).contains("enableUndoRegistration() is called while registration is on"))
  }
}
