import Foundation

extension UndoManager {
  /// Registers what undoes a change of an object, which is held weakly and handed to the handler.
  ///
  /// While an undo is running the handler is what redoes; otherwise what could be redone is forgotten.
  public func registerUndo<TargetType: AnyObject>(
    withTarget target: TargetType, handler: @escaping (TargetType) -> Void
  ) {
    guard isUndoRegistrationEnabled else { return }
    if activity == .recording { redoStack = [] }
    openEventGroup()
    guard let group = openGroups.last else {
      preconditionFailure(
        "an undo action is registered outside of a group; call beginUndoGrouping() or turn groupsByEvent on"
      )
    }
    group.entries.append(.action(UndoAction(target, handler)))
  }

  /// The groups that take what the program does when nothing is being undone.
  var recordingGroups: [UndoGroup] { activity == .recording ? openGroups : waitingGroups }

  /// Ends the event: closes the group that was opened for it, or lets it close with the group within it.
  func endEvent() {
    guard activity == .recording, let event = openGroups.first, event.isEvent else { return }
    guard openGroups.count == 1 else { return event.isOver = true }
    closeGroup()
    if event.label.isEmpty { unlabelledEvent = event }
  }

  func openEventGroup() {
    guard groupsByEvent, openGroups.isEmpty else { return }
    let event = UndoGroup(isEvent: true)
    openGroup(event)
    guard RunLoop.current.currentMode != nil else { return }
    let pass = RunLoopPass(manager: self, event: event)
    RunLoop.current.perform(inModes: runLoopModes) { pass.end() }
  }

  func openGroup(_ group: UndoGroup) {
    unlabelledEvent = nil
    openGroups.append(group)
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  func closeGroup() {
    postCheckpoint()
    guard let group = openGroups.last else { return }
    let info = group.label.isDiscardable ? [NSUndoManagerGroupIsDiscardableKey: true] : nil
    post(.NSUndoManagerWillCloseUndoGroup, info)
    openGroups.removeLast()
    if !group.isEmpty { keep(group) }
    post(.NSUndoManagerDidCloseUndoGroup, info)
  }

  /// Keeps a closed group within the open one, or as what can be undone or redone.
  private func keep(_ group: UndoGroup) {
    if let outer = openGroups.last {
      outer.entries.append(.group(group))
    } else if activity == .undoing {
      redoStack.append(group)
    } else {
      undoStack.append(group)
    }
    dropOldest()
  }

  func dropOldest() {
    guard levelsOfUndo > 0 else { return }
    undoStack.removeFirst(max(0, undoStack.count - levelsOfUndo))
    redoStack.removeFirst(max(0, redoStack.count - levelsOfUndo))
  }

  // MARK: Undoing

  func checkIdle(_ call: StaticString) {
    precondition(
      activity == .recording,
      "\(call) is called by an action that an undo or a redo is running; wait until it has ended")
  }

  func closeOutermostGroup(_ call: StaticString) {
    checkIdle(call)
    postCheckpoint()
    precondition(
      groupingLevel <= 1,
      """
      \(call) is called while \(groupingLevel) undo groups are open within one another; call \
      endUndoGrouping() for each that was begun, or undoNestedGroup()
      """)
    if groupingLevel == 1 { closeGroup() }
  }

  /// Takes out the group that was closed last.
  func takeLastGroup() -> UndoGroup? {
    guard let open = openGroups.last(where: { !$0.isEmpty }) else { return undoStack.popLast() }
    guard case .group(let group)? = open.entries.last else {
      preconditionFailure(
        """
        undoNestedGroup() is called while actions are registered after the last group that was \
        ended; put them in a group, and end it
        """)
    }
    open.entries.removeLast()
    return group
  }

  /// Runs a group and records what is registered meanwhile as one group with the same label.
  func run(_ group: UndoGroup, _ activity: Activity) {
    post(activity == .undoing ? .NSUndoManagerWillUndoChange : .NSUndoManagerWillRedoChange)
    waitingGroups = openGroups
    openGroups = []
    self.activity = activity
    openGroup(UndoGroup(label: group.label))
    group.run()
    precondition(
      groupingLevel == 1,
      "an undo action has begun a group that it did not end with endUndoGrouping()")
    closeGroup()
    self.activity = .recording
    openGroups = waitingGroups
    waitingGroups = []
    post(activity == .undoing ? .NSUndoManagerDidUndoChange : .NSUndoManagerDidRedoChange)
  }

  // MARK: Labels

  /// The label of what ``undo()`` would undo.
  var undoLabel: UndoLabel? {
    let open = recordingGroups
    return open.contains { !$0.isEmpty } ? open.first?.label : undoStack.last?.label
  }

  /// Changes the label of the outermost open group, or of the last one where none can be opened.
  ///
  /// What is not recorded leaves no label either.
  func labelGroup(_ change: (inout UndoLabel) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    // What a context has not processed yet is another event, and is what is meant.
    if unlabelledEvent != nil { postCheckpoint() }
    if let event = unlabelledEvent, event === undoStack.last { return change(&event.label) }
    openEventGroup()
    guard let group = openGroups.first ?? undoStack.last else { return }
    change(&group.label)
  }
}

/// The pass of a run loop in which a group was opened.
///
/// Safe because the run loop ends it on the thread where the group was opened.
private struct RunLoopPass: @unchecked Sendable {
  weak let manager: UndoManager?
  weak let event: UndoGroup?

  func end() {
    guard let manager, let event else { return }
    if manager.unlabelledEvent === event { manager.unlabelledEvent = nil }
    guard manager.recordingGroups.first === event else { return }
    guard manager.activity == .recording else { return event.isOver = true }
    manager.endEvent()
    manager.unlabelledEvent = nil
  }
}
