import ManagedModel
import Synchronization

/// Keeps a store's records in a file of Apple's XML store: see docs/Formats.md, "Apple's XML store".
package final class AppleXMLFormat: StoreFormat {
  private let file: StoredFile
  private let schema: Schema
  private let isReadOnly: Bool
  /// Nil where there is no file yet.
  private let state = Mutex<AppleXMLState?>(nil)

  /// Names the file, which need not exist: the first save creates it.
  package init(file: StoredFile, schema: Schema, isReadOnly: Bool = false) {
    self.file = file
    self.schema = schema
    self.isReadOnly = isReadOnly
  }

  package var history: any HistoryLog { HistoryFile(of: file) }

  /// One counter numbers all objects of a file.
  package var sharesNumbers: Bool { true }

  package func load() throws(StoreError) -> StoreContents {
    let dialect = try AppleDialect(schema)
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = nil }
      let tables = schema.tables.map {
        Table(schema: $0, groups: [], highestNumber: AppleFileIDs.first)
      }
      return StoreContents(
        generation: Generation(number: 0, schema: schema, tables: tables), metadata: [:])
    }
    let (contents, loaded) = try AppleXMLLoader.load(
      file, schema, dialect, try file.read(limit: DocumentLoader.sizeLimit))
    state.withLock { $0 = loaded }
    return contents
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
    let read = try file.read(limit: DocumentLoader.sizeLimit)
    if let known, unsafe XXH64.hash(read.bytes.buffer) == known.hash {
      state.withLock { $0?.stamp = read.stamp }
      return nil
    }
    let (contents, loaded) = try AppleXMLLoader.load(file, schema, AppleDialect(schema), read)
    return FileNews(contents: contents) { map in
      var adopted = loaded
      adopted.ids = loaded.ids.moved(by: map)
      for table in adopted.spans.indices {
        adopted.spans[table] = loaded.spans[table].moved(by: map, table)
      }
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
    let dialect = try AppleDialect(schema)
    let saved: AppleXMLState
    if let known {
      saved = try AppleXMLSaver(file: file, state: known, save: save, dialect: dialect).run()
    } else {
      saved = try AppleXMLWriter.write(
        save.after, dialect, AppleMetadata(entries: save.metadata), save.history, to: file,
        expecting: nil)
    }
    state.withLock { $0 = saved }
  }

  /// Writes a generation as a new file, or in place of the file that has the stamp `expected`.
  package static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) {
    _ = try AppleXMLWriter.write(
      generation, AppleDialect(generation.schema), AppleMetadata(entries: metadata), history,
      to: file, expecting: expected)
  }

  /// Where the objects of each table stand; for tests.
  var layoutForTesting: [ElementSpans]? { state.withLock { $0?.spans } }
}
