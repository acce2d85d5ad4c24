import DocumentStore
public import Foundation
public import ManagedModel
import Synchronization

/// A store that a coordinator has open: records in a file, or in memory.
///
/// Safe because what changes is behind a lock; records are the business of the record store, which has its own.
public final class NSPersistentStore: NSObject, @unchecked Sendable {
  private struct State {
    var url: URL?
    var metadata: [String: PropertyList]
    var isMetadataChanged: Bool
    weak var coordinator: NSPersistentStoreCoordinator?
    /// Looks whether others write the file, where that is wanted.
    var watcher: FileWatcher?
  }

  /// The type: ``NSXMLStoreType``, ``NSBinaryStoreType`` or ``NSInMemoryStoreType``.
  public let type: String
  /// The configuration of the model whose entities the store has.
  public let configurationName: String
  /// Whether the store can be read only.
  public let isReadOnly: Bool

  let records: RecordStore
  let layouts: ModelLayout
  let openingOptions: StoreOptions
  /// Whether the file is one of Apple's, or will be.
  let isApple: Bool
  /// What a store says of the model that it is made with.
  let modelDescription: [String: PropertyList]
  /// Ids that were asked for and that no record has.
  let absent = AbsentRecords()
  private let state: Mutex<State>
  /// For each layout of the model, its table in the store, or -1.
  private let tables: [Int]
  /// The layouts of the store's tables.
  private let tableLayouts: [ObjectLayout]

  init(_ opened: OpenedStore, layouts: ModelLayout) {
    type = opened.type
    configurationName = opened.configuration ?? Self.defaultConfiguration
    isReadOnly = opened.options.isReadOnly
    openingOptions = opened.options
    isApple = opened.isApple
    modelDescription = opened.description
    records = opened.records
    self.layouts = layouts
    let schema = opened.records.schema
    tables = layouts.layouts.map { schema.tableIndex(named: $0.name) ?? -1 }
    tableLayouts = schema.tables.compactMap { table in
      layouts.schema.tableIndex(named: table.name).map { layouts.layouts[$0] }
    }
    state = Mutex(
      State(
        url: opened.url, metadata: opened.metadata,
        isMetadataChanged: opened.isNew || opened.records.isEndingHistory))
  }

  /// The name of the configuration with all entities of a model.
  static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

  /// The options that the store was opened with.
  public var options: [AnyHashable: Any]? { openingOptions.values }

  /// The coordinator that has the store open.
  public var persistentStoreCoordinator: NSPersistentStoreCoordinator? { coordinator }

  /// Where the store is.
  public var url: URL? { state.withLock { $0.url } }

  /// The store's own name, with which the URLs of its objects begin.
  public var identifier: String {
    state.withLock { $0.metadata[NSStoreUUIDKey]?.text } ?? ""
  }

  /// What the store says of itself, and what the program keeps there; saved with the next save.
  public var metadata: [String: Any] {
    get { state.withLock { $0.metadata }.programValues }
    set {
      var entries = [String: PropertyList](metadata: newValue)
      entries[HistoryPoint.metadataKey] = nil
      entries[NSStoreTypeKey] = .string(type)
      let given = entries
      state.withLock { state in
        var entries = given
        entries[NSStoreUUIDKey] = entries[NSStoreUUIDKey] ?? state.metadata[NSStoreUUIDKey]
        if entries.isSame(as: state.metadata) { return }
        state.metadata = entries
        state.isMetadataChanged = true
      }
    }
  }

  /// What was doubtful when the store was opened.
  ///
  /// Not in Apple's framework.
  public var warnings: [Diagnostic] { records.warnings }

  var coordinator: NSPersistentStoreCoordinator? {
    get { state.withLock { $0.coordinator } }
    set { state.withLock { $0.coordinator = newValue } }
  }

  /// What looks whether others write the file; it starts with being set, and the one before stops.
  var watcher: FileWatcher? {
    get { state.withLock { $0.watcher } }
    set {
      let former = state.withLock { state in
        defer { state.watcher = newValue }
        return state.watcher
      }
      former?.stop()
      newValue?.start()
    }
  }

  /// What messages call the store.
  var place: String {
    guard type != NSInMemoryStoreType, let url else { return "the in-memory store" }
    return "'\(url.path)'"
  }

  /// Whether another store is in the same file, or has the same identifier, so that ids could mean either.
  func isTwin(of other: NSPersistentStore) -> Bool {
    identifier == other.identifier || isInFile(of: other)
  }

  /// Whether another store is in the same file.
  func isInFile(of other: NSPersistentStore) -> Bool {
    guard let file, let otherFile = other.file else { return false }
    return file == otherFile
  }

  /// The file's path without links; nil for a store in memory.
  private var file: String? {
    guard type != NSInMemoryStoreType, let url, url.path != "/dev/null" else { return nil }
    return url.resolvingSymlinksInPath().path
  }

  /// Whether there is metadata that no save has written.
  var hasUnsavedMetadata: Bool { !isReadOnly && state.withLock { $0.isMetadataChanged } }

  /// What the store's file says of itself, or would say after a save.
  var writableMetadata: [String: PropertyList] {
    let (metadata, isChanged) = state.withLock { ($0.metadata, $0.isMetadataChanged) }
    return isChanged ? metadata : records.metadata
  }

  /// Takes up what somebody else changed in the metadata; what the program has set and not saved stays.
  func takeUpMetadata(_ save: ForeignSave) {
    let now = StoreMetadata.completed(save.metadata, for: type, url)
    let known = StoreMetadata.completed(save.metadataBefore, for: type, url)
    let isEndingHistory = records.isEndingHistory
    state.withLock { state in
      guard state.isMetadataChanged else { return state.metadata = now }
      // A store that was never saved becomes the one that somebody else has made.
      let isNew = save.metadataBefore.isEmpty
      let before = isNew ? [:] : known
      var merged = now
      for (key, value) in state.metadata where value != before[key] {
        if !isNew || now[key] == nil { merged[key] = value }
      }
      for key in before.keys where state.metadata[key] == nil { merged[key] = nil }
      state.metadata = merged
      state.isMetadataChanged = !merged.isSame(as: now) || isEndingHistory
    }
  }

  /// Lies in another place from now on, where the next save writes all of it.
  func move(to url: URL, _ format: any StoreFormat) throws(StoreError) {
    try records.move(to: format)
    state.withLock { state in
      state.url = url
      state.isMetadataChanged = true
    }
  }

  /// The table of a layout's objects.
  func table(of layout: ObjectLayout) -> Int? {
    let table = tables[layout.index]
    return table < 0 ? nil : table
  }

  /// The layout of a table's objects.
  func layout(ofTable table: Int) -> ObjectLayout? {
    table < tableLayouts.count ? tableLayouts[table] : nil
  }

  /// Writes changes and, where it was set, metadata; nothing where there is neither.
  ///
  /// Returns the generation that the store has then. A history says that the context has made the changes.
  @discardableResult
  func save(
    _ changes: ChangeSet, by context: NSManagedObjectContext? = nil
  ) throws -> Generation {
    let (metadata, isChanged) = state.withLock { ($0.metadata, $0.isMetadataChanged) }
    if changes.isEmpty, !isChanged { return records.current }
    let generation: Generation
    do throws(StoreError) {
      generation = try records.save(
        changes, metadata: isChanged ? metadata : nil, by: signature(of: context))
    } catch {
      throw CocoaError(error, at: url, doing: .writing)
    }
    if isChanged { state.withLock { $0.isMetadataChanged = !$0.metadata.isSame(as: metadata) } }
    return generation
  }

  /// The type and the place.
  public override var description: String { "<NSPersistentStore: \(type) \(place)>" }
}
