import Predicates

/// A query for the records that have one value in a property, which an index answers by itself.
///
/// A program that imports looks for an object by its key before it makes one, again and again. To compile such
/// a query takes longer than to answer it; whatever is not as simple as that is left to ``QueryRun``, which finds
/// the same.
struct DirectLookup {
  private let query: Query
  private let generation: Generation
  private let key: String
  private let constant: Any?

  /// The lookup that a query asks for; nil where it asks for something else.
  init?(_ query: Query, in generation: Generation) {
    guard query.changed.isEmpty, let predicate = query.predicate,
      case .comparison(let comparison) = predicate.knownForm,
      comparison.predicateOperatorType == .equalTo, comparison.options.isEmpty,
      comparison.comparisonPredicateModifier == .direct,
      let key = comparison.leftExpression.ownKey,
      case .constant(let constant) = comparison.rightExpression.form
    else { return nil }
    self.query = query
    self.generation = generation
    self.key = key
    self.constant = constant
  }

  /// The records, in no order; nil where not every table has an index that knows all of its rows.
  func records(using indexes: FetchIndexes) -> [RecordReference]? {
    var records: [RecordReference] = []
    for table in query.tables {
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
