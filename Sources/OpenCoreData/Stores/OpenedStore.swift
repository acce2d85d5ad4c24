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

  /// Opens a store, or makes a new one where there is no file.
  init(
    type: String?, configuration: String?, url: URL?, options: StoreOptions,
    model: NSManagedObjectModel
  ) throws {
    let location = try StoreLocation(type: type, url: url, options: options)
    if let configuration, model.entities(forConfigurationName: configuration) == nil {
      throw CocoaError.noConfiguration(configuration, model)
    }
    do throws(StoreError) {
      let schema = try Schema(model: model, configuration: configuration)
      records = try RecordStore(
        schema: schema, format: StoreFormats.format(of: location, schema, options))
    } catch {
      throw CocoaError(error, at: url, doing: .opening)
    }
    self.type = location.type
    self.url = url
    self.configuration = configuration
    self.options = options
    let stored = records.metadata
    isNew = location.kind == nil || location.kind == .empty
    metadata =
      isNew
      ? StoreMetadata.fresh(for: location.type, model, configuration)
      : StoreMetadata.completed(stored, for: location.type, url)
    try check(stored.values, against: model)
  }

  /// Refuses a store that was saved with another version of the model.
  private func check(_ stored: [String: Any], against model: NSManagedObjectModel) throws {
    if options.ignoresVersions { return }
    let difference = model.versionDifference(
      fromStoreMetadata: stored, configuration: configuration)
    guard difference.isEmpty else {
      throw CocoaError.incompatible(url, difference, metadata: stored, model: model)
    }
  }
}
