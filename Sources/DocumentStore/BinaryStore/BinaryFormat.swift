import Synchronization

/// Keeps a store's records in a binary property list: see docs/Formats.md, "Binary store".
package final class BinaryFormat: StoreFormat {
  private struct State {
    /// The file as it was read or written last; nil where there was none.
    var stamp: FileStamp?
    var seal: StoreSeal?
    var metadata: [String: PropertyList] = [:]
  }

  private let file: StoredFile
  private let schema: Schema
  private let isReadOnly: Bool
  private let state = Mutex(State())

  /// Names the file, which need not exist: the first save creates it.
  package init(file: StoredFile, schema: Schema, isReadOnly: Bool = false) {
    self.file = file
    self.schema = schema
    self.isReadOnly = isReadOnly
  }

  /// What the store in a file says of itself.
  package static func metadata(of file: StoredFile) throws(StoreError) -> [String: PropertyList] {
    try BinaryStoreFile(file).metadata
  }

  package var history: any HistoryLog { HistoryFile(of: file) }

  package func load() throws(StoreError) -> StoreContents {
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = State() }
      return StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
    }
    let found = try BinaryStoreFile(file)
    let generation = try found.generation(schema)
    state.withLock {
      $0 = State(stamp: found.stamp, seal: found.seal, metadata: found.metadata)
    }
    return StoreContents(generation: generation, metadata: found.metadata)
  }

  package func save(_ save: PendingSave) throws(StoreError) {
    guard !isReadOnly else {
      throw file.failure(.readOnly, "the store was opened for reading only")
    }
    let before = state.withLock { $0 }
    if before.seal != nil, save.after === save.before, save.metadata.isSame(as: before.metadata) {
      return
    }
    let number = min(
      max(save.after.number, (before.seal?.generation ?? 0) + 1), StoreSeal.lastGeneration)
    let (stamp, seal) = try Self.write(
      save.after, metadata: save.metadata, history: save.history, number: number, to: file,
      expecting: before.stamp, known: before.seal)
    state.withLock { $0 = State(stamp: stamp, seal: seal, metadata: save.metadata) }
  }

  /// Writes a generation as a new file, or in place of the one that has the stamp `expected`.
  package static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) {
    _ = try write(
      generation, metadata: metadata, history: history, number: generation.number, to: file,
      expecting: expected, known: nil)
  }

  private static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep?,
    number: UInt64, to file: StoredFile, expecting expected: FileStamp?, known: StoreSeal?
  ) throws(StoreError) -> (FileStamp, StoreSeal?) {
    let writer = BinaryStoreWriter(generation: generation, metadata: metadata, number: number)
    var seal: StoreSeal?
    let stamp = try file.replace(
      expecting: expected,
      checking: { current throws(StoreError) in
        // The clock of a stamp is coarse; the seal tells two saves of one moment apart.
        guard let known else { return }
        let size = try current.status().stamp.size
        guard try StoreEnding(of: current, size: size).seal == known else {
          throw file.failure(
            .changedByOther,
            "the file was saved by another program since it was read; nothing was written")
        }
      },
      recording: history,
      writing: { output throws(StoreError) in seal = try writer.write(to: &output) })
    return (stamp, seal)
  }
}
