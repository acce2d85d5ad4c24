import ManagedModel
import Synchronization

/// Keeps a store's records in an XML document that people read and edit: see docs/Formats.md, "XML
/// store".
package final class XMLFormat: StoreFormat {
  private let file: StoredFile
  private let schema: Schema
  private let isReadOnly: Bool
  /// Nil where there is no file yet.
  private let state = Mutex<DocumentState?>(nil)

  /// Names the file, which need not exist: the first save creates it.
  package init(file: StoredFile, schema: Schema, isReadOnly: Bool = false) {
    self.file = file
    self.schema = schema
    self.isReadOnly = isReadOnly
  }

  package var history: any HistoryLog { HistoryFile(of: file) }

  package func load() throws(StoreError) -> StoreContents {
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = nil }
      return StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
    }
    let (contents, loaded) = try reading { found throws(StoreError) in
      try DocumentLoader.load(file, schema, found)
    }
    state.withLock { $0 = loaded }
    return contents
  }

  package var isFileChanged: Bool {
    get throws(StoreError) {
      let known = state.withLock { $0 }
      guard let stamp = try file.stamp() else { return false }
      return stamp != known?.stamp || known?.hasChangedAssets == true
    }
  }

  package func news(thorough: Bool) throws(StoreError) -> FileNews? {
    guard try file.stamp() != nil else { return nil }
    if !thorough, try !isFileChanged { return nil }
    let known = state.withLock { $0 }
    let news = try reading { found throws(StoreError) in
      if let known, unsafe XXH64.hash(found.bytes.buffer) == known.hash, !known.hasChangedAssets {
        state.withLock { $0?.stamp = found.stamp }
        return nil as (contents: StoreContents, state: DocumentState)?
      }
      return try DocumentLoader.load(file, schema, found)
    }
    guard let (contents, loaded) = news else { return nil }
    return FileNews(
      contents: contents, unnamed: loaded.spans.map(\.withoutID),
      unnamedBefore: known?.spans.map(\.withoutID)
    ) { map in
      var adopted = loaded
      for table in adopted.spans.indices {
        adopted.spans[table] = loaded.spans[table].moved(by: map, table)
      }
      let next = adopted
      self.state.withLock { $0 = next }
    }
  }

  /// Reads the document, and hands it to who reads the values beside it.
  ///
  /// A save removes the files of values that the document before it named. Where one comes in between, both are read
  /// again, in the end while no save can come.
  private func reading<Result>(
    _ body: ((bytes: FileBytes, stamp: FileStamp)) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for _ in 0..<3 {
      let found = try file.read(limit: DocumentLoader.sizeLimit)
      do throws(StoreError) { return try body(found) } catch {
        guard try file.isOther(than: found.stamp) else { throw error }
      }
    }
    let locked = try FilePlace(resolving: file).lockCurrent([])
    return try withExtendedLifetime(locked) { () throws(StoreError) in
      try body(file.read(limit: DocumentLoader.sizeLimit))
    }
  }

  package func save(_ save: PendingSave) throws(StoreError) {
    let known = state.withLock { $0 }
    if let known, save.changes.isEmpty, save.metadata.isSame(as: known.metadata.entries) { return }
    guard !isReadOnly else {
      throw file.failure(.readOnly, "the store was opened for reading only")
    }
    let saved: DocumentState
    if let known {
      saved = try DocumentSaver(file: file, state: known, save: save).run()
    } else {
      saved = try Self.writeDocument(
        save.after, metadata: save.metadata, history: save.history, to: file, expecting: nil)
    }
    state.withLock { $0 = saved }
  }

  /// Writes a generation as a new document, or in place of the file that has the stamp `expected`.
  package static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) {
    _ = try writeDocument(
      generation, metadata: metadata, history: history, to: file, expecting: expected)
  }

  private static func writeDocument(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep?,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) -> DocumentState {
    let metadata = DocumentMetadata(
      entries: metadata, nextNumbers: try DocumentMetadata.nextNumbers(of: generation),
      path: file.path)
    try metadata.checkIsWritable()
    return try DocumentWriter.write(
      generation, metadata, history, to: file, expecting: expected)
  }

  /// Where the records of each table stand; for tests.
  var layoutForTesting: [ElementSpans]? { state.withLock { $0?.spans } }
}
