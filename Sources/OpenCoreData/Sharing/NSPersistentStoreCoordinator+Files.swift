import DocumentStore
import Foundation

/// What other programs write to the files of open stores.
///
/// A save looks at the file first. What somebody else has written there since is taken up object by object, as if
/// another context of this coordinator had saved it; the merge policy of the context that saves decides about objects
/// that both have changed.
extension NSPersistentStoreCoordinator {
  /// Takes up what other programs wrote to the stores' files since they were read, and says what that was.
  ///
  /// Contexts that merge automatically are told, and ``Foundation/NSNotification/Name/NSPersistentStoreRemoteChange``
  /// is posted where the store's options ask for it. Others get it with
  /// `mergeChanges(fromRemoteContextSave:into:)`, which takes what this returns: under ``NSInsertedObjectIDsKey``,
  /// ``NSUpdatedObjectIDsKey`` and ``NSDeletedObjectIDsKey`` sets of ids, nothing where nothing was written. Not in
  /// Apple's framework.
  @discardableResult
  public func refreshFromFiles() throws -> [AnyHashable: Any] {
    try refreshFromFiles(persistentStores)
  }

  /// Takes up what other programs wrote to one store's file; see ``refreshFromFiles()``.
  ///
  /// Not in Apple's framework.
  @discardableResult
  public func refreshFromFile(of store: NSPersistentStore) throws -> [AnyHashable: Any] {
    try refreshFromFiles([store])
  }

  private func refreshFromFiles(_ stores: [NSPersistentStore]) throws -> [AnyHashable: Any] {
    var ids: [String: Set<NSManagedObjectID>] = [:]
    try whileSaving {
      for store in stores where store.coordinator === self {
        guard let save = try takeUp(store, thorough: true) else { continue }
        ids[NSInsertedObjectIDsKey, default: []].formUnion(store.ids(of: save.inserted))
        ids[NSUpdatedObjectIDsKey, default: []].formUnion(store.ids(of: save.updated))
        ids[NSDeletedObjectIDsKey, default: []].formUnion(store.ids(of: save.deleted))
      }
    }
    var info: [AnyHashable: Any] = [:]
    for (key, ids) in ids where !ids.isEmpty { info[key] = ids }
    return info
  }

  // MARK: While saving

  /// How often a save starts over because others saved in between.
  private static let rounds = 200

  /// Takes up what others wrote to stores, and tells whether that was anything; while no context saves.
  func takeUp(_ stores: [NSPersistentStore], thorough: Bool) throws -> Bool {
    var isAnything = false
    for store in stores where try takeUp(store, thorough: thorough) != nil { isAnything = true }
    return isAnything
  }

  /// Does something that writes stores, again and again while others write them first; while no context saves.
  ///
  /// Each time but the first, what they wrote to `stores` has been taken up. An error of any other kind ends it, so
  /// nothing that has been written already is written again.
  func startingOver<Result>(
    for stores: () -> [NSPersistentStore], _ body: () throws -> Result
  ) throws -> Result {
    var round = 0
    while true {
      do { return try body() } catch {
        round += 1
        guard CocoaError.isChangeByOther(error), round < Self.rounds,
          try takeUp(stores(), thorough: true)
        else { throw error }
      }
    }
  }

  private func takeUp(_ store: NSPersistentStore, thorough: Bool) throws -> ForeignSave? {
    let save: ForeignSave?
    do throws(StoreError) {
      save = try store.records.refresh(thorough: thorough)
    } catch {
      throw CocoaError(error, at: store.url, doing: .taking)
    }
    guard let save else { return nil }
    store.takeUpMetadata(save)
    noteWriting(of: store)
    if save.changes.isEmpty { return save }
    let changes = SavedChanges([
      SavedChanges.Part(
        store: store, inserted: save.inserted, updated: save.updated, deleted: save.deleted)
    ])
    for context in listeners { context.take(changes) }
    return save
  }
}

extension NSPersistentStore {
  fileprivate func ids(of records: [RecordReference]) -> [NSManagedObjectID] {
    records.compactMap { record in
      layout(ofTable: record.table).map {
        NSManagedObjectID(layout: $0, store: self, reference: record)
      }
    }
  }
}

extension CocoaError {
  /// Whether a store was not written because its file is not what it was.
  static func isChangeByOther(_ error: any Error) -> Bool {
    guard let error = error as? CocoaError, error.code == .persistentStoreSaveConflicts else {
      return false
    }
    return (error.underlying as? StoreError)?.reason == .changedByOther
  }
}
