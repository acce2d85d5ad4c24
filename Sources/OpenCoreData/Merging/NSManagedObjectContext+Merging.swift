public import Foundation

extension NSManagedObjectContext {
  /// Takes up what another context saved: its new objects become known, changed ones newer, deleted ones deleted.
  ///
  /// Unsaved changes are kept, but for those of deleted objects. The notification is one of a save, with objects or with ids. It may be of any context of the same coordinator.
  public func mergeChanges(fromContextDidSave notification: Notification) {
    graph.checkQueue()
    graph.merge(SavedChanges(notification.userInfo ?? [:], graph.coordinator))
  }

  /// Lets contexts take up what was changed past all contexts, by a batch request for instance.
  ///
  /// The keys are those of a context's notifications, ``NSInsertedObjectsKey`` and so on; the values are arrays or
  /// sets of ids or of their URLs. Waits for each context's queue.
  public class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any],
    into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.performAndWait {
        let graph = context.graph
        graph.merge(SavedChanges(changeNotificationData, graph.coordinator))
      }
    }
  }

  /// Whether the context takes up what others save, by itself.
  ///
  /// It does so in a block of its own on its queue. A program whose main queue nobody serves gets it with the next
  /// block on the context, or `processPendingChanges()`.
  public var automaticallyMergesChangesFromParent: Bool {
    get { graph.inbox.isOpen }
    set {
      graph.inbox.isOpen = newValue
      graph.coordinator?.setListening(self, to: newValue)
    }
  }

  /// Leaves word of what another context saved.
  final func take(_ changes: SavedChanges) {
    // A block takes up what waits before it does anything else.
    if graph.inbox.add(changes) { perform {} }
  }

  // MARK: Objects that are gone

  /// Whether an object whose record is found to be gone counts as deleted, with no values; at first it does.
  ///
  /// Otherwise it has no values either, since reading a property cannot throw, but is not taken for deleted, and the
  /// next save throws what was read in vain; `materialize()` and `existingObject(with:)` throw at once.
  public var shouldDeleteInaccessibleFaults: Bool {
    get { graph.handlesMissingObjects }
    set { graph.handlesMissingObjects = newValue }
  }

  // MARK: What makes no difference here

  /// How old what the program has in memory of a store may be when objects are read.
  ///
  /// Kept and of no effect: every reading sees what the store has at that moment, as far as this program knows.
  public var stalenessInterval: TimeInterval {
    get { graph.stalenessInterval }
    set { graph.stalenessInterval = newValue }
  }

  /// Whether delete rules may wait for the end of the event.
  ///
  /// Kept and of no effect: they are followed at once, so that both sides of relationships are right at any time.
  public var propagatesDeletesAtEndOfEvent: Bool {
    get { graph.propagatesDeletesAtEndOfEvent }
    set { graph.propagatesDeletesAtEndOfEvent = newValue }
  }
}
