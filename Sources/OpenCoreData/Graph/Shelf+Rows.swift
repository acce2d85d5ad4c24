import DocumentStore

/// The rows of a store that objects of a shelf read from.
///
/// Of each group of rows the objects hold one version at most: when a newer one is met, those that read from the
/// old one get slots of their own. So what a context keeps of old generations has a bound, however often others
/// save.
struct RowsInUse {
  /// The rows that were used last, and the number of the generation that has them.
  fileprivate var latest: LoadedRows?
  fileprivate var table = -1
  fileprivate var generation: UInt64 = 0
  /// All rows that some object may still read from, by their first row.
  fileprivate var known: [RecordReference: LoadedRows] = [:]

  /// Lets go of what no object reads from any more.
  mutating func sweep() {
    latest = nil
    // (Weak references would make every object's use of its rows slower.)
    let unused = known.indices.filter { isKnownUniquelyReferenced(&known.values[$0]) }
    for key in unused.map({ known[$0].key }) { known[key] = nil }
  }
}

extension Shelf {
  /// Lets an object read from the generation that the context reads; false where that has no such record.
  ///
  /// Where that is lazy each value may be left to be read, and to fail, when it is asked for.
  func read(_ object: NSManagedObject, lazily isLazy: Bool) throws(StoreError) -> Bool {
    guard let store, let generation = graph.generation(of: store),
      let rows = rows(around: object.reference, in: generation)
    else { return false }
    if !isLazy { try rows.readAll() }
    rows.anticipate(object.reference.row)
    object.adopt(rows)
    object.generation = generation.lowBits
    return true
  }

  /// Has the values of a record fetched into the processor, for they are about to be read.
  func anticipate(_ reference: RecordReference, in generation: Generation) {
    guard let rows = rows(around: reference, in: generation) else { return }
    rows.anticipate(reference.row)
  }

  /// The rows around a record in a generation; nil where there is no such record.
  private func rows(
    around reference: RecordReference, in generation: Generation
  ) -> LoadedRows? {
    if let latest = rowsInUse.latest, rowsInUse.generation == generation.number,
      rowsInUse.table == reference.table, latest.rows.contains(reference.row)
    {
      return latest.isRecord(reference.row) ? latest : nil
    }
    guard let group = generation.group(of: reference) else { return nil }
    let start = RecordReference(table: reference.table, row: group.firstRow)
    let known = rowsInUse.known[start]
    let rows = generation.rows(around: reference, knowing: known)
    if let known, known !== rows { giveSlots(to: known, table: reference.table) }
    rowsInUse.known[start] = rows
    rowsInUse.latest = rows
    rowsInUse.table = reference.table
    rowsInUse.generation = generation.number
    return rows
  }

  /// Gives slots to the objects that read from some rows.
  private func giveSlots(to rows: LoadedRows, table: Int) {
    for row in rows.rows {
      let object = registered(RecordReference(table: table, row: row))
      if let object, object.reads(from: rows) { object.fillSlots() }
    }
  }
}

extension Generation {
  /// What objects remember of the generation that they were read from.
  var lowBits: UInt32 { UInt32(truncatingIfNeeded: number) }
}
