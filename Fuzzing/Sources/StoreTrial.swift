import DocumentStore
import Foundation
import ManagedModel

/// One input, opened as a store.
struct StoreTrial {
  let target: StoreTarget
  let schema: Schema
  let scratch: Scratch

  /// Throws what is wrong with the input; whatever is wrong with us ends the program.
  func run() throws(StoreError) {
    let store = try open()
    let (found, isSound): (Records, Bool)
    do throws(StoreError) {
      let records = try Records(store.current, orderedByID: true)
      let findings = try RecordCheck.findings(in: store.current)
      (found, isSound) = (records, findings.isEmpty)
    } catch {
      demand(target.isLazy, "an open document cannot be read: \(error)")
      throw error
    }
    checkCopies(of: store, found, isSound)
    checkSave(store, ChangeSet(schema: schema), ["fuzz": .string("é & <b>")])
    if let changes = changes(of: store) { checkSave(store, changes, nil) }
  }

  private func open() throws(StoreError) -> RecordStore {
    try RecordStore(schema: schema, format: target.format(scratch.file(), schema))
  }

  /// A new binary store of the same records and, where they break no rule of their model, a new document.
  private func checkCopies(of store: RecordStore, _ records: Records, _ isSound: Bool) {
    let (document, binary) = (scratch.file(".xml"), scratch.file(".plist"))
    do throws(StoreError) {
      if isSound {
        try XMLFormat.write(
          store.current, metadata: store.metadata, to: document, expecting: nil)
      }
      try BinaryFormat.write(store.current, metadata: store.metadata, to: binary, expecting: nil)
    } catch {
      // What a format cannot keep is refused, and nothing else.
      demand(isRefusal(error), "\(error)")
      return
    }
    var formats: [any StoreFormat] = [BinaryFormat(file: binary, schema: schema)]
    if isSound { formats.append(XMLFormat(file: document, schema: schema)) }
    for format in formats {
      do throws(StoreError) {
        let copy = try Records(format.load().generation, orderedByID: true)
        demand(copy == records, "a copy differs: \(copy.difference(from: records))")
      } catch { fatalError("a copy cannot be read: \(error)") }
    }
  }

  /// Saves, and opens what was saved.
  private func checkSave(
    _ store: RecordStore, _ changes: ChangeSet, _ metadata: [String: PropertyList]?
  ) {
    let before = scratch.bytes
    do throws(StoreError) {
      try store.save(
        changes, metadata: metadata.map { $0.merging(store.metadata) { new, _ in new } })
    } catch {
      demand(isRefusal(error), "\(error)")
      demand(scratch.bytes == before, "a save that failed changed the file")
      return
    }
    do throws(StoreError) {
      let saved = try Records(store.current, orderedByID: target.keepsIDs)
      let found = try Records(open().current, orderedByID: target.keepsIDs)
      demand(found == saved, "a save differs: \(found.difference(from: saved))")
    } catch { fatalError("what was saved cannot be read: \(error)") }
  }

  /// Whether something is refused with reason: it cannot be kept, or what is wrong with a file is found late.
  private func isRefusal(_ error: StoreError) -> Bool {
    switch error.reason {
    case .unstorable, .limit: true
    case .corrupt: target.isLazy
    default: false
    }
  }

  /// A text that changes in the first record of each table, and a new record for each.
  private func changes(of store: RecordStore) -> ChangeSet? {
    var changes = ChangeSet(schema: schema)
    for table in schema.tables {
      let column = table.columns.firstIndex {
        $0.type == .string && !$0.isTransient && !$0.isDerived
      }
      guard let column else { continue }
      if let row = store.current.tables[table.index].liveRows().first {
        changes.tables[table.index].updated.append(
          UpdatedRecord(row: row, columns: [column], values: [.string("new\r\n]]> \u{1F600}")]))
      }
      do throws(StoreError) {
        let new = try store.reserve(table: table.index, count: 1)[0]
        changes.tables[table.index].inserted.append(
          InsertedRecord(
            row: new.row, id: try store.id(of: new), values: table.columns.map(\.valueOfNew)))
      } catch {
        demand(isRefusal(error), "\(error)")
        return nil
      }
    }
    return changes
  }
}
