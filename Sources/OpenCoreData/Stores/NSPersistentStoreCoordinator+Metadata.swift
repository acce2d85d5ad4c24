import DocumentStore
public import Foundation
import ManagedModel

extension NSPersistentStoreCoordinator {
  /// What a store says of itself, and what the program keeps there.
  public func metadata(for store: NSPersistentStore) -> [String: Any] {
    store.metadata
  }

  /// Sets what a store says of itself; written with the next save.
  public func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
    store.metadata = metadata ?? [:]
  }

  /// What the store in a file says of itself; no model is needed.
  public class func metadataForPersistentStore(
    ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    let location = try existing(storeType, url)
    do throws(StoreError) {
      let stated = try StoreFormats.statedMetadata(of: location)
      return StoreMetadata.completed(stated, for: location.type, url).programValues
    } catch {
      throw CocoaError(error, at: url, doing: .opening)
    }
  }

  /// What the store in a file says of itself; no model is needed.
  public class func metadataForPersistentStore(
    type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
  ) throws -> [String: Any] {
    try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
  }

  private class func existing(_ type: String, _ url: URL) throws -> StoreLocation {
    let location = try StoreLocation(type: type, url: url, options: StoreOptions(nil))
    guard location.kind != nil, location.kind != .empty else { throw CocoaError.missingStore(url) }
    return location
  }
}
