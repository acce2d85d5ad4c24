import ManagedModel
import Synchronization

/// Keeps a store's records in a file of Apple's binary store: see docs/Formats.md, "Apple's binary store".
///
/// A save writes the whole file.
package final class AppleBinaryFormat: StoreFormat {
  private struct State: Sendable {
    var stamp: FileStamp
    var hash: UInt64
    var ids: AppleFileIDs
    var metadata: AppleMetadata
    var isOtherModel: Bool
  }

  private let file: StoredFile
  private let schema: Schema
  private let isReadOnly: Bool
  /// Nil where there is no file yet.
  private let state = Mutex<State?>(nil)

  /// Names the file, which need not exist: the first save creates it.
  package init(file: StoredFile, schema: Schema, isReadOnly: Bool = false) {
    self.file = file
    self.schema = schema
    self.isReadOnly = isReadOnly
  }

  package var history: any HistoryLog { HistoryFile(of: file) }

  /// One key space for all objects of a file.
  package var sharesNumbers: Bool { true }

  /// What the store in a file says of itself.
  package static func metadata(of file: StoredFile) throws(StoreError) -> [String: PropertyList] {
    try AppleBinaryFile(file).metadata.entries
  }

  package func load() throws(StoreError) -> StoreContents {
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = nil }
      return StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
    }
    let (contents, loaded) = try read(AppleBinaryFile(file))
    state.withLock { $0 = loaded }
    return contents
  }

  private func read(
    _ found: AppleBinaryFile
  ) throws(StoreError) -> (contents: StoreContents, state: State) {
    let objects = try found.objects(schema)
    let difference = found.metadata.difference(from: schema)
    if let difference { objects.problems.add(AppleMetadata.warning(difference), at: 0, .warning) }
    var resolver = AppleObjectResolver(objects)
    let generation = try resolver.finish()
    let findings = objects.problems.diagnostics(path: file.path)
    guard let generation else { throw StoreError(.malformed, findings) }
    let loaded = State(
      stamp: found.stamp, hash: found.hash, ids: resolver.ids, metadata: found.metadata,
      isOtherModel: difference != nil)
    let contents = StoreContents(
      generation: generation, metadata: found.metadata.entries, warnings: findings)
    return (contents, loaded)
  }

  package var isFileChanged: Bool {
    get throws(StoreError) {
      let known = state.withLock { $0?.stamp }
      return try file.isOther(than: known)
    }
  }

  package func news(thorough: Bool) throws(StoreError) -> FileNews? {
    guard let stamp = try file.stamp() else { return nil }
    let known = state.withLock { $0 }
    if !thorough, stamp == known?.stamp { return nil }
    let found = try AppleBinaryFile(file)
    if found.hash == known?.hash {
      state.withLock { $0?.stamp = found.stamp }
      return nil
    }
    let (contents, loaded) = try read(found)
    return FileNews(contents: contents) { map in
      var adopted = loaded
      adopted.ids = loaded.ids.moved(by: map)
      let next = adopted
      self.state.withLock { $0 = next }
    }
  }

  package func save(_ save: PendingSave) throws(StoreError) {
    let known = state.withLock { $0 }
    if let known, save.changes.isEmpty, save.metadata.isSame(as: known.metadata.entries) { return }
    guard !isReadOnly else {
      throw file.failure(.readOnly, "the store was opened for reading only")
    }
    guard let known else {
      let saved = try Self.write(
        save.after, AppleMetadata(entries: save.metadata), save.history, to: file, expecting: nil)
      return state.withLock { $0 = saved }
    }
    let found = try AppleBinaryFile(file)
    guard found.hash == known.hash else { throw file.changed }
    var ids = known.ids
    try ids.update(save)
    let metadata = AppleMetadata(
      entries: known.metadata.written(save.metadata, isOtherModel: known.isOtherModel))
    var archive = AppleMetadataArchive(metadata.asBinary)
    try found.addOtherMetadata(to: &archive)
    let order = try ids.order(of: save.after)
    var writer = AppleBinaryWriter(save.after, ids, order)
    let bytes = try writer.bytes(archive)
    let stamp = try file.replace(
      expecting: found.stamp,
      checking: { [file] current throws(StoreError) in
        try file.checkContents(of: current, found.stamp, hash: known.hash)
      },
      recording: save.history,
      writing: { output throws(StoreError) in try output.append(bytes) })
    let saved = State(
      stamp: stamp, hash: XXH64.hash(bytes), ids: ids, metadata: metadata, isOtherModel: false)
    state.withLock { $0 = saved }
  }

  /// Writes a generation as a new file, or in place of the file that has the stamp `expected`.
  package static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) {
    _ = try write(
      generation, AppleMetadata(entries: metadata), history, to: file, expecting: expected)
  }

  private static func write(
    _ generation: Generation, _ metadata: AppleMetadata, _ history: HistoryStep?,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) -> State {
    let (ids, order) = try AppleFileIDs.numbering(generation, first: 0)
    var writer = AppleBinaryWriter(generation, ids, order)
    let bytes = try writer.bytes(AppleMetadataArchive(metadata.asBinary))
    let stamp = try file.replace(expecting: expected, recording: history) {
      output throws(StoreError) in try output.append(bytes)
    }
    return State(
      stamp: stamp, hash: XXH64.hash(bytes), ids: ids, metadata: metadata, isOtherModel: false)
  }
}

extension AppleMetadata {
  /// The entries as they stand in a binary store.
  fileprivate var asBinary: [String: PropertyList] {
    entries.merging([Self.typeKey: .string("Binary")]) { $1 }
  }
}

extension AppleFileIDs {
  /// Gives ids to what a save brings, and forgets what it takes away.
  fileprivate mutating func update(_ save: PendingSave) throws(StoreError) {
    for (table, changes) in save.changes.tables.enumerated() {
      for row in changes.deleted { remove(RecordReference(table: table, row: row)) }
    }
    let new = save.changes.tables.enumerated().flatMap { table, changes in
      changes.inserted.map { (RecordReference(table: table, row: $0.row), $0.id) }
    }
    let mayCollide = new.contains { ($0.1.number ?? .max) <= highest }
    try assign(new, used: mayCollide ? numbers(in: save.before) : [])
  }

  /// The records of a generation by their numbers.
  fileprivate func order(of generation: Generation) throws(StoreError) -> [RecordReference] {
    var numbered: [(number: Int64, reference: RecordReference)] = []
    for table in generation.tables {
      for row in table.liveRows() {
        let reference = RecordReference(table: table.schema.index, row: row)
        numbered.append((try number(of: reference, in: generation), reference))
      }
    }
    return numbered.sorted { $0.number < $1.number }.map(\.reference)
  }
}
