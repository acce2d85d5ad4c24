public import Foundation
import Synchronization

/// What a container or coordinator must know to open a store.
///
/// Safe because its contents are behind a lock.
public final class NSPersistentStoreDescription: NSObject, NSCopying, @unchecked Sendable {
  // Safe because options are plain values.
  private struct Contents: @unchecked Sendable {
    var type = NSBinaryStoreType
    var configuration: String?
    var url: URL?
    var options: [String: NSObject] = [:]
    var isAsynchronous = false
  }

  private let contents: Mutex<Contents>

  /// Describes a binary store at a URL; one whose ending is `.xml` is an XML store.
  public init(url: URL) {
    let type = url.pathExtension.lowercased() == "xml" ? NSXMLStoreType : NSBinaryStoreType
    contents = Mutex(Contents(type: type, url: url))
    super.init()
  }

  /// Describes a binary store without a URL.
  public override convenience init() {
    self.init(Contents())
  }

  private init(_ contents: Contents) {
    self.contents = Mutex(contents)
    super.init()
  }

  /// The type of the store.
  public var type: String {
    get { contents.withLock { $0.type } }
    set { contents.withLock { $0.type = newValue } }
  }

  /// The configuration of the model whose entities the store has; nil for all.
  public var configuration: String? {
    get { contents.withLock { $0.configuration } }
    set { contents.withLock { $0.configuration = newValue } }
  }

  /// Where the store is.
  public var url: URL? {
    get { contents.withLock { $0.url } }
    set { contents.withLock { $0.url = newValue } }
  }

  /// The options, as a coordinator takes them.
  public var options: [String: NSObject] { contents.withLock { $0.options } }

  /// Sets an option, or removes it.
  public func setOption(_ option: NSObject?, forKey key: String) {
    let change = Contents(options: option.map { [key: $0] } ?? [:])
    contents.withLock { $0.options[key] = change.options[key] }
  }

  /// Whether the store is opened for reading only.
  public var isReadOnly: Bool {
    get { isSet(NSReadOnlyPersistentStoreOption) ?? false }
    set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
  }

  /// How many seconds to wait for a store that another process has.
  public var timeout: TimeInterval {
    get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
    set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
  }

  /// Whether the store is opened on another thread.
  public var shouldAddStoreAsynchronously: Bool {
    get { contents.withLock { $0.isAsynchronous } }
    set { contents.withLock { $0.isAsynchronous = newValue } }
  }

  /// Whether a store of another version of the model is to be migrated when it is opened.
  public var shouldMigrateStoreAutomatically: Bool {
    get { isSet(NSMigratePersistentStoresAutomaticallyOption) ?? true }
    set {
      setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption)
    }
  }

  /// Whether a migration is to find out by itself what changed.
  public var shouldInferMappingModelAutomatically: Bool {
    get { isSet(NSInferMappingModelAutomaticallyOption) ?? true }
    set { setOption(NSNumber(value: newValue), forKey: NSInferMappingModelAutomaticallyOption) }
  }

  /// A description with the same contents.
  public func copy(with zone: NSZone? = nil) -> Any { duplicate() }

  /// What is described.
  public override var description: String {
    "<NSPersistentStoreDescription: \(type) \(url?.absoluteString ?? "")>"
  }

  func duplicate() -> NSPersistentStoreDescription {
    NSPersistentStoreDescription(contents.withLock { $0 })
  }

  private func isSet(_ key: String) -> Bool? { (options[key] as? NSNumber)?.boolValue }
}
