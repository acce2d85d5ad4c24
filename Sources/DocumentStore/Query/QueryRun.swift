import Predicates

/// What is left of the tables of a query when its predicate has been applied.
struct FoundRecords {
  /// The records of each of the query's tables, in the query's order of tables.
  var selections: [Selection] = []
  /// The records in any order, where indexes alone have found them; then there are no selections.
  var indexed: [RecordReference]?
  /// See ``QueryResult/touched``.
  var touched: [RecordReference] = []
  /// See ``QueryResult/residual``.
  var residual: NSPredicate?

  /// How many records there are.
  var count: Int { indexed?.count ?? selections.reduce(0) { $0 + $1.count } }

  /// How many records of a table there are.
  func count(in table: Int) -> Int {
    if let indexed { return indexed.count { $0.table == table } }
    return selections.first { $0.table.schema.index == table }?.count ?? 0
  }
}

/// A query at work.
struct QueryRun {
  /// A condition that must be met besides others: as it was given, and with its constants worked out.
  struct Part {
    let given: NSPredicate
    let folded: NSPredicate
  }

  let query: Query
  let context: QueryContext
  let indexes: FetchIndexes?
  let parts: [Part]

  init(
    _ query: Query, in generation: Generation, using indexes: FetchIndexes?
  ) throws(QueryError) {
    self.query = query
    self.indexes = indexes
    context = QueryContext(generation)
    if let predicate = query.predicate { try NestingCheck.check(predicate) }
    let folding = ConstantFolding()
    var parts: [Part] = []
    for given in query.predicate?.conjuncts ?? [] {
      parts.append(Part(given: given, folded: try folding.folded(given)))
    }
    self.parts = parts
  }

  /// Filters the tables.
  func run() throws(QueryError) -> FoundRecords {
    let indexed = try query.tables.map { (index) throws(QueryError) in try indexedRows(of: index) }
    if let records = records(exactly: indexed) { return FoundRecords(indexed: records) }
    let plans = try query.tables.map { (index) throws(QueryError) in try plan(for: index) }
    // What objects must answer for one table they answer for all.
    let open = parts.indices.filter { part in plans.contains { $0[part] == nil } }
    var found = FoundRecords()
    if !open.isEmpty {
      found.residual = NSCompoundPredicate(
        andPredicateWithSubpredicates: open.map { parts[$0].given })
    }
    for (position, plan) in plans.enumerated() {
      var selection = candidates(in: query.tables[position], indexed[position])
      if !query.changed.isEmpty { try leaveOut(&selection, &found.touched) }
      let filters = plan.indices.compactMap { open.contains($0) ? nil : plan[$0] }
      try selection.narrow(AndFilter(filters))
      found.selections.append(selection)
    }
    return found
  }

  /// The filters for each part of the predicate on a table, nil for what objects must answer.
  func plan(for index: Int) throws(QueryError) -> [(any Filter)?] {
    let compiler = FilterCompiler(context, context.tables[index])
    return try parts.map { (part) throws(QueryError) in try compiler.filter(for: part.folded) }
  }

  /// What an index finds for the predicate in a table; nil where it does not help.
  private func indexedRows(of index: Int) throws(QueryError) -> IndexedRows? {
    guard let indexes, !parts.isEmpty, !context.tables[index].indexes.isEmpty else { return nil }
    let conditions = parts.map(\.folded)
    if conditions.contains(where: \.isDerived) { return nil }
    return try reading { () throws(StoreError) in
      try indexes.rows(for: conditions, table: index, in: context.generation)
    }
  }

  /// The records that meet the predicate, where indexes alone can tell.
  private func records(exactly indexed: [IndexedRows?]) -> [RecordReference]? {
    guard query.changed.isEmpty, indexed.allSatisfy({ $0?.isExact == true }) else { return nil }
    var records: [RecordReference] = []
    for (table, found) in zip(query.tables, indexed) {
      for row in found?.rows ?? [] { records.append(RecordReference(table: table, row: Int(row))) }
    }
    return records
  }

  /// The records of a table that may meet the predicate: those that an index found, or all.
  private func candidates(in index: Int, _ indexed: IndexedRows?) -> Selection {
    let table = context.generation.tables[index]
    guard let indexed else { return Selection(liveRowsOf: table) }
    return Selection(indexed.rows, andGroups: indexed.groups, of: table)
  }

  /// Takes out the records that are changed and those that lead to them; adds the latter to `touched`.
  private func leaveOut(
    _ selection: inout Selection, _ touched: inout [RecordReference]
  ) throws(QueryError) {
    let schema = selection.table.schema
    let changed = query.changed.lazy.filter { $0.table == schema.index }.map(\.row)
    try selection.narrow(RecordFilter(changed, isInverted: true))
    var paths = PathCollector(context, schema)
    for part in parts { _ = paths.collect(part.given) }
    for key in query.sort.compactMap(\.key) { paths.collect(keys: PropertyPath(key).keys) }
    guard let filter = try ChangeReach(context, query.changed).filter(schema, paths.root) else {
      return
    }
    var reached = selection
    try reached.narrow(filter)
    touched += reached.references
    selection.subtract(reached)
  }
}

extension NSPredicate {
  /// Whether the predicate, or a part of it, is of a class that somebody else derived from ours.
  fileprivate var isDerived: Bool {
    switch (form, knownForm) {
    case (.opaque, _), (.value, _): false
    case (_, .opaque): true
    case (.compound(let compound), _): compound.subpredicates.contains(where: \.isDerived)
    case (.comparison, _): false
    }
  }

  /// The conditions that must all be met for the predicate to be.
  fileprivate var conjuncts: [NSPredicate] {
    guard case .compound(let compound) = knownForm, compound.compoundPredicateType == .and else {
      return [self]
    }
    return compound.subpredicates.flatMap(\.conjuncts)
  }
}
