/// What undoes one change.
///
/// The target is held weakly; where it has gone there is nothing to undo.
final class UndoAction {
  weak let target: AnyObject?
  let run: () -> Void

  init<Target: AnyObject>(_ target: Target, _ handler: @escaping (Target) -> Void) {
    self.target = target
    run = { [weak target] in
      if let target { handler(target) }
    }
  }
}

/// Actions and closed groups, in the order in which they were registered.
final class UndoGroup {
  enum Entry {
    case action(UndoAction)
    case group(UndoGroup)
  }

  var entries: [Entry] = []
  var label: UndoLabel
  /// Whether the manager opened the group for an event.
  let isEvent: Bool
  /// Whether the event has ended while a group within was open.
  var isOver = false

  init(isEvent: Bool = false, label: UndoLabel = UndoLabel()) {
    self.isEvent = isEvent
    self.label = label
  }

  var isEmpty: Bool { entries.isEmpty }

  /// Runs all actions, the last one first.
  func run() {
    for entry in entries.reversed() {
      switch entry {
      case .action(let action): action.run()
      case .group(let group): group.run()
      }
    }
  }

  /// Takes out the actions of a target, and groups that had no others.
  func removeActions(of target: AnyObject) {
    entries.removeAll { entry in
      switch entry {
      case .action(let action): return action.target === target
      case .group(let group):
        group.removeActions(of: target)
        return group.isEmpty
      }
    }
  }
}

/// What a group is called in menus, and what else the program said about it.
struct UndoLabel {
  var name = ""
  var isDiscardable = false
  var info: [UndoManager.UserInfoKey: Any] = [:]

  /// Whether nobody has said anything.
  var isEmpty: Bool { name.isEmpty && !isDiscardable && info.isEmpty }
}
