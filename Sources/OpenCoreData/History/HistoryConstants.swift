public import Foundation

/// The option that lets a store keep a history of its changes; a store that keeps one goes on without the option, and
/// ends with the option set to false.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// The option that lets a coordinator post a notification whenever the store is written.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The key of a store's URL in notifications of changes.
public let NSPersistentStoreURLKey = "storeURL"
/// The key of a store's newest history token in notifications of changes.
public let NSPersistentHistoryTokenKey = "historyToken"

extension Notification.Name {
  /// Posted by a coordinator when one of its stores was written, where the store's options ask for that.
  ///
  /// The keys are ``NSStoreUUIDKey``, ``NSPersistentStoreURLKey`` and ``NSPersistentHistoryTokenKey``.
  public static let NSPersistentStoreRemoteChange = Notification.Name(
    "NSPersistentStoreRemoteChangeNotification")
}
