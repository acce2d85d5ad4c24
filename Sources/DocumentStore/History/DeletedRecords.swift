import Synchronization

/// The records that were deleted since a store that tracks its changes was opened: contexts know them by these
/// references, so their history must, too.
final class DeletedRecords: Sendable {
  private struct Name: Hashable {
    let table: Int
    let id: RecordID
  }

  private let references = Mutex<[Name: RecordReference]>([:])

  /// Notes what a save deletes, but for the records whose ids are lost: no history can be about them.
  func note(
    _ changes: ChangeSet, in generation: Generation, _ lost: LostChunks = LostChunks()
  ) throws(StoreError) {
    for (index, change) in changes.tables.enumerated() where !change.deleted.isEmpty {
      let table = generation.tables[index]
      var names: [(Name, RecordReference)] = []
      for row in change.deleted {
        if lost.hasIDs(ofGroup: table.groupIndex(ofRow: row), index) { continue }
        let id = try table.recordID(of: row)
        names.append((Name(table: index, id: id), RecordReference(table: index, row: row)))
      }
      let noted = names
      references.withLock { references in
        for (name, reference) in noted { references[name] = reference }
      }
    }
  }

  /// The reference that a record had.
  func reference(table: Int, id: RecordID) -> RecordReference? {
    references.withLock { $0[Name(table: table, id: id)] }
  }
}
