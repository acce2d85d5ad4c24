public import Foundation

/// A record of what undoes the changes of a program, and of what does them again.
///
/// Actions are registered in groups, and groups are undone as a whole. While ``groupsByEvent`` is on, the first
/// action of an event opens a group around everything until the event ends: with the pass of the run loop where
/// the thread has one that runs, and with the event of a context, which is the outermost block of `perform(_:)`,
/// or `processPendingChanges()` and `save()` outside of blocks. Where there is neither, the group ends at
/// ``undo()``; such a program turns ``groupsByEvent`` off and begins its groups itself.
///
/// Apple's class belongs to the main actor. This one does not, because contexts with a queue of their own have
/// a manager each, and a command has no main actor to wait for. It belongs to the queue of the context it serves.
///
/// Safe because, like the context that it serves, it is used on one queue only.
open class UndoManager: NSObject, @unchecked Sendable {
  enum Activity {
    case recording, undoing, redoing
  }

  final var undoStack: [UndoGroup] = []
  final var redoStack: [UndoGroup] = []
  /// The groups that take actions now, the outermost first; while undoing, those that will be redone.
  final var openGroups: [UndoGroup] = []
  /// The open groups that wait until an undo or a redo has ended.
  final var waitingGroups: [UndoGroup] = []
  /// The group of the event that a context has ended last, where nobody has said yet what it does.
  ///
  /// A context may end an event long before the run loop does, and programs say what they have done when it is done.
  final weak var unlabelledEvent: UndoGroup?
  final var activity = Activity.recording
  final var isPostingCheckpoint = false
  private final var disabling = 0

  /// Makes a manager without actions.
  public override init() {}

  // MARK: Grouping

  /// Whether a group is opened by itself around everything that an event registers; on at first.
  open var groupsByEvent = true

  /// The modes in which the run loop ends an event.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// How many groups are open within one another; while undoing, groups of actions to redo.
  open var groupingLevel: Int { openGroups.count }

  /// How many groups can be undone, 0 for any number; the oldest are dropped.
  open var levelsOfUndo = 0 {
    didSet { dropOldest() }
  }

  /// Begins a group, within the one that is open.
  ///
  /// With ``groupsByEvent`` the first group of an event lies within the group of the event.
  open func beginUndoGrouping() {
    openEventGroup()
    if !openGroups.isEmpty { postCheckpoint() }
    openGroup(UndoGroup())
  }

  /// Ends the group begun last; one without actions is dropped.
  open func endUndoGrouping() {
    precondition(
      groupingLevel > (activity == .recording ? 0 : 1),
      "endUndoGrouping() has no group to end; call beginUndoGrouping() once before each")
    closeGroup()
    if groupingLevel == 1, let event = openGroups.first, event.isOver { closeGroup() }
  }

  // MARK: Registering

  /// Whether actions are recorded.
  open var isUndoRegistrationEnabled: Bool { disabling == 0 }

  /// Stops recording until ``enableUndoRegistration()`` has been called as often.
  open func disableUndoRegistration() { disabling += 1 }

  /// Records again, where ``disableUndoRegistration()`` stopped it.
  open func enableUndoRegistration() {
    precondition(
      disabling > 0,
      "enableUndoRegistration() is called while registration is on; call disableUndoRegistration() before"
    )
    disabling -= 1
  }

  /// Forgets all actions, and records again where that was stopped.
  ///
  /// Open groups stay open, without actions.
  open func removeAllActions() {
    undoStack = []
    redoStack = []
    for group in openGroups + waitingGroups {
      group.entries = []
      group.label = UndoLabel()
    }
    disabling = 0
  }

  /// Forgets all actions of a target.
  open func removeAllActions(withTarget target: Any) {
    let target = target as AnyObject
    for group in undoStack + redoStack + openGroups + waitingGroups {
      group.removeActions(of: target)
    }
    undoStack.removeAll(where: \.isEmpty)
    redoStack.removeAll(where: \.isEmpty)
  }

  // MARK: Undoing and redoing

  /// Whether there is something to undo, open groups included.
  open var canUndo: Bool {
    postCheckpoint()
    return undoCount > 0
  }

  /// Whether there is something to redo.
  open var canRedo: Bool {
    postCheckpoint()
    return redoCount > 0
  }

  /// How often ``undo()`` finds something to undo.
  open var undoCount: Int { undoStack.count + (recordingGroups.contains { !$0.isEmpty } ? 1 : 0) }

  /// How often ``redo()`` finds something to redo.
  open var redoCount: Int { redoStack.count }

  /// Whether an undo is running.
  open var isUndoing: Bool { activity == .undoing }

  /// Whether a redo is running.
  open var isRedoing: Bool { activity == .redoing }

  /// Closes the outermost group where it is open, and undoes the last group.
  ///
  /// What is registered meanwhile is what redoes it. Groups within the outermost one must have been ended.
  open func undo() {
    closeOutermostGroup("undo()")
    if let group = undoStack.popLast() { run(group, .undoing) }
  }

  /// Undoes the group ended last, within the groups that are open or on its own.
  open func undoNestedGroup() {
    checkIdle("undoNestedGroup()")
    postCheckpoint()
    guard let group = takeLastGroup() else { return }
    run(group, .undoing)
  }

  /// Does again what was undone last, and records what undoes it as one group.
  open func redo() {
    closeOutermostGroup("redo()")
    if let group = redoStack.popLast() { run(group, .redoing) }
  }

  // MARK: Texts

  /// The name of what ``undo()`` would undo; empty where there is none.
  open var undoActionName: String { undoLabel?.name ?? "" }

  /// The name of what ``redo()`` would redo; empty where there is none.
  open var redoActionName: String { redoStack.last?.label.name ?? "" }

  /// Names what the open groups do; an empty name takes the name away.
  ///
  /// Right after an event of a context that nobody has named it names that event.
  open func setActionName(_ actionName: String) {
    labelGroup { $0.name = actionName }
  }

  /// What a menu calls ``undo()``, as "Undo Paste".
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// What a menu calls ``redo()``, as "Redo Paste".
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// What a menu calls the undoing of an action.
  ///
  /// A subclass may translate it.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// What a menu calls the redoing of an action.
  ///
  /// A subclass may translate it.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: Marks

  /// Says whether what the open groups do may be thrown away where a document cannot be saved.
  open func setActionIsDiscardable(_ discardable: Bool) {
    labelGroup { $0.isDiscardable = discardable }
  }

  /// Whether what ``undo()`` would undo may be thrown away.
  open var undoActionIsDiscardable: Bool { undoLabel?.isDiscardable ?? false }

  /// Whether what ``redo()`` would redo may be thrown away.
  open var redoActionIsDiscardable: Bool { redoStack.last?.label.isDiscardable ?? false }

  /// Keeps a value with what the open groups do.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    labelGroup { $0.info[key] = info }
  }

  /// The value kept with what ``undo()`` would undo.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? { undoLabel?.info[key] }

  /// The value kept with what ``redo()`` would redo.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    redoStack.last?.label.info[key]
  }
}
