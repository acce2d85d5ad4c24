import Foundation
import ManagedModel
import Synchronization

extension RecordStore {
  /// Whether the file seems to be another one than it was when it was read or written last; costs a look at its stamp.
  package var isFileChanged: Bool {
    get throws(StoreError) { try format.withLock { $0 }.isFileChanged }
  }

  /// Takes up what somebody else wrote to the file since it was read or written last; nil where there is nothing.
  ///
  /// Records are matched by their ids and keep their rows. A file with the same stamp is taken for the same unless
  /// this is to be `thorough`. Half-written files are read again, a few times. Where it throws, the records are as they
  /// were; records that are not saved yet may have got other ids, and some rows will never be used.
  package func refresh(thorough: Bool) throws(StoreError) -> ForeignSave? {
    try saving.withLock { _ throws(StoreError) in
      var pause = 0.004
      while true {
        do throws(StoreError) {
          return try takeUp(thorough: thorough)
        } catch {
          guard error.isOfContents || error.reason == .missing, pause < 0.1 else {
            throw error.ofForeignFile
          }
        }
        Thread.sleep(forTimeInterval: pause)
        pause *= 2
      }
    }
  }

  private func takeUp(thorough: Bool) throws(StoreError) -> ForeignSave? {
    guard let news = try format.withLock({ $0 }).news(thorough: thorough) else { return nil }
    let before = current
    let (metadataBefore, tracking) = state.withLock { ($0.metadata, $0.tracking) }
    try checkIsSameStore(metadataBefore, news.contents.metadata)
    try avoidNumbers(of: news.contents.generation, in: before)
    let lost = news.isWrittenOver ? LostChunks(of: before) : LostChunks()
    var matcher = RowMatcher(before, news, identities, lost)
    try matcher.run { table, count, needsNumbers throws(StoreError) in
      try takeRows(count, table, needsNumbers: needsNumbers)
    }
    var comparison = ForeignComparison(before, news, matcher, lost)
    try comparison.run()
    let after = try comparison.generation()
    try deleted.note(comparison.changes, in: before, lost)

    let history = HistoryState(news.contents.metadata, tracking: tracking)
    var kept = news.contents.metadata
    kept[HistoryPoint.metadataKey] = nil
    let metadata = kept
    var map = matcher.map
    map.rowCounts = after.tables.map(\.rowCount)
    identities.add(comparison.changes, to: before)
    news.adopt(map)
    state.withLock { state in
      state.current = after
      state.metadata = metadata
      state.history = history
    }
    return ForeignSave(
      before: before, after: after, changes: comparison.changes, metadataBefore: metadataBefore,
      metadata: metadata)
  }

  // MARK: Ids

  /// Gives records that are not saved yet other ids where somebody else may have used theirs.
  private func avoidNumbers(
    of theirs: Generation, in ours: Generation
  ) throws(StoreError) {
    let isShared = format.withLock { $0.sharesNumbers }
    let highest = theirs.tables.reduce(0) { max($0, $1.highestNumber) }
    try state.withLock { state throws(StoreError) in
      for (index, table) in theirs.tables.enumerated() {
        let mine = ours.tables[index]
        let number = isShared ? highest : table.highestNumber
        try state.reservations[index].pass(number, entityName: mine.schema.name) { row in
          guard !mine.isLive(row) else { return false }
          // Rows that were skipped have the number 0, as a text where ids were chosen beside them.
          return row >= mine.rowCount || (try? mine.id(of: row)) == "\(mine.schema.name)-0"
        }
      }
    }
  }

  private func takeRows(
    _ count: Int, _ table: Int, needsNumbers: Bool
  ) throws(StoreError) -> (rows: Range<Int>, numbers: [Int64]) {
    let name = schema.tables[table].name
    guard needsNumbers else {
      let rows = try state.withLock { state throws(StoreError) in
        try state.reservations[table].takeRows(count, entityName: name)
      }
      return (rows, [])
    }
    let taken = try identities.numbersChosenElsewhere(likeThoseOf: table, in: current)
    return try state.withLock { state throws(StoreError) in
      let rows = try state.reservations[table].take(count, avoiding: taken, entityName: name)
      return (rows, rows.map { state.reservations[table].number(ofRow: $0) ?? 0 })
    }
  }

  // MARK: Another store

  private static let uuidKey = "NSStoreUUID"
  private static let hashesKey = "NSStoreModelVersionHashes"

  /// Refuses a file that is another store, or one of another version of the model.
  private func checkIsSameStore(
    _ before: [String: PropertyList], _ now: [String: PropertyList]
  ) throws(StoreError) {
    if let old = before[Self.uuidKey]?.text, let new = now[Self.uuidKey]?.text, old != new,
      !(UUID(uuidString: old).map(DerivedUUID.isDerived) ?? false)
    {
      throw StoreError(
        .changedByOther,
        "another store has taken the place of the file: its identifier is '\(new)' and was '\(old)'; "
          + "nothing was written")
    }
    if let old = before[Self.hashesKey], let new = now[Self.hashesKey], old != new {
      throw StoreError(
        .incompatibleModel,
        "the file was saved with another version of the model since it was read; nothing was written"
      )
    }
  }
}

extension StoreError {
  /// Whether the file may have been looked at while somebody was writing it.
  fileprivate var isOfContents: Bool {
    switch reason {
    case .malformed, .corrupt, .unknownFormat, .limit: true
    default: false
    }
  }

  /// Says that it is about what somebody else wrote.
  fileprivate var ofForeignFile: StoreError {
    guard isOfContents else { return self }
    var error = self
    error.diagnostics.insert(
      .init(
        .error,
        "the file was changed by another program and cannot be read as it is; nothing was written"),
      at: 0)
    return error
  }
}
