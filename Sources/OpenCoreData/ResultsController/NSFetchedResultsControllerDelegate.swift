public import Foundation
public import ManagedModel

/// What happened to an object or a section of a results controller.
public enum NSFetchedResultsChangeType: UInt, Sendable {
  /// It has come among the results.
  case insert = 1
  /// It is no longer among the results.
  case delete = 2
  /// It has another place, because what orders it changed; it may have changed otherwise, too.
  case move = 3
  /// It has changed and kept its place.
  case update = 4
}

/// Who is told of the changes of a results controller's objects.
///
/// Every method may be left out. Where `controller(_:didChangeContentWith:)` with a snapshot is there, nothing else
/// is called; where the one with a difference is there and the controller has no sections, nothing else but that.
/// Otherwise each event that changes something is told by ``controllerWillChangeContent(_:)``, while the controller
/// still has the old objects, then by the sections, then by the objects that changed, and by
/// ``controllerDidChangeContent(_:)``.
///
/// Index paths and numbers of what is deleted, and those that objects are moved from and updated at, are of the old
/// arrangement; those of what is inserted, and those that objects are moved to, of the new one.
///
/// The controller that the methods get equals the program's, and is the same object where that was declared as
/// `NSFetchedResultsController<NSFetchRequestResult>`; compare others by `==`.
public protocol NSFetchedResultsControllerDelegate: NSObjectProtocol {
  /// Something is about to change.
  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// A section has come or gone; told before the changes of objects.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType)

  /// An object has come, gone, moved or changed.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?)

  /// All changes of an event have been told.
  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>)

  /// The ids of the results as they are now, section by section.
  ///
  /// Those that were changed and not moved stand among `reloadedItemIdentifiers`.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)

  /// The difference between the ids of the results before and now, of a controller without sections.
  ///
  /// An object that has moved, or changed, is removed and inserted, each associated with the other.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)

  /// What an index of the sections calls one of them; if left out, its first letter as a capital.
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String?
}

extension NSFetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {}

  /// Tells the controller that there is no such method.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    controller.core.isUnanswered = true
  }

  /// Tells the controller that there is no such method.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    controller.core.isUnanswered = true
  }

  /// The first letter as a capital.
  public func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? {
    ResultsCore.firstLetter(of: sectionName)
  }
}
