import Foundation

extension NSManagedObjectContext {
  /// What changes are registered with, event by event; nil, as it is at first, for no undo.
  ///
  /// An event ends with the block of ``perform(_:)`` or ``performAndWait(_:)``; outside of blocks with
  /// ``processPendingChanges()``, ``save()``, ``undo()`` and ``redo()``. One undo takes one event back, saved or not.
  /// Without a manager nothing is kept, which suits the import of many objects.
  public var undoManager: UndoManager? {
    get { graph.undoManager }
    set {
      graph.checkQueue()
      guard newValue !== graph.undoManager else { return }
      graph.processPendingChanges()
      graph.forgetUndo()
      graph.undoManager = newValue
      graph.undoCheckpoint = newValue.map { UndoCheckpoint($0, self) }
    }
  }

  /// Takes the last event back; nothing happens without an ``undoManager``, or where nothing is left.
  public func undo() {
    graph.checkQueue()
    graph.processPendingChanges()
    guard let manager = undoManager else { return }
    manager.endEvent()
    if manager.canUndo { manager.undo() }
  }

  /// Puts the event in force again that was taken back last.
  public func redo() {
    graph.checkQueue()
    graph.processPendingChanges()
    guard let manager = undoManager else { return }
    manager.endEvent()
    if manager.canRedo { manager.redo() }
  }

  /// Runs a block whose changes are undone in one step, with a name for a menu.
  ///
  /// Not in Apple's framework.
  public func withUndoGroup<Result>(
    _ actionName: String = "", _ body: () throws -> Result
  ) rethrows -> Result {
    graph.checkQueue()
    graph.processPendingChanges()
    guard let manager = undoManager else { return try body() }
    manager.endEvent()
    manager.beginUndoGrouping()
    defer {
      graph.processPendingChanges()
      if !actionName.isEmpty { manager.setActionName(actionName) }
      manager.endUndoGrouping()
      manager.endEvent()
    }
    return try body()
  }

  /// Runs a block whose changes are not undone.
  ///
  /// They stay when what was before them is taken back, as far as both can be true. Not in Apple's framework.
  public func withoutUndo<Result>(_ body: () throws -> Result) rethrows -> Result {
    graph.checkQueue()
    graph.processPendingChanges()
    guard let manager = undoManager else { return try body() }
    return try manager.withoutRegistration {
      // Once more, as the block may have switched registration on.
      defer { manager.withoutRegistration { graph.processPendingChanges() } }
      return try body()
    }
  }
}

extension UndoManager {
  /// Runs a block while nothing is registered.
  ///
  /// What runs in it may call ``removeAllActions()``, which switches registration on for good.
  func withoutRegistration<Result>(_ body: () throws -> Result) rethrows -> Result {
    disableUndoRegistration()
    defer { if !isUndoRegistrationEnabled { enableUndoRegistration() } }
    return try body()
  }
}

/// Tells a context that its undo manager is about to look at what it has: the context's last changes belong there.
final class UndoCheckpoint {
  private let observer: any NSObjectProtocol

  init(_ manager: UndoManager, _ context: NSManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
    ) { [weak context] _ in
      guard let graph = context?.graph, graph.confinement.isCurrent else { return }
      graph.processPendingChanges()
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer) }
}
