extension NSPersistentStore {
  /// The type of a store.
  public struct StoreType: RawRepresentable, Hashable, Sendable {
    /// The type's name.
    public let rawValue: String

    /// Makes a type of its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// XML documents.
    public static let xml = StoreType(rawValue: NSXMLStoreType)
    /// Binary property lists.
    public static let binary = StoreType(rawValue: NSBinaryStoreType)
    /// In memory only.
    public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    /// SQLite databases, which this library does not have.
    public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
  }
}
