import ManagedModel
import Synchronization

/// Keeps a store's records in an XML document that people read and edit: see docs/Formats.md, "XML store".
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

  package func load() throws(StoreError) -> StoreContents {
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = nil }
      return StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
    }
    let (contents, loaded) = try DocumentLoader.load(file, schema)
    state.withLock { $0 = loaded }
    return contents
  }

  package func save(_ save: PendingSave) throws(StoreError) {
    guard !isReadOnly else {
      throw file.failure(.readOnly, "the store was opened for reading only")
    }
  }
}
