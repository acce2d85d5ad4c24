import Foundation
import Synchronization

/// Tells coordinators that a store was written, where the store's options ask for that: their own, and others of this
/// process that have the same file open.
enum RemoteChanges {
  private struct Watcher {
    weak var store: NSPersistentStore?
  }

  private static let watchers = Mutex<[Watcher]>([])

  /// Lets the coordinator of a store be told.
  static func watch(_ store: NSPersistentStore) {
    watchers.withLock { watchers in
      watchers.removeAll { $0.store == nil }
      watchers.append(Watcher(store: store))
    }
  }

  /// Tells whoever watches a store, or its file, that it was written; not while a lock is held.
  static func tell(of written: NSPersistentStore) {
    let stores = watchers.withLock { $0.compactMap(\.store) }
    for store in stores where store === written || store.isInFile(of: written) {
      post(store, written)
    }
  }

  /// Tells whoever watches a store that somebody else has written it; not while a lock is held.
  static func tell(watching store: NSPersistentStore) { post(store, store) }

  private static func post(_ store: NSPersistentStore, _ written: NSPersistentStore) {
    guard let coordinator = store.coordinator else { return }
    var info: [AnyHashable: Any] = [NSStoreUUIDKey: written.identifier]
    info[NSPersistentStoreURLKey] = store.url
    info[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken(current: [written])
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: info)
  }
}
