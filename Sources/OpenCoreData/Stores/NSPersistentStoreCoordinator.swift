import Dispatch
import DocumentStore
public import Foundation
public import ManagedModel
import Synchronization

/// Brings together a model, the stores that are open with it, and the contexts that work on them.
///
/// Safe because the list of stores is behind a lock, and the model is frozen.
public final class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
  private struct State {
    var stores: [NSPersistentStore] = []
    var name: String?
    /// Contexts that want to know of others' saves.
    var listeners: [Listener] = []
    /// How many blocks that keep others from saving are inside each other.
    var savingDepth = 0
    /// Stores that others have written and nobody has been told of yet.
    var written: [NSPersistentStore] = []
  }

  /// Weak: a context goes away when nobody uses it, whoever else saves.
  private struct Listener {
    weak var context: NSManagedObjectContext?
  }

  /// The model, which cannot be changed any more.
  public let managedObjectModel: NSManagedObjectModel
  /// The layouts of the model's entities; nil where the model has an attribute that cannot be stored.
  let layouts: ModelLayout?

  private let state = Mutex(State())
  /// Held while a context compares itself with the stores and writes.
  private let saving = NSRecursiveLock()
  private let queue = DispatchQueue(label: "NSPersistentStoreCoordinator")
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Makes a coordinator without stores, and freezes the model.
  public init(managedObjectModel model: NSManagedObjectModel) {
    managedObjectModel = model
    model.freeze()
    layouts = try? ModelLayout.of(model)
    super.init()
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
    ModelsInUse.add(model)
  }

  /// What messages call the coordinator.
  public var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// The open stores, in the order in which they were added.
  public var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

  /// The only store; nil where there are several, or none.
  var soleStore: NSPersistentStore? {
    state.withLock { $0.stores.count == 1 ? $0.stores[0] : nil }
  }

  /// The types of stores that there are.
  public class var registeredStoreTypes: [String] {
    [NSBinaryStoreType, NSInMemoryStoreType, NSXMLStoreType]
  }

  /// The open store at a URL.
  public func persistentStore(for url: URL) -> NSPersistentStore? {
    let path = url.standardizedFileURL.path
    return persistentStores.first { $0.url?.standardizedFileURL.path == path }
  }

  /// Where a store is.
  public func url(for store: NSPersistentStore) -> URL {
    store.url ?? URL(fileURLWithPath: "/dev/null")
  }

  /// The id that a URL stands for, whether there is such a record or not; nil where its store is not open, or has no
  /// such entity.
  public func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme == "x-coredata", let host = parts.host, !host.isEmpty
    else { return nil }
    let path = parts.percentEncodedPath.split(separator: "/").map(String.init)
    guard path.count == 2, let entity = path[0].removingPercentEncoding else { return nil }
    let store = persistentStores.first {
      $0.identifier.caseInsensitiveCompare(host) == .orderedSame
    }
    return store?.objectID(entityName: entity, lastPart: path[1])
  }

  // MARK: Work

  /// Runs a block on the coordinator's queue, later.
  public func perform(_ block: @escaping @Sendable () -> Void) {
    queue.async(execute: block)
  }

  /// Runs a block on the coordinator's queue, and waits for what it returns or throws.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    if DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) { return try block() }
    return try queue.sync(execute: block)
  }

  /// Runs a block while no context saves.
  func whileSaving<T>(_ block: () throws -> T) rethrows -> T {
    saving.lock()
    state.withLock { $0.savingDepth += 1 }
    defer {
      let written = state.withLock { state in
        state.savingDepth -= 1
        if state.savingDepth > 0 { return [NSPersistentStore]() }
        defer { state.written = [] }
        return state.written
      }
      saving.unlock()
      for store in written { RemoteChanges.tell(watching: store) }
    }
    return try block()
  }

  /// Remembers that a store was written by others; who wants to know is told when others may save again.
  func noteWriting(of store: NSPersistentStore) {
    guard store.openingOptions.postsChanges else { return }
    state.withLock { state in
      if !state.written.contains(store) { state.written.append(store) }
    }
  }

  // MARK: Contexts

  /// Tells a context of others' saves from now on, or no more.
  func setListening(_ context: NSManagedObjectContext, to isListening: Bool) {
    state.withLock { state in
      state.listeners.removeAll { $0.context == nil || $0.context === context }
      if isListening { state.listeners.append(Listener(context: context)) }
    }
  }

  /// The contexts that want to know of a context's saves.
  func listeners(besides context: NSManagedObjectContext) -> [NSManagedObjectContext] {
    listeners.filter { $0 !== context }
  }

  /// The contexts that want to know of others' saves.
  var listeners: [NSManagedObjectContext] { state.withLock { $0.listeners.compactMap(\.context) } }

  // MARK: The list

  /// Takes up a store; throws where it is open already, since two would overwrite each other's changes.
  func attach(_ store: NSPersistentStore) throws {
    store.coordinator = self
    let twin = state.withLock { state in
      let twin = state.stores.first { $0.isTwin(of: store) }
      if twin == nil { state.stores.append(store) }
      return twin
    }
    if let twin {
      store.coordinator = nil
      throw CocoaError.isOpenTwice(twin, store.url)
    }
    let options = store.openingOptions
    if options.postsChanges { RemoteChanges.watch(store) }
    if options.watchesFile { startWatching(store, merging: options.mergesFile) }
    post([NSAddedPersistentStoresKey: [store]])
  }

  /// Lets go of a store after some work on it; no context saves in between.
  func detach<T>(_ store: NSPersistentStore, after work: () throws -> T) rethrows -> T {
    let result = try whileSaving {
      let result = try work()
      state.withLock { $0.stores.removeAll { $0 === store } }
      store.watcher = nil
      store.coordinator = nil
      return result
    }
    post([NSRemovedPersistentStoresKey: [store]])
    return result
  }

  private func post(_ info: [String: Any]) {
    NotificationCenter.default.post(
      name: .NSPersistentStoreCoordinatorStoresDidChange, object: self, userInfo: info)
  }
}

extension Notification.Name {
  /// Posted when a coordinator's stores changed.
  public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
    "_NSPersistentStoreCoordinatorStoresDidChangeNotification")
}

/// The models that coordinators use, for classes that ask which entity they are.
enum ModelsInUse {
  // Safe because a model in use is frozen.
  private struct Reference: @unchecked Sendable {
    weak var model: NSManagedObjectModel?
  }

  private static let models = Mutex<[Reference]>([])

  static func add(_ model: NSManagedObjectModel) {
    models.withLock { models in
      models.removeAll { $0.model == nil }
      if !models.contains(where: { $0.model === model }) { models.append(Reference(model: model)) }
    }
  }

  /// The entity that has a class, in the newest model that knows it.
  static func entity(of type: NSManagedObject.Type) -> NSEntityDescription {
    ClassRegistry.introduce(type)
    let found = models.withLock { models in
      models.reversed().lazy.compactMap { $0.model?.entity(of: type) }.first
    }
    guard let found else {
      preconditionFailure(
        "no model in use has an entity of the class '\(String(reflecting: type))'; load the store first"
      )
    }
    return found
  }
}
