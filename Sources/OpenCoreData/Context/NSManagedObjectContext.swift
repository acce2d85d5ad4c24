public import Foundation
public import ManagedModel

/// A workplace for objects: finds and makes them, watches what changes, saves it or takes it back.
///
/// A context belongs to the main thread or to a queue of its own; what it and its objects offer is used there,
/// from within ``perform(_:)`` or ``performAndWait(_:)``. Debug builds stop where it is not.
///
/// Safe because everything but the queue itself is used on that queue only.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// Where the context's work runs.
  public let concurrencyType: NSManagedObjectContextConcurrencyType
  final let confinement: Confinement
  private final var inside: ObjectGraph?

  /// What messages call the context.
  open var name: String?
  /// Who the history of a store says made the changes.
  open var transactionAuthor: String?
  /// Whatever the program wants to keep with the context.
  public let userInfo = NSMutableDictionary()

  /// Makes a context.
  public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
    self.concurrencyType = concurrencyType
    confinement = Confinement(concurrencyType)
    super.init()
    inside = ObjectGraph(self, confinement)
    isObservable = concurrencyType == .mainQueueConcurrencyType
  }

  /// Makes a context.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.type)
  }

  deinit { inside?.leaveContext() }

  /// The context's workings.
  final var graph: ObjectGraph {
    guard let inside else { preconditionFailure("the context has not been initialized") }
    return inside
  }

  /// Where objects come from and are saved to.
  ///
  /// It is set before the context is used.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { graph.coordinator }
    set {
      precondition(parent == nil, "a context with a parent has the coordinator of its parent")
      precondition(
        newValue === graph.coordinator || graph.allObjects.isEmpty,
        "the coordinator of a context that has objects cannot be changed; call reset() first")
      graph.coordinator?.setListening(self, to: false)
      graph.coordinator = newValue
      newValue?.setListening(self, to: graph.inbox.isOpen)
    }
  }

  /// Whether objects that nobody uses stay in memory.
  open var retainsRegisteredObjects: Bool {
    get { graph.retainsRegisteredObjects }
    set { graph.retainsRegisteredObjects = newValue }
  }

  // MARK: Saving

  /// Checks everything that changed and saves it, or throws and changes nothing.
  open func save() throws {
    graph.checkQueue()
    defer { graph.endEvent() }
    try SaveOperation(graph).run()
  }

  /// Takes back everything since the last save.
  open func rollback() {
    graph.rollback()
  }

  /// Forgets all objects; those that the program still holds become useless.
  open func reset() {
    graph.checkQueue()
    graph.forgetUndo()
    graph.close()
    ContextNotification.didChangeObjects.post(self) { [NSInvalidatedAllObjectsKey: [Any]()] }
  }

  /// Ends the current event: tells observers what it changed.
  open func processPendingChanges() {
    graph.checkQueue()
    graph.endEvent()
    graph.mergeInbox()
  }

  // MARK: Objects that are gone

  /// Called when an object's record is found to be gone: whether the object counts as deleted.
  ///
  /// At first that is ``shouldDeleteInaccessibleFaults``.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for objectID: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    shouldDeleteInaccessibleFaults
  }
}
