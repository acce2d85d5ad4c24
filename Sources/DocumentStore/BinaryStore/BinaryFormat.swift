import Synchronization

/// Keeps a store's records in a binary property list: see docs/Formats.md, "Binary store".
package final class BinaryFormat: StoreFormat {
  private struct State: Sendable {
    /// The file as it was read or written last; nil where there was none.
    var stamp: FileStamp?
    /// The end of the state that was read or written last.
    var ending: StoreEnding?
    var metadata: [String: PropertyList] = [:]
    /// Where everything lies; nil where nothing can be appended, so that the next save writes the whole file.
    var layout: StoreLayout?
    /// Which rows of the file the store's are.
    var rows: FileRows
    /// The seal of a save that failed when all of it was in the file: it is ours, and was never made.
    var rejected: StoreSeal?

    /// No file yet.
    init(_ schema: Schema) { rows = FileRows(schema: schema) }

    /// What was found in a file.
    init(_ found: BinaryStoreFile, _ layout: StoreLayout?, _ rows: FileRows) {
      stamp = found.stamp
      ending = found.ending
      metadata = found.metadata
      self.layout = found.isTorn ? nil : layout
      self.rows = rows
    }

    /// What was written.
    init(
      _ stamp: FileStamp, _ ending: StoreEnding?, _ metadata: [String: PropertyList],
      _ layout: StoreLayout?, _ rows: FileRows
    ) {
      self.stamp = stamp
      self.ending = ending
      self.metadata = metadata
      self.layout = layout
      self.rows = rows
    }
  }

  private let file: StoredFile
  private let schema: Schema
  private let isReadOnly: Bool
  /// What saves do that write the file whole.
  private let packing: Packing
  private let state: Mutex<State>

  /// Names the file, which need not exist: the first save creates it.
  package convenience init(file: StoredFile, schema: Schema, isReadOnly: Bool = false) {
    self.init(file: file, schema: schema, isReadOnly: isReadOnly, packing: .large)
  }

  init(file: StoredFile, schema: Schema, isReadOnly: Bool = false, packing: Packing) {
    self.file = file
    self.schema = schema
    self.isReadOnly = isReadOnly
    self.packing = packing
    state = Mutex(State(schema))
  }

  /// What the store in a file says of itself.
  package static func metadata(of file: StoredFile) throws(StoreError) -> [String: PropertyList] {
    try BinaryStoreFile(file).metadata
  }

  package var history: any HistoryLog { HistoryFile(of: file) }

  package func load() throws(StoreError) -> StoreContents {
    let isThere = try isReadOnly ? true : file.status() != nil
    guard isThere else {
      state.withLock { $0 = State(schema) }
      return StoreContents(generation: Generation(emptyFor: schema), metadata: [:])
    }
    let found = try BinaryStoreFile(file)
    let (generation, layout) = try found.contents(schema)
    state.withLock { $0 = State(found, layout, rows(of: found)) }
    return StoreContents(
      generation: generation, metadata: found.metadata,
      warnings: try found.tornWarning().map { [$0] } ?? [])
  }

  package var isFileChanged: Bool {
    get throws(StoreError) {
      let known = state.withLock { $0.stamp }
      return try file.isOther(than: known)
    }
  }

  package func news(thorough: Bool) throws(StoreError) -> FileNews? {
    let known = state.withLock { $0 }
    guard let stamp = try file.stamp(), thorough || stamp != known.stamp else { return nil }
    let found = try BinaryStoreFile(file)
    if found.seal == known.ending?.seal || found.seal == known.rejected {
      // Somebody has touched it, put a copy in its place, or is appending at the moment; or it ends with a save that
      // failed, which the next one writes over.
      state.withLock { state in
        state.stamp = found.stamp
        if found.isTorn || found.seal == known.rejected { state.layout = nil }
      }
      return nil
    }
    if found.isTorn, let saved = known.ending?.seal, found.seal.generation < saved.generation {
      throw file.failure(
        .corrupt,
        "the file has been cut off or damaged behind byte \(found.seal.end): it has save "
          + "\(found.seal.generation), and save \(saved.generation) was in it; nothing was written. Put a whole copy in "
          + "its place, or save to another file")
    }
    let (generation, layout) = try found.contents(schema)
    let next = State(found, layout, rows(of: found))
    return FileNews(
      contents: StoreContents(generation: generation, metadata: found.metadata),
      isWrittenOver: try isWrittenOver(known, by: found),
      keepsRows: schema.tables.map {
        known.rows.areSame(inTable: $0.index) && known.rows.numbering == found.numbering
      }
    ) { [numbering = found.numbering] map in
      self.state.withLock { state in
        state = next
        state.rows = FileRows(map, numbering: numbering)
      }
    }
  }

  private func rows(of found: BinaryStoreFile) -> FileRows {
    FileRows(schema: schema, numbering: found.numbering)
  }

  /// Whether the file is the one that is known, and what is known is not in it any more.
  private func isWrittenOver(
    _ known: State, by found: BinaryStoreFile
  ) throws(StoreError) -> Bool {
    guard let stamp = known.stamp, let ending = known.ending, stamp.isSameFile(as: found.stamp)
    else { return false }
    return try !ending.isFound(in: found.file)
  }

  package func save(_ save: PendingSave) throws(StoreError) {
    try refuseReadOnly()
    let before = state.withLock { $0 }
    if before.ending != nil, save.after === save.before, save.metadata.isSame(as: before.metadata) {
      return
    }
    if let layout = before.layout, let stamp = before.stamp, let ending = before.ending,
      let appender = try StoreAppender(
        save, to: layout, before.rows, size: stamp.size,
        number: Self.number(of: save, after: ending.seal))
    {
      return try append(appender, save, stamp, ending)
    }
    try writeWhole(save, before, packing)
  }

  package func compact(_ save: PendingSave) throws(StoreError) {
    try refuseReadOnly()
    let before = state.withLock { $0 }
    let isCompact =
      before.stamp?.size == before.layout?.wholeSize
      && save.after.tables.allSatisfy { before.rows.count(of: $0) == $0.liveCount }
    if before.ending != nil, isCompact { return }
    try writeWhole(save, before, .all)
  }

  private func refuseReadOnly() throws(StoreError) {
    guard isReadOnly else { return }
    throw file.failure(.readOnly, "the store was opened for reading only")
  }

  private func append(
    _ appender: StoreAppender, _ save: PendingSave, _ stamp: FileStamp, _ known: StoreEnding
  ) throws(StoreError) {
    var appender = appender
    var ending: StoreEnding?
    do throws(StoreError) {
      let stamp = try file.append(
        expecting: stamp, checking: { file throws(StoreError) in try check(file, known) },
        recording: save.history,
        writing: { output throws(StoreError) in
          // From here on the file may end with a part of a save.
          state.withLock { $0.layout = nil }
          ending = try appender.write(to: &output)
        })
      let layout = appender.isLarge ? writtenLayout(stamp) : appender.layout
      state.withLock {
        $0 = State(stamp, ending, save.metadata, layout, appender.rows)
      }
    } catch {
      let now = try? file.stamp()
      state.withLock { [ending] state in
        guard state.layout == nil else { return }
        state.rejected = ending?.seal
        if let now, now.isSameFile(as: stamp) { state.stamp = now }
      }
      throw error
    }
  }

  /// The layout as the file has it, with nothing in memory; nil where somebody has changed the file again.
  private func writtenLayout(_ stamp: FileStamp) -> StoreLayout? {
    guard let found = try? BinaryStoreFile(file), found.stamp == stamp else { return nil }
    return try? found.contents(schema).layout
  }

  private func writeWhole(
    _ save: PendingSave, _ before: State, _ packing: Packing
  ) throws(StoreError) {
    let number = Self.number(of: save, after: before.ending?.seal)
    let state = try Self.write(
      save.after, packing, after: before.rows, metadata: save.metadata, history: save.history,
      number: number,
      to: file, expecting: before.stamp,
      checking: { file throws(StoreError) in
        if let known = before.ending { try self.check(file, known) }
      })
    self.state.withLock { $0 = state }
  }

  /// Looks whether a file still has the state that is known.
  ///
  /// The clock of a stamp is coarse; the seal tells two saves of one moment apart.
  private func check(_ current: OpenFile, _ known: StoreEnding) throws(StoreError) {
    guard try known.isFound(in: current) else {
      throw file.failure(
        .changedByOther,
        "the file was saved by another program since it was read; nothing was written")
    }
  }

  private static func number(of save: PendingSave, after known: StoreSeal?) -> UInt64 {
    min(max(save.after.number, (known?.generation ?? 0) + 1), StoreSeal.lastGeneration)
  }

  /// Writes a generation as a new file, or in place of the one that has the stamp `expected`.
  package static func write(
    _ generation: Generation, metadata: [String: PropertyList], history: HistoryStep? = nil,
    to file: StoredFile, expecting expected: FileStamp?
  ) throws(StoreError) {
    _ = try write(
      generation, .large, after: FileRows(schema: generation.schema), metadata: metadata,
      history: history, number: generation.number, to: file,
      expecting: expected, checking: nil)
  }

  private static func write(
    _ generation: Generation, _ packing: Packing, after rows: FileRows,
    metadata: [String: PropertyList], history: HistoryStep?, number: UInt64, to file: StoredFile,
    expecting expected: FileStamp?,
    checking check: ((OpenFile) throws(StoreError) -> Void)?
  ) throws(StoreError) -> State {
    let (packed, rows) = generation.packed(packing, after: rows)
    let writer = BinaryStoreWriter(
      generation: packed, rows: rows, metadata: metadata, number: number)
    var ending: StoreEnding?
    var layout: StoreLayout?
    let stamp = try file.replace(
      expecting: expected, checking: check, recording: history,
      writing: { output throws(StoreError) in (ending, layout) = try writer.write(to: &output) })
    return State(stamp, ending, metadata, layout, rows)
  }
}
