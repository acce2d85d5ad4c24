import Foundation
import Synchronization
import struct Synchronization.Mutex
import Testing

@testable import OpenCoreData

extension UndoManager.UserInfoKey {
  fileprivate static let icon: UndoManager.UserInfoKey = "icon"
}

@Suite("Undo labels") struct UndoLabelTests {
  @Test("a name follows its action from undo to redo and back")
  func names() {
    let ledger = Ledger(UndoManager())
    #expect(ledger.manager.undoActionName == "" && ledger.manager.undoMenuItemTitle == "Undo")
    ledger.manager.setActionName("Paste")
    #expect(ledger.manager.undoActionName == "")
    ledger.append(1)
    #expect(ledger.manager.undoActionName == "Paste")
    #expect(ledger.manager.undoMenuItemTitle == "Undo Paste")
    ledger.manager.undo()
    #expect(ledger.manager.redoActionName == "Paste" && ledger.manager.undoActionName == "")
    #expect(ledger.manager.redoMenuItemTitle == "Redo Paste")
    ledger.manager.redo()
    #expect(ledger.manager.undoActionName == "Paste" && ledger.manager.redoMenuItemTitle == "Redo")
  }

  @Test("a name given within a nested group names the whole, and an empty one takes it away")
  func nestedName() {
    let ledger = Ledger(UndoManager())
    ledger.manager.beginUndoGrouping()
    ledger.append(1)
    ledger.manager.setActionName("Move")
    ledger.manager.endUndoGrouping()
    #expect(ledger.manager.undoActionName == "Move")
    ledger.manager.setActionName("")
    #expect(ledger.manager.undoActionName == "")
  }

  @Test("without event groups a name goes to the open group, else to the last one")
  func nameWithoutEvents() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    ledger.manager.setActionName("First")
    ledger.appendGroup(2)
    #expect(ledger.manager.undoActionName == "")
    ledger.manager.undo()
    #expect(ledger.manager.undoActionName == "First")
  }

  @Test("while registration is off nothing is named")
  func nameWhileDisabled() {
    let ledger = Ledger(UndoManager())
    ledger.append(1)
    ledger.manager.setActionName("Add")
    ledger.manager.disableUndoRegistration()
    ledger.manager.setActionName("Silence")
    #expect(ledger.manager.undoActionName == "Add")
  }

  @Test("an action that runs may rename what will redo it")
  func renaming() {
    let manager = plainManager()
    manager.beginUndoGrouping()
    manager.setActionName("Show")
    manager.registerUndo(withTarget: manager) { manager in
      manager.setActionName("Hide")
      manager.registerUndo(withTarget: manager) { _ in }
    }
    manager.endUndoGrouping()
    manager.undo()
    #expect(manager.redoActionName == "Hide")
  }

  @Test("a subclass may translate menu titles")
  func translation() {
    // Safe because it has no state of its own.
    final class Translated: UndoManager, @unchecked Sendable {
      override func undoMenuTitle(forUndoActionName actionName: String) -> String {
        "Annuler \(actionName)"
      }
    }
    let ledger = Ledger(Translated())
    ledger.append(1)
    ledger.manager.setActionName("Coller")
    #expect(ledger.manager.undoMenuItemTitle == "Annuler Coller")
  }

  @Test("values and the mark of discardable actions go with their action")
  func marks() {
    let ledger = Ledger(UndoManager())
    ledger.manager.setActionUserInfoValue(7, forKey: .icon)
    ledger.manager.setActionIsDiscardable(true)
    ledger.append(1)
    #expect(ledger.manager.undoActionUserInfoValue(forKey: .icon) as? Int == 7)
    #expect(ledger.manager.undoActionIsDiscardable && !ledger.manager.redoActionIsDiscardable)
    ledger.manager.undo()
    #expect(ledger.manager.redoActionUserInfoValue(forKey: .icon) as? Int == 7)
    #expect(ledger.manager.undoActionUserInfoValue(forKey: .icon) == nil)
    #expect(!ledger.manager.undoActionIsDiscardable && ledger.manager.redoActionIsDiscardable)
  }
}

@Suite("Undo notifications") struct UndoNotificationTests {
  /// The names of what a manager posts, without what all have in common; "!" marks discardable groups.
  private func posted(by manager: UndoManager, during block: () -> Void) -> [String] {
    let seen = Mutex<[String]>([])
    let names: [NSNotification.Name] = [
      .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    let tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: manager, queue: nil) { note in
        let short = note.name.rawValue.replacingOccurrences(of: "NSUndoManager", with: "")
          .replacingOccurrences(of: "Notification", with: "")
        let mark = note.userInfo?[NSUndoManagerGroupIsDiscardableKey] as? Bool == true ? "!" : ""
        seen.withLock { $0.append(short + mark) }
      }
    }
    block()
    for token in tokens { NotificationCenter.default.removeObserver(token) }
    return seen.withLock { $0 }
  }

  @Test("groups tell when they open and close, and whether they may be thrown away")
  func groups() {
    let manager = plainManager()
    let seen = posted(by: manager) {
      manager.beginUndoGrouping()
      manager.beginUndoGrouping()
      manager.endUndoGrouping()
      manager.setActionIsDiscardable(true)
      manager.endUndoGrouping()
    }
    #expect(
      seen == [
        "DidOpenUndoGroup", "Checkpoint", "DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup",
        "DidCloseUndoGroup", "Checkpoint", "WillCloseUndoGroup!", "DidCloseUndoGroup!",
      ])
  }

  @Test("undo and redo post a checkpoint before, and tell when they begin and end")
  func undoAndRedo() {
    let ledger = Ledger(plainManager())
    ledger.appendGroup(1)
    let group = [
      "DidOpenUndoGroup", "Checkpoint", "WillCloseUndoGroup", "DidCloseUndoGroup",
    ]
    #expect(
      posted(by: ledger.manager) { ledger.manager.undo() }
        == ["Checkpoint", "WillUndoChange"] + group + ["DidUndoChange"])
    #expect(
      posted(by: ledger.manager) { ledger.manager.redo() }
        == ["Checkpoint", "WillRedoChange"] + group + ["DidRedoChange"])
    #expect(posted(by: ledger.manager) { ledger.manager.redo() } == ["Checkpoint"])
  }

  @Test("asking whether something can be undone or redone posts a checkpoint")
  func asking() {
    let manager = UndoManager()
    #expect(posted(by: manager) { _ = manager.canUndo } == ["Checkpoint"])
    #expect(posted(by: manager) { _ = manager.canRedo } == ["Checkpoint"])
  }

  @Test(
    "what an observer registers at a checkpoint counts, and asking there does not go round in circles"
  )
  func observerRegisters() {
    let ledger = Ledger(UndoManager())
    let token = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: ledger.manager, queue: nil
    ) { note in
      guard let manager = note.object as? UndoManager, !manager.canUndo else { return }
      manager.registerUndo(withTarget: manager) { _ in }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    #expect(ledger.manager.canUndo)
  }
}
