/// The values of one sort key: as words that order most records, and exactly for the others.
struct KeyValues {
  let key: SortKey
  /// The readers, by table.
  private let readers: [KeyReader?]

  init(_ key: SortKey, in generation: Generation) {
    self.key = key
    readers = generation.tables.indices.map { table in
      key.places[table].map { KeyReader($0, table: table, in: generation) }
    }
  }

  /// The word of a record, in ascending order whatever the key's direction; see ``TextPrefix``.
  func prefix(of record: RecordReference) throws(StoreError) -> TextPrefix {
    guard let value = try unsafe value(of: record) else {
      return TextPrefix(word: SortWord.null)
    }
    return unsafe value.prefix
  }

  /// Whether records with the same word have the same value.
  func isDecided(by word: UInt64) -> Bool {
    switch key.kind {
    case .boolean, .floating: true
    // No value, and the least integer.
    case .integer: word != SortWord.null
    case .decimal, .uuid, .text, .values: false
    }
  }

  /// How two records compare that words do not tell apart: below, equal to or above zero.
  func compare(_ one: RecordReference, _ other: RecordReference) -> Int {
    // What their words were made of has been read, so that nothing can fail.
    unsafe StoredValue.compare((try? value(of: one)) ?? nil, (try? value(of: other)) ?? nil)
  }

  /// The value of a record, which lives as long as the generation; nil where it has none.
  @inline(__always)
  func value(of record: RecordReference) throws(StoreError) -> StoredValue? {
    try unsafe readers[record.table]?.value(of: record.row)
  }
}
