import Foundation
import ManagedModel

/// Which of the methods that take its place a delegate has beside those for single changes.
enum DelegateAnswers {
  case unknown, snapshot, difference, changes
}

extension ResultsCore {
  func changeDelegate() {
    answers = .unknown
    if delegate != nil { observe() }
  }

  /// Makes a change, and tells whoever wants to know.
  func tell(_ change: ResultsChange) {
    if let delegate {
      tell(change, to: delegate, erased)
    } else {
      apply(change)
    }
    didChange?(change)
  }

  private func tell(
    _ change: ResultsChange, to delegate: any NSFetchedResultsControllerDelegate,
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    if answers == .unknown { return findOut(change, delegate, controller) }
    if answers == .changes { delegate.controllerWillChangeContent(controller) }
    apply(change)
    switch answers {
    case .snapshot:
      delegate.controller(controller, didChangeContentWith: snapshot(after: change))
    case .difference:
      guard let difference = change.difference else { return }
      delegate.controller(controller, didChangeContentWith: difference)
    case .changes, .unknown: tellEach(change, delegate, controller)
    }
  }

  /// Tells the first change to a delegate, trying which methods it has.
  ///
  /// Only a call tells whether a method is there. The methods that stand in for missing ones do nothing but say so;
  /// the results are put back for `controllerWillChangeContent`.
  private func findOut(
    _ change: ResultsChange, _ delegate: any NSFetchedResultsControllerDelegate,
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    let before = arrangement
    apply(change)
    answers = .changes
    isUnanswered = false
    delegate.controller(controller, didChangeContentWith: snapshot(after: change))
    if !isUnanswered {
      answers = .snapshot
      return
    }
    if sectionPath == nil, let difference = change.difference {
      isUnanswered = false
      delegate.controller(controller, didChangeContentWith: difference)
      if !isUnanswered {
        answers = .difference
        return
      }
    }
    restore(before)
    tell(change, to: delegate, controller)
  }

  private func tellEach(
    _ change: ResultsChange, _ delegate: any NSFetchedResultsControllerDelegate,
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    for (number, section) in change.deleted {
      delegate.controller(controller, didChange: section, atSectionIndex: number, for: .delete)
    }
    for (number, section) in change.inserted {
      delegate.controller(controller, didChange: section, atSectionIndex: number, for: .insert)
    }
    for entry in change.objects {
      delegate.controller(
        controller, didChange: entry.object, at: entry.old?.indexPath, for: entry.type,
        newIndexPath: entry.new?.indexPath)
    }
    delegate.controllerDidChangeContent(controller)
  }

  /// The ids of the results, and which of them were changed in their places.
  func snapshot(after change: ResultsChange? = nil) -> NSDiffableDataSourceSnapshotReference {
    var snapshot = NSDiffableDataSourceSnapshotReference()
    for section in sections ?? [] {
      snapshot.appendSections([section.name])
      snapshot.appendItems(section.members.map(\.objectID), toSection: section.name)
    }
    let updated = (change?.objects ?? []).filter { $0.type == .update }
    snapshot.reloadItems(updated.map(\.object.objectID))
    return snapshot
  }
}
