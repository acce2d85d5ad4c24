package import Predicates

extension Generation {
  /// How a query is answered, in lines for people: what is looked through, which index helps, what is left to
  /// objects, how the records are put in order.
  ///
  /// Runs the query to say how many records it finds. A condition is written as `text` says: references in it are
  /// those of records, which mean nothing to people.
  package func explanation(
    of query: Query, using indexes: FetchIndexes? = nil, text: (NSPredicate) -> String
  ) throws(QueryError) -> [String] {
    let run = try QueryRun(query, in: self, using: indexes)
    let found = try run.run()
    var lines: [String] = []
    for table in query.tables {
      lines += try run.explanation(of: table, finding: found.count(in: table), text)
    }
    if let residual = found.residual {
      lines.append("asked of objects: \(text(residual))")
    }
    if !found.touched.isEmpty {
      lines.append(
        "asked of objects: \(found.touched.count) records that lead to objects with unsaved changes"
      )
    }
    return lines + orderLines(query, found)
  }

  private func orderLines(_ query: Query, _ found: FoundRecords) -> [String] {
    guard !query.sort.isEmpty else { return ["order: that of the ids"] }
    let keys = query.sort.map { descriptor in
      (descriptor.ascending ? "" : "-") + (descriptor.key ?? "SELF")
    }.joined(separator: ", ")
    guard RecordOrder(query, in: self, using: nil).isKnown else {
      return ["order: by \(keys), compared as objects"]
    }
    let count = found.count
    guard let limit = query.limit, found.residual == nil else { return ["order: by \(keys)"] }
    let wanted = max(0, limit) + max(0, query.offset)
    return wanted < count
      ? ["order: by \(keys), the first \(wanted) of \(count) only"] : ["order: by \(keys)"]
  }
}

extension QueryRun {
  /// What is done with one table.
  fileprivate func explanation(
    of table: Int, finding count: Int, _ text: (NSPredicate) -> String
  ) throws(QueryError) -> [String] {
    let schema = context.generation.schema.tables[table]
    let live = context.generation.tables[table].liveCount
    var lines = ["\(schema.name): \(count) of \(live) records"]
    guard !parts.isEmpty else { return lines }
    lines.append(try indexLine(table, schema, live))
    let steps = zip(parts, try plan(for: table)).compactMap { part, filter in
      filter.map { (text(part.given), $0) }
    }
    for (format, filter) in steps.sorted(by: { $0.1.cost < $1.1.cost }) {
      lines.append("  \(filter is EvaluationFilter ? "record by record" : "by column"): \(format)")
    }
    return lines
  }

  private func indexLine(
    _ table: Int, _ schema: TableSchema, _ live: Int
  ) throws(QueryError) -> String {
    let conditions = parts.map(\.folded)
    let generation = context.generation
    let used = try reading { () throws(StoreError) in
      try indexes?.rows(for: conditions, table: table, in: generation)
    }
    if let used {
      return "  index \(schema.indexes[used.index].name): \(used.count) records are looked at"
    }
    let fitting = IndexPlan.plans(for: conditions, schema).map { schema.indexes[$0.index].name }
    let scan = "  no index: \(live) records are looked at"
    guard let first = fitting.first else { return scan }
    return scan + " (\(first) fits; it is built when it helps often, and used when it leaves few)"
  }
}
