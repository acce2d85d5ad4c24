import DocumentStore
public import Foundation

extension NSPersistentStoreCoordinator {
  /// Writes all of a store to another place, of the same or another type, and opens that in its stead.
  ///
  /// Records are copied as whole tables and keep their ids; objects of the old store become useless.
  /// Unsaved changes are not copied. There must be no file at the new place yet.
  public func migratePersistentStore(
    _ store: NSPersistentStore, to url: URL, options: [AnyHashable: Any]? = nil,
    withType storeType: String
  ) throws -> NSPersistentStore {
    try check(store)
    guard let layouts else { throw CocoaError.noStoreType(storeType) }
    let location = try StoreLocation(
      type: storeType, url: url, options: StoreOptions(options))
    guard location.kind == nil else { throw CocoaError.fileExists(url) }
    let copy = try detach(store) {
      try self.copy(of: store, to: location, url, StoreOptions(options))
    }
    let fresh = NSPersistentStore(copy, layouts: layouts)
    try attach(fresh)
    return fresh
  }

  /// Writes all of a store to another place, of the same or another type, and opens that in its stead.
  public func migratePersistentStore(
    _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws -> NSPersistentStore {
    try migratePersistentStore(
      store, to: storeURL, options: options, withType: storeType.rawValue)
  }

  private func copy(
    of store: NSPersistentStore, to location: StoreLocation, _ url: URL, _ options: StoreOptions
  ) throws -> OpenedStore {
    let configuration = Self.realConfiguration(store.configurationName)
    guard location.file != nil else {
      do throws(StoreError) {
        return try OpenedStore(
          copying: store.records.current, store.metadata(for: location),
          store.records.historyCopy, configuration: configuration, options: options,
          description: store.modelDescription)
      } catch {
        throw CocoaError(error, at: url, doing: .writing)
      }
    }
    try store.write(to: location, url, replacing: false)
    return try OpenedStore(
      type: location.type, configuration: configuration, url: url, options: options,
      model: managedObjectModel)
  }

  /// Changes where a store is written; the next save writes all of it there.
  ///
  /// Returns whether that is possible: a store in memory has no place, and there must be no file yet.
  public func setURL(_ url: URL, for store: NSPersistentStore) -> Bool {
    let options = StoreOptions([OpenCoreDataAppleFormatOption: store.isApple])
    let location = try? StoreLocation(type: store.type, url: url, options: options)
    guard store.coordinator === self, !store.isReadOnly, let location, location.file != nil,
      location.kind == nil
    else { return false }
    let format = StoreFormats.format(of: location, store.records.schema, isReadOnly: false)
    return whileSaving {
      do throws(StoreError) {
        try store.move(to: url, format)
        return true
      } catch {
        return false
      }
    }
  }

  /// Removes a store's file.
  ///
  /// The store must not be open.
  public func destroyPersistentStore(
    at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
  ) throws {
    if let open = persistentStore(for: url) { throw CocoaError.isOpen(open) }
    let location = try StoreLocation(type: storeType, url: url, options: StoreOptions(nil))
    guard let file = location.file else { return }
    if location.kind != nil { try FileManager.default.removeItem(at: url) }
    // Where that was a link, the document that it led to keeps its history.
    HistoryFile(of: file).remove()
  }

  /// Removes a store's file.
  public func destroyPersistentStore(
    at url: URL, type storeType: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
  ) throws {
    try destroyPersistentStore(at: url, ofType: storeType.rawValue, options: options)
  }

  /// Puts a copy of one store in the place of another, which need not exist.
  ///
  /// Neither may be open in this coordinator.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    ofType storeType: String
  ) throws {
    if let open = persistentStore(for: destinationURL) { throw CocoaError.isOpen(open) }
    var options = sourceOptions ?? [:]
    options[NSReadOnlyPersistentStoreOption] = true
    let source = try OpenedStore(
      type: storeType, configuration: nil, url: sourceURL, options: StoreOptions(options),
      model: managedObjectModel)
    // A copy is in the format of what it is a copy of, unless another was asked for.
    let wanted = [OpenCoreDataAppleFormatOption: source.isApple]
      .merging(destinationOptions ?? [:]) { $1 }
    let location = try StoreLocation(
      type: storeType, url: destinationURL, options: StoreOptions(wanted))
    let metadata = StoreMetadata.translated(
      source.records.metadata, source.description, from: source.isApple,
      to: location.writesAppleFormat)
    do throws(StoreError) {
      try StoreFormats.write(
        source.records.current, metadata, source.records.historyCopy, to: location,
        replacing: true)
    } catch {
      throw CocoaError(error, at: destinationURL, doing: .writing)
    }
  }

  /// Puts a copy of one store in the place of another, which need not exist.
  public func replacePersistentStore(
    at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil,
    withPersistentStoreFrom sourceURL: URL, sourceOptions: [AnyHashable: Any]? = nil,
    type storeType: NSPersistentStore.StoreType
  ) throws {
    try replacePersistentStore(
      at: destinationURL, destinationOptions: destinationOptions,
      withPersistentStoreFrom: sourceURL, sourceOptions: sourceOptions, ofType: storeType.rawValue)
  }
}

extension NSPersistentStore {
  /// Writes all of the store to a file of the same or another type, in the place of what is there where
  /// that is asked for.
  func write(to location: StoreLocation, _ url: URL, replacing: Bool) throws {
    do throws(StoreError) {
      try StoreFormats.write(
        records.current, metadata(for: location), records.historyCopy, to: location,
        replacing: replacing)
    } catch {
      throw CocoaError(error, at: url, doing: .writing)
    }
  }

  /// What a copy of the store keeps of its metadata.
  fileprivate func metadata(for location: StoreLocation) -> [String: PropertyList] {
    var metadata = writableMetadata
    if metadata[NSStoreTypeKey] != nil { metadata[NSStoreTypeKey] = .string(location.type) }
    return StoreMetadata.translated(
      metadata, modelDescription, from: isApple, to: location.writesAppleFormat)
  }
}
