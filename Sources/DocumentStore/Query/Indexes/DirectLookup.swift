package import Predicates

/// A condition that records have one value in a property, which an index answers by itself.
///
/// A program that imports looks for an object by its key before it makes one, again and again. To compile such
/// a query takes longer than to answer it; whatever is not as simple as that is left to ``QueryRun``, which finds
/// the same.
package struct DirectLookup {
  /// The property's name.
  package let key: String
  /// The value that is looked for.
  package let constant: Any?

  /// The lookup that a predicate asks for; nil where it asks for something else.
  package init?(_ predicate: NSPredicate) {
    guard let equality = predicate.equality else { return nil }
    (key, constant) = equality
  }

  /// The records of some tables, in no order; nil where not every table has an index that knows all of its rows.
  package func records(
    of tables: [Int], in generation: Generation, using indexes: FetchIndexes
  ) -> [RecordReference]? {
    var records: [RecordReference] = []
    for table in tables {
      let schema = generation.schema.tables[table]
      guard let (position, column) = schema.index(of: key), column.type != .toOne,
        let value = IndexedConstant(constant, of: column.type),
        let index = indexes.index(position, of: table, knowing: generation)
      else { return nil }
      guard let exact = value.exact else { continue }
      let entries = index.entries(equalTo: exact, 0, in: 0..<index.count)
      // Where there are that many, ``QueryRun`` looks for another index.
      guard entries.count < IndexedRows.limit(for: generation.tables[table]) else { return nil }
      for entry in entries {
        records.append(RecordReference(table: table, row: Int(index.rows[entry])))
      }
    }
    return records
  }
}

extension TableSchema {
  /// The first index that sorts by a property before all others, and the property's column.
  fileprivate func index(of key: String) -> (position: Int, column: ColumnSchema)? {
    for (position, index) in indexes.enumerated() {
      guard let first = index.columns.first else { continue }
      let column = columns[first]
      if column.name == key { return (position, column) }
    }
    return nil
  }
}
