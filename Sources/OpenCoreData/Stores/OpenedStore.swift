import DocumentStore
import Foundation
import ManagedModel

/// A store that has been read, before a coordinator takes it up.
struct OpenedStore {
  let type: String
  let url: URL?
  let configuration: String?
  let options: StoreOptions
  let records: RecordStore
  /// What the store says of itself, completed where the file does not say it.
  let metadata: [String: PropertyList]
  /// Whether the metadata is to be written with the first save.
  let isNew: Bool
  /// Whether the file is one of Apple's, or will be.
  let isApple: Bool
  /// What a store says of the model that it is made with.
  let description: [String: PropertyList]

  /// Opens a store, or makes a new one where there is no file.
  init(
    type: String?, configuration: String?, url: URL?, options: StoreOptions,
    model: NSManagedObjectModel
  ) throws {
    let location = try StoreLocation(type: type, url: url, options: options)
    if let configuration, model.entities(forConfigurationName: configuration) == nil {
      throw CocoaError.noConfiguration(configuration, model)
    }
    self.type = location.type
    self.url = url
    self.configuration = configuration
    self.options = options
    let version = VersionCheck(
      model: model, configuration: configuration, url: url, isApple: location.isApple,
      isOff: options.ignoresVersions)
    isApple = location.isApple
    do throws(StoreError) {
      let schema = try Schema(model: model, configuration: configuration)
      records = try RecordStore(
        schema: schema,
        format: StoreFormats.format(of: location, schema, isReadOnly: options.isReadOnly),
        tracking: options.isReadOnly ? nil : options.tracksHistory)
    } catch {
      // Of a store of another version it is said that it is one, not where its records fail to fit.
      try version.run(on: (try? StoreFormats.statedMetadata(of: location)) ?? [:])
      throw CocoaError(error, at: url, doing: .opening)
    }
    try version.run(on: records.metadata)
    isNew = location.kind == nil || location.kind == .empty
    description = StoreMetadata.description(of: model, configuration)
    metadata =
      isNew
      ? StoreMetadata.fresh(for: location.type, description, isApple: isApple)
      : StoreMetadata.completed(records.metadata, for: location.type, url)
  }

  /// Takes records of another store, and their history, into memory.
  init(
    copying generation: Generation, _ metadata: [String: PropertyList], _ history: HistoryCopy?,
    configuration: String?, options: StoreOptions, description: [String: PropertyList]
  ) throws(StoreError) {
    type = NSInMemoryStoreType
    url = nil
    self.configuration = configuration
    self.options = options
    var stored = metadata
    stored[HistoryPoint.metadataKey] = history?.point.record
    let format = MemoryFormat(contents: StoreContents(generation: generation, metadata: stored))
    if let history { try format.history.takeOver(history) }
    records = try RecordStore(
      schema: generation.schema, format: format, tracking: options.tracksHistory)
    self.metadata = StoreMetadata.completed(metadata, for: NSInMemoryStoreType, nil)
    isNew = false
    isApple = false
    self.description = description
  }
}

/// Refuses stores that were saved with another version of the model.
private struct VersionCheck {
  let model: NSManagedObjectModel
  let configuration: String?
  let url: URL?
  let isApple: Bool
  let isOff: Bool

  func run(on metadata: [String: PropertyList]) throws {
    if isOff { return }
    var stored = metadata.programValues
    let own = stored[AppleStoreKeys.ownHashes]
    if isApple, let own { stored[NSStoreModelVersionHashesKey] = own }
    var difference = model.versionDifference(
      fromStoreMetadata: stored, configuration: configuration)
    // How Apple computes the hashes of entities is not published; which entities there are can be told.
    if isApple, own == nil { difference.changed = [] }
    guard difference.isEmpty else {
      throw CocoaError.incompatible(url, difference, metadata: stored, model: model)
    }
  }
}
