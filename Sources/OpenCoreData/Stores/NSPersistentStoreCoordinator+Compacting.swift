import DocumentStore
import Foundation

extension NSPersistentStoreCoordinator {
  /// Rids a store's file of what is out of date: values that were replaced and objects that were deleted.
  ///
  /// Saves append to a binary store and write it as a whole when more than half of it is out of date; what was
  /// deleted can be found in the file until then. Costs as much as writing the whole file. Stores of other types
  /// have nothing that is out of date, and are left as they are. What others saved is taken up first.
  ///
  /// Not in Apple's framework, where `NSSQLiteManualVacuumOption` does the same for SQLite stores.
  public func compact(_ store: NSPersistentStore) throws {
    try check(store)
    try whileSaving {
      _ = try takeUp([store], thorough: true)
      try startingOver(for: { [store] }) {
        do throws(StoreError) { try store.records.compact() } catch {
          throw CocoaError(error, at: store.url, doing: .writing)
        }
      }
    }
  }
}
