public import Foundation
public import ManagedModel
import Synchronization

/// A model, its stores, and a context for the main thread, set up in one go.
///
/// Safe because what changes is behind a lock.
open class NSPersistentContainer: NSObject, @unchecked Sendable {
  /// The name, which is also that of the model and of the store.
  public let name: String
  /// The model.
  public let managedObjectModel: NSManagedObjectModel
  /// What brings model and stores together.
  public let persistentStoreCoordinator: NSPersistentStoreCoordinator
  /// The context for the main thread.
  public let viewContext: NSManagedObjectContext

  private let descriptions: Mutex<[NSPersistentStoreDescription]>

  /// Makes a container whose model is found by its name; see ``init(validating:)`` for one that throws.
  ///
  /// Looks for `<name>.xcdatamodeld`, `.xcdatamodel` and `.xml` among the program's own resources; where there is
  /// none, in the folders of other resources beside the executable, and in the working directory.
  public convenience init(name: String) {
    do {
      try self.init(name: name, managedObjectModel: ModelSearch(name: name).run())
    } catch {
      preconditionFailure(error.localizedDescription)
    }
  }

  /// Makes a container whose model is found by its name, or throws and says where it was looked for.
  ///
  /// Not in Apple's framework.
  public convenience init(validating name: String) throws {
    try self.init(name: name, managedObjectModel: ModelSearch(name: name).run())
  }

  /// Makes a container with a model.
  ///
  /// Without other descriptions its store is the binary store `<name>.plist` in the default folder.
  public init(name: String, managedObjectModel model: NSManagedObjectModel) {
    self.name = name
    managedObjectModel = model
    persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    viewContext.name = "viewContext"
    descriptions = Mutex([])
    super.init()
    let url = type(of: self).defaultDirectoryURL().appendingPathComponent("\(name).plist")
    descriptions.withLock { $0 = [NSPersistentStoreDescription(url: url)] }
    viewContext.graph.coordinator = persistentStoreCoordinator
  }

  /// The folder for stores: in `$XDG_DATA_HOME` or `~/.local/share`, named for the executable.
  open class func defaultDirectoryURL() -> URL {
    let environment = ProcessInfo.processInfo.environment
    let base: URL
    // A relative path there is to be ignored, says the XDG Base Directory Specification.
    if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
      base = URL(fileURLWithPath: path, isDirectory: true)
    } else {
      base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/share")
    }
    let executable = CommandLine.arguments.first ?? ProcessInfo.processInfo.processName
    let folder = URL(fileURLWithPath: executable).deletingPathExtension().lastPathComponent
    return base.appendingPathComponent(folder, isDirectory: true)
  }

  /// The stores that ``loadPersistentStores(completionHandler:)`` opens.
  public var persistentStoreDescriptions: [NSPersistentStoreDescription] {
    get { descriptions.withLock { $0 } }
    set { descriptions.withLock { $0 = newValue } }
  }

  /// Opens the stores, and calls back for each; before this returns, unless a description asks for another thread.
  open func loadPersistentStores(
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    for description in persistentStoreDescriptions {
      makeFolder(for: description)
      persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
    }
  }

  /// Opens the stores, or throws what kept the first from being opened.
  ///
  /// Not in Apple's framework.
  public func loadPersistentStores() async throws {
    for description in persistentStoreDescriptions {
      makeFolder(for: description)
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        persistentStoreCoordinator.addPersistentStore(with: description) { _, error in
          continuation.resume(with: error.map { .failure($0) } ?? .success(()))
        }
      }
    }
  }

  /// Makes a context with a queue of its own.
  open func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.graph.coordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block with a context of its own, later.
  open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block with a context of its own, and suspends until it returns or throws.
  public func performBackgroundTask<T, Failure: Error>(
    _ block: @escaping @Sendable (NSManagedObjectContext) throws(Failure) -> sending T
  ) async throws(Failure) -> sending T {
    let context = newBackgroundContext()
    return try await context.perform(schedule: .enqueued) { () throws(Failure) -> sending T in
      try block(context)
    }
  }

  /// Makes the folder of a new store in the default folder; elsewhere folders are the program's business.
  private func makeFolder(for description: NSPersistentStoreDescription) {
    let folder = type(of: self).defaultDirectoryURL()
    guard let url = description.url, !description.isReadOnly,
      url.deletingLastPathComponent().standardizedFileURL.path == folder.standardizedFileURL.path
    else { return }
    // Where this fails, opening or saving the store says why.
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }
}
