import DocumentStore
public import Foundation

extension NSPersistentStoreCoordinator {
  /// Opens a store, or makes a new one where there is no file; it is written with the first save.
  ///
  /// `configuration` names the part of the model that the store has; nil stands for all of it.
  @discardableResult
  public func addPersistentStore(
    ofType storeType: String?, configurationName configuration: String?, at storeURL: URL?,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    if let layouts {
      let opened = try OpenedStore(
        type: storeType, configuration: Self.realConfiguration(configuration), url: storeURL,
        options: StoreOptions(options), model: managedObjectModel)
      let store = NSPersistentStore(opened, layouts: layouts)
      try attach(store)
      return store
    }
    do throws(StoreError) { _ = try ModelLayout.of(managedObjectModel) } catch {
      throw CocoaError(error, at: storeURL, doing: .opening)
    }
    throw CocoaError(.persistentStoreIncompatibleSchema, saying: "the model cannot be stored")
  }

  /// Opens a store, or makes a new one where there is no file.
  @discardableResult
  public func addPersistentStore(
    type: NSPersistentStore.StoreType, configuration: String? = nil, at storeURL: URL,
    options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try addPersistentStore(
      ofType: type.rawValue, configurationName: configuration, at: storeURL, options: options)
  }

  /// Opens the store that a description describes, and calls back when that is done; at once, unless the
  /// description asks for another thread.
  public func addPersistentStore(
    with storeDescription: NSPersistentStoreDescription,
    completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
  ) {
    let description = storeDescription.duplicate()
    let answer = Answer(block: block)
    let work: @Sendable () -> Void = {
      do {
        try self.addPersistentStore(
          ofType: description.type, configurationName: description.configuration,
          at: description.url, options: description.options)
        answer.block(description, nil)
      } catch {
        answer.block(description, error)
      }
    }
    if description.shouldAddStoreAsynchronously { perform(work) } else { work() }
  }

  /// Closes a store; its objects become useless.
  ///
  /// Unsaved changes stay in their contexts, which cannot save them any more.
  public func remove(_ store: NSPersistentStore) throws {
    try check(store)
    detach(store) {}
  }

  func check(_ store: NSPersistentStore) throws {
    guard store.coordinator === self else {
      throw CocoaError(
        .persistentStoreOperation, saying: "\(store.place) is not a store of this coordinator")
    }
  }

  /// The name of a configuration, nil for the one with all entities.
  static func realConfiguration(_ name: String?) -> String? {
    name == NSPersistentStore.defaultConfiguration || name == "Default" ? nil : name
  }
}

/// What a program wants to be told when a store is open.
///
/// Programs catch the error in a variable of the caller's, as Apple's declaration allows.
// Safe because it is called once, by the caller itself unless a description asks for another thread.
private struct Answer: @unchecked Sendable {
  let block: (NSPersistentStoreDescription, (any Error)?) -> Void
}
