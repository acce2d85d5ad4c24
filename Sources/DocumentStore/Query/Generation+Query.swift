import Predicates

extension Generation {
  /// The records that a query is about, in its order.
  ///
  /// Looks at the columns that the predicate and the order name, and at no others.
  package func results(
    of query: Query, using indexes: FetchIndexes? = nil
  ) throws(QueryError) -> QueryResult {
    let found = try records(of: query, using: indexes)
    var result = QueryResult()
    if let records = found.indexed, records.count <= 1 {
      result.references = query.leaves(records.count) == 1 ? records : []
      return result
    }
    result.touched = found.touched
    result.residual = found.residual
    let order = RecordOrder(query, in: self, using: indexes)
    // What only objects can decide may take any of the records out, or put others among them.
    let isDecided = found.residual == nil && order.isKnown
    result.references = try order.references(of: found, first: isDecided ? query.reach : nil)
    result.isSorted = order.isKnown
    result.isWindowed = isDecided && query.changed.isEmpty
    if result.isWindowed, query.offset > 0 {
      result.references.removeFirst(min(query.offset, result.references.count))
    }
    return result
  }

  /// How many records a query finds, offset and limit applied; nil where only objects can tell.
  package func count(
    of query: Query, using indexes: FetchIndexes? = nil
  ) throws(QueryError) -> Int? {
    guard query.changed.isEmpty else { return nil }
    let found = try records(of: query, using: indexes)
    return found.residual == nil ? query.leaves(found.count) : nil
  }

  /// What meets the predicate of a query, as far as the store can tell.
  private func records(
    of query: Query, using indexes: FetchIndexes?
  ) throws(QueryError) -> FoundRecords {
    if let indexes, query.changed.isEmpty, let predicate = query.predicate,
      let lookup = DirectLookup(predicate),
      let records = lookup.records(of: query.tables, in: self, using: indexes)
    {
      return FoundRecords(indexed: records)
    }
    return try QueryRun(query, in: self, using: indexes).run()
  }
}

extension Query {
  /// How many of the first records can matter; nil for all.
  fileprivate var reach: Int? {
    guard let limit else { return nil }
    let (sum, overflows) = max(0, limit).addingReportingOverflow(max(0, offset))
    return overflows ? .max : sum
  }

  /// How many of so many records offset and limit leave.
  fileprivate func leaves(_ count: Int) -> Int {
    let rest = max(0, count - max(0, offset))
    return limit.map { min(rest, max(0, $0)) } ?? rest
  }
}
