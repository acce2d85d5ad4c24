public import OpenCoreData

/// A place where films are kept; here, memory.
public struct Library: Sendable {
  /// What keeps them.
  public let container: NSPersistentContainer

  /// Opens an empty library.
  public init() async throws {
    container = NSPersistentContainer(name: "Films")
    let store = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
    store.type = NSInMemoryStoreType
    container.persistentStoreDescriptions = [store]
    try await container.loadPersistentStores()
  }
}

extension Movie {
  /// The title and, where it is known, who directed.
  public var line: String {
    director?.name.map { "\(title), by \($0)" } ?? title
  }
}
