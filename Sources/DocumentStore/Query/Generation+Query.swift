import Predicates

extension Generation {
  /// The records that a query is about, in its order.
  ///
  /// Looks at the columns that the predicate and the order name, and at no others.
  package func results(
    of query: Query, using indexes: FetchIndexes? = nil
  ) throws(QueryError) -> QueryResult {
    let found = try QueryRun(query, in: self, using: indexes).run()
    var result = QueryResult()
    result.touched = found.touched
    result.residual = found.residual
    let order = RecordOrder(query, in: self, using: indexes)
    // What only objects can decide may take any of the records out, or put others among them.
    let isDecided = found.residual == nil && order.isKnown
    let wanted = isDecided ? query.limit.map { max(0, $0) + max(0, query.offset) } : nil
    result.references = try order.references(of: found, first: wanted)
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
    let found = try QueryRun(query, in: self, using: indexes).run()
    guard found.residual == nil else { return nil }
    let count = found.count - max(0, query.offset)
    return max(0, min(count, query.limit.map { max(0, $0) } ?? .max))
  }
}
