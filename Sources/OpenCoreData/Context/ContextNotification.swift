import Foundation
import Synchronization

/// A notification whose name the program gets from here.
///
/// Sets of all objects of a large save cost as much as part of the save itself. A program that never asked for
/// the name has no observer of it, so then the notification is not made at all.
final class ContextNotification: Sendable {
  private let text: String
  private let wanted = Atomic(false)

  init(_ text: String) {
    self.text = text
  }

  /// The name, for whoever wants to observe it.
  var name: Notification.Name {
    wanted.store(true, ordering: .relaxed)
    return Notification.Name(text)
  }

  /// The name, for whoever makes a notification of his own.
  var unobservedName: Notification.Name { Notification.Name(text) }

  /// Whether someone may be waiting for the notification.
  var isWanted: Bool { wanted.load(ordering: .relaxed) }

  /// Posts the notification where someone may be waiting for it.
  func post(_ context: NSManagedObjectContext, _ info: () -> [AnyHashable: Any]) {
    guard isWanted else { return }
    NotificationCenter.default.post(
      name: Notification.Name(text), object: context, userInfo: info())
  }

  static let didChangeObjects = ContextNotification("NSObjectsChangedInManagingContextNotification")
  static let willSave = ContextNotification("NSManagingContextWillSaveChangesNotification")
  static let didSave = ContextNotification("NSManagingContextDidSaveChangesNotification")
  static let didMergeIDs = ContextNotification(
    "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
  static let didSaveIDs = ContextNotification("NSManagedObjectContextDidSaveObjectIDsNotification")
}
